#include "core/io/readers.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

#include <map>

using namespace atlas;

using Files = std::map<std::string, std::string>;

class TestTuReader : public QObject {
    Q_OBJECT

    /// A path of three vertices and an edge.
    static Files small()
    {
        return {{"A", "1, 2\n2, 1\n2, 3\n3, 2\n4,5\n"},
                {"graph_indicator", "1\n1\n1\n2\n2\n"},
                {"graph_labels", "yes\nno\n"},
                {"node_labels", "a\nb\na\nb\nb\n"},
                {"edge_labels", "x\nx\ny\ny\nx\n"}};
    }

    static Result<DatasetPtr> read(const Files& files, const ProgressToken& progress = {})
    {
        const test::TemporaryFolder folder;
        for (const auto& [part, text] : files)
            folder.write("DS_" + part + ".txt", text);
        DatasetBuilder builder(StructureKind::Graph, {"folder", "tu", ""});
        builder.beginFile("folder");
        if (const Result<void> done = readTu(folder.path(), "DS", {}, builder, progress); !done)
            return done.error();
        return builder.finish();
    }

private Q_SLOTS:
    void readsASet()
    {
        const Result<DatasetPtr> result = read(small());
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        const Graph& path = data.graph(RowId(0));
        QCOMPARE(vertexCount(path), std::size_t{3});
        QCOMPARE(edgeCount(path), std::size_t{2});
        QCOMPARE(data.nodeLabels().text(path[1].label), std::string("b"));
        QCOMPARE(data.edgeLabels().text(path[boost::edge(1, 2, path).first].label), std::string("y"));
        QCOMPARE(edgeCount(data.graph(RowId(1))), std::size_t{1});
        QCOMPARE(data.classes().text(LabelId(1)), std::string("no"));
        QCOMPARE(data.record(RowId(1)).line, std::uint64_t{5});
    }

    void labelFilesAreOptional()
    {
        Files files = small();
        for (const char* part : {"graph_labels", "node_labels", "edge_labels"})
            files.erase(part);
        const Result<DatasetPtr> result = read(files);
        ATLAS_VERIFY_OK(result);
        QVERIFY(!(*result)->record(RowId(0)).classId.valid());
        QVERIFY(!(*result)->graph(RowId(0))[0].label.valid());
    }

    void rejectsBadGraphs_data()
    {
        QTest::addColumn<QString>("edges");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("accepted");
        QTest::newRow("self loop") << "1, 2\n2, 2\n4, 5\n" << 2 << 1;
        QTest::newRow("twice") << "1, 2\n1, 2\n4, 5\n" << 2 << 1;
        QTest::newRow("between graphs") << "1, 2\n4, 5\n3, 4\n" << 3 << 0;
    }
    void rejectsBadGraphs()
    {
        QFETCH(QString, edges);
        QFETCH(int, line);
        QFETCH(int, accepted);
        Files files = small();
        files.erase("edge_labels");
        files["A"] = edges.toStdString();
        files["graph_indicator"] += "3\n";
        files["graph_labels"] += "no\n";
        files["node_labels"] += "c\n";
        const Result<DatasetPtr> result = read(files);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->recordCount(), std::size_t{3});
        QCOMPARE((*result)->size(), std::size_t(accepted + 1));
        QCOMPARE((*result)->problems().at(0).location.line, std::uint64_t(line));
        QVERIFY((*result)->problems()[0].location.file.ends_with("DS_A.txt"));
    }

    void listsLinesOfNoGraph()
    {
        for (const char* line : {"nonsense", "1", "1, 99", "0, 1", "1, 2, 3"}) {
            Files files = small();
            files["A"] = std::string("1, 2\n") + line + "\n4, 5\n";
            files.erase("edge_labels");
            const Result<DatasetPtr> result = read(files);
            ATLAS_VERIFY_OK(result);
            QCOMPARE((*result)->size(), std::size_t{2});
            QCOMPARE((*result)->problems().at(0).location.line, std::uint64_t{2});
        }
    }

    void refusesBadSets_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("text"); // "-" removes the file
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        const int bad = static_cast<int>(ErrorCode::Malformed);
        const int missing = static_cast<int>(ErrorCode::NotFound);
        QTest::newRow("no edges file") << "A"
                                       << "-" << missing << 0;
        QTest::newRow("no indicator") << "graph_indicator"
                                      << "-" << missing << 0;
        QTest::newRow("indicator not a number") << "graph_indicator"
                                                << "1\n1\nx\n2\n2\n"
                                                << bad << 3;
        QTest::newRow("indicator zero") << "graph_indicator"
                                        << "0\n1\n1\n2\n2\n"
                                        << bad << 1;
        QTest::newRow("indicator too large") << "graph_indicator"
                                             << "1\n1\n1\n2\n4000000000\n"
                                             << bad << 5;
        QTest::newRow("graph labels") << "graph_labels"
                                      << "yes\n"
                                      << bad << 1;
        QTest::newRow("node labels") << "node_labels"
                                     << "a\nb\n"
                                     << bad << 2;
        QTest::newRow("edge labels") << "edge_labels"
                                     << "x\n"
                                     << bad << 1;
    }
    void refusesBadSets()
    {
        QFETCH(QString, part);
        QFETCH(QString, text);
        QFETCH(int, code);
        QFETCH(int, line);
        Files files = small();
        if (text == "-")
            files.erase(part.toStdString());
        else
            files[part.toStdString()] = text.toStdString();
        const Result<DatasetPtr> result = read(files);
        QVERIFY(!result.ok());
        QCOMPARE(static_cast<int>(result.error().code), code);
        QCOMPARE(result.error().location.line, std::uint64_t(line));
        QVERIFY(result.error().location.file.ends_with("DS_" + part.toStdString() + ".txt"));
    }

    void truncation()
    {
        for (const auto& [part, text] : small())
            for (std::size_t length = 0; length < text.size(); ++length) {
                Files files = small();
                files[part] = text.substr(0, length);
                const Result<DatasetPtr> result = read(files);
                QVERIFY(result.ok() ? (*result)->recordCount() <= 2 : !result.error().message.empty());
            }
    }

    void cancelsAndReports()
    {
        ProgressMonitor monitor;
        ATLAS_VERIFY_OK(read(small(), monitor.token()));
        QCOMPARE(monitor.fraction(), 1.0);
        monitor.cancel();
        QCOMPARE(read(small(), monitor.token()).error().code, ErrorCode::Cancelled);
    }

    void sharedData_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("stem");
        QTest::addColumn<QList<int>>("classSizes");
        QTest::newRow("PPI") << "ppi"
                             << "PPI" << QList<int>{40, 46};
        QTest::newRow("SHOCK") << "shock"
                               << "SHOCK" << QList<int>(10, 15);
    }
    void sharedData()
    {
        QFETCH(QString, folder);
        QFETCH(QString, stem);
        QFETCH(QList<int>, classSizes);
        const auto path = test::sharedData(folder.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        DatasetBuilder builder(StructureKind::Graph, {});
        builder.beginFile(path.string());
        ATLAS_VERIFY_OK(readTu(path, stem.toStdString(), {}, builder, {}));
        const DatasetPtr data = *builder.finish();
        QVERIFY(data->problems().empty());
        QList<int> found(static_cast<int>(data->classes().size()), 0);
        for (std::size_t row = 0; row < data->size(); ++row)
            ++found[data->record(RowId(row)).classId.value()];
        std::sort(found.begin(), found.end());
        QCOMPARE(found, classSizes);
    }
};

QTEST_APPLESS_MAIN(TestTuReader)
#include "test_tu_reader.moc"
