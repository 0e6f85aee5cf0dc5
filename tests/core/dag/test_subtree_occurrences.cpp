#include "core/dag/subtree_occurrences.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

using namespace atlas;

namespace {

std::string pathText(const Dataset& data, RowId row, NodeId node)
{
    std::string text;
    for (const Position position : positionPath(data.tree(row), node))
        text += std::to_string(position.value()) + ".";
    return text;
}

} // namespace

class TestSubtreeOccurrences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byHand()
    {
        // (x b) occurs twice in the first tree, once in the third; at a missing position it is
        // still the same subtree.
        const DatasetPtr data = test::trees({{"(r (x b) (y (x b)))", "one", "A"},
                                             {"(r b)", "two", "B"},
                                             {"(r _ _ (x b))", "three", "B"},
                                             {"(x _ b)", "four"}});
        const auto dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        const NodeId firstX(1); // post-order of the first tree: b, x, b, x, y, r
        const SubtreeOccurrences found = subtreeOccurrences(*data, *dag, dag->nodeOf(firstX));
        QVERIFY((found.trees == std::vector<RowId>{RowId(0), RowId(2)}));
        QVERIFY((found.rows == std::vector<RowId>{RowId(0), RowId(0), RowId(2)}));
        QCOMPARE(found.nodes.size(), std::size_t(3));
        QCOMPARE(found.perClass.size(), std::size_t(2));
        QVERIFY((found.perClass[0] == std::pair(ClassId(0), std::size_t(2))));
        QVERIFY((found.perClass[1] == std::pair(ClassId(1), std::size_t(1))));
        QCOMPARE(pathText(*data, RowId(0), found.nodes[0]), std::string("0."));
        QCOMPARE(pathText(*data, RowId(0), found.nodes[1]), std::string("1.0."));
        QCOMPARE(pathText(*data, RowId(2), found.nodes[2]), std::string("2."));
    }

    void treesWithoutAClassComeLast()
    {
        const DatasetPtr data = test::trees({{"(b)", "none"}, {"(b)", "one", "A"}});
        const auto dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        const SubtreeOccurrences found = subtreeOccurrences(*data, *dag, dag->root(RowId(0)));
        QCOMPARE(found.perClass.size(), std::size_t(2));
        QVERIFY(!found.perClass[1].first.valid());
    }

    void pathsLeadToTheirNodes()
    {
        const DatasetPtr data = test::trees({{"(a (b c _ d) (e (f g) h) i)"}});
        const Tree tree = data->tree(RowId(0));
        for (std::size_t i = 0; i < tree.nodeCount(); ++i) {
            NodeId at = tree.root();
            for (const Position position : positionPath(tree, NodeId(i)))
                for (const Arc& arc : tree.children(at))
                    if (arc.position == position) {
                        at = arc.child;
                        break;
                    }
            QCOMPARE(at, NodeId(i));
            QCOMPARE(nodePath(tree, NodeId(i)).back(), NodeId(i));
            QCOMPARE(nodePath(tree, NodeId(i)).size(), positionPath(tree, NodeId(i)).size() + 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestSubtreeOccurrences)
#include "test_subtree_occurrences.moc"
