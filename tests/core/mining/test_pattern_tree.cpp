#include "core/mining/frequent_patterns.h"
#include "core/mining/pattern_tree.h"
#include "core/parallel/parallel_for.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"
#include "support/shared_data.h"

#include <chrono>
#include <cmath>
#include <map>
#include <thread>

using namespace atlas;

class TestPatternTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scoreByHand();
    void boundHolds();
    void bestEqualsEnumeration_data();
    void bestEqualsEnumeration();
    void aboveEqualsEnumeration();
    void tiesByCode();
    void keptEqualsFresh();
    void refusals();
    void cancelIsQuick_data();
    void cancelIsQuick();
    void partialResults();

private:
    static std::vector<double> randomWeights(std::size_t count, Random& random)
    {
        std::vector<double> weights(count);
        for (double& w : weights)
            w = random.normal();
        return weights;
    }
    static double gainOf(std::span<const std::uint32_t> support, const std::vector<double>& weights)
    {
        std::vector<double> x(weights.size(), -1);
        for (const std::uint32_t row : support)
            x[row] = 1;
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += x[i] * weights[i];
        return std::abs(sum);
    }
};

void TestPatternTree::scoreByHand()
{
    const std::vector<double> w{1, -2, 0.5, 0};
    const GraphWeights weights(w, 1);
    const std::vector<std::uint32_t> support{0, 1};
    const PatternScore score = weights.score(support);
    QCOMPARE(weights.toReal(score.sum), 1.0 - 2.0 - 0.5); // x = +1 +1 -1 -1
    // s+ = 2 * 1 - (-0.5) = 2.5, s- = 2 * 2 + (-0.5) = 3.5
    QCOMPARE(weights.toReal(score.bound), 3.5);
    // At least two graphs must stay: both, so the bound is the gain of the pattern itself or less than 3.5.
    const GraphWeights two(w, 2);
    QCOMPARE(two.toReal(two.score(support).bound), 1.5);
}

void TestPatternTree::boundHolds()
{
    Random random(3);
    for (int turn = 0; turn < 200; ++turn) {
        const std::size_t n = 2 + random.below(8);
        const std::vector<double> w = randomWeights(n, random);
        const std::size_t m = 1 + random.below(3);
        const GraphWeights weights(w, m);
        std::vector<std::uint32_t> support;
        for (std::uint32_t i = 0; i < n; ++i)
            if (random.chance(0.7))
                support.push_back(i);
        if (support.size() < m)
            continue;
        std::int64_t largest = 0;
        for (std::size_t subset = 0; subset < std::size_t{1} << support.size(); ++subset) {
            std::vector<std::uint32_t> part;
            for (std::size_t i = 0; i < support.size(); ++i)
                if ((subset >> i & 1U) != 0)
                    part.push_back(support[i]);
            if (part.size() >= m)
                largest = std::max(largest, weights.score(part).gain());
        }
        QCOMPARE(weights.score(support).bound, largest); // tight
    }
}

void TestPatternTree::bestEqualsEnumeration_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 10; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestPatternTree::bestEqualsEnumeration()
{
    QFETCH(int, seed);
    Random random(static_cast<std::uint64_t>(seed));
    const DatasetPtr data = test::randomGraphs({14, 6, 2, 2, 2}, static_cast<std::uint64_t>(seed));
    const std::size_t support = 1 + random.below(3);
    const auto all = test::enumerateSubgraphs(*data, support, 0);
    const MiningGraphs graphs = buildMiningGraphs(*data, support).value();
    PatternTree tree(graphs, {});
    for (int call = 0; call < 4; ++call) { // the tree is kept from call to call
        const std::vector<double> weights = randomWeights(data->size(), random);
        std::vector<double> gains;
        for (const auto& pattern : all)
            gains.push_back(gainOf(pattern.support, weights));
        std::sort(gains.begin(), gains.end(), std::greater<>());
        const std::size_t count = 1 + random.below(all.size() + 5);
        const auto best = tree.best(weights, count);
        ATLAS_VERIFY_OK(best);
        QCOMPARE(best->size(), std::min(count, all.size()));
        for (std::size_t i = 0; i < best->size(); ++i) {
            QVERIFY(std::abs((*best)[i].gain() - gains[i]) < 1e-12);
            QVERIFY(std::abs((*best)[i].gain() - gainOf((*best)[i].support, weights)) < 1e-12);
            const Graph graph = patternGraph((*best)[i].code, graphs);
            const auto known = std::find_if(all.begin(), all.end(),
                                            [&](const auto& p) { return test::isomorphic(p.graph, graph); });
            QVERIFY(known != all.end() && known->support == (*best)[i].support);
        }
    }
}

void TestPatternTree::aboveEqualsEnumeration()
{
    Random random(17);
    const DatasetPtr data = test::randomGraphs({14, 6, 2, 2, 2}, 17);
    const auto all = test::enumerateSubgraphs(*data, 2, 0);
    const MiningGraphs graphs = buildMiningGraphs(*data, 2).value();
    PatternTree tree(graphs, {});
    const std::vector<double> weights = randomWeights(data->size(), random);
    for (const double gain : {0.0, 1.0, 3.0, 1000.0}) {
        const auto found = tree.above(weights, gain);
        ATLAS_VERIFY_OK(found);
        QCOMPARE(found->size(),
                 static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto& p) {
                     return gainOf(p.support, weights) >= gain;
                 })));
    }
}

