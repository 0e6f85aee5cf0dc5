#include "core/io/gspan_writer.h"
#include "core/io/readers.h"
#include "support/qtest_text.h"
#include "support/read_text.h"
#include "support/shared_data.h"

#include <sstream>

using namespace atlas;

class TestGspanReader : public QObject {
    Q_OBJECT

    static Result<DatasetPtr> read(const std::string& text)
    {
        return test::readMemory(readGSpan, StructureKind::Graph, text);
    }

private Q_SLOTS:
    void readsAGraph()
    {
        const Result<DatasetPtr> result = read(
            "t # 0 1 first graph\nv 0 C\nv 1 O\nv 2 C\ne 0 1 double\ne 1 2 single\n\nt # x\nv 0 7\nt # -1\n");
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.recordCount(), std::size_t{2});
        QCOMPARE(data.record(RowId(0)).name, std::string("first graph"));
        QCOMPARE(data.classes().text(LabelId(0)), std::string("1"));
        QCOMPARE(data.record(RowId(1)).name, std::string("x"));
        QCOMPARE(data.record(RowId(1)).line, std::uint64_t{8});
        const Graph& graph = data.graph(RowId(0));
        QCOMPARE(vertexCount(graph), std::size_t{3});
        QCOMPARE(data.nodeLabels().text(graph[1].label), std::string("O"));
        QCOMPARE(data.edgeLabels().text(graph[boost::edge(0, 1, graph).first].label), std::string("double"));
    }

    void listsBadGraphs_data()
    {
        QTest::addColumn<QString>("lines"); // of the second graph, from line 4 on
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("self loop") << "t # 1\nv 0 a\nv 1 a\ne 1 1 x" << 7 << 3;
        QTest::newRow("parallel edge") << "t # 1\nv 0 a\nv 1 a\ne 0 1 x\ne  1 0 y" << 8 << 4;
        QTest::newRow("out of order") << "t # 1\nv 0 a\nv 2 a" << 6 << 3;
        QTest::newRow("twice") << "t # 1\nv 0 a\nv 0 a" << 6 << 3;
        QTest::newRow("no number") << "t # 1\nv zero a" << 5 << 3;
        QTest::newRow("negative") << "t # 1\nv -1 a" << 5 << 3;
        QTest::newRow("huge number") << "t # 1\nv 0 a\ne 0 99999999999999999999999 x" << 6 << 5;
        QTest::newRow("undefined end") << "t # 1\nv 0 a\ne 0 1 x\nv 1 a" << 6 << 5;
        QTest::newRow("label missing") << "t # 1\nv 0" << 5 << 4;
        QTest::newRow("label too many") << "t # 1\nv 0 a b" << 5 << 7;
        QTest::newRow("edge label missing") << "t # 1\nv 0 a\nv 1 b\ne 0 1" << 7 << 6;
        QTest::newRow("unknown line") << "t # 1\nv 0 a\n  q 1" << 6 << 3;
        QTest::newRow("no vertices") << "t # 1" << 4 << 1;
        QTest::newRow("no id") << "t #\nv 0 a" << 4 << 4;
        QTest::newRow("several faults count once") << "t # 1\nv 1 a\nv 7 a\ne 3 3 x" << 5 << 3;
    }
    void listsBadGraphs()
    {
        QFETCH(QString, lines);
        QFETCH(int, line);
        QFETCH(int, column);
        const Result<DatasetPtr> result =
            read("t # 0\nv 0 a\n\n" + lines.toStdString() + "\nt # 2\nv 0 b\nt # -1\n");
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.recordCount(), std::size_t{3});
        QCOMPARE(data.problems().size(), std::size_t{1});
        QCOMPARE(data.problems()[0].code, ErrorCode::Malformed);
        QCOMPARE(data.problems()[0].location.line, std::uint64_t(line));
        QCOMPARE(data.problems()[0].location.column, std::uint64_t(column));
        QCOMPARE(data.nodeLabels().size(), std::size_t{2}); // no labels of the rejected graph
    }

    void linesBeforeTheFirstGraph()
    {
        const Result<DatasetPtr> result = read("v 0 a\nv 1 a\nt # 0\nv 0 b\n");
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{1});
        QCOMPARE((*result)->recordCount(), std::size_t{2});
        QCOMPARE((*result)->problems().at(0).location.line, std::uint64_t{1});
    }

    void emptyIsAnError()
    {
        for (const char* text : {"", "\n", "t # -1\n", "hello\n"})
            QCOMPARE(read(text).error().code, ErrorCode::Empty);
    }

    void roundTrip()
    {
        const std::string text = "t # 0 1 a name\nv 0 C\nv 1 O\ne 0 1 2\nt # 1 2\nv 0 C\n";
        std::ostringstream written;
        ATLAS_VERIFY_OK(writeGSpan(**read(text), written));
        QCOMPARE(written.str(), text);
    }

    void truncation()
    {
        test::checkTruncation(readGSpan, StructureKind::Graph,
                              "t # 0 1 name\nv 0 C\nv 1 O\ne 0 1 2\r\nt # 1 2\nv 0 C\nt # -1\n");
    }
    void cancels() { test::checkCancel(readGSpan, StructureKind::Graph, "t # 0\nv 0 a\n"); }
    void progress() { test::checkProgressReachesEnd(readGSpan, StructureKind::Graph, "t # 0\nv 0 a\n"); }

    void sharedData_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("graphs");
        QTest::addColumn<int>("classes");
        QTest::newRow("cas") << "cas/cas.gsp" << 4337 << 2;
        QTest::newRow("cpdb") << "cpdb/cpdb.gsp" << 684 << 2;
        QTest::newRow("mutag") << "mutag/mutag.gsp" << 188 << 2;
        QTest::newRow("Chemical_340") << "gspan_small/Chemical_340" << 340 << 0;
        QTest::newRow("Compound_422") << "gspan_small/Compound_422" << 422 << 0;
    }
    void sharedData()
    {
        QFETCH(QString, file);
        QFETCH(int, graphs);
        QFETCH(int, classes);
        const auto path = test::sharedData(file.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        const Result<DatasetPtr> result = test::readShared(readGSpan, StructureKind::Graph, path);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t(graphs));
        QCOMPARE((*result)->recordCount(), std::size_t(graphs));
        QCOMPARE((*result)->classes().size(), std::size_t(classes));
    }
};

QTEST_APPLESS_MAIN(TestGspanReader)
#include "test_gspan_reader.moc"
