#include "core/data/forest.h"
#include "support/qtest_text.h"

using namespace atlas;

namespace {

const LabelId a(0);
const LabelId b(1);
const LabelId c(2);

} // namespace

class TestForest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // a(b _ c(b)) in post-order: b, b, c, a.
    void postOrderWithAGap()
    {
        ForestBuilder builder;
        builder.open(a);
        builder.open(b);
        builder.close();
        builder.skip();
        builder.open(c);
        builder.open(b);
        builder.close();
        builder.close();
        builder.close();
        QVERIFY(builder.hasTree());
        QCOMPARE(builder.nodesInTree(), std::size_t{4});
        builder.finishTree();
        const Forest forest = builder.take();
        QCOMPARE(forest.treeCount(), std::size_t{1});
        const Tree tree = forest.tree(RowId(0));
        QCOMPARE(tree.nodeCount(), std::size_t{4});
        QCOMPARE(tree.root(), NodeId(3));
        QCOMPARE(tree.label(NodeId(0)), b);
        QCOMPARE(tree.label(NodeId(2)), c);
        QCOMPARE(tree.label(NodeId(3)), a);
        QVERIFY(tree.children(NodeId(0)).empty());
        const auto children = tree.children(tree.root());
        QCOMPARE(children.size(), std::size_t{2});
        QVERIFY((children[0] == Arc{NodeId(0), Position(0)}));
        QVERIFY((children[1] == Arc{NodeId(2), Position(2)}));
    }

    void discardLeavesNoTrace()
    {
        ForestBuilder builder;
        leaf(builder, a);
        builder.finishTree();
        builder.open(a);
        leaf(builder, b);
        builder.open(c);
        builder.discardTree();
        leaf(builder, c);
        builder.finishTree();
        const Forest forest = builder.take();
        QCOMPARE(forest.treeCount(), std::size_t{2});
        QCOMPARE(forest.nodeCount(), std::size_t{2});
        QCOMPARE(forest.arcs().size(), std::size_t{0});
        QCOMPARE(forest.tree(RowId(1)).label(forest.tree(RowId(1)).root()), c);
    }

    void dropLastTree()
    {
        ForestBuilder builder;
        leaf(builder, a);
        builder.finishTree();
        builder.open(b);
        leaf(builder, b);
        builder.close();
        builder.finishTree();
        builder.dropLastTree();
        const Forest forest = builder.take();
        QCOMPARE(forest.treeCount(), std::size_t{1});
        QCOMPARE(forest.nodeCount(), std::size_t{1});
        QCOMPARE(forest.firstArcs().size(), std::size_t{2});
    }

    void relabelAndSkipTo()
    {
        ForestBuilder builder;
        builder.open(LabelId());
        builder.skipTo(Position(5));
        builder.skipTo(Position(2)); // never back
        leaf(builder, b);
        builder.relabel(c);
        builder.close();
        builder.finishTree();
        const Forest forest = builder.take();
        QCOMPARE(forest.label(NodeId(1)), c);
        QCOMPARE(forest.children(NodeId(1))[0].position, Position(5));
    }

    void treeOfANode()
    {
        ForestBuilder builder;
        for (int i = 0; i < 3; ++i) {
            builder.open(a);
            leaf(builder, b);
            builder.close();
            builder.finishTree();
        }
        const Forest forest = builder.take();
        for (std::size_t node = 0; node < 6; ++node)
            QCOMPARE(forest.treeOf(NodeId(node)), RowId(node / 2));
    }

    void veryDeepAndVeryWide()
    {
        constexpr std::size_t size = 100'000;
        ForestBuilder builder;
        for (std::size_t i = 0; i < size; ++i)
            builder.open(a);
        QCOMPARE(builder.depth(), size);
        for (std::size_t i = 0; i < size; ++i)
            builder.close();
        builder.finishTree();
        builder.open(a);
        for (std::size_t i = 0; i < size; ++i)
            leaf(builder, b);
        builder.close();
        builder.finishTree();
        const Forest forest = builder.take();
        QCOMPARE(forest.nodeCount(), 2 * size + 1);
        QCOMPARE(forest.children(forest.tree(RowId(1)).root()).size(), size);
        QCOMPARE(forest.children(forest.tree(RowId(0)).root()).front().child, NodeId(size - 2));
    }

    void emptyForest()
    {
        const Forest forest = ForestBuilder().take();
        QCOMPARE(forest.treeCount(), std::size_t{0});
        QCOMPARE(forest.nodeCount(), std::size_t{0});
    }

private:
    static void leaf(ForestBuilder& builder, LabelId label)
    {
        builder.open(label);
        builder.close();
    }
};

QTEST_APPLESS_MAIN(TestForest)
#include "test_forest.moc"
