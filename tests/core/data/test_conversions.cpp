#include "core/data/conversions.h"

#include "core/data/dataset_builder.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"

#include <map>

using namespace atlas;

namespace {

DatasetPtr molecules(const std::vector<std::string>& smiles)
{
    DatasetBuilder builder(StructureKind::Molecule, {"memory", "smiles", "by test"});
    builder.beginFile("memory");
    builder.reject(ErrorCode::Malformed, 1, 2, "a bad one", "C(");
    std::uint64_t line = 2;
    for (const std::string& text : smiles) {
        builder.acceptMolecule({"m" + text, line % 2 == 0 ? "even" : "odd", line},
                               *Molecule::fromSmiles(text));
        builder.setProperty("length", std::to_string(text.size()));
        ++line;
    }
    return *builder.finish();
}

/// "C(-C,=O)": labels and children, by an explicit stack-free walk over the post-order.
std::string textOf(const Dataset& dataset, RowId row)
{
    const Tree tree = dataset.tree(row);
    std::map<NodeId, std::string> texts;
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
        std::string text = dataset.nodeLabels().text(tree.label(NodeId(i)));
        std::string inner;
        for (const Arc& arc : tree.children(NodeId(i)))
            inner += (inner.empty() ? "" : ",") + texts[arc.child];
        texts[NodeId(i)] = text + (inner.empty() ? "" : "(" + inner + ")");
    }
    return texts[tree.root()];
}

std::string treeText(const std::string& smiles, bool hydrogens = false)
{
    const Result<DatasetPtr> trees = moleculesToTrees(*molecules({smiles}), {hydrogens});
    return trees ? textOf(**trees, RowId(0)) : toString(trees.error());
}

} // namespace

