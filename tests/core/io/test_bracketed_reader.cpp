#include "core/io/readers.h"
#include "support/malformed_table.h"
#include "support/shared_data.h"

using namespace atlas;
using namespace atlas::test;

namespace {

ReadOptions binary()
{
    ReadOptions options;
    options.sentiment = Sentiment::Binary;
    return options;
}

} // namespace

class TestBracketedReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAreLeavesUnderTheirTag()
    {
        const Outcome read =
            readTrees(readBracketed, "(S (NP (D the) (N dog)) (VP (V barks)))\n(X)\n(NN foo bar)");
        ATLAS_VERIFY_OK(read.status);
        const std::vector<std::string> expected{"1  none S(NP(D(the) N(dog)) VP(V(barks)))", "2  none X",
                                                "3  none NN(foo bar)"};
        QCOMPARE(describe(read), expected);
        QCOMPARE(tryPieces(readBracketed, "(S (NP (D the)\r\n (N d\xc3\xa4g)))\r\r( (X y) )"), std::string());
    }

    void treesSpanLinesAndShareThem()
    {
        const Outcome read = readTrees(
            readBracketed, "\n( (S \n    (NP-SBJ (NNP Mr.) )\n    (. .) ))\n\n( (S\n  (X y)))\n(A b)(C d)");
        const std::vector<std::string> expected{"2  none S(NP-SBJ(NNP(Mr.)) .(.))", "6  none S(X(y))",
                                                "8  none A(b)", "8  none C(d)"};
        QCOMPARE(describe(read), expected);
    }

    void linesInsideATreeNeedNoIndent()
    {
        const std::string text = "(S\n(NP dog)\n(VP barks)\n)\n(S\n(NP cat))\n";
        const Outcome read = readTrees(readBracketed, text);
        const std::vector<std::string> expected{"1  none S(NP(dog) VP(barks))", "5  none S(NP(cat))"};
        QCOMPARE(describe(read), expected);
        QCOMPARE(tryPieces(readBracketed, text), std::string());
    }

    void sentiment()
    {
        const std::string text = "(3 (2 It) (4 good))\n(2 (2 so) (1 only))\n(0 (1 bad) (2 It))\n";
        const std::vector<std::string> five{"1  3 3(2(It) 4(good))", "2  2 2(2(so) 1(only))",
                                            "3  0 0(1(bad) 2(It))"};
        QCOMPARE(describe(readTrees(readBracketed, text)), five);
        const Outcome two = readTrees(readBracketed, text, binary());
        const std::vector<std::string> expected{"1  positive ((It) (good))", "3  negative ((bad) (It))"};
        QCOMPARE(describe(two), expected);
        QCOMPARE(two.data->recordCount(), std::size_t{4}); // the neutral one counts; so does the added row
        QCOMPARE(two.data->record(RowId(1)).number, RecordId(2));
        QCOMPARE(two.data->leftOutCount(), std::size_t{1});
        QCOMPARE(two.rejected(), std::size_t{0});
        QVERIFY(two.problems().empty());
        QVERIFY(!two.data->nodeLabels().find("only").valid()); // of the tree that was left out
    }

    void numbersAmongOtherLabelsAreNoSentiment()
    {
        const Outcome read = readTrees(readBracketed, "(S (3 x))\n(3 (2 x))", binary());
        const std::vector<std::string> expected{"1  none S(3(x))", "2  none 3(2(x))"};
        QCOMPARE(describe(read), expected);
        QCOMPARE(describe(readTrees(readBracketed, "(7 (2 x))")).front(), std::string("1  none 7(2(x))"));
    }

    void malformed_data()
    {
        malformedColumns();
        const auto bad = ErrorCode::Malformed;
        malformedRow("missing bracket at the end", "(A b)\n(S (NP dog)", bad, 2, 1, 1, "1 closing bracket");
        malformedRow("missing bracket first", "(S (NP (N dog)\n(A b)\n(C d)\n", bad, 1, 1, 2,
                     "2 closing brackets before line 2");
        malformedRow("missing bracket between", "(A b)\n(S (NP dog)\n(C d)\n", bad, 2, 1, 2,
                     "closing bracket");
        malformedRow("missing bracket, indented", "(A b)\n( (S\n  (NP dog)\n  (X y)\n( (C\n  d))\n", bad, 2,
                     1, 2, "closing bracket");
        malformedRow("stray bracket", "(A b)\n(S (NP dog)))\n(C d)\n", bad, 2, 13, 2, "closes nothing");
        malformedRow("stray bracket alone", "(A b)\n  )) ) x\n(C d)\n", bad, 2, 3, 2, "closes nothing");
        malformedRow("stray bracket, then blank line", "(A b)\n)\n\n  (C d)\n", bad, 2, 1, 2,
                     "closes nothing");
        malformedRow("bare word", "(A b)\nword (X y)\n(C d)\n", bad, 2, 1, 2, "outside");
        malformedRow("word behind", "(A b)\n(S x) \xc3\xa4 y (z)\n(C d)\n", bad, 2, 7, 2, "has ended");
        malformedRow("word at the end", "(A b)\nw", bad, 2, 1, 1, "outside");
        malformedRow("empty", "(A b)\n()\n(C d)", bad, 2, 2, 2, "empty");
        malformedRow("empty inside", "(A b)\n(S (X y) ( )\n (Z (z)))\n(C d)", bad, 2, 12, 2, "empty");
        malformedRow("no label", "(A b)\n(S ((X y)))\n(C d)", bad, 2, 5, 2, "label is expected");
        malformedRow("two in an outer bracket", "(A b)\n( (S x) (T y) )\n(C d)", bad, 2, 9, 2, "one tree");
        malformedRow("word in an outer bracket", "(A b)\n( (S x) y )\n(C d)", bad, 2, 9, 2, "no label");
        malformedRow("not UTF-8", "(A b)\n(S (X \xc3\xa4\xe4) y)\n(C d)", ErrorCode::Unreadable, 2, 8, 2,
                     "UTF-8");
        malformedRow("sentiment without number", "(3 (2 a) (3 b))\n(2 (X a))\n(1 (2 a))", bad, 2, 5, 2,
                     "0 to 4");
    }
    void malformed() { checkMalformedRow(readBracketed); }

    void aStrayAndAMissingBracketBothShow()
    {
        const Outcome read = readTrees(readBracketed, "(A b)\n(S (X y)\n(C d)\n(T z))\n(E f)\n(G h)\n(I\n");
        QCOMPARE(read.trees, std::size_t{4});
        QCOMPARE(read.rejected(), std::size_t{3});
        QCOMPARE(read.problems()[0].location.line, std::uint64_t{2});
        QCOMPARE(read.problems()[1].location.line, std::uint64_t{4});
        QCOMPARE(read.problems()[2].location.line, std::uint64_t{7});
    }

    void excerptsShowThePlace()
    {
        const std::string text = "(A b)\n(S " + repeated("(X y) ", 100'000) + ")) (Z z)\n(C d)\n";
        for (const std::size_t piece : {std::size_t{1000}, text.size()}) {
            const Outcome read = readTrees(readBracketed, text, {}, piece);
            QCOMPARE(read.trees, std::size_t{2});
            QCOMPARE(read.problems().size(), std::size_t{1});
            QCOMPARE(read.problems()[0].location.column, std::uint64_t{600'005});
            QVERIFY2(read.problems()[0].excerpt.find("(X y) ))") != std::string::npos,
                     read.problems()[0].excerpt.c_str());
            QVERIFY(read.problems()[0].excerpt.size() <= 83);
        }
    }

    void longWordsAreRejected()
    {
        ReadOptions options;
        options.maximumLineBytes = 10;
        const std::string text = "(A b)\n(S (X abcdefghijk) y)\n(C abcdefghij)\n";
        for (const std::size_t piece : {1U, 5U, 100U}) {
            const Outcome read = readTrees(readBracketed, text, options, piece);
            QCOMPARE(read.trees, std::size_t{2});
            QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
            QCOMPARE(read.problems()[0].location.column, std::uint64_t{7});
        }
    }

    void everyCut()
    {
        QCOMPARE(
            tryEveryCut(readBracketed, "(S (NP (D the)) \xc3\xa4)\n(X y)\n( (Z (z z)) )\n", {}, countLines),
            std::string());
        QCOMPARE(tryEveryCut(readBracketed, "(3 (2 It) (4 good))\n(2 (2 so) (1 so))\n(1 (0 bad))\n", {},
                             countLines),
                 std::string());
        const auto pretty = [](std::string_view head) { return countLines(head) / 3; };
        QCOMPARE(
            tryEveryCut(readBracketed, "( (S\n  (X y)\n  (Y z)))\n( (S\n  (X y)\n  (Y z)))\n", {}, pretty),
            std::string());
    }

    void deepNesting()
    {
        constexpr std::size_t depth = 100'000;
        const std::string text =
            repeated("(a ", depth) + repeated(")", depth) + "\n(b c)\n" + repeated("(d ", depth);
        const Outcome read = readTrees(readBracketed, text);
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.rejected(), std::size_t{1});
        QCOMPARE(read.data->tree(RowId(0)).nodeCount(), depth);
        QCOMPARE(read.data->nodeLabels().size(), std::size_t{3});
    }

    void cancelAndProgress()
    {
        const std::string text = repeated("(S (NP (D the) (N dog)) (VP (V barks)))\n", 600'000);
        const CancelOutcome cancelled = cancelWhileReading(readBracketed, text);
        QVERIFY(cancelled.code == ErrorCode::Cancelled);
        QVERIFY2(cancelled.seconds < test::cancelLimit, qPrintable(QString::number(cancelled.seconds)));
        const ProgressMonitor monitor;
        QVERIFY(readTrees(readBracketed, text.substr(0, 400), {}, 16, monitor.token()).status.ok());
        QVERIFY(monitor.fraction() > 0.99);
    }

    void stanfordSentiment_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("trees");
        QTest::newRow("train") << "train" << 8544;
        QTest::newRow("dev") << "dev" << 1101;
        QTest::newRow("test") << "test" << 2210;
    }
    void stanfordSentiment()
    {
        QFETCH(QString, file);
        QFETCH(int, trees);
        const auto path = sharedData("sst/" + file.toStdString() + ".txt");
        ATLAS_REQUIRE_SHARED(path);
        Result<TextInput> input = TextInput::open(path);
        ATLAS_VERIFY_OK(input);
        const Outcome five = readInput(readBracketed, *input);
        QCOMPARE(five.trees, static_cast<std::size_t>(trees));
        QVERIFY(five.problems().empty());
        QCOMPARE(five.data->classes().size(), std::size_t{5});
        QCOMPARE(findContradiction(five), std::string());

        Result<TextInput> again = TextInput::open(path);
        const Outcome two = readInput(readBracketed, *again, binary());
        QCOMPARE(two.data->classes().size(), std::size_t{2});
        std::size_t neutral = 0;
        for (std::size_t row = 0; row < five.trees; ++row)
            neutral +=
                five.data->classes().text(LabelId(five.data->record(RowId(row)).classId.index())) == "2";
        QCOMPARE(two.trees, five.trees - neutral);
        QCOMPARE(two.data->recordCount(), five.data->recordCount());
    }
};

QTEST_APPLESS_MAIN(TestBracketedReader)
#include "test_bracketed_reader.moc"
