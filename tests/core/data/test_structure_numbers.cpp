#include "core/data/structure_numbers.h"

#include "core/dag/minimal_dag.h"
#include "core/data/smarts_filter.h"
#include "core/data/structure_text.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestStructureNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void treesByHand()
    {
        const DatasetPtr data = test::trees({{"(a)"}, {"(a (b c) _ d)"}, {"(a (a (a a)))"}});
        const std::vector<StructureSize> sizes = structureSizes(*data);
        QVERIFY((sizes == std::vector<StructureSize>{{1, 0}, {4, 2}, {4, 3}}));
        QCOMPARE(structureSize(*data, RowId(1)).extent, 2U);
        QCOMPARE(maximumOutdegree(data->tree(RowId(0))), std::size_t(0));
        QCOMPARE(maximumOutdegree(data->tree(RowId(1))), std::size_t(2));
    }

    void distinctSubtreesByHand()
    {
        // Leaves b, b, c; (x b), (x b) equal; the root: 4 distinct of 6.
        const DatasetPtr data = test::trees({{"(r (x b) (x b) c)"}});
        const auto dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        QCOMPARE(distinctSubtrees(data->tree(RowId(0)), *dag), std::size_t(4));
    }

    void graphsAndMolecules()
    {
        const DatasetPtr graphs = test::graphs(2);
        QVERIFY((structureSizes(*graphs) == std::vector<StructureSize>{{4, 4}, {5, 5}}));
        QCOMPARE(componentCount(graphs->graph(RowId(0))), std::size_t(1));
        QCOMPARE(componentCount(Graph(3)), std::size_t(3));
        const DatasetPtr molecules = test::molecules({{"CCO"}, {"c1ccccc1"}});
        QVERIFY((structureSizes(*molecules) == std::vector<StructureSize>{{3, 2}, {6, 6}}));
    }

    void depthWithoutRecursion()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("deep");
        const LabelId label = builder.nodeLabels().intern("a");
        for (int i = 0; i < 100'000; ++i)
            builder.forest().open(label);
        for (int i = 0; i < 100'000; ++i)
            builder.forest().close();
        builder.acceptTree({});
        const DatasetPtr data = test::finished(builder);
        QCOMPARE(structureSizes(*data)[0].extent, 99'999U);
        QCOMPARE(structureText(*data, RowId(0)).size(), std::size_t(99'999 * 4 + 1));
    }

    void texts()
    {
        const DatasetPtr trees = test::trees({{"(S (NP the dog) _ (VP barks))"}, {"(a)"}});
        QCOMPARE(structureText(*trees, RowId(0)), std::string("(S (NP the dog) $ (VP barks))"));
        QCOMPARE(structureText(*trees, RowId(1)), std::string("(a)"));
        const NodeId firstPhrase(2);
        QCOMPARE(bracketedText(*trees, firstPhrase), std::string("(NP the dog)"));
        QCOMPARE(structureText(*test::molecules({{"OCC"}}), RowId(0)), std::string("CCO"));
        QCOMPARE(structureText(*test::graphs(1), RowId(0)),
                 std::string("t # 0\nv 0 N\nv 1 C\nv 2 C\nv 3 N\ne 0 1 =\ne 1 2 -\ne 2 0 -\ne 0 3 -\n"));
    }

    void smarts()
    {
        const DatasetPtr data = test::molecules({{"CCO"}, {"c1ccccc1"}, {"c1ccccc1O"}});
        const auto pattern = SmartsPattern::compile("[OH]");
        ATLAS_VERIFY_OK(pattern);
        const auto matches = matchSmarts(*data, *pattern);
        ATLAS_VERIFY_OK(matches);
        QVERIFY((*matches == std::vector<bool>{true, false, true}));
        ProgressMonitor monitor;
        monitor.cancel();
        const auto cancelled = matchSmarts(*data, *pattern, monitor.token());
        QVERIFY(!cancelled.ok());
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestStructureNumbers)
#include "test_structure_numbers.moc"
