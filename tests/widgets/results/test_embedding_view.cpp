// The similarity map: colours, axes, regions, space, and why two structures are alike, by real events.
#include "widgets/results/embedding_view.h"

#include "support/result_runs.h"
#include "widgets/results/alike_panel.h"
#include "widgets/results/result_views.h"
#include "widgets/results/scatter3d.h"
#include "widgets/results/shared_feature_model.h"
#include "widgets/results/structure_picture.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/hover_card.h"
#include "widgets/views/mark_colors.h"
#include "widgets/views/point_cloud_chart.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace atlas;

namespace {

struct Setup {
    test::ResultRun run;
    std::unique_ptr<EmbeddingView> view;

    explicit Setup(const test::Given& given, std::size_t count = 30)
        : run("embed", test::ringsAndPaths(count), given), view(new EmbeddingView(run.context))
    {
        view->resize(900, 700);
        view->setOutput(run.output);
        view->show();
        if (!QTest::qWaitForWindowExposed(view.get()))
            qWarning("the view is not exposed");
    }
    const ScatterFigure& scatter() const { return view->figure()->pointCloud()->scatterItem()->scatter(); }
    QPoint placeOf(std::size_t point) const
    {
        const ScatterItem* item = view->figure()->pointCloud()->scatterItem();
        return item->cloud().positionOf({item->scatter().xs[point], item->scatter().ys[point]}).toPoint();
    }
};

bool hasColor(const QImage& image, const QColor& color)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

/// Nearly: thin lines are mixed with what is behind them.
bool hasNearColor(const QImage& image, const QColor& color)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor seen = image.pixelColor(x, y);
            if (std::abs(seen.red() - color.red()) + std::abs(seen.green() - color.green())
                    + std::abs(seen.blue() - color.blue())
                < 60)
                return true;
        }
    return false;
}

} // namespace