void TestPatternTree::tiesByCode()
{
    // All weights equal: every pattern of one support ties, and the smallest codes win.
    const DatasetPtr data = test::randomGraphs({12, 6, 2, 2, 2}, 8);
    const MiningGraphs graphs = buildMiningGraphs(*data, 2).value();
    FrequentPatternParameters parameters;
    parameters.minimumEdges = 0;
    const PatternSet all = mineFrequentPatterns(graphs, parameters)->patterns;
    const std::vector<double> weights(data->size(), 0.3);
    const std::size_t wanted = all.size() / 2;
    QVERIFY(wanted > 5);
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto key = [&](std::size_t i) {
        return std::abs(2 * static_cast<int>(all.support(i).size()) - 12);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    for (const bool keep : {true, false}) {
        PatternTreeParameters treeParameters;
        treeParameters.keep = keep;
        PatternTree tree(graphs, treeParameters);
        for (int call = 0; call < 2; ++call) {
            const auto best = tree.best(weights, wanted);
            ATLAS_VERIFY_OK(best);
            QCOMPARE(best->size(), wanted);
            for (std::size_t i = 0; i < wanted; ++i)
                QVERIFY((*best)[i].code == all.code(order[i]));
        }
    }
}

void TestPatternTree::keptEqualsFresh()
{
    const auto path = test::sharedData("mutag/mutag.gsp");
    ATLAS_REQUIRE_SHARED(path);
    const DatasetPtr data = test::readGSpanFile(path);
    const MiningGraphs graphs = buildMiningGraphs(*data, 12).value();
    PatternTreeParameters keeping;
    keeping.maximumVertices = 8;
    PatternTreeParameters small = keeping;
    small.maximumBytes = 1U << 20U; // most branches do not fit
    PatternTreeParameters fresh = keeping;
    fresh.keep = false;
    PatternTree kept(graphs, keeping);
    PatternTree budget(graphs, small);
    PatternTree anew(graphs, fresh);
    Random random(5);
    for (int call = 0; call < 4; ++call) {
        setThreadCount(call % 2 == 0 ? 1 : 3);
        std::vector<double> weights = randomWeights(data->size(), random);
        const auto a = kept.best(weights, 200);
        const auto b = budget.best(weights, 200);
        const auto c = anew.best(weights, 200);
        setThreadCount(0);
        ATLAS_VERIFY_OK(a);
        QCOMPARE(a->size(), std::size_t{200});
        for (std::size_t i = 0; i < a->size(); ++i) {
            QVERIFY((*a)[i].code == (*b)[i].code && (*a)[i].code == (*c)[i].code);
            QVERIFY((*a)[i].support == (*b)[i].support && (*a)[i].fixedSum == (*c)[i].fixedSum);
        }
    }
    QVERIFY(budget.budgetReached());
    QVERIFY(budget.keptBytes() <= small.maximumBytes);
    QVERIFY(!kept.budgetReached());
    QVERIFY(anew.keptBytes() == 0);
}

void TestPatternTree::refusals()
{
    const DatasetPtr data = test::randomGraphs({5, 4, 1, 2, 1}, 2);
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    PatternTree tree(graphs, {});
    std::vector<double> weights(5, 1);
    QCOMPARE(tree.best(weights, 0).error().code, ErrorCode::BadUse);
    weights[2] = std::nan("");
    QCOMPARE(tree.best(weights, 3).error().code, ErrorCode::NonFinite);
    const std::vector<double> few(4, 1);
    QCOMPARE(tree.best(few, 3).error().code, ErrorCode::BadUse);
    const ProgressMonitor monitor;
    ProgressMonitor(monitor).cancel();
    weights[2] = 1;
    QCOMPARE(tree.best(weights, 3, {}, monitor.token()).error().code, ErrorCode::Cancelled);
}

void TestPatternTree::cancelIsQuick_data()
{
    QTest::addColumn<bool>("keep");
    QTest::addColumn<int>("milliseconds"); // before the cancel
    QTest::newRow("kept, early") << true << 20;
    QTest::newRow("kept, deep in the search") << true << 400;
    QTest::newRow("fresh") << false << 200;
}

void TestPatternTree::cancelIsQuick()
{
    QFETCH(bool, keep);
    QFETCH(int, milliseconds);
    const auto path = test::sharedData("cpdb/cpdb.gsp");
    ATLAS_REQUIRE_SHARED(path);
    const MiningGraphs graphs = buildMiningGraphs(*test::readGSpanFile(path), 2).value();
    PatternTreeParameters parameters;
    parameters.keep = keep;
    PatternTree tree(graphs, parameters);
    Random random(3);
    // So many of random weights that the bound prunes little: minutes of work.
    const std::vector<double> weights = randomWeights(graphs.graphCount(), random);
    const ProgressMonitor monitor;
    std::chrono::steady_clock::time_point cancelled;
    std::thread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        cancelled = std::chrono::steady_clock::now();
        ProgressMonitor(monitor).cancel();
    });
    const auto result = tree.best(weights, 1'000'000, {}, monitor.token());
    const auto ended = std::chrono::steady_clock::now();
    person.join();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(ended - cancelled < std::chrono::milliseconds(200));
}

void TestPatternTree::partialResults()
{
    const DatasetPtr data = test::randomGraphs({14, 6, 2, 2, 2}, 9);
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    PatternTree tree(graphs, {});
    Random random(1);
    std::size_t calls = 0;
    bool sorted = true;
    PatternSearchOptions options;
    options.partialSeconds = 0;
    options.partial = [&](const std::vector<ScoredPattern>& best) {
        ++calls;
        sorted = sorted && std::is_sorted(best.begin(), best.end(), [](const auto& a, const auto& b) {
                     return a.gain() > b.gain();
                 });
    };
    ATLAS_VERIFY_OK(tree.best(randomWeights(14, random), 5, options));
    QVERIFY(calls > 0 && sorted);
}

QTEST_APPLESS_MAIN(TestPatternTree)
#include "test_pattern_tree.moc"
