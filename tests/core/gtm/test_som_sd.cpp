// SOM-SD: the winner of eq. 1 by hand and by a slow reference, both ways of training,
// the method and its model.

#include "core/examples/artificial1.h"
#include "core/gtm/som_sd.h"
#include "core/gtm/som_sd_method.h"
#include "core/gtm/tree_map_report.h"
#include "core/parallel/parallel_for.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"
#include "support/run_method.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;

namespace {

SomSdModel randomModel(const Dataset& data, std::size_t positions, Random& random)
{
    SomSdModel model;
    model.grid = {3, 4};
    model.labelWeight = 0.7;
    model.contextWeight = 0.4;
    const std::size_t dimension =
        data.nodeLabels().dimension() > 0 ? data.nodeLabels().dimension() : data.nodeLabels().size();
    model.weights.resize(12, Index(dimension));
    model.contexts.resize(12, Index(2 * positions));
    for (double& value : model.weights.reshaped())
        value = random.uniform(0, 1);
    for (double& value : model.contexts.reshaped())
        value = random.uniform(-1, 1);
    return model;
}

/// Eq. 1, one node and one unit at a time.
std::vector<std::size_t> slowWinners(const Dataset& data, const SomSdModel& model)
{
    const Forest& forest = data.forest();
    std::vector<std::size_t> winners(forest.nodeCount());
    for (std::size_t u = 0; u < forest.nodeCount(); ++u) {
        double best = HUGE_VAL;
        for (Index i = 0; i < model.weights.rows(); ++i) {
            double cost = 0;
            for (Index d = 0; d < model.weights.cols(); ++d) {
                const LabelId label = forest.label(NodeId(u));
                const double y = data.nodeLabels().dimension() > 0
                    ? data.nodeLabels().vector(label)[std::size_t(d)]
                    : (label.index() == std::size_t(d) ? 1.0 : 0.0);
                cost += model.labelWeight * std::pow(y - model.weights(i, d), 2);
            }
            for (std::size_t l = 0; l < model.positions(); ++l) {
                double x = -1;
                double y = -1;
                for (const Arc& arc : forest.children(NodeId(u)))
                    if (arc.position.index() == l) {
                        x = double(winners[arc.child.index()] % 4) / 3;
                        y = double(winners[arc.child.index()] / 4) / 3;
                    }
                cost += model.contextWeight
                    * (std::pow(x - model.contexts(i, Index(2 * l)), 2)
                       + std::pow(y - model.contexts(i, Index(2 * l + 1)), 2));
            }
            if (cost < best) {
                best = cost;
                winners[u] = std::size_t(i);
            }
        }
    }
    return winners;
}

Result<MethodOutput> runSom(const MethodInput& input,
                            const std::vector<std::pair<std::string, std::string>>& given)
{
    const Method method = somSdMethod();
    return method.run(input, test::valuesOf(method.description, given), {});
}

} // namespace

