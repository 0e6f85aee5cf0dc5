#include "core/dag/minimal_dag.h"

#include "core/support/random.h"
#include "support/inex.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <thread>

using namespace atlas;

namespace {

struct Counts {
    std::size_t nodes = 0;
    std::size_t arcs = 0;
    std::size_t pairs = 0;
    std::size_t roots = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

std::string text(const Counts& counts)
{
    return std::to_string(counts.nodes) + " nodes, " + std::to_string(counts.arcs) + " arcs, "
        + std::to_string(counts.pairs) + " pairs, " + std::to_string(counts.roots) + " roots";
}

Counts countsOf(const MinimalDag& dag)
{
    return {dag.nodeCount(), dag.arcCount(), dag.pairCount(), dag.distinctRootCount()};
}

/// a(b _ c), written "a(b_c)": one letter a node, "_" for a missing child.
void addTree(ForestBuilder& builder, std::string_view text)
{
    bool bracket = false; // whether the node read last has an opening bracket
    const auto closeLeaf = [&](std::size_t i) {
        bracket = i + 1 < text.size() && text[i + 1] == '(';
        if (!bracket)
            builder.close();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(')
            continue;
        if (text[i] == ')') {
            builder.close();
        } else if (text[i] == '_') {
            builder.skip();
        } else {
            builder.open(LabelId(static_cast<std::size_t>(text[i] - 'a')));
            closeLeaf(i);
        }
    }
    builder.finishTree();
}

Forest forestOf(const std::vector<std::string>& trees)
{
    ForestBuilder builder;
    for (const std::string& tree : trees)
        addTree(builder, tree);
    return builder.take();
}

/// A random tree as text; gaps, few labels, so that subtrees repeat.
std::string randomTree(Random& random, int depth)
{
    std::string text(1, static_cast<char>('a' + random.below(3)));
    const std::size_t children = depth == 0 ? 0 : random.below(4);
    if (children == 0)
        return text;
    text += '(';
    for (std::size_t i = 0; i < children; ++i) {
        if (random.chance(0.2))
            text += '_';
        text += randomTree(random, depth - 1);
    }
    return text + ')';
}

std::vector<std::string> randomTrees(std::uint64_t seed, std::size_t count)
{
    Random random(seed);
    std::vector<std::string> trees;
    for (std::size_t i = 0; i < count; ++i)
        trees.push_back(randomTree(random, static_cast<int>(random.below(6))));
    return trees;
}

/// The slow reference: every subtree as a canonical text, made independently of ids and hashes.
struct Reference {
    std::vector<std::string> textOf; // by forest node
    std::map<std::string, std::size_t> frequency;
    std::map<std::string, std::uint32_t> level;
    std::set<std::pair<std::uint32_t, std::string>> pairs;
    std::set<std::string> roots;
    std::size_t arcs = 0;

    Reference(const Forest& forest, bool positionalLeaves)
    {
        std::vector<std::uint32_t> position(forest.nodeCount(), 0);
        for (const Arc& arc : forest.arcs())
            position[arc.child.index()] = arc.position.value();
        for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
            const NodeId node(i);
            std::string text = std::to_string(forest.label(node).value());
            if (forest.children(node).empty() && positionalLeaves)
                text += "@" + std::to_string(position[i]);
            std::uint32_t height = 0;
            for (const Arc& arc : forest.children(node)) {
                text += "[" + std::to_string(arc.position.value()) + ":" + textOf[arc.child.index()] + "]";
                height = std::max(height, level[textOf[arc.child.index()]] + 1);
            }
            if (++frequency[text] == 1) {
                arcs += forest.children(node).size();
                level[text] = height;
                for (const Arc& arc : forest.children(node))
                    pairs.emplace(arc.position.value(), textOf[arc.child.index()]);
            }
            textOf.push_back(std::move(text));
        }
        for (std::size_t row = 0; row < forest.treeCount(); ++row)
            roots.insert(textOf[forest.tree(RowId(row)).root().index()]);
    }

    Counts counts() const { return {frequency.size(), arcs, pairs.size(), roots.size()}; }
};

/// Every property that a minimal DAG of this forest must have.
void verify(const Forest& forest, const MinimalDag& dag, const Reference& reference, bool positionalLeaves)
{
    QCOMPARE(text(countsOf(dag)), text(reference.counts()));
    std::map<std::string, DagNodeId> nodeOfText;
    for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
        const NodeId node(i);
        const DagNodeId id = dag.nodeOf(node);
        const std::string& text = reference.textOf[i];
        QCOMPARE(nodeOfText.emplace(text, id).first->second.value(), id.value());
        QCOMPARE(dag.label(id).value(), forest.label(node).value());
        QCOMPARE(std::size_t{dag.frequency(id)}, reference.frequency.at(text));
        QCOMPARE(dag.level(id), reference.level.at(text));
        const auto arcs = dag.children(id);
        const auto children = forest.children(node);
        QCOMPARE(arcs.size(), children.size());
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            QVERIFY(arcs[k].position == children[k].position);
            QVERIFY(arcs[k].child == dag.nodeOf(children[k].child));
            QVERIFY(arcs[k].child < id);
            if (positionalLeaves && dag.children(arcs[k].child).empty())
                QVERIFY(dag.leafPosition(arcs[k].child) == arcs[k].position);
        }
        const auto places = dag.occurrences(id);
        QVERIFY(std::is_sorted(places.begin(), places.end()));
        QVERIFY(std::binary_search(places.begin(), places.end(), node));
    }
    QCOMPARE(dag.treeCount(), forest.treeCount());
    for (std::size_t row = 0; row < forest.treeCount(); ++row)
        QVERIFY(dag.root(RowId(row)) == dag.nodeOf(forest.tree(RowId(row)).root()));
}