class TestEmbeddingView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isMadeForTheMethod()
    {
        const test::ResultRun run("embed", test::ringsAndPaths(10), {});
        const std::vector<ResultView*> views = makeResultViews(run.context);
        QCOMPARE(views.size(), std::size_t{2});
        QCOMPARE(views[0]->title(), QStringLiteral("Map"));
        QCOMPARE(views[1]->title(), QStringLiteral("Matrix"));
        qDeleteAll(views);
    }

    void coloursByNumbers()
    {
        Setup setup({});
        QComboBox* box = setup.view->colorBox();
        QCOMPARE(box->currentText(), QStringLiteral("class"));
        QVERIFY(setup.scatter().values.empty());
        for (const char* name : {"Trustworthiness", "Continuity"})
            QVERIFY2(box->findText(QString::fromLatin1(name)) >= 0, name);
        // Zoom and a hidden class stay when the colours change.
        PointCloudChart* chart = setup.view->figure()->pointCloud();
        chart->zoomAt(chart->scatterItem()->plotRect().center(), 1.5);
        Q_EMIT chart->scatterItem()->legend()->entryClicked(1);
        const PlaneRectangle before = chart->view();
        const std::size_t visible = setup.run.hub.visibleCount();
        QVERIFY(visible < 30);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down); // Trustworthiness
        QCOMPARE(setup.scatter().valueTitle, std::string("Trustworthiness"));
        QCOMPARE(chart->view().left, before.left);
        QCOMPARE(setup.run.hub.visibleCount(), visible);
        // What is chosen for all figures shows once the map's own numbers do not.
        setup.run.hub.setColouring(colouringOf(*setup.run.context.data, "Vertices"));
        QCOMPARE(setup.scatter().valueTitle, std::string("Trustworthiness"));
        box->setCurrentIndex(0);
        QCOMPARE(box->currentText(), QStringLiteral("Vertices"));
        QCOMPARE(setup.scatter().values[0], 4.0);
        QCOMPARE(chart->view().left, before.left);
        chart->resetView();
        Q_EMIT chart->scatterItem()->legend()->entryClicked(1);
        // The largest has the brightest colour of the scale, on the map and on the bar.
        const QImage image = setup.view->figure()->grab().toImage();
        QVERIFY(hasColor(image, Theme::current().magnitude(1)));
        QVERIFY(!hasColor(image, Theme::current().classColor(ClassId(0))));
    }

    void axesChooseComponents()
    {
        Setup setup({{"components", "4"}, {"method", "mds"}});
        QVERIFY(setup.view->xBox()->isVisible());
        setup.view->yBox()->setCurrentIndex(3);
        const auto* run = std::any_cast<std::shared_ptr<const EmbedRun>>(&setup.run.output->details);
        QCOMPARE(setup.scatter().ys[7], (*run)->embedding.coordinates(7, 3));
        QCOMPARE(setup.scatter().y.title, std::string("Component 4"));
        Setup plane({});
        QVERIFY(!plane.view->xBox()->isVisible());
        QVERIFY(!plane.view->spaceButton()->isVisible());
    }

    void regionsLieBehindThePoints()
    {
        Setup setup(test::Given{{"labels", "degree"}});
        QSignalSpy shown(setup.view.get(), &EmbeddingView::regionsShown);
        QTest::mouseClick(setup.view->regionsBox(), Qt::LeftButton, {},
                          QPoint(8, setup.view->regionsBox()->height() / 2));
        QVERIFY(shown.wait(20000));
        QVERIFY(setup.scatter().regions.rows > 0);
        const QImage image = setup.view->figure()->grab().toImage();
        const QRectF plot = setup.view->figure()->pointCloud()->scatterItem()->plotRect();
        int tinted = 0;
        for (int x = static_cast<int>(plot.left()) + 2; x < static_cast<int>(plot.right()) - 2; ++x)
            tinted +=
                image.pixelColor(x, static_cast<int>(plot.center().y()) + 3) != Theme::current().surface;
        QVERIFY(tinted > plot.width() / 2);
        QTest::mouseClick(setup.view->regionsBox(), Qt::LeftButton, {},
                          QPoint(8, setup.view->regionsBox()->height() / 2));
        QCOMPARE(setup.scatter().regions.rows, std::size_t{0});
    }

    void hoverShowsTheStructure()
    {
        Setup setup({});
        QElapsedTimer clock;
        clock.start();
        test::moveMouse(setup.view->figure()->pointCloud()->viewport(), setup.placeOf(3));
        const auto* card = setup.view->figure()->findChild<HoverCard*>();
        QVERIFY(card && card->isVisible());
        const double answer = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        qInfo("hover answered in %.1f ms", answer);
        QVERIFY(answer < 150); // three times the goal: the machine is shared
        QCOMPARE(card->row(), setup.run.hub.highlighted());
        QVERIFY(card->row().valid());
        QTRY_VERIFY(card->hasPicture());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(setup.view->figure()->pointCloud(), &leave);
        QVERIFY(!card->isVisible());
    }

    void whyAlike()
    {
        Setup setup({});
        QVERIFY(!setup.view->alikePanel()->isVisible());
        QTest::mouseClick(setup.view->alikeButton(), Qt::LeftButton);
        AlikePanel* panel = setup.view->alikePanel();
        QVERIFY(panel->isVisible());
        QVERIFY(panel->headline().startsWith(QStringLiteral("Select two")));
        const QAbstractItemModelTester tester(panel->model());
        QSignalSpy explained(panel, &AlikePanel::explained);
        setup.run.hub.select({RowId(2), RowId(4)});
        QVERIFY(explained.wait(10000));
        QVERIFY(panel->model()->rowCount() > 0);
        double sum = 0;
        for (const SharedFeature& feature : panel->model()->explanation().shared)
            sum += feature.contribution;
        const auto* run = std::any_cast<std::shared_ptr<const EmbedRun>>(&setup.run.output->details);
        QVERIFY(std::abs(sum - (*run)->similarity.kernel->matrix.values(2, 4)) < 1e-9);
        QCOMPARE(panel->left()->row(), RowId(2));
        QCOMPARE(panel->right()->row(), RowId(4));
        QVERIFY(!panel->left()->parts().empty() && !panel->right()->parts().empty());
        // The chosen feature is marked for the inspector too.
        QVERIFY(setup.run.hub.marks().has_value());
        QCOMPARE(setup.run.hub.marks()->values(RowId(2)).size(), std::size_t{5});
        QVERIFY(setup.run.hub.marks()->values(RowId(3)).empty());
        QSignalSpy drawn(panel->left(), &StructurePicture::pictureReady);
        QTest::keyClick(panel->table(), Qt::Key_Down);
        QVERIFY(drawn.wait(10000));
        QVERIFY(hasNearColor(panel->left()->grab().toImage(), foundColor(Theme::current())));
        setup.run.hub.select({RowId(2)});
        QVERIFY(panel->headline().startsWith(QStringLiteral("Select two")));
        QVERIFY(!setup.run.hub.marks().has_value());
    }

    void turnsInSpace()
    {
        Setup setup({{"components", "3"}, {"method", "mds"}});
        QTest::mouseClick(setup.view->spaceButton(), Qt::LeftButton);
        Scatter3d* space = setup.view->space();
        QVERIFY(space->isVisible());
        QCOMPARE(space->points().xs.size(), std::size_t{30});
        const QPointF before = space->positionOf(5);
        test::dragMouse(space, {300, 300}, {380, 340}, Qt::LeftButton);
        QVERIFY((space->positionOf(5) - before).manhattanLength() > 3);
        QCOMPARE(setup.run.hub.selectedCount(), std::size_t{0}); // turning selects nothing
        QTest::mouseClick(space, Qt::LeftButton, {}, space->positionOf(5).toPoint());
        QCOMPARE(setup.run.hub.selectedCount(), std::size_t{1});
        setup.view->colorBox()->setCurrentIndex(1);
        QVERIFY(!space->points().values.empty());
        setup.view->colorBox()->setCurrentIndex(0);
        QVERIFY(space->points().values.empty());
        const QPointF turned = space->positionOf(5);
        setup.run.hub.setColouring(colouringOf(*setup.run.context.data, "Edges"));
        QCOMPARE(space->points().valueTitle, std::string("Edges"));
        QVERIFY((space->positionOf(5) - turned).manhattanLength() < 100); // the same view beside a colour bar
    }

    void previewsAndOddRunsDoNoHarm()
    {
        test::ResultRun run("embed", test::ringsAndPaths(8), {{"components", "1"}});
        EmbeddingView view(run.context);
        view.resize(500, 400);
        view.setOutput(std::make_shared<const MethodOutput>()); // a preview without details
        view.show();
        view.grab();
        view.setOutput(run.output);
        view.grab();
        QVERIFY(!view.regionsBox()->isVisible()); // one component has no plane
        test::ResultRun plain("embed", test::graphDataset({{{"a"}, {}}, {{"b"}, {}}, {{"a", "b"}, {{0, 1}}}}),
                              {});
        EmbeddingView other(plain.context);
        other.resize(500, 400);
        other.show();
        other.setOutput(plain.output);
        QCOMPARE(other.colorBox()->currentText(), QStringLiteral("nothing"));
        QVERIFY(!other.regionsBox()->isVisible());
        other.grab();
    }
};

QTEST_MAIN(TestEmbeddingView)
#include "test_embedding_view.moc"
