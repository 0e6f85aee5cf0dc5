#include "support/figures.h"
#include "widgets/views/bar_chart.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QGraphicsTextItem>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace atlas;

namespace {

/// How many pixels of a picture have (nearly) a colour.
int countColor(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color;
    return count;
}

struct Shown {
    FigureView view;
    explicit Shown(const Figure& figure, QSize size = {700, 500})
    {
        view.resize(size);
        view.setFigure(figure);
        view.show();
        if (!QTest::qWaitForWindowExposed(&view))
            qWarning("the view is not exposed");
    }
    QImage grab() { return view.grab().toImage().convertToFormat(QImage::Format_RGB32); }
};

} // namespace

class TestFigureView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choosesTheCanvas()
    {
        FigureView view;
        SelectionHub hub;
        hub.reset(20);
        view.setHub(&hub);
        QSignalSpy changed(&view, &FigureView::canvasChanged);
        view.resize(600, 400);
        view.show();
        view.grab();
        QVERIFY(!view.figure());
        view.setFigure(test::cornersFigure());
        QVERIFY(view.pointCloud() && !view.heatmap());
        QCOMPARE(changed.size(), 1);
        view.setFigure(test::cornersFigure());
        QCOMPARE(changed.size(), 1); // the same canvas serves
        view.setFigure(test::heatmapFigure());
        QVERIFY(!view.pointCloud() && view.heatmap());
        view.setFigure(test::barFigure());
        QVERIFY(!view.pointCloud() && !view.heatmap());
        view.setFigure(FigurePtr());
        QVERIFY(!view.canvas()->item());
        view.grab();
    }

    void zeroOnAnAxisHasNoSign()
    {
        // Qt Charts adds up -0.3, -0.2, -0.1 to -2.8e-17, which was printed as "-0.0".
        Figure figure = test::cornersFigure();
        auto& scatter = std::get<ScatterFigure>(figure.content);
        for (double& x : scatter.xs)
            x = (x - 5) * 0.06;
        Shown shown(figure);
        QStringList labels;
        for (const QGraphicsItem* item : shown.view.canvas()->scene()->items())
            if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item))
                labels << text->toPlainText();
        QVERIFY2(labels.contains("0.0"), qPrintable(labels.join(' ')));
        QVERIFY2(!labels.contains("-0.0"), qPrintable(labels.join(' ')));
        QVERIFY2(labels.contains("0.3") && labels.contains("-0.3"), qPrintable(labels.join(' ')));
    }

    void barsAreStackedInTheirColours()
    {
        Shown shown(test::barFigure());
        const QImage image = shown.grab();
        const auto* item = qobject_cast<const ChartItem*>(shown.view.canvas()->item());
        QVERIFY(item);
        const QRectF plot = item->plotRect();
        // The heights: 1+2, 2+0, 3+4; the areas of the colours are as 6 to 6.
        const Theme& theme = Theme::current();
        const QRect area = plot.toRect();
        const int left = countColor(image.copy(area), theme.classColor(ClassId(0)));
        const int right = countColor(image.copy(area), theme.classColor(ClassId(1)));
        QVERIFY(left > 5000);
        QVERIFY2(std::abs(left - right) < left / 20, qPrintable(QString("%1 %2").arg(left).arg(right)));
        // The bar of category 3 begins with the first series at the bottom.
        const int x = static_cast<int>(plot.left() + plot.width() * 5 / 6);
        QCOMPARE(image.pixelColor(x, static_cast<int>(plot.bottom()) - 12), theme.classColor(ClassId(0)));
    }

    void barsHover()
    {
        Shown shown(test::barFigure());
        QSignalSpy hovered(shown.view.canvas()->item(), &FigureItem::hovered);
        const QRectF plot = qobject_cast<const ChartItem*>(shown.view.canvas()->item())->plotRect();
        const QPoint place(static_cast<int>(plot.left() + plot.width() * 5 / 6),
                           static_cast<int>(plot.bottom()) - 12);
        QTest::mouseMove(shown.view.canvas()->viewport(), QPoint(5, 5));
        QTest::mouseMove(shown.view.canvas()->viewport(), place);
        QTRY_COMPARE(hovered.size(), 1);
        QCOMPARE(hovered[0][0].toString(), QString("3, left: 3"));
    }

    void curvesAreDrawn()
    {
        Shown shown(test::curveFigure());
        const QImage image = shown.grab();
        // Antialiased lines: some pixels have the pure colour, the dashed curve fewer.
        const int train = countColor(image, Theme::current().classColor(ClassId(0)));
        const int test = countColor(image, Theme::current().classColor(ClassId(1)));
        QVERIFY(train > 50 && test > 20 && test < train);
    }

    void curvesSkipWhatIsNotFinite()
    {
        Figure figure = test::curveFigure();
        auto& curves = std::get<CurveFigure>(figure.content);
        curves.curves[0].ys[1] = std::numeric_limits<double>::quiet_NaN();
        Shown shown(figure);
        QVERIFY(shown.view.canvas()->item()->note().startsWith("1 point is not drawn"));
        curves.curves = {{"one", {3}, {4}, false}};
        shown.view.setFigure(figure);
        shown.grab();
    }

    void categoriesFitThinOutOrStandUp()
    {
        QStringList few = {"left", "right"};
        CategoryLabels labels = arrangeCategories(few, 40, 200, 16, 400);
        QCOMPARE(labels.step, std::size_t(1));
        QVERIFY(!labels.upright);
        QStringList numbers;
        for (int i = 0; i < 200; ++i)
            numbers << QString::number(i);
        labels = arrangeCategories(numbers, 24, 200, 16, 600);
        QVERIFY(!labels.upright);
        QCOMPARE(labels.step, std::size_t(20)); // 3 pixels a bar, 24 + 9.6 needed
        QStringList words;
        for (int i = 0; i < 30; ++i)
            words << "class " + QString::number(i);
        labels = arrangeCategories(words, 90, 200, 16, 600);
        QVERIFY(labels.upright);
        QCOMPARE(labels.step, std::size_t(1));
        QCOMPARE(labels.height, 90.0);
        labels = arrangeCategories(words, 900, 200, 16, 60);
        QCOMPARE(labels.height, 200.0);
        QVERIFY(labels.step * 2 >= 16);
    }

    void legendOverflowSaysHowMany()
    {
        QGraphicsScene scene;
        QFont font;
        font.setPixelSize(12);
        auto* legend = new LegendItem(Theme::of(ThemeKind::Light), font, nullptr);
        scene.addItem(legend);
        std::vector<LegendEntry> entries;
        for (int i = 0; i < 100; ++i)
            entries.push_back({QString("A rather long name of class %1").arg(i), Qt::blue});
        legend->setEntries(entries);
        const QRectF rect(0, 0, 300, 200);
        const QRectF rest = legend->takeRoom(rect);
        QVERIFY(rest.height() > 100 && rest.width() > 150);
        QVERIFY(legend->entryRect(0).isValid());
        QVERIFY(!legend->entryRect(99).isValid());
        QVERIFY(rect.contains(legend->sceneBoundingRect()));
        entries.resize(3);
        legend->setEntries(entries);
        legend->takeRoom(QRectF(0, 0, 1000, 400));
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = i + 1; j < 3; ++j)
                QVERIFY(!legend->entryRect(i).intersects(legend->entryRect(j)));
    }

    void heatmapCellsHoverAndClick()
    {
        Shown shown(test::heatmapFigure());
        HeatmapView& view = *shown.view.heatmap();
        HeatmapItem& item = *view.heatmapItem();
        const QImage image = shown.grab();
        const Theme& theme = Theme::current();
        // Common scale 0..10: the last cell of level 1 is the lightest, 5 of level 0 is the middle.
        const auto colorAt = [&](const HeatmapCell& cell) {
            return image.pixelColor(item.cellRect(cell).center().toPoint());
        };
        QCOMPARE(colorAt({1, 1, 2}), theme.magnitude(1));
        QCOMPARE(colorAt({0, 0, 0}), theme.magnitude(0));
        QCOMPARE(colorAt({0, 1, 2}), theme.magnitude(0.5));
        QCOMPARE(item.describe({1, 1, 2}), QString("Level 1, b, z: 10"));

        QSignalSpy hovered(&item, &FigureItem::hovered);
        QSignalSpy clicked(&view, &HeatmapView::cellClicked);
        const QPoint place = item.cellRect({0, 1, 2}).center().toPoint();
        QMouseEvent move(QEvent::MouseMove, place, view.viewport()->mapToGlobal(place), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view.viewport(), &move);
        QCOMPARE(hovered.back()[0].toString(), QString("Level 0, b, z: 5"));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<std::size_t>(), std::size_t(0));
        QCOMPARE(clicked[0][1].value<std::size_t>(), std::size_t(1));
        QCOMPARE(clicked[0][2].value<std::size_t>(), std::size_t(2));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(clicked.size(), 1);
    }

    void heatmapOwnScaleAndMissingValues()
    {
        Figure figure = test::heatmapFigure();
        auto& heatmap = std::get<HeatmapFigure>(figure.content);
        heatmap.commonScale = false;
        heatmap.panels[0].values[3] = std::numeric_limits<double>::quiet_NaN();
        heatmap.panels[1].values.assign(6, 4.0); // no extent
        Shown shown(figure);
        HeatmapItem& item = *shown.view.heatmap()->heatmapItem();
        const QImage image = shown.grab();
        const auto colorNear = [&](const HeatmapCell& cell) {
            const QRectF rect = item.cellRect(cell);
            return image.pixelColor(
                (rect.topLeft() + QPointF(rect.width() / 4, rect.height() / 4)).toPoint());
        };
        QCOMPARE(colorNear({0, 1, 2}), Theme::current().magnitude(1));
        QCOMPARE(colorNear({0, 1, 0}), Theme::current().muted);
        QCOMPARE(colorNear({1, 0, 0}), Theme::current().magnitude(0.5));
        QCOMPARE(item.describe({0, 1, 0}), QString("Level 0, b, x: no value"));
    }

    void heatmapPanelsDoNotOverlap()
    {
        HeatmapFigure heatmap;
        for (int i = 0; i < 7; ++i)
            heatmap.panels.push_back(
                {"Level " + std::to_string(i), 5, 5, std::vector<double>(25, i), {}, {}});
        Shown shown({"levels", "Levels", heatmap}, {640, 480});
        const HeatmapItem& item = *shown.view.heatmap()->heatmapItem();
        std::vector<QRectF> panels;
        for (std::size_t i = 0; i < 7; ++i) {
            panels.push_back(item.cellRect({i, 0, 0}).united(item.cellRect({i, 4, 4})));
            QVERIFY(QRectF(QPointF(), item.size()).contains(panels.back()));
            QVERIFY(panels.back().width() > 40);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!panels[i].intersects(panels[j]));
        }
    }

    void tinyAndHugeWindows()
    {
        for (const Figure& figure :
             {test::cornersFigure(), test::barFigure(), test::curveFigure(), test::heatmapFigure()})
            for (const QSize size : {QSize(30, 30), QSize(120, 600), QSize(1600, 60)}) {
                Shown shown(figure, size);
                shown.grab();
            }
    }
};

QTEST_MAIN(TestFigureView)
#include "test_figure_view.moc"
