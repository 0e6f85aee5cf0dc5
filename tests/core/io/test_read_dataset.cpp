#include "core/io/read_dataset.h"

#include "core/io/open_data.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

using namespace atlas;

namespace {

const char* const sdfText = R"(ethanol
  by hand

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5000    0.0000    0.0000 C   0  0
    2.2000    1.2000    0.0000 O   0  0
  1  2  1  0
  2  3  1  0
M  END
$$$$
)";

} // namespace

class TestReadDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormat_data()
    {
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("count");
        const auto kind = [](StructureKind k) { return static_cast<int>(k); };
        const int tree = kind(StructureKind::Tree);
        const int graph = kind(StructureKind::Graph);
        const int molecule = kind(StructureKind::Molecule);
        QTest::newRow("smiles") << "a.smi" << QByteArray("CCO ethanol\nCC ethane\n") << "smiles" << molecule
                                << 2;
        QTest::newRow("table") << "a.csv" << QByteArray("name,smiles\nethanol,CCO\n") << "table" << molecule
                               << 1;
        QTest::newRow("sdf") << "a.sdf" << QByteArray(sdfText) << "sdf" << molecule << 1;
        QTest::newRow("bracketed") << "a.mrg" << QByteArray("(S (NP (D the) (N dog)))\n") << "bracketed"
                                   << tree << 1;
        QTest::newRow("xml") << "a.xml" << QByteArray("<a><b/><b/></a>") << "xml" << tree << 1;
        QTest::newRow("prefixed") << "a.tree" << QByteArray("1:a(b($))\n2:c($)\n") << "prefixed" << tree << 2;
        QTest::newRow("sequences") << "a.seq" << QByteArray("a b c\nd e\n") << "sequences" << tree << 2;
        QTest::newRow("gspan") << "a.gsp" << QByteArray("t # 0\nv 0 C\nv 1 C\ne 0 1 1\n") << "gspan" << graph
                               << 1;
        QTest::newRow("jsonl") << "a.jsonl" << QByteArray("{\"id\":\"x\",\"tree\":{\"label\":\"a\"}}\n")
                               << "jsonl" << tree << 1;
    }
    void everyFormat()
    {
        QFETCH(QString, fileName);
        QFETCH(QByteArray, text);
        QFETCH(QString, format);
        QFETCH(int, kind);
        QFETCH(int, count);
        const test::TemporaryFolder folder;
        const auto path = folder.write(fileName.toStdString(), text.toStdString());
        const ProgressMonitor monitor;
        const Result<DatasetPtr> data = readDataset(path, {}, monitor.token());
        ATLAS_VERIFY_OK(data);
        QCOMPARE((*data)->source().format, format.toStdString());
        QCOMPARE((*data)->source().path, path.string());
        QVERIFY((*data)->source().detection.starts_with("by "));
        QCOMPARE(static_cast<int>((*data)->kind()), kind);
        QCOMPARE(static_cast<int>((*data)->size()), count);
        QCOMPARE(monitor.fraction(), 1.0);

        ReadOptions options;
        options.format = formatByName(format.toStdString());
        const Result<DatasetPtr> asked = readDataset(path, options);
        ATLAS_VERIFY_OK(asked);
        QCOMPARE((*asked)->source().detection, "as asked: --format " + format.toStdString());
        const Result<DatasetPtr> memory = readText("memory", text.toStdString(), *options.format);
        ATLAS_VERIFY_OK(memory);
        QCOMPARE((*memory)->size(), (*data)->size());
    }

    void tuFolder()
    {
        const test::TemporaryFolder folder;
        folder.write("DS_A.txt", "1, 2\n2, 1\n");
        folder.write("DS_graph_indicator.txt", "1\n1\n2\n");
        for (const auto& path : {folder.path(), folder.path() / "DS_A.txt"}) {
            const Result<DatasetPtr> data = readDataset(path);
            ATLAS_VERIFY_OK(data);
            QCOMPARE((*data)->size(), std::size_t{2});
            QVERIFY((*data)->kind() == StructureKind::Graph);
        }
        ReadOptions options;
        options.format = FormatId::Smiles;
        const Result<DatasetPtr> wrong = readDataset(folder.path(), options);
        QVERIFY(!wrong && wrong.error().code == ErrorCode::BadUse);
        QVERIFY(!readText("x", "1, 2\n", FormatId::Tu));
    }

    void xmlFolder()
    {
        const test::TemporaryFolder folder;
        folder.write("letters/b.xml", "<letter><p/></letter>");
        folder.write("letters/a.xml", "<letter/>");
        folder.write("bills/c.xml", "<bill/>");
        folder.write("bills/bad.xml", "<bill>");
        folder.write("top.xml", "<top/>");
        const Result<DatasetPtr> data = readDataset(folder.path());
        ATLAS_VERIFY_OK(data);
        QCOMPARE((*data)->size(), std::size_t{4});
        QCOMPARE((*data)->rejectedCount(), std::size_t{1});
        QVERIFY((*data)->problems().front().location.file.ends_with("bad.xml"));
        std::string names; // sorted by path; the rejected one leaves its number free
        for (std::size_t row = 0; row < 4; ++row) {
            const Record& record = (*data)->record(RowId(row));
            names += std::to_string(record.number.value()) + record.name
                + (record.classId.valid() ? (*data)->classes().text(LabelId(record.classId.index())) : "")
                + " ";
        }
        QCOMPARE(names, std::string("1cbills 2aletters 3bletters 4top "));
    }

    void xmlLists()
    {
        const test::TemporaryFolder folder;
        folder.write("docs/a.xml", "<a/>");
        folder.write("docs/b.xml", "<b/>");
        const auto list = folder.write("list.txt", "docs/a.xml\n\ndocs/b.xml\n");
        const Result<DatasetPtr> listed = readDataset(list);
        ATLAS_VERIFY_OK(listed);
        QCOMPARE((*listed)->size(), std::size_t{2});
        QCOMPARE((*listed)->classes().text(LabelId(0)), std::string("docs")); // from the folder's name
        const auto table = folder.write("list.csv", "path,class\ndocs/a.xml,one\ndocs/b.xml,two\n");
        const Result<DatasetPtr> classed = readDataset(table);
        ATLAS_VERIFY_OK(classed);
        QCOMPARE((*classed)->classes().size(), std::size_t{2});
        QCOMPARE((*classed)->classes().text(LabelId(1)), std::string("two"));
        ReadOptions options;
        options.format = FormatId::Xml;
        const auto holes = folder.write("holes.txt", "docs/a.xml\ndocs/none.xml\n");
        const Result<DatasetPtr> partly = readDataset(holes, options);
        ATLAS_VERIFY_OK(partly);
        QCOMPARE((*partly)->size(), std::size_t{1});
        QCOMPARE((*partly)->problems().front().location.line, std::uint64_t{2});
    }

    void conversions_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("as");
        QTest::addColumn<QString>("expected"); // the kind, or "" for a refusal
        const auto as = [](StructureView view) { return static_cast<int>(view); };
        QTest::newRow("molecule as tree")
            << QByteArray("CCO\n") << "smiles" << as(StructureView::Tree) << "tree";
        QTest::newRow("molecule as graph")
            << QByteArray("CCO\n") << "smiles" << as(StructureView::Graph) << "graph";
        QTest::newRow("molecule as sequence")
            << QByteArray("CCO\n") << "smiles" << as(StructureView::Sequence) << "";
        QTest::newRow("tree as graph")
            << QByteArray("(S (A a))") << "bracketed" << as(StructureView::Graph) << "graph";
        QTest::newRow("tree as tree")
            << QByteArray("(S (A a))") << "bracketed" << as(StructureView::Tree) << "tree";
        QTest::newRow("chain as sequence")
            << QByteArray("(S (A a))") << "bracketed" << as(StructureView::Sequence) << "tree";
        QTest::newRow("branching as sequence")
            << QByteArray("(S (A a) (B b))") << "bracketed" << as(StructureView::Sequence) << "";
        QTest::newRow("graph as tree")
            << QByteArray("t # 0\nv 0 C\n") << "gspan" << as(StructureView::Tree) << "";
        QTest::newRow("graph as graph")
            << QByteArray("t # 0\nv 0 C\n") << "gspan" << as(StructureView::Graph) << "graph";
    }
    void conversions()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, format);
        QFETCH(int, as);
        QFETCH(QString, expected);
        ReadOptions options;
        options.as = static_cast<StructureView>(as);
        const Result<DatasetPtr> data =
            readText("memory", text.toStdString(), *formatByName(format.toStdString()), options);
        if (expected.isEmpty()) {
            QVERIFY(!data);
            QVERIFY(data.error().code == ErrorCode::BadUse);
        } else {
            ATLAS_VERIFY_OK(data);
            QCOMPARE(std::string(toString((*data)->kind())), expected.toStdString());
        }
    }

    void hydrogens()
    {
        ReadOptions options;
        options.as = StructureView::Graph;
        const Result<DatasetPtr> implicit = readText("m", "CCO\n", FormatId::Smiles, options);
        options.hydrogens = Hydrogens::Explicit;
        const Result<DatasetPtr> explicitly = readText("m", "CCO\n", FormatId::Smiles, options);
        ATLAS_VERIFY_OK(implicit);
        ATLAS_VERIFY_OK(explicitly);
        QCOMPARE(vertexCount((*implicit)->graph(RowId(0))), std::size_t{3});
        QCOMPARE(vertexCount((*explicitly)->graph(RowId(0))), std::size_t{9});
    }

    void failures_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<int>("code");
        const auto code = [](ErrorCode c) { return static_cast<int>(c); };
        QTest::newRow("empty") << QByteArray() << "a.smi" << code(ErrorCode::Empty);
        QTest::newRow("binary") << QByteArray("\0\1\2\3", 4) << "a.smi" << code(ErrorCode::Unreadable);
        QTest::newRow("undecided") << QByteArray("1\n2\n") << "a.dat" << code(ErrorCode::Ambiguous);
    }
    void failures()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fileName);
        QFETCH(int, code);
        const test::TemporaryFolder folder;
        const auto path = folder.write(fileName.toStdString(), text.toStdString());
        const Result<DatasetPtr> data = readDataset(path);
        QVERIFY(!data);
        QCOMPARE(static_cast<int>(data.error().code), code);
        QCOMPARE(data.error().location.file, path.string());
    }

    void missingFile()
    {
        const Result<DatasetPtr> data = readDataset("/no/such/file.smi");
        QVERIFY(!data);
        QVERIFY(data.error().code == ErrorCode::NotFound);
    }

    void csvWithoutSmilesNamesItsColumns()
    {
        const test::TemporaryFolder folder;
        const auto path = folder.write("a.csv", "weight,colour\n1,red\n");
        const Result<DatasetPtr> data = readDataset(path);
        QVERIFY(!data);
        QVERIFY2(data.error().message.find("colour") != std::string::npos, data.error().message.c_str());
    }

    void cancelled()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        const test::TemporaryFolder folder;
        folder.write("a.xml", "<a/>");
        const auto smiles = folder.write("b/b.smi", "CCO\n");
        for (const auto& path : {folder.path(), smiles}) {
            const Result<DatasetPtr> data = readDataset(path, {}, monitor.token());
            QVERIFY(!data);
            QVERIFY(data.error().code == ErrorCode::Cancelled);
        }
    }

    void openDataTakesPathsAndExamples()
    {
        const test::TemporaryFolder folder;
        ATLAS_VERIFY_OK(openData(folder.write("b.smi", "CCO\n").string()));
        const Result<DatasetPtr> example = openData("example:grammar");
        ATLAS_VERIFY_OK(example);
        QCOMPARE((*example)->source().path, std::string("example:grammar"));
        QCOMPARE(exampleName("example:grammar"), std::string_view("grammar"));
        QCOMPARE(exampleName("grammar"), std::string_view());
        ReadOptions options;
        options.as = StructureView::Graph;
        const Result<DatasetPtr> graphs = openData("example:medicines", options);
        ATLAS_VERIFY_OK(graphs);
        QVERIFY((*graphs)->kind() == StructureKind::Graph);
        const Result<DatasetPtr> unknown = openData("example:gramar");
        QVERIFY(!unknown);
        QVERIFY(unknown.error().code == ErrorCode::NotFound);
        QVERIFY(unknown.error().message.find("'grammar'") != std::string::npos);
        const Result<DatasetPtr> bare = openData("grammar");
        QVERIFY(!bare);
        QVERIFY(bare.error().message.find("example:grammar") != std::string::npos);
    }

    void sharedData_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("structures");
        QTest::addColumn<int>("classes");
        QTest::addColumn<int>("rejected");
        QTest::newRow("inex") << "inex2005/inex05.train.elastic.tree" << 4820 << 11 << 0;
        QTest::newRow("ppi") << "ppi" << 86 << 2 << 0;
        QTest::newRow("shock") << "shock" << 150 << 10 << 0;
        QTest::newRow("cpdb") << "cpdb/cpdb.gsp" << 684 << 2 << 0;
        QTest::newRow("sigmod") << "sigmod_xml" << 60 << 3 << 0;
        QTest::newRow("ptc") << "ptc/PTC_pn_MR.smi" << 344 << 2 << 1;
        QTest::newRow("sst") << "sst/dev.txt" << 1101 << 5 << 0;
        QTest::newRow("mutag") << "mutag/mutag.sdf" << 188 << -1 << 1;
    }
    void sharedData()
    {
        QFETCH(QString, path);
        QFETCH(int, structures);
        QFETCH(int, classes);
        QFETCH(int, rejected); // RDKit refuses their valences
        const std::filesystem::path file = test::sharedData(path.toStdString());
        ATLAS_REQUIRE_SHARED(file);
        const Result<DatasetPtr> data = readDataset(file);
        ATLAS_VERIFY_OK(data);
        QCOMPARE(static_cast<int>((*data)->size() + (*data)->rejectedCount()), structures);
        QCOMPARE(static_cast<int>((*data)->rejectedCount()), rejected);
        if (classes >= 0)
            QCOMPARE(static_cast<int>((*data)->classes().size()), classes);
    }
};

QTEST_APPLESS_MAIN(TestReadDataset)
#include "test_read_dataset.moc"
