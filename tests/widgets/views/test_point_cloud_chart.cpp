#include "support/figures.h"
#include "widgets/views/point_cloud_chart.h"

#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

using namespace atlas;

namespace {

struct Setup {
    SelectionHub hub;
    PointCloudChart chart;

    explicit Setup(const Figure& figure, std::size_t rows = 20)
    {
        hub.reset(rows);
        chart.setHub(&hub);
        chart.resize(700, 500);
        chart.setFigure(std::make_shared<const Figure>(figure));
        chart.show();
        if (!QTest::qWaitForWindowExposed(&chart))
            qWarning("the chart is not exposed");
    }
    QPoint at(double x, double y) const { return chart.scatterItem()->cloud().positionOf({x, y}).toPoint(); }
    void drag(const std::vector<QPoint>& path, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* viewport = chart.viewport();
        QTest::mousePress(viewport, button, modifiers, path.front());
        for (const QPoint& place : path) {
            QMouseEvent move(QEvent::MouseMove, place, viewport->mapToGlobal(place), Qt::NoButton, button,
                             modifiers);
            QApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, button, modifiers, path.back());
    }
    void move(QPoint place)
    {
        QMouseEvent event(QEvent::MouseMove, place, chart.viewport()->mapToGlobal(place), Qt::NoButton,
                          Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(chart.viewport(), &event);
    }
    void wheel(QPoint place, int notches)
    {
        QWheelEvent event(place, chart.viewport()->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(chart.viewport(), &event);
    }
};

std::vector<RowId> rows(std::initializer_list<std::size_t> values)
{
    std::vector<RowId> ids;
    for (const std::size_t value : values)
        ids.emplace_back(value);
    return ids;
}

double width(const PlaneRectangle& view) { return view.right - view.left; }

} // namespace

class TestPointCloudChart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pointsLieWhereTheAxesSay()
    {
        Setup setup(test::cornersFigure());
        const ScatterItem& item = *setup.chart.scatterItem();
        const QRectF plot = item.plotRect();
        QVERIFY(plot.width() > 300 && plot.height() > 300);
        const PlaneRectangle view = item.view();
        QVERIFY(view.left < 0 && view.right > 10);
        QCOMPARE(item.cloud().positionOf({view.left, view.bottom}), plot.bottomLeft());
        QCOMPARE(item.cloud().positionOf({view.right, view.top}), plot.topRight());
        const QImage image = setup.chart.grab().toImage();
        const QPoint middle = setup.at(5, 5);
        QCOMPARE(image.pixelColor(middle), Theme::current().classColor(ClassId(1)));
        QCOMPARE(image.pixelColor(setup.at(0, 10)), Theme::current().classColor(ClassId(0)));
        QCOMPARE(image.pixelColor(setup.at(3.1, 7.3)), Theme::current().surface);
    }

    void structuresWithTheChosenSubtreeHaveRings()
    {
        Setup setup(test::cornersFigure());
        std::vector<std::uint32_t> counts(setup.hub.rowCount(), 0);
        counts[12] = 3;
        setup.hub.setSubtreeCounts(std::make_shared<const std::vector<std::uint32_t>>(std::move(counts)));
        const QPoint beside(static_cast<int>(std::lround(1.3 * setup.chart.scatterItem()->cloud().radius())),
                            0);
        const QImage ringed = setup.chart.grab().toImage();
        const QColor ring = ringed.pixelColor(setup.at(10, 10) + beside);
        QVERIFY2(std::abs(ring.hue() - Theme::current().highlight.hue()) < 12, qPrintable(ring.name()));
        QCOMPARE(ringed.pixelColor(setup.at(10, 10)), Theme::current().classColor(ClassId(0)));
        QCOMPARE(ringed.pixelColor(setup.at(5, 5) + beside), Theme::current().surface);
        setup.hub.chooseSubtree(DagNodeId(1)); // its counts are not known yet
        const QColor without = setup.chart.grab().toImage().pixelColor(setup.at(10, 10) + beside);
        QVERIFY2(without.saturation() < 12, qPrintable(without.name()));
    }

