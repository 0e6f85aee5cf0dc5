#include "core/io/readers.h"
#include "support/malformed_table.h"

using namespace atlas;
using namespace atlas::test;

class TestJsonLinesReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTexts()
    {
        const Outcome read = readTrees(
            readJsonLines,
            R"({"id":"t1","class":"left","tree":{"label":"a","children":[null,{"label":"b"},null]}})"
            "\n\n"
            R"({"tree":{"children":[{"children":[],"label":"y \u00e4"}],"note":{"x":[1]},"label":"x"},"id":7})");
        ATLAS_VERIFY_OK(read.status);
        const std::vector<std::string> expected{"1 t1 left a(_ b)", "3 7 none x(y \xc3\xa4)"};
        QCOMPARE(describe(read), expected);
    }

    void readsVectors()
    {
        const Outcome read =
            readTrees(readJsonLines, R"({"tree":{"label":[0.1,2],"children":[{"label":[-0.0,1e-3]}]}})");
        QCOMPARE(treeText(*read.data, 0), std::string("(0.1, 2)((0, 0.001))"));
        QCOMPARE(read.data->nodeLabels().dimension(), std::size_t{2});
        const Outcome numbers =
            readTrees(readJsonLines, R"({"tree":{"label":3,"children":[{"label":[0.5]}]}})");
        QCOMPARE(treeText(*numbers.data, 0), std::string("(3)((0.5))"));
    }

    void otherKeysArePropertiesOfTheirRow()
    {
        const Outcome read =
            readTrees(readJsonLines,
                      R"({"year":1999,"tree":{"label":"a"},"ok":true})"
                      "\n"
                      R"({"tree":{"label":"b"},"title":"x","year":null,"list":[1,{"a":2}]})");
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.data->properties().size(), std::size_t{3});
        const Property& year = read.data->properties()[0];
        QCOMPARE(year.name, std::string("year"));
        QCOMPARE(std::get<std::vector<double>>(year.values)[0], 1999.0);
        QVERIFY(std::isnan(std::get<std::vector<double>>(year.values)[1]));
        QCOMPARE(read.data->properties()[2].name, std::string("title"));
        QCOMPARE(read.problems().size(), std::size_t{1}); // the list is no property
        QCOMPARE(read.rejected(), std::size_t{0});
    }

    void duplicateIdsAreKeptWithAWarning()
    {
        const Outcome read = readTrees(readJsonLines,
                                       "{\"id\":\"a\",\"tree\":{\"label\":1}}\n"
                                       "{\"id\":\"a\",\"tree\":{\"label\":2}}\n");
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.problems().size(), std::size_t{1});
        QCOMPARE(read.problems()[0].location.line, std::uint64_t{2});
        QVERIFY(read.problems()[0].reason.find("\"a\"") != std::string::npos);
    }

    void malformed_data()
    {
        malformedColumns();
        const auto bad = ErrorCode::Malformed;
        const QByteArray good = "{\"tree\":{\"label\":\"g\"}}\n";
        const QByteArray vector = "{\"tree\":{\"label\":[1,2]}}\n";
        const auto row = [&](const char* name, const QByteArray& line, ErrorCode code, int column,
                             const char* reason) {
            malformedRow(name, good + line + "\n" + good, code, 2, column, 2, reason);
        };
        row("no JSON", "hello", bad, 1, "not JSON");
        row("cut", "{\"tree\":{\"label\":\"a\"}", bad, 22, "not JSON");
        row("missing comma", "{\"tree\":{\"label\":\"a\" 3}}", bad, 22, "not JSON");
        row("text after", "{\"tree\":{\"label\":\"a\"}} x", bad, 24, "not JSON");
        row("control character", "{\"tree\":{\"label\":\"a\tb\"}}", bad, 20, "not JSON");
        row("lone surrogate", "{\"tree\":{\"label\":\"\\ud800\"}}", bad, 25, "not JSON");
        row("a list", "[1]", bad, 1, "must be an object");
        row("a number", " 12", bad, 2, "must be an object");
        row("no tree", "{\"id\":\"x\"}", bad, 1, "no key");
        row("tree is a text", "{\"tree\":\"abc\"}", bad, 9, "must be an object");
        row("tree is a list", "{\"tree\":[{\"label\":1}]}", bad, 9, "must be an object");
        row("tree is null", "{\"tree\": null}", bad, 10, "must be an object");
        row("no label", "{\"tree\":{\"label\":\"a\",\"children\":[{}]}}", bad, 35, "no \"label\"");
        row("label is true", "{\"tree\":{\"label\":true}}", bad, 18, "label must be");
        row("label is null", "{\"tree\":{\"label\":null}}", bad, 18, "label must be");
        row("label is an object", "{\"tree\":{\"label\":{}}}", bad, 18, "label must be");
        row("label list is empty", "{\"tree\":{\"label\":[]}}", bad, 18, "at least one");
        row("label list has a text", "{\"tree\":{\"label\":[1,\"b\\\"\"]}}", bad, 21, "numbers only");
        row("label list in a list", "{\"tree\":{\"label\":[1,[2]]}}", bad, 21, "numbers only");
        row("children is an object", "{\"tree\":{\"label\":\"a\",\"children\":{}}}", bad, 33, "list");
        row("children is a number", "{\"tree\":{\"label\":\"a\",\"children\":12}}", bad, 33, "list");
        row("child is a text", "{\"tree\":{\"label\":\"a\",\"children\":[null,\"b\"]}}", bad, 39,
            "child must");
        row("child is a number", "{\"tree\":{\"label\":\"a\",\"children\":[-12.5e3 ]}}", bad, 34,
            "child must");
        row("child is a list", "{\"tree\":{\"label\":\"a\",\"children\":[[]]}}", bad, 34, "child must");
        row("label twice", "{\"tree\":{\"label\":\"a\",\"label\":\"a\"}}", bad, 22, "twice");
        row("tree twice", "{\"tree\":{\"label\":\"a\"},\"tree\":{\"label\":\"a\"}}", bad, 23, "twice");
        row("id is a list", "{\"id\":[1],\"tree\":{\"label\":\"a\"}}", bad, 7, "\"id\"");
        row("class is an object", "{\"class\":{},\"tree\":{\"label\":\"a\"}}", bad, 10, "\"class\"");
        row("NaN", "{\"tree\":{\"label\":[1,NaN]}}", ErrorCode::NonFinite, 21, "NaN");
        row("infinity", "{\"tree\":{\"label\":[1,-Infinity]}}", ErrorCode::NonFinite, 22, "infinity");
        row("too large", "{\"tree\":{\"label\":[1,1e999]}}", ErrorCode::NonFinite, 21, "too large");
        row("other kind", "{\"tree\":{\"label\":[1,2]}}", bad, 18, "are texts");
        row("mixed kinds", "{\"tree\":{\"label\":\"\xc3\xa4\",\"children\":[{\"label\":1}]}}", bad, 43,
            "texts");
        row("not UTF-8", "{\"tree\":{\"label\":\"\xe4\"}}", ErrorCode::Unreadable, 19, "UTF-8");
        malformedRow("other length", vector + "{\"tree\":{\"label\":[1]}}\n" + vector, bad, 2, 18, 2,
                     "1 number, while the labels of the trees before have 2 numbers");
        malformedRow("text among vectors", vector + "{\"tree\":{\"label\":\"a\"}}\n" + vector, bad, 2, 18, 2,
                     "is a text");
        // A bad record does not decide what the others are.
        malformedRow("mixed first", "{\"tree\":{\"label\":\"a\",\"children\":[{\"label\":1}]}}\n" + vector,
                     bad, 1, 43, 1, "in this tree");
        malformedRow("mixed lengths first",
                     "{\"tree\":{\"label\":[1],\"children\":[{\"label\":[1,2]}]}}\n" + good, bad, 1, 43, 1,
                     "in this tree");
    }
    void malformed() { checkMalformedRow(readJsonLines); }

    void everyCut()
    {
        QCOMPARE(tryEveryCut(
                     readJsonLines,
                     "{\"id\":\"a\",\"tree\":{\"label\":[1.5e1],\"children\":[null,{\"label\":-2}]}}\n"
                     "{\"tree\":{\"label\":1},\"note\":\"\\u00e4\xc3\xa4\"}\r\n{\"tree\":{\"label\":[1]}}\n",
                     {}, countLines),
                 std::string());
    }

    void deepNesting()
    {
        constexpr std::size_t depth = 100'000;
        const std::string text = "{\"tree\":" + repeated("{\"label\":\"a\",\"children\":[", depth)
            + repeated("]}", depth) + "}\n{\"tree\":{\"label\":\"b\"},\"x\":" + repeated("[", depth)
            + repeated("]", depth) + "}\n" + repeated("{\"tree\":", depth);
        const Outcome read = readTrees(readJsonLines, text);
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.rejected(), std::size_t{1});
        QCOMPARE(read.data->tree(RowId(0)).nodeCount(), depth);
    }

    void cancelAndProgress()
    {
        const std::string text =
            repeated("{\"tree\":{\"label\":\"a\",\"children\":[{\"label\":\"b\"}]}}\n", 400'000);
        const CancelOutcome cancelled = cancelWhileReading(readJsonLines, text);
        QVERIFY(cancelled.code == ErrorCode::Cancelled);
        QVERIFY2(cancelled.seconds < test::cancelLimit, qPrintable(QString::number(cancelled.seconds)));
        const ProgressMonitor monitor;
        QVERIFY(readTrees(readJsonLines, "{\"tree\":{\"label\":1}}\n", {}, 3, monitor.token()).status.ok());
        QVERIFY(monitor.fraction() > 0.99);
    }
};

QTEST_APPLESS_MAIN(TestJsonLinesReader)
#include "test_json_lines_reader.moc"
