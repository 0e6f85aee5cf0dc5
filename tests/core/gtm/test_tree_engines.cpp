// The E-step: against brute-force enumeration on tiny trees, and the two engines against each other.

#include "core/dag/minimal_dag.h"
#include "core/gtm/dag_engine.h"
#include "core/gtm/forest_engine.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;

namespace {

struct Case {
    DatasetPtr data;
    TreeModel model;
    Eigen::MatrixXd emission; // logs
};

std::size_t positionsOf(const Forest& forest)
{
    std::size_t positions = 1;
    for (const Arc& arc : forest.arcs())
        positions = std::max(positions, arc.position.index() + 1);
    return positions;
}

Case randomCase(std::uint64_t seed, std::size_t states, Stationarity stationarity,
                const test::RandomForestParameters& parameters)
{
    Random random(seed);
    Case c;
    c.data = test::randomForest(parameters, random);
    c.model = randomTreeModel(states, positionsOf(c.data->forest()), stationarity, random);
    for (Index l = 0; l < c.model.switching.size(); ++l)
        c.model.switching[l] = random.uniform(0.2, 1);
    c.model.switching /= c.model.switching.sum();
    c.emission = Eigen::MatrixXd(static_cast<Index>(states), static_cast<Index>(c.data->nodeLabels().size()));
    for (double& value : c.emission.reshaped())
        value = random.uniform(-3, 0);
    return c;
}

/// Sums over every assignment of hidden states (and of switches, for their counts):
/// exponential, and obviously right.
TreeExpectation bruteForce(const Case& c)
{
    const Forest& forest = c.data->forest();
    const auto states = c.model.states();
    TreeExpectation sums;
    sums.prior = Eigen::MatrixXd::Zero(c.model.prior.rows(), c.model.prior.cols());
    sums.switching = Eigen::VectorXd::Zero(c.model.switching.size());
    sums.transitions.assign(c.model.transitions.size(),
                            Eigen::MatrixXd::Zero(c.model.prior.rows(), c.model.prior.rows()));
    sums.labels = Eigen::MatrixXd::Zero(c.emission.rows(), c.emission.cols());
    for (std::size_t row = 0; row < forest.treeCount(); ++row) {
        const Tree tree = forest.tree(RowId(row));
        const std::size_t first = tree.firstNode().index();
        const std::size_t count = tree.nodeCount();
        std::vector<Position> positions(count, Position(0));
        for (std::size_t u = 0; u < count; ++u)
            for (const Arc& arc : tree.children(NodeId(first + u)))
                positions[arc.child.index() - first] = arc.position;
        TreeExpectation weighted = sums; // of this tree, not yet divided by its likelihood
        weighted.prior.setZero();
        weighted.switching.setZero();
        weighted.labels.setZero();
        for (auto& matrix : weighted.transitions)
            matrix.setZero();
        double likelihood = 0;
        std::vector<std::size_t> q(count, 0);
        for (bool more = true; more;) {
            double p = 1;
            for (std::size_t u = 0; u < count; ++u) {
                const NodeId node(first + u);
                p *= std::exp(c.emission(Index(q[u]), Index(tree.label(node).index())));
                const auto children = tree.children(node);
                if (children.empty()) {
                    p *= c.model.prior(Index(q[u]), Index(c.model.table(positions[u])));
                    continue;
                }
                double total = 0;
                double mixed = 0;
                for (const Arc& arc : children) {
                    total += c.model.weight(arc.position);
                    mixed += c.model.weight(arc.position)
                        * c.model.transitions[c.model.table(arc.position)](
                            Index(q[u]), Index(q[arc.child.index() - first]));
                }
                p *= mixed / total;
            }
            likelihood += p;
            for (std::size_t u = 0; u < count; ++u) {
                const NodeId node(first + u);
                weighted.labels(Index(q[u]), Index(tree.label(node).index())) += p;
                const auto children = tree.children(node);
                if (children.empty())
                    weighted.prior(Index(q[u]), Index(c.model.table(positions[u]))) += p;
                double mixed = 0;
                for (const Arc& arc : children)
                    mixed += c.model.weight(arc.position)
                        * c.model.transitions[c.model.table(arc.position)](
                            Index(q[u]), Index(q[arc.child.index() - first]));
                for (const Arc& arc : children) { // the switch's posterior given the states
                    const std::size_t table = c.model.table(arc.position);
                    const std::size_t j = q[arc.child.index() - first];
                    const double share = p * c.model.weight(arc.position)
                        * c.model.transitions[table](Index(q[u]), Index(j)) / mixed;
                    weighted.switching[Index(arc.position.index())] += share;
                    weighted.transitions[table](Index(q[u]), Index(j)) += share;
                }
            }
            more = false;
            for (std::size_t u = 0; u < count; ++u) {
                if (++q[u] < states) {
                    more = true;
                    break;
                }
                q[u] = 0;
            }
        }
        sums.logLikelihood += std::log(likelihood);
        sums.prior += weighted.prior / likelihood;
        sums.switching += weighted.switching / likelihood;
        sums.labels += weighted.labels / likelihood;
        for (std::size_t t = 0; t < sums.transitions.size(); ++t)
            sums.transitions[t] += weighted.transitions[t] / likelihood;
    }
    return sums;
}

double difference(const TreeExpectation& a, const TreeExpectation& b)
{
    double worst = std::abs(a.logLikelihood - b.logLikelihood) / std::max(1.0, std::abs(b.logLikelihood));
    worst = std::max(worst, (a.prior - b.prior).cwiseAbs().maxCoeff());
    worst = std::max(worst, (a.switching - b.switching).cwiseAbs().maxCoeff());
    worst = std::max(worst, (a.labels - b.labels).cwiseAbs().maxCoeff());
    for (std::size_t t = 0; t < a.transitions.size(); ++t)
        worst = std::max(worst, (a.transitions[t] - b.transitions[t]).cwiseAbs().maxCoeff());
    return worst;
}

TreeExpectation onDag(const Case& c)
{
    const MinimalDag dag = *buildMinimalDag(c.data->forest(), {true});
    const DagSchedule schedule(dag);
    DagEngine engine(schedule);
    return *engine.expect(c.model, c.emission);
}

} // namespace

