#include "core/io/readers.h"
#include "support/malformed_table.h"

using namespace atlas;
using namespace atlas::test;

class TestSequenceReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastSymbolIsTheRoot()
    {
        const Outcome read = readTrees(readSequences, "a b c\n\n  \n d\te f \r\nx\n");
        ATLAS_VERIFY_OK(read.status);
        const std::vector<std::string> expected{"1  none c(b(a))", "4   d f(e)", "5  none x"};
        QCOMPARE(describe(read), expected);
        // The nodes of the forest are in the order of the sequence.
        const Forest& forest = read.data->forest();
        QCOMPARE(read.data->nodeLabels().text(forest.label(NodeId(0))), std::string("a"));
        QCOMPARE(read.data->nodeLabels().text(forest.label(NodeId(2))), std::string("c"));
    }

    void anEmptyClassIsNone()
    {
        const Outcome read = readTrees(readSequences, "\ta b\n");
        QCOMPARE(read.trees, std::size_t{1});
        QVERIFY(!read.data->record(RowId(0)).classId.valid());
        QCOMPARE(treeText(*read.data, 0), std::string("b(a)"));
    }

    void malformed_data()
    {
        malformedColumns();
        malformedRow("no symbols", "a b\nclass\t \nc", ErrorCode::Malformed, 2, 7, 2, "no symbols");
        malformedRow("not UTF-8", "a b\nc\xc3\xa9 \xff\nd", ErrorCode::Unreadable, 2, 4, 2, "UTF-8");
        malformedRow("cut character", "a b\nc \xe2\x82", ErrorCode::Unreadable, 2, 3, 1, "UTF-8");
    }
    void malformed() { checkMalformedRow(readSequences); }

    void longLinesAreRejected()
    {
        ReadOptions options;
        options.maximumLineBytes = 9;
        const Outcome read = readTrees(readSequences, "a b c d e\na b c d ef\nx y\n", options);
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.problems().size(), std::size_t{1});
        QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
        QCOMPARE(read.problems()[0].location.line, std::uint64_t{2});
        QVERIFY(read.problems()[0].reason.find("9 bytes") != std::string::npos);
    }

    void everyCut()
    {
        QCOMPARE(tryEveryCut(readSequences, "one\ta b\nc \xc3\xa4\r\nx y z\n", {}, countLines),
                 std::string());
    }

    void aLongSequence()
    {
        constexpr std::size_t length = 100'000;
        const Outcome read = readTrees(readSequences, repeated("a b ", length / 2) + "\nc\n");
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.data->tree(RowId(0)).nodeCount(), length);
    }

    void cancelAndProgress()
    {
        const std::string text = repeated("a b c d e f g h i j k\n", 1'000'000);
        const CancelOutcome cancelled = cancelWhileReading(readSequences, text);
        QVERIFY(cancelled.code == ErrorCode::Cancelled);
        QVERIFY2(cancelled.seconds < test::cancelLimit, qPrintable(QString::number(cancelled.seconds)));
        const ProgressMonitor monitor;
        QVERIFY(readTrees(readSequences, "a b\nc d\n", {}, 3, monitor.token()).status.ok());
        QVERIFY(monitor.fraction() > 0.99);
    }
};

QTEST_APPLESS_MAIN(TestSequenceReader)
#include "test_sequence_reader.moc"