class TestConversions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void graphOfAcetaldehyde()
    {
        const Result<DatasetPtr> result = moleculesToGraphs(*molecules({"CC=O"}));
        ATLAS_VERIFY_OK(result);
        const Dataset& graphs = **result;
        QCOMPARE(graphs.kind(), StructureKind::Graph);
        const Graph& graph = graphs.graph(RowId(0));
        QCOMPARE(vertexCount(graph), std::size_t{3});
        QCOMPARE(graphs.nodeLabels().text(graph[2].label), std::string("O"));
        QCOMPARE(graphs.edgeLabels().text(graph[boost::edge(1, 2, graph).first].label), std::string("2"));
        QCOMPARE(graphs.edgeLabels().text(graph[boost::edge(0, 1, graph).first].label), std::string("1"));
    }

    void graphWithHydrogensAndAromaticBonds()
    {
        const Result<DatasetPtr> methane = moleculesToGraphs(*molecules({"C"}), {true});
        QCOMPARE(vertexCount((*methane)->graph(RowId(0))), std::size_t{5});
        QCOMPARE(edgeCount((*methane)->graph(RowId(0))), std::size_t{4});
        const Result<DatasetPtr> benzene = moleculesToGraphs(*molecules({"c1ccccc1"}));
        QCOMPARE((*benzene)->edgeLabels().size(), std::size_t{1});
        QCOMPARE((*benzene)->edgeLabels().text(LabelId(0)), std::string("ar"));
    }

    void keepsRecords()
    {
        const DatasetPtr original = molecules({"CC", "CO", "CN"});
        for (const Result<DatasetPtr>& result : {moleculesToGraphs(*original), moleculesToTrees(*original)}) {
            ATLAS_VERIFY_OK(result);
            const Dataset& copy = **result;
            QCOMPARE(copy.size(), std::size_t{3});
            QCOMPARE(copy.recordCount(), std::size_t{4});
            QCOMPARE(copy.problems().size(), std::size_t{1});
            QCOMPARE(copy.record(RowId(2)).name, std::string("mCN"));
            QCOMPARE(copy.record(RowId(2)).number, RecordId(3));
            QCOMPARE(copy.record(RowId(2)).line, std::uint64_t{4});
            QCOMPARE(copy.record(RowId(1)).classId, original->record(RowId(1)).classId);
            QCOMPARE(copy.classes().text(LabelId(1)), std::string("odd"));
            QCOMPARE(copy.filePath(copy.record(RowId(0)).file), std::string("memory"));
            QCOMPARE(copy.source().format, std::string("smiles"));
            QCOMPARE(copy.properties().at(0).name, std::string("length"));
        }
    }

    void treesByHand_data()
    {
        QTest::addColumn<QString>("smiles");
        QTest::addColumn<QString>("tree");
        QTest::newRow("one atom") << "C"
                                  << "C";
        QTest::newRow("centre of a chain") << "CCO"
                                           << "C(-C,-O)";
        QTest::newRow("bonds") << "CC(=O)C#N"
                               << "C(-C,-C(#N),=O)";
        QTest::newRow("aromatic") << "c1ccccc1C"
                                  << "c(:c(:c),:c(:c(:c)),-C)";
        QTest::newRow("fragments") << "[Na+].[Cl-]"
                                   << ".(Cl,Na)";
        QTest::newRow("ring of three") << "C1CC1"
                                       << "C(-C,-C)";
    }
    void treesByHand()
    {
        QFETCH(QString, smiles);
        QFETCH(QString, tree);
        // The order of children is RDKit's rank, which is not ours to fix: compare as
        // sorted letters and shape.
        const QString found = QString::fromStdString(treeText(smiles.toStdString()));
        QString sortedFound = found;
        QString sortedTree = tree;
        std::sort(sortedFound.begin(), sortedFound.end());
        std::sort(sortedTree.begin(), sortedTree.end());
        if (smiles != "c1ccccc1C") // its centre is any of several
            QVERIFY2(sortedFound == sortedTree, qPrintable(found));
        QCOMPARE(found.count('c') + found.count('C'), tree.count('c') + tree.count('C'));
    }

    void treesHaveHydrogens() { QCOMPARE(treeText("C", true), std::string("C(-H,-H,-H,-H)")); }

    /// Every way to write a molecule gives one tree.
    void treesDoNotDependOnAtomOrder_data()
    {
        QTest::addColumn<QStringList>("writings");
        QTest::newRow("aspirin") << QStringList{"CC(=O)Oc1ccccc1C(=O)O", "OC(=O)c1ccccc1OC(C)=O",
                                                "c1cccc(C(O)=O)c1OC(C)=O", "O=C(O)c1c(OC(=O)C)cccc1"};
        QTest::newRow("caffeine") << QStringList{"Cn1cnc2c1c(=O)n(C)c(=O)n2C", "O=c1n(C)c(=O)n(C)c2ncn(C)c12",
                                                 "CN1C=NC2=C1C(=O)N(C)C(=O)N2C"};
        QTest::newRow("naphthalene") << QStringList{"c1ccc2ccccc2c1", "c12ccccc1cccc2"};
        QTest::newRow("cubane") << QStringList{"C12C3C4C1C5C2C3C45", "C12C3C4C1C1C4C3C12"};
        QTest::newRow("salt") << QStringList{"[Na+].CC([O-])=O", "[O-]C(C)=O.[Na+]"};
    }
    void treesDoNotDependOnAtomOrder()
    {
        QFETCH(QStringList, writings);
        const std::string expected = treeText(writings.front().toStdString());
        for (const QString& smiles : writings)
            QCOMPARE(treeText(smiles.toStdString()), expected);
    }

    void rootIsTheCentre()
    {
        // The middle of nine carbons: two arms of four.
        QCOMPARE(treeText("CCCCCCCCC"), std::string("C(-C(-C(-C(-C))),-C(-C(-C(-C))))"));
    }

    void sameAtAnyThreadCount()
    {
        std::vector<std::string> smiles;
        for (int i = 0; i < 300; ++i)
            smiles.push_back(std::string(1 + i % 7, 'C') + (i % 3 == 0 ? "N" : i % 5 == 0 ? "Br" : "O"));
        const DatasetPtr source = molecules(smiles);
        setThreadCount(1);
        const DatasetPtr one = *moleculesToTrees(*source);
        setThreadCount(4);
        const DatasetPtr four = *moleculesToTrees(*source);
        setThreadCount(0);
        QCOMPARE(one->nodeLabels().size(), four->nodeLabels().size());
        QVERIFY(std::equal(one->forest().labels().begin(), one->forest().labels().end(),
                           four->forest().labels().begin(), four->forest().labels().end()));
    }

    void treesToGraphsKeepsVectorLabels()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("memory");
        const std::array<double, 2> first{1, 2};
        const std::array<double, 2> second{3, 4};
        builder.forest().open(builder.nodeLabels().intern(std::span<const double>(first)));
        builder.forest().skip();
        builder.forest().open(builder.nodeLabels().intern(std::span<const double>(second)));
        builder.forest().close();
        builder.forest().close();
        builder.acceptTree({});
        const Result<DatasetPtr> graphs = treesToGraphs(**builder.finish());
        ATLAS_VERIFY_OK(graphs);
        const Graph& graph = (*graphs)->graph(RowId(0));
        QCOMPARE(vertexCount(graph), std::size_t{2});
        QCOMPARE(edgeCount(graph), std::size_t{1});
        QCOMPARE((*graphs)->nodeLabels().dimension(), std::size_t{2});
        QVERIFY(!graph[*boost::edges(graph).first].label.valid());
    }

    void checksSequences()
    {
        const auto chainWith = [](int childrenOfRoot) {
            DatasetBuilder builder(StructureKind::Tree, {});
            builder.beginFile("memory");
            const LabelId label = builder.nodeLabels().intern("a");
            builder.forest().open(label);
            for (int i = 0; i < childrenOfRoot; ++i) {
                builder.forest().open(label);
                builder.forest().close();
            }
            builder.forest().close();
            builder.acceptTree({"it", std::nullopt, 7});
            return *builder.finish();
        };
        ATLAS_VERIFY_OK(checkSequences(*chainWith(0)));
        ATLAS_VERIFY_OK(checkSequences(*chainWith(1)));
        const Result<void> bad = checkSequences(*chainWith(2));
        QVERIFY(!bad.ok());
        QCOMPARE(bad.error().code, ErrorCode::BadUse);
        QCOMPARE(bad.error().location.line, std::uint64_t{7});
    }

    void cancels()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        const DatasetPtr source = molecules({"CC"});
        QCOMPARE(moleculesToTrees(*source, {}, monitor.token()).error().code, ErrorCode::Cancelled);
        QCOMPARE(moleculesToGraphs(*source, {}, monitor.token()).error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestConversions)
#include "test_conversions.moc"
