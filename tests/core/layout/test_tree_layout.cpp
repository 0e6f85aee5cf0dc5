#include "core/layout/tree_layout.h"

#include "core/data/label_dictionary.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <QElapsedTimer>

#include <cmath>
#include <numeric>

using namespace atlas;

namespace {

/// A tree from a text of brackets: "(()_())" is a root with a leaf, a missing child and a leaf.
Forest forestOf(std::string_view text)
{
    ForestBuilder builder;
    for (const char c : text) {
        if (c == '(')
            builder.open(LabelId(0));
        else if (c == ')')
            builder.close();
        else if (c == '_')
            builder.skip();
    }
    builder.finishTree();
    return builder.take();
}

/// A random tree of about `size` nodes, as a text and as the text of its mirror image.
std::pair<std::string, std::string> randomTree(Random& random, std::size_t size)
{
    // Parents are chosen among earlier nodes; children are kept in order of creation.
    std::vector<std::vector<std::size_t>> children(size);
    for (std::size_t i = 1; i < size; ++i)
        children[random.below(i)].push_back(i);
    const auto write = [&](bool mirrored) {
        std::string text;
        std::vector<std::pair<std::size_t, bool>> stack{{0, false}};
        while (!stack.empty()) {
            const auto [node, closing] = stack.back();
            stack.pop_back();
            if (closing) {
                text += ')';
                continue;
            }
            text += '(';
            stack.emplace_back(node, true);
            for (std::size_t i = 0; i < children[node].size(); ++i)
                stack.emplace_back(
                    mirrored ? children[node][i] : children[node][children[node].size() - 1 - i], false);
        }
        return text;
    };
    return {write(false), write(true)};
}

void checkTidy(const TreeLayout& layout, double gap)
{
    for (std::size_t level = 0; level < layout.levelCount(); ++level) {
        const auto nodes = layout.level(level);
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            const double room = nodes[i].x - nodes[i].width / 2 - nodes[i - 1].x - nodes[i - 1].width / 2;
            QVERIFY2(room > gap - 1e-6, qPrintable(QStringLiteral("level %1: %2").arg(level).arg(room)));
        }
    }
    for (const PlacedNode& node : layout.nodes) {
        if (node.childCount == 0)
            continue;
        const double first = layout.nodes[node.firstChild].x;
        const double last = layout.nodes[node.firstChild + node.childCount - 1].x;
        QVERIFY(std::abs(node.x - (first + last) / 2) < 1e-6);
    }
}

} // namespace

class TestTreeLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void singleNode()
    {
        const Forest forest = forestOf("()");
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        QCOMPARE(layout.nodes.size(), std::size_t(1));
        QCOMPARE(layout.nodes[0].x, 0.0);
        QCOMPARE(layout.left, -0.5);
        QCOMPARE(layout.right, 0.5);
        QCOMPARE(layout.bottom(), 0.0);
        QCOMPARE(layout.levelCount(), std::size_t(1));
    }

    void threeLeavesByHand()
    {
        const Forest forest = forestOf("(()()())");
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        QCOMPARE(layout.nodes[1].x, -1.5);
        QCOMPARE(layout.nodes[2].x, 0.0);
        QCOMPARE(layout.nodes[3].x, 1.5);
        QCOMPARE(layout.left, -2.0);
        QCOMPARE(layout.bottom(), 2.0);
        QCOMPARE(layout.nodes[1].node, NodeId(0));
        QCOMPARE(layout.nodes[0].node, NodeId(3));
    }

    void smallSubtreesAreSpread()
    {
        // Two wide subtrees with two leaves between them: the leaves stand at equal distances.
        const Forest forest = forestOf("((()()()())()()(()()()()))");
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        checkTidy(layout, 0.5);
        const double step = layout.nodes[2].x - layout.nodes[1].x;
        QVERIFY(std::abs(layout.nodes[3].x - layout.nodes[2].x - step) < 1e-9);
        QVERIFY(std::abs(layout.nodes[4].x - layout.nodes[3].x - step) < 1e-9);
    }

    void randomTreesAreTidy()
    {
        Random random(7);
        for (int i = 0; i < 200; ++i) {
            const Forest forest = forestOf(randomTree(random, 1 + random.below(80)).first);
            std::vector<double> widths(forest.nodeCount());
            for (double& width : widths)
                width = random.uniform(0.2, 5);
            TreeLayoutParameters parameters;
            parameters.width = [&](NodeId node, std::uint32_t) { return widths[node.index()]; };
            const TreeLayout layout = layoutTree(forest.tree(RowId(0)), parameters);
            QCOMPARE(layout.nodes.size(), forest.nodeCount());
            checkTidy(layout, parameters.gap);
        }
    }

    void mirrorImage()
    {
        Random random(11);
        for (int i = 0; i < 100; ++i) {
            const auto [text, mirrored] = randomTree(random, 2 + random.below(60));
            const Forest forest = forestOf(text);
            const Forest mirroredForest = forestOf(mirrored);
            const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
            const TreeLayout other = layoutTree(mirroredForest.tree(RowId(0)));
            QCOMPARE(layout.nodes.size(), other.nodes.size());
            for (std::size_t level = 0; level < layout.levelCount(); ++level) {
                const auto nodes = layout.level(level);
                const auto others = other.level(level);
                for (std::size_t k = 0; k < nodes.size(); ++k)
                    QVERIFY(std::abs(nodes[k].x + others[nodes.size() - 1 - k].x) < 1e-6);
            }
        }
    }

    void missingChildrenTakeASlot()
    {
        const Forest forest = forestOf("(_())");
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        QCOMPARE(layout.nodes.size(), std::size_t(3));
        QVERIFY(layout.nodes[1].missing());
        QCOMPARE(layout.nodes[1].missingPositions, 1U);
        QVERIFY(layout.nodes[2].x > 0.1); // to the right of its parent
        TreeLayoutParameters without;
        without.slotsForMissing = false;
        QCOMPARE(layoutTree(forest.tree(RowId(0)), without).nodes.size(), std::size_t(2));
    }

    void longRunOfMissingPositionsIsOneSlot()
    {
        ForestBuilder builder;
        builder.open(LabelId(0));
        builder.skipTo(Position(3000000000U));
        builder.open(LabelId(0));
        builder.close();
        builder.close();
        builder.finishTree();
        const Forest forest = builder.take();
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        QCOMPARE(layout.nodes.size(), std::size_t(3));
        QCOMPARE(layout.nodes[1].missingPositions, 3000000000U);
    }

    void collapsedNodesHideTheirSubtrees()
    {
        const Forest forest = forestOf("((()(()))())"); // post-order: 0 leaf, 1 leaf, 2, 3, 4 leaf, 5 root
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)), {}, {NodeId(3)});
        QCOMPARE(layout.nodes.size(), std::size_t(3));
        QCOMPARE(layout.nodes[1].node, NodeId(3));
        QCOMPARE(layout.nodes[1].hiddenNodes, 3U);
        QVERIFY(!layout.nodes[2].collapsed());
        // A collapsed leaf hides nothing.
        QVERIFY(!layoutTree(forest.tree(RowId(0)), {}, {NodeId(4)}).nodes[2].collapsed());
    }

    void subtreeSizesByHand()
    {
        const Forest forest = forestOf("((()(()))())");
        QCOMPARE(subtreeSizes(forest.tree(RowId(0))), (std::vector<std::uint32_t>{1, 1, 2, 4, 1, 6}));
    }

    void foldKeepsTheUpperLevels()
    {
        const Forest forest = forestOf("((()(()))(()()))");
        const Tree tree = forest.tree(RowId(0));
        QVERIFY(foldToFit(tree, tree.root(), {100, 100}).empty());
        const NodeSet byLevels = foldToFit(tree, tree.root(), {100, 2});
        const TreeLayout layout = layoutTree(tree, {}, byLevels);
        QCOMPARE(layout.levelCount(), std::size_t(2));
        QCOMPARE(layout.nodes.size(), std::size_t(3));
        QVERIFY(layoutTree(tree, {}, foldToFit(tree, tree.root(), {4, 100})).nodes.size() <= 4);
    }

    void hitTesting()
    {
        const Forest forest = forestOf("(()_()(()()))");
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        for (const PlacedNode& node : layout.nodes) {
            const PlacedId hit = nodeAt(layout, node.x + 0.3, layout.y(node) - 0.3, 1);
            QCOMPARE(hit, node.missing() ? PlacedId() : layout.idOf(node));
        }
        QCOMPARE(nodeAt(layout, layout.nodes[0].x + 0.8, 0, 1), PlacedId());
        QCOMPARE(nodeAt(layout, layout.nodes[0].x + 0.8, 0, 1, 0.5), PlacedId(0));
        QCOMPARE(nodeAt(layout, 1000, 1000, 1, 0.5), PlacedId());
    }

    void hitTestingAgreesWithASearch()
    {
        Random random(3);
        const Forest forest = forestOf(randomTree(random, 200).first);
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        for (int i = 0; i < 500; ++i) {
            const double x = random.uniform(layout.left, layout.right);
            const double y = random.uniform(-1, layout.bottom() + 1);
            const PlacedId hit = nodeAt(layout, x, y, 1);
            PlacedId expected;
            for (const PlacedNode& node : layout.nodes)
                if (std::abs(x - node.x) <= node.width / 2 && std::abs(y - layout.y(node)) <= 0.5)
                    expected = layout.idOf(node);
            QCOMPARE(hit, expected);
        }
    }

    void largeTrees_data()
    {
        QTest::addColumn<QString>("shape");
        for (const char* shape : {"deep", "wide", "comb", "random"})
            QTest::newRow(shape) << QString::fromLatin1(shape);
    }

    void largeTrees()
    {
        QFETCH(QString, shape);
        const std::size_t size = 100'000;
        std::string text;
        if (shape == QLatin1String("deep")) {
            text = std::string(size, '(') + std::string(size, ')');
        } else if (shape == QLatin1String("wide")) {
            text = "(";
            for (std::size_t i = 1; i < size; ++i)
                text += "()";
            text += ")";
        } else if (shape == QLatin1String("comb")) { // a chain with a leaf on each side: long contours
            for (std::size_t i = 0; i < size / 3; ++i)
                text += "(()";
            for (std::size_t i = 0; i < size / 3; ++i)
                text += "())";
        } else {
            Random random(5);
            text = randomTree(random, size).first;
        }
        const Forest forest = forestOf(text);
        QElapsedTimer timer;
        timer.start();
        const TreeLayout layout = layoutTree(forest.tree(RowId(0)));
        qInfo("%s: %lld ms", qPrintable(shape), static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() < 1000);
        QCOMPARE(layout.nodes.size(), forest.nodeCount());
        checkTidy(layout, 0.5);
    }
};

QTEST_APPLESS_MAIN(TestTreeLayout)
#include "test_tree_layout.moc"