    void hoverHighlights()
    {
        Setup setup(test::cornersFigure());
        QSignalSpy hovered(&setup.chart, &PointCloudChart::pointHovered);
        setup.move(setup.at(5, 5) + QPoint(5, 3));
        QCOMPARE(setup.hub.highlighted(), RowId(14));
        QCOMPARE(hovered.size(), 1);
        setup.move(setup.at(5, 5) + QPoint(12, 0));
        QVERIFY(!setup.hub.highlighted().valid());
        setup.move(setup.at(10, 0));
        QCOMPARE(setup.hub.highlighted(), RowId(11));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&setup.chart, &leave);
        QVERIFY(!setup.hub.highlighted().valid());
        setup.hub.highlight(RowId(12)); // from elsewhere: a ring appears around the point
        const QColor ring = setup.chart.grab().toImage().pixelColor(
            setup.at(10, 10)
            + QPoint(static_cast<int>(std::lround(setup.chart.scatterItem()->cloud().radius() + 4)), 0));
        QVERIFY(std::abs(ring.hue() - Theme::current().highlight.hue()) < 12);
        setup.hub.highlight(RowId(3)); // a row without a point
    }

    void clicksSelect()
    {
        Setup setup(test::cornersFigure());
        QSignalSpy activated(&setup.chart, &PointCloudChart::pointActivated);
        QWidget* viewport = setup.chart.viewport();
        QTest::mouseClick(viewport, Qt::LeftButton, {}, setup.at(0, 0));
        QCOMPARE(setup.hub.selectedRows(), rows({10}));
        QTest::mouseClick(viewport, Qt::LeftButton, Qt::ShiftModifier, setup.at(5, 5));
        QCOMPARE(setup.hub.selectedRows(), rows({10, 14}));
        QTest::mouseClick(viewport, Qt::LeftButton, Qt::ControlModifier, setup.at(0, 0));
        QCOMPARE(setup.hub.selectedRows(), rows({14}));
        QCOMPARE(activated.size(), 3);
        // Selected in full colour, the others muted.
        const QImage image = setup.chart.grab().toImage();
        QCOMPARE(image.pixelColor(setup.at(5, 5)), Theme::current().classColor(ClassId(1)));
        QCOMPARE(image.pixelColor(setup.at(0, 0)), Theme::current().muted);
        QTest::mouseClick(viewport, Qt::LeftButton, {}, setup.at(2, 7));
        QCOMPARE(setup.hub.selectedCount(), std::size_t(0));
    }

