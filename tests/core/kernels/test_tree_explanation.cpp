// Explanations of tree kernels: their terms sum up to the kernel, hand-worked terms,
// and trees in flat arrays.
#include "core/kernels/tree_explanation.h"

#include "core/kernels/joined_trees.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"
#include "support/tree_data.h"

#include <cmath>

using namespace atlas;

class TestTreeExplanation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void termsSumUpToTheKernel()
    {
        Random random(3);
        const DatasetPtr trees = test::randomForest({}, random);
        for (const TreeKernelKind kind :
             {TreeKernelKind::Subtree, TreeKernelKind::SubsetTree, TreeKernelKind::PartialTree})
            for (const bool normalise : {false, true})
                for (std::size_t i = 0; i + 1 < trees->size(); ++i) {
                    const TreeKernelParameters parameters{kind, 0.7, normalise};
                    const auto why = explainTreeKernel(*trees, parameters, RowId(i), RowId(i + 1));
                    ATLAS_VERIFY_OK(why);
                    const double value =
                        *treeKernel(trees->tree(RowId(i)), trees->tree(RowId(i + 1)), parameters);
                    QVERIFY(std::abs(why->value - value) < 1e-12 * (1 + value));
                    for (const SharedFeature& feature : why->shared) {
                        QVERIFY(feature.contribution > 0 && !feature.text.empty());
                        QVERIFY(!feature.verticesA.empty() && !feature.verticesB.empty());
                        QVERIFY(feature.verticesA.back() < trees->tree(RowId(i)).nodeCount());
                        QVERIFY(feature.verticesB.back() < trees->tree(RowId(i + 1)).nodeCount());
                    }
                }
    }

    void byHand()
    {
        // Post-order of the first: c d b e a; of the second: c d b c d b a.
        const DatasetPtr trees = test::prefixedTrees("1:a(b(c d) e)\n2:a(b(c d) b(c d))\n");
        QVERIFY(trees);
        const auto subtrees =
            explainTreeKernel(*trees, {TreeKernelKind::Subtree, 1, false}, RowId(0), RowId(1));
        ATLAS_VERIFY_OK(subtrees);
        QCOMPARE(subtrees->shared.size(), std::size_t{1});
        QCOMPARE(subtrees->shared[0].text, std::string("(b c d)"));
        QCOMPARE(subtrees->shared[0].contribution, 2.0); // once on the left, twice on the right
        QCOMPARE(subtrees->shared[0].countB, 2.0);
        QCOMPARE(subtrees->shared[0].verticesA, (std::vector<std::uint32_t>{0, 1, 2}));
        QCOMPARE(subtrees->shared[0].verticesB, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
        const auto partial =
            explainTreeKernel(*trees, {TreeKernelKind::PartialTree, 1, false}, RowId(0), RowId(1));
        ATLAS_VERIFY_OK(partial);
        QCOMPARE(partial->shared.size(), std::size_t{4}); // a, b, c, d
        // C(b, b) = 1 + c + d + cd = 4, twice; C(a, a) = 1 + 2 * 4 = 9.
        QCOMPARE(partial->shared[0].text, std::string("partial trees from a"));
        QCOMPARE(partial->shared[0].contribution, 9.0);
        QCOMPARE(partial->shared[1].contribution, 8.0);
    }

    void tooLarge()
    {
        std::string text = "1:a(b";
        for (int i = 1; i < 20000; ++i)
            text += " b";
        text += ")\n";
        const DatasetPtr trees = test::prefixedTrees(text + text);
        QVERIFY(trees);
        const auto why = explainTreeKernel(*trees, {}, RowId(0), RowId(1));
        QVERIFY(!why && why.error().code == ErrorCode::TooLarge);
    }

    void joined()
    {
        Random random(8);
        const DatasetPtr a = test::randomForest({}, random);
        const DatasetPtr b = test::randomForest({}, random);
        const Result<DatasetPtr> both = joinedTrees(*a, *b);
        ATLAS_VERIFY_OK(both);
        QCOMPARE((*both)->size(), a->size() + b->size());
        for (std::size_t i = 0; i < b->size(); ++i) {
            const FlatTree flat = flatTree(b->tree(RowId(i)));
            const FlatTree copy = flatTree((*both)->tree(RowId(a->size() + i)));
            QVERIFY(isTree(flat));
            QCOMPARE(copy.parents, flat.parents);
            QCOMPARE(copy.positions, flat.positions);
            for (std::size_t node = 0; node < flat.labels.size(); ++node)
                QCOMPARE((*both)->nodeLabels().text(LabelId(copy.labels[node])),
                         b->nodeLabels().text(LabelId(flat.labels[node])));
        }
    }

    void notATree_data()
    {
        QTest::addColumn<std::vector<std::uint32_t>>("parents");
        QTest::addColumn<std::vector<std::uint32_t>>("positions");
        using Numbers = std::vector<std::uint32_t>;
        const std::uint32_t none = FlatTree::noParent;
        QTest::newRow("nothing") << Numbers{} << Numbers{};
        QTest::newRow("two roots") << Numbers{none, none} << Numbers{0, 0};
        QTest::newRow("no root") << Numbers{1, 0} << Numbers{0, 0};
        QTest::newRow("itself") << Numbers{0, none} << Numbers{0, 0};
        QTest::newRow("parent before its child") << Numbers{2, 0, none} << Numbers{0, 0, 0};
        QTest::newRow("beyond the end") << Numbers{7, none} << Numbers{0, 0};
        QTest::newRow("the same place twice") << Numbers{2, 2, none} << Numbers{1, 1, 0};
        QTest::newRow("crossing") << Numbers{2, 3, 4, 4, none} << Numbers{0, 0, 0, 1, 0};
        QTest::newRow("too few positions") << Numbers{1, none} << Numbers{0};
    }
    void notATree()
    {
        QFETCH(std::vector<std::uint32_t>, parents);
        QFETCH(std::vector<std::uint32_t>, positions);
        FlatTree tree;
        tree.parents = parents;
        tree.positions = positions;
        tree.labels.assign(parents.size(), 0);
        QVERIFY(!isTree(tree));
    }
};

QTEST_APPLESS_MAIN(TestTreeExplanation)
#include "test_tree_explanation.moc"