class TestTreeEngines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsBruteForce_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("full");
        for (int seed = 1; seed <= 6; ++seed)
            for (const bool full : {false, true})
                QTest::addRow("seed %d %s", seed, full ? "full" : "positional") << seed << full;
    }
    void equalsBruteForce()
    {
        QFETCH(int, seed);
        QFETCH(bool, full);
        const Case c = randomCase(std::uint64_t(seed), 3,
                                  full ? Stationarity::Full : Stationarity::Positional, {8, 6, 3, 3, 0, 0.3});
        const TreeExpectation truth = bruteForce(c);
        QVERIFY2(difference(onDag(c), truth) < 1e-12,
                 qPrintable(QString::number(difference(onDag(c), truth))));
        const Result<TreeExpectation> forest = expectOnForest(c.data->forest(), c.model, c.emission);
        ATLAS_VERIFY_OK(forest);
        QVERIFY(difference(*forest, truth) < 1e-12);
    }

    void enginesAgreeOnLargerForests()
    {
        for (const Stationarity stationarity : {Stationarity::Positional, Stationarity::Full}) {
            const Case c = randomCase(7, 9, stationarity, {400, 40, 5, 3, 0, 0.2});
            const Result<TreeExpectation> forest = expectOnForest(c.data->forest(), c.model, c.emission);
            ATLAS_VERIFY_OK(forest);
            const double worst = difference(onDag(c), *forest);
            QVERIFY2(worst < 1e-9, qPrintable(QString::number(worst)));
        }
    }

    void countsAddUp()
    {
        const Case c = randomCase(3, 5, Stationarity::Positional, {100, 20, 4, 4, 0, 0.2});
        const TreeExpectation sums = onDag(c);
        const Forest& forest = c.data->forest();
        std::size_t leaves = 0;
        for (std::size_t node = 0; node < forest.nodeCount(); ++node)
            leaves += forest.children(NodeId(node)).empty() ? 1 : 0;
        QVERIFY(std::abs(sums.labels.sum() - double(forest.nodeCount())) < 1e-8);
        QVERIFY(std::abs(sums.prior.sum() - double(leaves)) < 1e-8);
        QVERIFY(std::abs(sums.switching.sum() - double(forest.nodeCount() - leaves)) < 1e-8);
    }

    void sameBitsAtAnyThreadCount()
    {
        const Case c = randomCase(11, 12, Stationarity::Positional, {500, 30, 4, 4, 0, 0.2});
        setThreadCount(1);
        const TreeExpectation one = onDag(c);
        setThreadCount(3);
        const TreeExpectation three = onDag(c);
        setThreadCount(0);
        QCOMPARE(difference(one, three), 0.0);
    }

    void deepTreesDoNotUnderflow()
    {
        Case c = randomCase(2, 4, Stationarity::Full, {1, 1, 1, 2, 0, 0});
        DatasetBuilder builder(StructureKind::Tree, {"deep", "jsonl", ""});
        builder.beginFile("deep");
        for (int i = 0; i < 10'000; ++i)
            builder.forest().open(builder.nodeLabels().intern("0"));
        for (int i = 0; i < 10'000; ++i)
            builder.forest().close();
        builder.acceptTree({});
        c.data = *builder.finish();
        c.emission = Eigen::MatrixXd::Constant(4, 1, -700.0);
        const TreeExpectation sums = onDag(c);
        QVERIFY(std::isfinite(sums.logLikelihood));
        QVERIFY(std::abs(sums.logLikelihood + 7e6) < 1);
        QVERIFY(sums.labels.allFinite());
    }

    void cancelled()
    {
        const Case c = randomCase(2, 4, Stationarity::Positional, {50, 10, 3, 3, 0, 0.2});
        const MinimalDag dag = *buildMinimalDag(c.data->forest(), {true});
        const DagSchedule schedule(dag);
        DagEngine engine(schedule);
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<TreeExpectation> result = engine.expect(c.model, c.emission, monitor.token());
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestTreeEngines)
#include "test_tree_engines.moc"