class TestSomSd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void winnersFollowTheEquation()
    {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Random random(seed);
            const DatasetPtr data =
                test::randomForest({30, 10, 3, 4, seed % 2 == 0 ? std::size_t(2) : 0, 0.2}, random);
            std::size_t positions = 1;
            for (const Arc& arc : data->forest().arcs())
                positions = std::max(positions, arc.position.index() + 1);
            const SomSdModel model = randomModel(*data, positions, random);
            const MinimalDag dag = *buildMinimalDag(data->forest(), {true});
            const Result<SomWinners> winners =
                somWinners(dag, model, somLabelCosts(model, data->nodeLabels()));
            ATLAS_VERIFY_OK(winners);
            const std::vector<std::size_t> slow = slowWinners(*data, model);
            for (std::size_t u = 0; u < slow.size(); ++u)
                QCOMPARE(winners->units[dag.nodeOf(NodeId(u)).index()], slow[u]);
        }
    }

    void bothTrainingsQuantise_data()
    {
        QTest::addColumn<bool>("online");
        QTest::newRow("batch") << false;
        QTest::newRow("online") << true;
    }
    void bothTrainingsQuantise()
    {
        QFETCH(bool, online);
        SomSdParameters parameters;
        parameters.grid = {6, 6};
        parameters.iterations = 15;
        parameters.training = online ? SomTraining::Online : SomTraining::Batch;
        const DatasetPtr data = *makeArtificial1(1, {60, 6, true});
        setThreadCount(1);
        const Result<SomSdResult> one = somSd(*data, parameters);
        setThreadCount(2);
        const Result<SomSdResult> two = somSd(*data, parameters);
        setThreadCount(0);
        ATLAS_VERIFY_OK(one);
        ATLAS_VERIFY_OK(two);
        QCOMPARE(one->errors.size(), std::size_t(16));
        QVERIFY(one->errors == two->errors && one->winners.units == two->winners.units);
        QVERIFY2(one->errors.back() < 0.2 * one->errors.front(),
                 qPrintable(QString::number(one->errors.back())));
        QVERIFY(one->model.weights.allFinite() && one->model.contexts.allFinite());
        ProgressMonitor monitor;
        monitor.cancel();
        QCOMPARE(somSd(*data, parameters, monitor.token()).error().code, ErrorCode::Cancelled);
    }

    void withoutContextOnlyLabelsCount()
    {
        SomSdParameters parameters;
        parameters.grid = {3, 3};
        parameters.contextWeight = 0;
        const DatasetPtr data = test::trees({{"(a b)"}, {"(a (b c))"}, {"(c a)"}});
        const Result<SomSdResult> result = somSd(*data, parameters);
        ATLAS_VERIFY_OK(result);
        for (std::size_t u = 0; u < result->dag->nodeCount(); ++u)
            for (std::size_t v = 0; v < u; ++v)
                if (result->dag->label(DagNodeId(u)) == result->dag->label(DagNodeId(v)))
                    QCOMPARE(result->winners.units[u], result->winners.units[v]);
    }

    void refusesWhatItCannotDo()
    {
        const DatasetPtr data = test::trees({{"(a b)"}});
        SomSdParameters parameters;
        parameters.labelWeight = parameters.contextWeight = 0;
        QCOMPARE(somSd(*data, parameters).error().code, ErrorCode::BadUse);
        parameters = {};
        parameters.memoryLimit = 100;
        QCOMPARE(somSd(*data, parameters).error().code, ErrorCode::TooLarge);
        parameters = {};
        ATLAS_VERIFY_OK(somSd(*data, parameters)); // a single tree, more units than nodes
    }

    void theMethodGivesTheOutputsOfGtm()
    {
        for (const std::size_t dimension : {0, 2}) {
            Random random(7);
            MethodInput input;
            input.data = test::randomForest({50, 10, 3, 4, dimension, 0.2}, random);
            input.test = test::randomForest({20, 10, 3, 4, dimension, 0.2}, random);
            const std::vector<std::pair<std::string, std::string>> given{{"grid", "5x4"},
                                                                         {"iterations", "10"}};
            const Result<MethodOutput> output = runSom(input, given);
            ATLAS_VERIFY_OK(output);
            for (const char* name :
                 {"projection", "subtrees", "responsibilities", "quantisation", "predictions"})
                QVERIFY2(test::table(*output, name), name);
            for (const char* name :
                 {"quantisation_error", "train_error_1nn", "test_error_1nn", "trustworthiness", "continuity"})
                QVERIFY2(std::isfinite(test::metric(*output, name)), name);
            MethodInput other;
            other.data = input.test;
            const Result<MethodOutput> applied = applySomSd(output->files[0].content, other);
            ATLAS_VERIFY_OK(applied);
            const auto before = std::any_cast<std::shared_ptr<const TreeMapReport>>(output->details);
            const auto after = std::any_cast<std::shared_ptr<const TreeMapReport>>(applied->details);
            QVERIFY((before->testMeans - after->rowMeans).cwiseAbs().maxCoeff() < 1e-12);
            const std::string text = output->files[0].content;
            QVERIFY(!readSomSd(text.substr(0, text.size() / 2)));
            std::string wrong = text;
            wrong.replace(wrong.find("\"mu1\""), 5, "\"mu9\"");
            QVERIFY(readSomSd(wrong).error().message.find("'mu1' is missing") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(TestSomSd)
#include "test_som_sd.moc"
