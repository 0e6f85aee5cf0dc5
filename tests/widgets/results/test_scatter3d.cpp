// Points in space: geometry by hand, and turning, zooming and selecting by real events.
#include "widgets/results/scatter3d.h"

#include "support/figures.h"
#include "support/result_runs.h"
#include "support/temporary_folder.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace atlas;

namespace {

/// The corners of a cube; row = corner.
ScatterFigure cube(std::vector<double>& zs)
{
    ScatterFigure figure;
    figure.x.title = "Component 1";
    figure.y.title = "Component 2";
    for (std::size_t i = 0; i < 8; ++i) {
        figure.xs.push_back(i & 1U ? 1 : 0);
        figure.ys.push_back(i & 2U ? 1 : 0);
        zs.push_back(i & 4U ? 1 : 0);
        figure.rows.emplace_back(i);
        figure.classes.emplace_back(i % 2);
    }
    figure.classNames = {"even", "odd"};
    return figure;
}

struct Setup {
    SelectionHub hub;
    Scatter3d chart;
    Setup()
    {
        std::vector<double> zs;
        hub.reset(8);
        ScatterFigure figure = cube(zs);
        chart.setHub(&hub);
        chart.resize(700, 500);
        chart.setPoints(std::move(figure), std::move(zs), QStringLiteral("Component 3"));
        chart.show();
        if (!QTest::qWaitForWindowExposed(&chart))
            qWarning("the chart is not exposed");
    }
    QPoint at(std::size_t point) const { return chart.positionOf(point).toPoint(); }
};

} // namespace

