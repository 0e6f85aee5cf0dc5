#include "widgets/results/rpca_view.h"

#include "core/data/structure_text.h"
#include "core/io/open_data.h"
#include "support/qtest_text.h"
#include "widgets/results/result_views.h"
#include "widgets/results/structure_pane.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/tree_view.h"

#include <QCheckBox>
#include <QSlider>
#include <QtTest>

using namespace atlas;

class TestRpcaView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_data = *openData("example:grammar");
        m_method = findMethod("rpca");
        QVERIFY(m_method);
        const Result<MethodOutput> output = m_method->run(
            {m_data, nullptr, 1}, *parameterValues(m_method->description, {{"components", "all"}}), {});
        ATLAS_VERIFY_OK(output);
        m_output = std::make_shared<const MethodOutput>(*output);
        m_report = std::any_cast<std::shared_ptr<const RpcaReport>>(m_output->details);
        QVERIFY(m_report);
    }
    void init()
    {
        m_hub = std::make_unique<SelectionHub>();
        m_hub->reset(m_data->size());
        ResultContext context;
        context.method = m_method;
        context.data = m_data;
        context.hub = m_hub.get();
        const std::vector<ResultView*> views = makeResultViews(context);
        QCOMPARE(views.size(), std::size_t{1});
        m_view.reset(qobject_cast<RpcaView*>(views[0]));
        QVERIFY(m_view);
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setOutput(m_output);
        QTRY_VERIFY(!m_view->scatter()->pointCloud()->scatterItem()->plotRect().isEmpty());
    }
    void cleanup() { m_view.reset(); }

    void atTheRankEveryStructureIsRebuilt()
    {
        for (const std::size_t row : {0UL, 17UL, 400UL}) {
            const Result<RebuiltStructure> rebuilt = rebuild(*m_report, m_report->encoding(RowId(row)),
                                                             m_report->result->components(), RowId(row));
            ATLAS_VERIFY_OK(rebuilt);
            QVERIFY(rebuilt->exact);
            QCOMPARE(structureText(*rebuilt->data, RowId(0)), structureText(*m_data, RowId(row)));
        }
    }

    void differencesStandAtTheNodesThatDiffer()
    {
        // A small tree's vector beside a larger one: marks are in the rebuilt tree's own order of nodes.
        const Result<RebuiltStructure> rebuilt =
            rebuild(*m_report, m_report->encoding(RowId(0)), m_report->result->components(), RowId(400));
        ATLAS_VERIFY_OK(rebuilt);
        QVERIFY(!rebuilt->exact);
        QCOMPARE(rebuilt->differences.size(), rebuilt->data->tree(RowId(0)).nodeCount());
        const Tree tree = rebuilt->data->tree(RowId(0));
        const Tree real = m_data->tree(RowId(400));
        const bool sameRoot = rebuilt->data->nodeLabels().text(tree.label(tree.root()))
            == m_data->nodeLabels().text(real.label(real.root()));
        QCOMPARE(rebuilt->differences[tree.root().index()], sameRoot ? 0.0 : 1.0);
    }

    void aPlaceOfAStructureIsThatStructure()
    {
        const Eigen::VectorXd encoding = m_report->encoding(RowId(5));
        const Eigen::VectorXd vector = vectorAt(*m_report, encoding[0], encoding[1]);
        QVERIFY((vector.head(2) - encoding.head(2)).norm() < 1e-9 * m_report->result->singularValues[0]);
        const Eigen::VectorXd between = vectorAt(*m_report, encoding[0] + 0.01, encoding[1]);
        QCOMPARE(between[0], encoding[0] + 0.01);
        QVERIFY(between.allFinite());
    }

    void theSelectedStructureIsRebuiltBesideItself()
    {
        QVERIFY(m_view->message().contains("Select a structure"));
        m_hub->select({RowId(7)});
        QCOMPARE(m_view->message(), QString("Rebuilt exactly."));
        QVERIFY(m_view->rebuiltPane()->treeView()->hasPicture());
        m_view->componentSlider()->setValue(1);
        QVERIFY(m_view->message().contains("differ"));
        QVERIFY(!m_view->rebuiltPane()->treeView()->marks().empty());
        const auto& curve = std::get<CurveFigure>(m_view->curve()->figure()->content);
        QCOMPARE(curve.curves[1].xs[0], 1.0); // where the slider is
        QCOMPARE(curve.curves[0].ys[0], 1.0); // no component loses everything
    }

    void aClickOnAnEmptyPlaceDecodesIt()
    {
        PointCloudChart* chart = m_view->scatter()->pointCloud();
        QVERIFY(chart);
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
        QCOMPARE(m_view->rebuiltPane()->caption(), QString("Lives here"));
        QVERIFY(m_view->realPane()->caption().startsWith("Nearest: "));
    }

    void allSubstructuresCanBeDrawn()
    {
        const auto count = [&] {
            return std::get<ScatterFigure>(m_view->scatter()->figure()->content).xs.size();
        };
        QCOMPARE(count(), m_data->size());
        m_view->substructureBox()->setChecked(true);
        QCOMPARE(count(), m_data->size() + static_cast<std::size_t>(m_report->result->encodings.cols()));
    }

private:
    const Method* m_method = nullptr;
    DatasetPtr m_data;
    OutputPtr m_output;
    std::shared_ptr<const RpcaReport> m_report;
    std::unique_ptr<SelectionHub> m_hub;
    std::unique_ptr<RpcaView> m_view;
};

QTEST_MAIN(TestRpcaView)
#include "test_rpca_view.moc"