MinimalDag build(const Forest& forest, bool positionalLeaves = false)
{
    return std::move(*buildMinimalDag(forest, MinimalDagParameters{positionalLeaves}));
}

} // namespace

class TestMinimalDag : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorked()
    {
        // a(b c(b)) and c(b): the leaf b three times, c(b) twice, the first tree once.
        const Forest forest = forestOf({"a(bc(b))", "c(b)"});
        const MinimalDag dag = build(forest);
        QCOMPARE(text(countsOf(dag)), text(Counts{3, 3, 2, 2}));
        const DagNodeId b = dag.nodeOf(NodeId(0));
        const DagNodeId c = dag.root(RowId(1));
        const DagNodeId a = dag.root(RowId(0));
        QCOMPARE(dag.frequency(b), 3U);
        QCOMPARE(dag.frequency(c), 2U);
        QCOMPARE(dag.frequency(a), 1U);
        QCOMPARE(dag.level(b), 0U);
        QCOMPARE(dag.level(c), 1U);
        QCOMPARE(dag.level(a), 2U);
        QCOMPARE(dag.maximumLevel(), 2U);
        QVERIFY(b < c && c < a);
        const auto places = dag.occurrences(c);
        QVERIFY((std::vector<NodeId>(places.begin(), places.end()) == std::vector{NodeId(2), NodeId(5)}));
    }

    void handWorkedWithPositionalLeaves()
    {
        // The leaf b occurs at position 0 and, after a gap, at position 1; c(b) and c(_b) differ anyway.
        const Forest forest = forestOf({"c(b)", "c(_b)", "b"});
        QCOMPARE(text(countsOf(build(forest))), text(Counts{3, 2, 2, 3}));
        const MinimalDag dag = build(forest, true);
        QCOMPARE(text(countsOf(dag)), text(Counts{4, 2, 2, 3}));
        QCOMPARE(dag.nodeOf(NodeId(0)).value(), dag.root(RowId(2)).value()); // a root counts as position 0
        QCOMPARE(dag.leafPosition(dag.nodeOf(NodeId(2))).value(), 1U);
        QCOMPARE(dag.leafPosition(dag.root(RowId(0))).value(), 0U);
    }

    void agreesWithTheReference_data()
    {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<bool>("positionalLeaves");
        for (quint64 seed = 1; seed <= 12; ++seed)
            for (const bool positional : {false, true})
                QTest::addRow("seed %d, %s", static_cast<int>(seed), positional ? "positional" : "plain")
                    << seed << positional;
    }
    void agreesWithTheReference()
    {
        QFETCH(quint64, seed);
        QFETCH(bool, positionalLeaves);
        const Forest forest = forestOf(randomTrees(seed, 150));
        verify(forest, build(forest, positionalLeaves), Reference(forest, positionalLeaves),
               positionalLeaves);
    }

    void labelsFarApartAndManyPositions()
    {
        // Outside the leaf table: label ids far above the number of nodes, positions above 32.
        ForestBuilder builder;
        for (std::size_t tree = 0; tree < 3; ++tree) {
            builder.open(LabelId(7'000'000));
            for (std::size_t i = 0; i < 40; ++i) {
                builder.open(LabelId(i % 2 == 0 ? 5'000'000 : 1));
                builder.close();
                builder.skipTo(Position(3 * i));
            }
            builder.close();
            builder.finishTree();
        }
        const Forest forest = builder.take();
        for (const bool positional : {false, true})
            verify(forest, build(forest, positional), Reference(forest, positional), positional);
    }

    void orderOfTreesDoesNotMatter()
    {
        std::vector<std::string> trees = randomTrees(5, 300);
        const Forest forest = forestOf(trees);
        Random random(9);
        random.shuffle(std::span(trees));
        const Forest shuffled = forestOf(trees);
        for (const bool positional : {false, true}) {
            const MinimalDag one = build(forest, positional);
            const MinimalDag two = build(shuffled, positional);
            QCOMPARE(text(countsOf(one)), text(countsOf(two)));
            // Up to numbering: the same subtrees with the same frequencies.
            QVERIFY(Reference(forest, positional).frequency == Reference(shuffled, positional).frequency);
            verify(shuffled, two, Reference(shuffled, positional), positional);
        }
    }

    void frequenciesSumToNodes()
    {
        const Forest forest = forestOf(randomTrees(77, 500));
        for (const bool positional : {false, true}) {
            const MinimalDag dag = build(forest, positional);
            std::size_t sum = 0;
            for (std::size_t i = 0; i < dag.nodeCount(); ++i)
                sum += dag.frequency(DagNodeId(i));
            QCOMPARE(sum, forest.nodeCount());
        }
    }

    void degenerate_data()
    {
        QTest::addColumn<bool>("positionalLeaves");
        QTest::newRow("plain") << false;
        QTest::newRow("positional") << true;
    }
    void degenerate()
    {
        QFETCH(bool, positionalLeaves);
        QCOMPARE(text(countsOf(build(Forest(), positionalLeaves))), text(Counts()));
        QCOMPARE(build(Forest(), positionalLeaves).maximumLevel(), 0U);
        QCOMPARE(text(countsOf(build(forestOf({"a", "b", "a"}), positionalLeaves))),
                 text(Counts{2, 0, 0, 2}));
        const std::vector<std::string> same(1000, "a(b(cc)c)");
        const Forest equal = forestOf(same);
        const MinimalDag dag = build(equal, positionalLeaves);
        QCOMPARE(dag.distinctRootCount(), std::size_t{1});
        QCOMPARE(dag.frequency(dag.root(RowId(0))), 1000U);
        QCOMPARE(dag.arcCount(), std::size_t{4});
    }

    void deepChain()
    {
        constexpr std::size_t depth = 100'000;
        ForestBuilder builder;
        for (std::size_t i = 0; i < depth; ++i)
            builder.open(LabelId(0));
        for (std::size_t i = 0; i < depth; ++i)
            builder.close();
        builder.finishTree();
        const MinimalDag dag = build(builder.take());
        QCOMPARE(text(countsOf(dag)), text(Counts{depth, depth - 1, depth - 1, 1}));
        QCOMPARE(std::size_t{dag.maximumLevel()}, depth - 1);
    }

    void wideNode()
    {
        constexpr std::size_t width = 100'000;
        ForestBuilder builder;
        builder.open(LabelId(0));
        for (std::size_t i = 0; i < width; ++i) {
            builder.open(LabelId(1));
            builder.close();
        }
        builder.close();
        builder.finishTree();
        const Forest forest = builder.take();
        QCOMPARE(text(countsOf(build(forest))), text(Counts{2, width, width, 1}));
        QCOMPARE(text(countsOf(build(forest, true))), text(Counts{width + 1, width, width, 1}));
    }

    void cancelled()
    {
        const ProgressMonitor monitor;
        ProgressMonitor(monitor).cancel();
        const Result<MinimalDag> dag = buildMinimalDag(forestOf({"a(b)"}), {}, monitor.token());
        QVERIFY(!dag);
        QVERIFY(dag.error().code == ErrorCode::Cancelled);
    }

    void cancelledAmidWork()
    {
        const Forest forest = forestOf(randomTrees(3, 60'000));
        ProgressMonitor monitor;
        std::atomic<bool> stop{false};
        std::thread canceller([&] {
            while (monitor.fraction() <= 0 && !stop)
                std::this_thread::yield();
            monitor.cancel();
        });
        const Result<MinimalDag> dag = buildMinimalDag(forest, {}, monitor.token());
        stop = true;
        canceller.join();
        QVERIFY(dag.ok() || dag.error().code == ErrorCode::Cancelled);
    }

    void progressIsMonotoneAndComplete()
    {
        const Forest forest = forestOf(randomTrees(3, 60'000));
        ProgressMonitor monitor;
        std::atomic<bool> done{false};
        bool monotone = true;
        std::thread watcher([&] {
            double last = 0;
            while (!done) {
                const double now = monitor.fraction();
                monotone = monotone && now >= last && now <= 1;
                last = now;
            }
        });
        const Result<MinimalDag> dag = buildMinimalDag(forest, {}, monitor.token());
        done = true;
        watcher.join();
        ATLAS_VERIFY_OK(dag);
        QVERIFY(monotone);
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void occurrencesFromManyThreads()
    {
        const Forest forest = forestOf(randomTrees(8, 2000));
        const MinimalDag dag = build(forest);
        std::atomic<std::size_t> sum{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (std::size_t i = 0; i < dag.nodeCount(); ++i)
                    sum += dag.occurrences(DagNodeId(i)).size();
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(sum.load(), 4 * forest.nodeCount());
    }

    void inex2005()
    {
        const std::filesystem::path path = test::sharedData("inex2005/inex05.train.elastic.tree");
        ATLAS_REQUIRE_SHARED(path);
        const Forest forest = test::readInexForest(path);
        QCOMPARE(forest.treeCount(), std::size_t{4820});
        QCOMPARE(forest.nodeCount(), std::size_t{124'359});
        QCOMPARE(forest.arcs().size(), std::size_t{119'539});
        QCOMPARE(text(countsOf(build(forest))), text(Counts{5275, 63'979, 6102, 2609}));
        QCOMPARE(text(countsOf(build(forest, true))), text(Counts{7498, 63'979, 6102, 2609}));
    }
};

QTEST_APPLESS_MAIN(TestMinimalDag)
#include "test_minimal_dag.moc"