    void rectangleSelects()
    {
        Setup setup(test::cornersFigure());
        setup.drag({setup.at(-0.3, -0.3), setup.at(3, 3), setup.at(7, 7)}, Qt::LeftButton);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 14}));
        setup.drag({setup.at(10.3, 10.3), setup.at(8, 8)}, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 12, 14}));
        setup.drag({setup.at(4, 4), setup.at(6, 6)}, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 12}));
        setup.hub.undo();
        QCOMPARE(setup.hub.selectedRows(), rows({10, 12, 14}));
    }

    void lassoSelects()
    {
        Setup setup(test::cornersFigure());
        setup.chart.setTool(SelectionTool::Lasso);
        // A triangle whose bounding box holds all points, itself only the lower left ones and the middle.
        setup.drag({setup.at(-0.3, -0.3), setup.at(10.3, -0.3), setup.at(8, 4), setup.at(-0.3, 10.3)},
                   Qt::LeftButton);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 11, 13, 14}));
    }

    void escapeGivesUpADrag()
    {
        Setup setup(test::cornersFigure());
        QTest::mousePress(setup.chart.viewport(), Qt::LeftButton, {}, setup.at(-0.3, -0.3));
        setup.move(setup.at(7, 7));
        QTest::keyClick(&setup.chart, Qt::Key_Escape);
        QTest::mouseRelease(setup.chart.viewport(), Qt::LeftButton, {}, setup.at(7, 7));
        QCOMPARE(setup.hub.selectedCount(), std::size_t(0));
    }

    void wheelZoomsAtThePointer()
    {
        Setup setup(test::cornersFigure());
        const QPoint place = setup.at(10, 10);
        const double before = width(setup.chart.view());
        setup.wheel(place, 3);
        QVERIFY(std::abs(width(setup.chart.view()) - before / std::pow(1.2, 3)) < 1e-9);
        QVERIFY((setup.at(10, 10) - place).manhattanLength() <= 2 + 8); // label widths may move the plot
        setup.wheel(place, -3);
        QVERIFY(std::abs(width(setup.chart.view()) - before) < 1e-9);
        for (int i = 0; i < 400; ++i)
            setup.wheel(place, 5); // ends where doubles end, without NaN
        QVERIFY(width(setup.chart.view()) > 0);
        for (int i = 0; i < 400; ++i)
            setup.wheel(place, -5);
        QVERIFY(width(setup.chart.view()) < before * 60);
    }

    void pansAndResets()
    {
        Setup setup(test::cornersFigure());
        const PlaneRectangle full = setup.chart.view();
        for (const Qt::MouseButton button : {Qt::MiddleButton, Qt::RightButton}) {
            const QPoint from = setup.at(5, 5);
            const double place = full.left + width(full) * 0;
            setup.drag({from, from + QPoint(30, 0), from + QPoint(60, 20)}, button);
            const double pixels = setup.chart.scatterItem()->plotRect().width();
            QVERIFY(std::abs((place - setup.chart.view().left) - 60 / pixels * width(full)) < 0.05);
            QVERIFY(setup.chart.view().bottom > full.bottom);
            QTest::keyClick(&setup.chart, Qt::Key_0);
            QCOMPARE(setup.chart.view().left, full.left);
        }
        QTest::keyPress(&setup.chart, Qt::Key_Space);
        setup.drag({setup.at(5, 5), setup.at(4, 5)}, Qt::LeftButton);
        QTest::keyRelease(&setup.chart, Qt::Key_Space);
        QVERIFY(setup.chart.view().left > full.left);
        QCOMPARE(setup.hub.selectedCount(), std::size_t(0));
        QTest::mouseDClick(setup.chart.viewport(), Qt::LeftButton, {}, setup.at(3, 7));
        QCOMPARE(setup.chart.view().left, full.left);
    }

    void keysMoveTheView()
    {
        Setup setup(test::cornersFigure());
        const PlaneRectangle full = setup.chart.view();
        QTest::keyClick(&setup.chart, Qt::Key_Plus);
        QVERIFY(width(setup.chart.view()) < width(full));
        QTest::keyClick(&setup.chart, Qt::Key_Minus);
        QVERIFY(std::abs(width(setup.chart.view()) - width(full)) < 1e-9);
        QTest::keyClick(&setup.chart, Qt::Key_Right);
        QVERIFY(setup.chart.view().left > full.left);
        QTest::keyClick(&setup.chart, Qt::Key_Up);
        QVERIFY(setup.chart.view().bottom > full.bottom);
        QTest::keyClick(&setup.chart, Qt::Key_Left);
        QTest::keyClick(&setup.chart, Qt::Key_Down);
        QVERIFY(std::abs(setup.chart.view().left - full.left) < 1e-9);
        QVERIFY(std::abs(setup.chart.view().top - full.top) < 1e-9);
    }

    void legendFiltersClasses()
    {
        Setup setup(test::cornersFigure());
        LegendItem* legend = setup.chart.scatterItem()->legend();
        const QPoint entry = legend->mapToScene(legend->entryRect(1).center()).toPoint();
        QTest::mouseClick(setup.chart.viewport(), Qt::LeftButton, {}, entry);
        QVERIFY(!setup.hub.isVisible(RowId(14)));
        QVERIFY(setup.hub.isVisible(RowId(10)) && setup.hub.isVisible(RowId(3)));
        QVERIFY(legend->entries()[1].off);
        QCOMPARE(setup.chart.grab().toImage().pixelColor(setup.at(5, 5)), Theme::current().surface);
        setup.move(setup.at(5, 5));
        QVERIFY(!setup.hub.highlighted().valid()); // what is not seen is not hit
        setup.drag({setup.at(-0.4, -0.4), setup.at(10.4, 10.4)}, Qt::LeftButton);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 11, 12, 13}));
        QTest::mouseClick(setup.chart.viewport(), Qt::LeftButton, {}, entry);
        QCOMPARE(setup.hub.visibleCount(), std::size_t(20));
    }

    void filterGoesWithTheChart()
    {
        SelectionHub hub;
        hub.reset(20);
        {
            PointCloudChart chart;
            chart.setHub(&hub);
            chart.resize(600, 400);
            chart.setFigure(std::make_shared<const Figure>(test::cornersFigure()));
            Q_EMIT chart.scatterItem()->legend()->entryClicked(0);
            QCOMPARE(hub.visibleCount(), std::size_t(16));
        }
        QCOMPARE(hub.visibleCount(), std::size_t(20));
    }

    void survivesAHubWithOtherRows()
    {
        Setup setup(test::cornersFigure());
        setup.hub.reset(12); // the figure still has rows 12 to 14
        setup.move(setup.at(5, 5));
        setup.drag({setup.at(-0.4, -0.4), setup.at(10.4, 10.4)}, Qt::LeftButton);
        QCOMPARE(setup.hub.selectedRows(), rows({10, 11}));
        setup.chart.setHub(nullptr);
        setup.drag({setup.at(-0.4, -0.4), setup.at(10.4, 10.4)}, Qt::LeftButton);
    }

    void themeChangeKeepsTheView()
    {
        Setup setup(test::cornersFigure());
        setup.wheel(setup.at(5, 5), 2);
        const PlaneRectangle view = setup.chart.view();
        Theme::setCurrent(ThemeKind::Dark);
        setup.chart.setPalette(Theme::current().palette());
        QCOMPARE(setup.chart.view().left, view.left);
        QCOMPARE(setup.chart.grab().toImage().pixelColor(2, 2), Theme::of(ThemeKind::Dark).surface);
        Theme::setCurrent(ThemeKind::Light);
    }

    void notFinitePointsAreCounted()
    {
        Figure figure = test::cornersFigure();
        auto& scatter = std::get<ScatterFigure>(figure.content);
        scatter.xs[0] = std::numeric_limits<double>::quiet_NaN();
        scatter.ys[1] = std::numeric_limits<double>::infinity();
        Setup setup(figure);
        QVERIFY(setup.chart.item()->note().startsWith("2 points are not drawn"));
        QCOMPARE(setup.chart.scatterItem()->fullView().right < 11, true);
        setup.chart.grab();
    }

    void emptyStates()
    {
        PointCloudChart chart;
        chart.resize(400, 300);
        chart.show();
        chart.grab();
        QTest::keyClick(&chart, Qt::Key_Plus);
        Figure figure{"map", "Nothing", ScatterFigure{}};
        chart.setFigure(std::make_shared<const Figure>(figure));
        QVERIFY(!chart.item()->emptyText().isEmpty());
        chart.grab();
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, QPoint(200, 150));
        QTest::keyClick(&chart, Qt::Key_Plus);
        figure.content = ScatterFigure{{}, {}, {3}, {4}, {RowId(0)}, {}, {}};
        chart.setFigure(std::make_shared<const Figure>(figure));
        QVERIFY(chart.view().left < 3 && chart.view().right > 3);
        chart.resize(20, 20); // too small for anything: no crash
        chart.grab();
    }

    void manyPointsAreQuick()
    {
        Setup setup(test::cloudFigure(100000, 6), 100000);
        setup.chart.resize(1800, 1400);
        QTest::qWait(50);
        const auto frame = [&](auto&& action) {
            double best = 1e9;
            for (int i = 0; i < 8; ++i) {
                QElapsedTimer clock;
                clock.start();
                action(i);
                setup.chart.viewport()->repaint();
                best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            }
            return best;
        };
        const double pan = frame([&](int) { setup.chart.panBy({7, 3}); });
        const double zoom = frame([&](int) { setup.chart.zoomAt({600, 500}, 1.05); });
        setup.chart.resetView();
        const double hover = frame([&](int i) { setup.move(QPoint(800 + 10 * i, 700)); });
        setup.chart.setTool(SelectionTool::Lasso);
        QElapsedTimer clock;
        clock.start();
        setup.drag({setup.at(-1.2, -1.2), setup.at(1.2, -1.2), setup.at(1.2, 1.2), setup.at(-1.2, 1.2)},
                   Qt::LeftButton);
        const double lasso = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        const double selected = frame([&](int) { setup.chart.panBy({7, 3}); });
        qInfo("100,000 points at 1800 x 1400: pan %.1f ms, zoom %.1f ms, pan with a selection %.1f ms, hover "
              "%.1f ms, lasso of %zu points %.1f ms",
              pan, zoom, selected, hover, setup.hub.selectedCount(), lasso);
        QVERIFY(setup.hub.selectedCount() > 50000);
        // Three times the goals of 33, 33, 50 and 100 ms: the machine is shared.
        QVERIFY(pan < 100 && zoom < 100 && selected < 100);
        QVERIFY(hover < 150);
        QVERIFY(lasso < 300);
    }
};

QTEST_MAIN(TestPointCloudChart)
#include "test_point_cloud_chart.moc"