class TestScatter3d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void projection()
    {
        SpaceProjection projection;
        projection.setPoints({{-1, -1, -1}, {1, 1, 1}});
        projection.setScreen({0, 0, 200, 100});
        const SeenPoint middle = projection.see({0, 0, 0});
        QCOMPARE(middle.position, QPointF(100, 50));
        QVERIFY(std::abs(middle.depth) < 1e-12);
        // Without a turn x points right and y up, and z comes towards the eye.
        QVERIFY(projection.see({1, 0, 0}).position.x() > 100);
        QVERIFY(projection.see({0, 1, 0}).position.y() < 50);
        QVERIFY(projection.see({0, 0, 1}).depth < 0);
        // A quarter of a turn about the upright axis: the pointer went 90 / 0.4 pixels to the right.
        projection.rotate({225, 0});
        QVERIFY(std::abs(projection.see({1, 0, 0}).position.x() - 100) < 1e-3);
        QVERIFY(projection.see({0, 0, 1}).position.x() > 100);
        // Zooming keeps what is under the pointer.
        const QPointF place = projection.see({0.3, 0.2, 0.1}).position;
        projection.zoom(3, place);
        QVERIFY((projection.see({0.3, 0.2, 0.1}).position - place).manhattanLength() < 1e-6);
        projection.setPoints({{2, 2, 2}}); // one point: no division by its extent
        QVERIFY(std::isfinite(projection.see({2, 2, 2}).position.x()));
    }

    void everythingIsInSight()
    {
        Setup setup;
        for (int i = 0; i < 12; ++i) {
            for (std::size_t point = 0; point < 8; ++point)
                QVERIFY(setup.chart.rect().contains(setup.at(point)));
            QTest::keyClick(&setup.chart, Qt::Key_Right);
            QTest::keyClick(&setup.chart, Qt::Key_Up);
        }
    }

    void clicksAndRectangles()
    {
        Setup setup;
        const PointId hit = setup.chart.pointAt(setup.chart.positionOf(6));
        QTest::mouseClick(&setup.chart, Qt::LeftButton, {}, setup.at(6));
        QCOMPARE(setup.hub.selectedRows(), std::vector<RowId>{RowId(hit.index())});
        QTest::mouseClick(&setup.chart, Qt::LeftButton, Qt::ShiftModifier, setup.at(1));
        QCOMPARE(setup.hub.selectedCount(), std::size_t{2});
        QTest::mouseClick(&setup.chart, Qt::LeftButton, Qt::ControlModifier, setup.at(1));
        QCOMPARE(setup.hub.selectedCount(), std::size_t{1});
        QTest::mouseClick(&setup.chart, Qt::LeftButton, {}, QPoint(3, 3));
        QCOMPARE(setup.hub.selectedCount(), std::size_t{0});
        const QQuaternion before = setup.chart.projection().rotation();
        setup.chart.setDragSelects(true);
        test::dragMouse(&setup.chart, {1, 1}, {560, 498}, Qt::LeftButton);
        QCOMPARE(setup.hub.selectedCount(), std::size_t{8});
        QCOMPARE(setup.chart.projection().rotation(), before);
        const QPoint corner = setup.at(3);
        test::dragMouse(&setup.chart, corner - QPoint(9, 9), corner + QPoint(9, 9), Qt::LeftButton,
                        Qt::ControlModifier);
        QVERIFY(!setup.hub.isSelected(RowId(3)));
    }

    void lassos()
    {
        // Around one corner of the cube, in a ring that a rectangle from its start to its end would not hold.
        Setup setup;
        setup.chart.setDragSelects(true);
        setup.chart.setTool(SelectionTool::Lasso);
        const QPoint corner = setup.at(6);
        constexpr int steps = 24;
        const auto ring = [&](int step) {
            const double angle = 6.2831853 * step / steps;
            return corner + QPoint(qRound(14 * std::cos(angle)), qRound(14 * std::sin(angle)));
        };
        QTest::mousePress(&setup.chart, Qt::LeftButton, {}, ring(0));
        for (int step = 1; step <= steps; ++step)
            QTest::mouseMove(&setup.chart, ring(step));
        QTest::mouseRelease(&setup.chart, Qt::LeftButton, {}, ring(steps));
        QVERIFY(setup.hub.isSelected(RowId(6)));
        for (std::size_t i = 0; i < 8; ++i) {
            const QPoint way = setup.at(i) - corner;
            if (std::hypot(way.x(), way.y()) > 16)
                QVERIFY(!setup.hub.isSelected(RowId(i)));
        }
    }

    void shiftDragSelectsWhileTurning()
    {
        Setup setup;
        test::dragMouse(&setup.chart, {1, 1}, {560, 498}, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(setup.hub.selectedCount(), std::size_t{8});
    }

    void movesZoomsAndResets()
    {
        Setup setup;
        const QPointF start = setup.chart.positionOf(2);
        test::dragMouse(&setup.chart, {200, 200}, {230, 180}, Qt::MiddleButton);
        QVERIFY((setup.chart.positionOf(2) - start - QPointF(30, -20)).manhattanLength() < 1e-6);
        test::turnWheel(&setup.chart, {350, 250}, 3);
        QVERIFY(setup.chart.projection().zoomFactor() > 1.5);
        QTest::mouseDClick(&setup.chart, Qt::LeftButton, {}, QPoint(100, 100));
        QVERIFY((setup.chart.positionOf(2) - start).manhattanLength() < 1e-6);
    }

    void hoverHighlights()
    {
        Setup setup;
        test::moveMouse(&setup.chart, setup.at(6));
        QVERIFY(setup.hub.highlighted().valid());
        const QImage image = setup.chart.grab().toImage();
        bool ring = false;
        for (int dx = 5; dx < 14; ++dx)
            ring = ring || image.pixelColor(setup.at(6) + QPoint(dx, 0)) == Theme::current().highlight;
        QVERIFY(ring);
        test::moveMouse(&setup.chart, {3, 3});
        QVERIFY(!setup.hub.highlighted().valid());
    }

    void hiddenPointsAreNotHit()
    {
        Setup setup;
        std::vector<bool> visible(8, true);
        for (std::size_t i = 0; i < 8; ++i)
            visible[i] = i == 0;
        setup.hub.setFilter(QStringLiteral("test"), visible);
        QVERIFY(!setup.chart.pointAt(setup.chart.positionOf(7)).valid()
                || setup.chart.pointAt(setup.chart.positionOf(7)) == PointId(0));
        test::dragMouse(&setup.chart, {1, 1}, {560, 498}, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(setup.hub.selectedRows(), std::vector<RowId>{RowId(0)});
    }

    void notFinitePointsDoNoHarm()
    {
        SelectionHub hub;
        hub.reset(3);
        Scatter3d chart;
        chart.setHub(&hub);
        chart.resize(300, 200);
        ScatterFigure figure;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        figure.xs = {0, nan, 1};
        figure.ys = {0, 1, std::numeric_limits<double>::infinity()};
        figure.rows = {RowId(0), RowId(1), RowId(2)};
        figure.values = {nan, 1, 2};
        chart.setPoints(figure, {0, 1, 2}, {});
        chart.show();
        chart.grab();
        test::dragMouse(&chart, {1, 1}, {298, 198}, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(hub.selectedRows(), std::vector<RowId>{RowId(0)});
        chart.setPoints({}, {}, {});
        chart.grab();
    }

    void picture()
    {
        Setup setup;
        const test::TemporaryFolder folder;
        const std::string path = (folder.path() / "space.svg").string();
        const Result<void> written = writePicture(setup.chart, QString::fromStdString(path));
        QVERIFY(written.ok());
        QVERIFY(std::filesystem::file_size(path) > 1000);
    }

    void manyPointsTurnQuickly()
    {
        std::mt19937 random(1);
        std::normal_distribution<double> normal;
        Figure flat = test::cloudFigure(20000, 6);
        std::vector<double> zs;
        for (int i = 0; i < 20000; ++i)
            zs.push_back(normal(random));
        SelectionHub hub;
        hub.reset(20000);
        Scatter3d chart;
        chart.setHub(&hub);
        chart.resize(1200, 900);
        chart.setPoints(std::get<ScatterFigure>(flat.content), zs, {});
        chart.show();
        chart.repaint();
        double best = 1e9;
        for (int i = 0; i < 6; ++i) {
            QElapsedTimer clock;
            clock.start();
            test::dragMouse(&chart, {400, 400}, {420 + i, 410}, Qt::LeftButton);
            chart.repaint();
            best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        }
        qInfo("20,000 points turn (three steps and a frame) in %.1f ms", best);
        QVERIFY(best < 300);
    }
};

QTEST_MAIN(TestScatter3d)
#include "test_scatter3d.moc"
