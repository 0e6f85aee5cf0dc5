#include "core/io/readers.h"
#include "support/malformed_table.h"
#include "support/shared_data.h"

using namespace atlas;
using namespace atlas::test;

class TestPrefixedReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTreesWithClasses()
    {
        const Outcome read = readTrees(readPrefixed, "1:a(b($) c(d($)))\n\n  \nnews:dc:title\r\n3:x(y z)\n");
        ATLAS_VERIFY_OK(read.status);
        const std::vector<std::string> expected{"1  1 a(b c(d))", "4  news dc:title", "5  3 x(y z)"};
        QCOMPARE(describe(read), expected);
    }

    void missingChildrenKeepTheirPositions()
    {
        const Outcome read = readTrees(readPrefixed, "1:a($ b($))\n1:a(b $)\n1:a($)\n1:a\n1:a($ $ b $ c)");
        QCOMPARE(read.trees, std::size_t{5});
        QCOMPARE(treeText(*read.data, 0), std::string("a(_ b)"));
        QCOMPARE(treeText(*read.data, 1), std::string("a(b)"));
        QCOMPARE(treeText(*read.data, 2), std::string("a"));
        QCOMPARE(treeText(*read.data, 3), std::string("a"));
        QCOMPARE(treeText(*read.data, 4), std::string("a(_ _ b _ c)"));
    }

    void malformed_data()
    {
        malformedColumns();
        const auto bad = ErrorCode::Malformed;
        malformedRow("missing bracket", "1:a($)\n1:a(b($)\n1:c", bad, 2, 9, 2, "1 ')' missing");
        malformedRow("stray bracket", "1:a($)\n1:a(b))\n1:c", bad, 2, 7, 2, "closes nothing");
        malformedRow("no class", "a(b($))\n1:a", bad, 1, 1, 1, "class");
        malformedRow("class after bracket", "a(b:c)\n1:a", bad, 1, 1, 1, "class");
        malformedRow("empty class", "1:a\n:a(b)", bad, 2, 1, 1, "class");
        malformedRow("no tree", "1:a\n1: \n1:b", bad, 2, 4, 2, "no tree");
        malformedRow("no label", "1:a\n1:a((b))\n", bad, 2, 5, 1, "label is missing");
        malformedRow("no root label", "1:(b)\n1:a\n", bad, 1, 3, 1, "label is missing");
        malformedRow("empty brackets", "1:a\n1:a(b())", bad, 2, 7, 1, "empty");
        malformedRow("two trees", "1:a b\n1:a", bad, 1, 5, 1, "nothing may follow");
        malformedRow("text after", "1:a(b) c\n1:a", bad, 1, 8, 1, "nothing may follow");
        malformedRow("no blank", "1:a(b($)c)\n1:a", bad, 1, 9, 1, "blank");
        malformedRow("missing root", "1:$\n1:a", bad, 1, 3, 1, "root");
        malformedRow("missing child with children", "1:a($(b))\n1:a", bad, 1, 6, 1, "cannot have");
        malformedRow("not UTF-8", "1:a\n1:\xc3\xa4(\xe4)\n1:b", ErrorCode::Unreadable, 2, 5, 2, "UTF-8");
        malformedRow("umlauts count once", "1:\xc3\xa4\xc3\xb6(b\n1:a", bad, 1, 7, 1, "missing");
    }
    void malformed() { checkMalformedRow(readPrefixed); }

    void aRejectedTreeLeavesNoLabels()
    {
        const Outcome read = readTrees(readPrefixed, "1:a\n1:b(c\n1:d");
        QCOMPARE(read.data->nodeLabels().size(), std::size_t{2});
        QCOMPARE(treeText(*read.data, 1), std::string("d"));
    }

    void longLinesAreRejected()
    {
        ReadOptions options;
        options.maximumLineBytes = 20;
        const Outcome read = readTrees(readPrefixed, "1:a\n1:a(" + repeated("b ", 20) + ")\n1:c\n", options);
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.rejected(), std::size_t{1});
        QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
        QVERIFY(read.problems()[0].reason.find("20 bytes") != std::string::npos);
    }

    void everyCut()
    {
        QCOMPARE(tryEveryCut(readPrefixed, "1:a(b($) c(\xc3\xa4($)))\r\n22:x\n\n3:y($ z)\n", {},
                             countLinesOfRecords),
                 std::string());
    }

    void deepNesting()
    {
        constexpr std::size_t depth = 100'000;
        const std::string text = "1:" + repeated("a(", depth) + "$" + repeated(")", depth) + "\n2:b\n";
        const Outcome read = readTrees(readPrefixed, text);
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.data->tree(RowId(0)).nodeCount(), depth);
        QCOMPARE(read.data->tree(RowId(0)).children(read.data->tree(RowId(0)).root()).size(), std::size_t{1});
    }

    void cancelAndProgress()
    {
        const std::string text = repeated("1:a(b($) c(d($) e($)))\n", 1'000'000);
        const CancelOutcome cancelled = cancelWhileReading(readPrefixed, text);
        QVERIFY(cancelled.code == ErrorCode::Cancelled);
        QVERIFY2(cancelled.seconds < test::cancelLimit, qPrintable(QString::number(cancelled.seconds)));
        const ProgressMonitor monitor;
        QVERIFY(readTrees(readPrefixed, text.substr(0, 230), {}, 16, monitor.token()).status.ok());
        QVERIFY(monitor.fraction() > 0.99);
    }

    void inex()
    {
        const auto path = sharedData("inex2005/inex05.train.elastic.tree");
        ATLAS_REQUIRE_SHARED(path);
        Result<TextInput> input = TextInput::open(path);
        ATLAS_VERIFY_OK(input);
        const Outcome read = readInput(readPrefixed, *input);
        QCOMPARE(read.trees, std::size_t{4820});
        QCOMPARE(read.rejected(), std::size_t{0});
        QCOMPARE(read.data->forest().nodeCount() - 1, std::size_t{124'359});
        QCOMPARE(read.data->classes().size(), std::size_t{11});
        QCOMPARE(read.data->nodeLabels().size(), std::size_t{354});
        QCOMPARE(findContradiction(read), std::string());
    }

private:
    static std::size_t countLinesOfRecords(std::string_view head)
    {
        std::size_t records = 0;
        for (std::size_t i = 1; i < head.size(); ++i)
            records += head[i] == '\n' && head[i - 1] != '\n' ? 1 : 0;
        return records;
    }
};

QTEST_APPLESS_MAIN(TestPrefixedReader)
#include "test_prefixed_reader.moc"
