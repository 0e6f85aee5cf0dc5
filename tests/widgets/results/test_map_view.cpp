#include "widgets/results/map_view.h"

#include "core/gtm/map_fields.h"
#include "core/io/open_data.h"
#include "support/qtest_text.h"
#include "widgets/results/levels_view.h"
#include "widgets/results/result_views.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSlider>
#include <QTreeWidget>
#include <QtTest>

using namespace atlas;

class TestMapView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_data = *openData("example:artificial1-equal");
        m_dag = std::make_shared<const MinimalDag>(*buildMinimalDag(m_data->forest()));
        m_method = findMethod("gtm-sd");
        QVERIFY(m_method);
        MethodInput input{m_data, nullptr, 1, [this](const MethodOutput& output) {
                              m_previews.push_back(std::make_shared<const MethodOutput>(output));
                          }};
        const Result<MethodOutput> output =
            m_method->run(input,
                          *parameterValues(m_method->description,
                                           {{"grid", "5x5"}, {"basis", "2x2"}, {"iterations", "10"}}),
                          {});
        ATLAS_VERIFY_OK(output);
        m_output = std::make_shared<const MethodOutput>(*output);
    }
    void init()
    {
        m_hub = std::make_unique<SelectionHub>();
        m_hub->reset(m_data->size());
        m_context = {};
        m_context.method = m_method;
        m_context.data = m_data;
        m_context.hub = m_hub.get();
        m_context.dag = [this] { return m_dag; };
        m_view = std::make_unique<MapView>(m_context);
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setOutput(m_output);
        QTRY_VERIFY(!m_view->map()->pointCloud()->scatterItem()->plotRect().isEmpty());
    }
    void cleanup() { m_view.reset(); }

    void isTheViewOfBothMaps()
    {
        for (const char* name : {"gtm-sd", "som-sd"}) {
            m_context.method = findMethod(name);
            const std::vector<ResultView*> views = makeResultViews(m_context);
            QCOMPARE(views.size(), std::size_t{2});
            QVERIFY(qobject_cast<MapView*>(views[0]));
            QVERIFY(qobject_cast<LevelsView*>(views[1]));
            qDeleteAll(views);
        }
    }

    void everyTreeIsAPointAndTheCurveIsThere()
    {
        QCOMPARE(scatter().xs.size(), m_data->size());
        QCOMPARE(std::get<CurveFigure>(m_view->curve()->figure()->content).curves.size(), std::size_t{1});
    }

    void aPreviewShowsTheGrowingMap()
    {
        if (m_previews.empty())
            QSKIP("the map was trained before the first preview was due");
        MapView growing(m_context);
        growing.setOutput(m_previews.front());
        QVERIFY(growing.map()->figure());
        QVERIFY(!growing.layerChoice()->isEnabled()); // layers need the finished map
        growing.setOutput(m_output);
        QVERIFY(growing.layerChoice()->isEnabled());
    }

    void layersLieBehindThePoints()
    {
        for (int index = 1; index < m_view->layerChoice()->count() - 1; ++index) {
            m_view->layerChoice()->setCurrentIndex(index);
            const ScatterLayers::Field& field = scatter().layers.field;
            QCOMPARE(field.values.size(), std::size_t{25});
            QVERIFY(field.left < -1 && field.right > 1);
        }
        // The first row of a field is the top of the map: the last row of the grid.
        m_view->layerChoice()->setCurrentIndex(1);
        const auto& report = *std::any_cast<std::shared_ptr<const TreeMapReport>>(m_output->details);
        QCOMPARE(scatter().layers.field.values[0], mapField(report, MapField::Trees)[20]);
        m_view->layerChoice()->setCurrentIndex(m_view->layerChoice()->count() - 1);
        QCOMPARE(scatter().regions.classes.size(), std::size_t{80 * 80});
        QVERIFY(scatter().regions.classes[0].valid());
        m_view->layerChoice()->setCurrentIndex(0);
        QCOMPARE(scatter().layers.field.rows, std::size_t{0});
        QCOMPARE(scatter().regions.rows, std::size_t{0});
    }

    void theSelectedTreeShowsItsSubtreesAsAPath()
    {
        QVERIFY(scatter().layers.links.empty());
        m_hub->select({RowId(3)});
        QVERIFY(!scatter().layers.links.empty());
        m_hub->select({RowId(3), RowId(4)});
        QVERIFY(scatter().layers.links.empty());
    }

    void aClickOnAnEmptyPlaceListsItsCell()
    {
        PointCloudChart* chart = m_view->map()->pointCloud();
        QVERIFY(chart);
        // A place in the plot without a point near it.
        QPointF empty;
        const QRectF plot = chart->scatterItem()->plotRect();
        for (int i = 0; i < 400 && empty.isNull(); ++i) {
            const QPointF place(plot.left() + plot.width() * (i % 20 + 0.5) / 20,
                                plot.top() + plot.height() * (i / 20 + 0.5) / 20);
            if (!chart->scatterItem()->pointAt(place, 12).valid())
                empty = place;
        }
        QVERIFY(!empty.isNull());
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, empty.toPoint());
        QCOMPARE(m_view->cellList()->topLevelItemCount(), 2);
        QVERIFY(m_view->cellList()->isVisible());
    }

    void aSubtreeOfACellIsFoundInEveryTree()
    {
        QTreeWidgetItem* subtrees = nullptr;
        const auto& report = *std::any_cast<std::shared_ptr<const TreeMapReport>>(m_output->details);
        const Eigen::MatrixXd centres = latentCentres(report.grid);
        for (Eigen::Index state = 0; state < 25 && (!subtrees || subtrees->childCount() == 0); ++state) {
            m_view->showCell(centres(0, state), centres(1, state));
            subtrees = m_view->cellList()->topLevelItem(1);
        }
        QVERIFY(subtrees && subtrees->childCount() > 0);
        m_view->cellList()->setCurrentItem(subtrees->child(0));
        const DagNodeId chosen = m_hub->chosenSubtree();
        QVERIFY(chosen.valid());
        QVERIFY(!scatter().layers.remarks.empty()); // it is named on the map
        m_hub->chooseSubtree({});
        QVERIFY(scatter().layers.remarks.empty());
    }

    void countsTellHowManyTreesAreAtAPlace()
    {
        m_view->countsBox()->setChecked(true);
        std::size_t counted = 0;
        for (const ScatterLayers::Remark& remark : scatter().layers.remarks)
            counted += std::stoul(remark.text);
        QVERIFY(counted > 100); // equal sequences lie at equal places
        m_view->placeChoice()->setCurrentIndex(1); // mode: still more of them
        std::size_t atModes = 0;
        for (const ScatterLayers::Remark& remark : scatter().layers.remarks)
            atModes += std::stoul(remark.text);
        QVERIFY(atModes >= counted);
    }

    void anotherLayerKeepsTheZoom()
    {
        PointCloudChart* chart = m_view->map()->pointCloud();
        chart->zoomAt(chart->scatterItem()->plotRect().center(), 3);
        const double width = chart->view().right - chart->view().left;
        const PlaneRectangle full = chart->scatterItem()->fullView();
        QVERIFY(width < 0.5 * (full.right - full.left));
        m_view->layerChoice()->setCurrentIndex(2);
        QCOMPARE(chart->view().right - chart->view().left, width);
    }

    void levelsAreSmallMultiplesOrOneLarge()
    {
        LevelsView levels(m_context);
        levels.resize(900, 600);
        levels.setOutput(m_output);
        const auto heat = [&] { return std::get<HeatmapFigure>(levels.heatmaps()->figure()->content); };
        QVERIFY(heat().panels.size() > 2);
        QVERIFY(!heat().commonScale); // leaves outnumber roots by far
        levels.scaleChoice()->setCurrentIndex(1);
        QVERIFY(heat().commonScale);
        levels.levelSlider()->setValue(2);
        QCOMPARE(heat().panels.size(), std::size_t{1});
        // The fullest cell of the leaves selects trees.
        levels.levelSlider()->setValue(1);
        const std::vector<double> values = heat().panels[0].values;
        const std::size_t fullest =
            static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
        Q_EMIT levels.heatmaps()->heatmap()->cellClicked(0, fullest / 5, fullest % 5, Qt::NoModifier);
        QVERIFY(m_hub->selectedCount() > 0);
    }

private:
    const ScatterFigure& scatter() const { return std::get<ScatterFigure>(m_view->map()->figure()->content); }

    const Method* m_method = nullptr;
    DatasetPtr m_data;
    std::shared_ptr<const MinimalDag> m_dag;
    OutputPtr m_output;
    std::vector<OutputPtr> m_previews;
    std::unique_ptr<SelectionHub> m_hub;
    ResultContext m_context;
    std::unique_ptr<MapView> m_view;
};

QTEST_MAIN(TestMapView)
#include "test_map_view.moc"
