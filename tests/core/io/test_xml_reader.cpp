#include "core/io/readers.h"
#include "support/malformed_table.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

using namespace atlas;
using namespace atlas::test;

namespace {

Result<void> readDocument(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                          ProgressToken progress)
{
    return readXml(input, options, {"doc", "kind"}, builder, std::move(progress));
}

ReadOptions recordOptions()
{
    ReadOptions options;
    options.xmlRecord = "r";
    return options;
}

std::string entityBomb()
{
    std::string text = "<!DOCTYPE a [<!ENTITY e0 \"lol\">";
    for (int i = 1; i < 10; ++i)
        text += "<!ENTITY e" + std::to_string(i) + " \"" + repeated("&e" + std::to_string(i - 1) + ";", 10)
            + "\">";
    return text + "]><a>&e9;</a>";
}

} // namespace

class TestXmlReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementsAreNodes()
    {
        const Outcome read =
            readTrees(readDocument, "<?xml version='1.0'?>\n<!-- c -->\n<a x='1'><s:b>text</s:b><c/></a>\n");
        ATLAS_VERIFY_OK(read.status);
        const std::vector<std::string> expected{"3 doc kind a(s:b c)"};
        QCOMPARE(describe(read), expected);
    }

    void attributesAndText()
    {
        ReadOptions options;
        options.xmlAttributes = options.xmlText = true;
        const std::string text =
            "<a y='1' x='2'> some\n  <!-- no --> text &amp; more <b z=''>  </b><![CDATA[<x>]]> "
            "tail</a>";
        const Outcome read = readTrees(readDocument, text, options);
        QCOMPARE(treeText(*read.data, 0), std::string("a(@y @x some text & more b(@z) <x> tail)"));
        QCOMPARE(tryPieces(readDocument, text, options), std::string());
        options.xmlText = false;
        QCOMPARE(treeText(*readTrees(readDocument, text, options).data, 0), std::string("a(@y @x b(@z))"));
    }

    void recordsOfOneDocument()
    {
        const std::string text = "<all>\n<r id='one' name='no'><x/></r>\n<skip><r name='two'>"
                                 "<r><y/></r></r></skip><r/></all>";
        const Outcome read = readTrees(readDocument, text, recordOptions());
        const std::vector<std::string> expected{"2 one kind r(x)", "3 two kind r(r(y))", "3  kind r"};
        QCOMPARE(describe(read), expected);
        QCOMPARE(tryPieces(readDocument, text, recordOptions()), std::string());
        const Outcome none = readTrees(readDocument, "<all><q/></all>", recordOptions());
        QCOMPARE(none.trees, std::size_t{0});
        QCOMPARE(none.problems().size(), std::size_t{1});
        QVERIFY(none.problems()[0].reason.find("<r>") != std::string::npos);
    }

    void encodings()
    {
        ReadOptions options;
        options.xmlText = true;
        const auto textOf = [&](const std::string& document) {
            const Outcome read = readTrees(readDocument, document, options);
            return read.trees == 1 ? treeText(*read.data, 0) : read.problems()[0].reason;
        };
        const std::string expected = "a(\xc3\xa4)";
        QCOMPARE(textOf("<a>\xc3\xa4</a>"), expected);
        QCOMPARE(textOf("\xef\xbb\xbf<a>\xc3\xa4</a>"), expected);
        QCOMPARE(textOf("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe4</a>"), expected);
        QCOMPARE(textOf(std::string("\xff\xfe<\0a\0>\0\xe4\0<\0/\0a\0>\0", 18)), expected);
        QCOMPARE(textOf(std::string("\xfe\xff\0<\0a\0>\0\xe4\0<\0/\0a\0>", 18)), expected);
    }

    void malformed_data()
    {
        malformedColumns();
        const auto bad = ErrorCode::Malformed;
        malformedRow("empty", "", bad, 1, 1, 0, "empty");
        malformedRow("blank", " \n ", bad, 2, 2, 0, "ends before");
        malformedRow("mismatched", "<a>\n <b></c></a>", bad, 2, 7, 0, "mismatched tag");
        malformedRow("cut in text", "<a>\n <b>te", bad, 2, 7, 0, "ends before");
        malformedRow("cut in a tag", "<a>\n <b", bad, 2, 2, 0, "in the middle");
        malformedRow("no XML", "hello", bad, 1, 1, 0, "well-formed");
        malformedRow("bare ampersand", "<a>\xc3\xa4\xc3\xa4 & b</a>", bad, 1, 8, 0, "well-formed");
        malformedRow("two roots", "<a/>\n<b/>", bad, 2, 1, 0, "junk");
        malformedRow("attribute twice", "<a x='1' x='2'/>", bad, 1, 10, 0, "duplicate");
        malformedRow("not UTF-8", "<a>\n x\xe4y</a>", ErrorCode::Unreadable, 2, 3, 0, "not UTF-8");
        malformedRow("unknown encoding", "<?xml version='1.0' encoding='x-y'?><a/>", ErrorCode::Unreadable, 1,
                     31, 0, "encoding");
        malformedRow("undefined entity", "<a>\n&nbsp;</a>", bad, 2, 1, 0, "undefined entity");
        malformedRow("recursive entity", "<!DOCTYPE a [<!ENTITY b '&b;'>]>\n<a>&b;</a>", bad, 2, 4, 0,
                     "recursive");
    }
    void malformed() { checkMalformedRow(readDocument); }

    void goodRecordsStay_data()
    {
        malformedColumns();
        malformedRow("in a record", "<all><r/>\n<r><x></r><r/></all>", ErrorCode::Malformed, 2, 9, 1,
                     "mismatched");
        malformedRow("cut in a record", "<all><r/>\n<r/><r><x>", ErrorCode::Malformed, 2, 11, 2,
                     "ends before");
        malformedRow("before any record", "<all>\n</b>", ErrorCode::Malformed, 2, 3, 0, "mismatched");
    }
    void goodRecordsStay() { checkMalformedRow(readDocument, recordOptions()); }

    void aCutBetweenRecordsIsAWarning()
    {
        const Outcome read = readTrees(readDocument, "<all><r/>\n<r/>\n", recordOptions());
        QCOMPARE(read.trees, std::size_t{2});
        QCOMPARE(read.rejected(), std::size_t{0});
        QCOMPARE(read.problems().size(), std::size_t{1});
        QCOMPARE(read.problems()[0].location.line, std::uint64_t{3});
    }

    void nothingIsFetched()
    {
        const TemporaryFolder folder;
        const std::string secret = folder.write("secret.txt", "<found/>").string();
        ReadOptions options;
        options.xmlText = true;
        const std::string text = "<!DOCTYPE a SYSTEM '" + secret + "' [<!ENTITY x SYSTEM '" + secret
            + "'><!ENTITY % p SYSTEM '" + secret + "'>%p;]><a>b &x; c</a>";
        const Outcome read = readTrees(readDocument, text, options);
        QCOMPARE(read.trees, std::size_t{1});
        QCOMPARE(treeText(*read.data, 0), std::string("a(b c)"));
        QCOMPARE(read.problems().size(), std::size_t{1});
        QVERIFY(read.problems()[0].reason.find("never fetched") != std::string::npos);
    }

    void entitiesOfAnUnreadDtdAreKeptAsNames()
    {
        ReadOptions options;
        options.xmlText = true;
        const Outcome read =
            readTrees(readDocument, "<!DOCTYPE a SYSTEM 'a.dtd'>\n<a t='&q;'>x &nbsp; y</a>", options);
        QCOMPARE(read.trees, std::size_t{1});
        QCOMPARE(treeText(*read.data, 0), std::string("a(x &nbsp; y)"));
        const Outcome inner =
            readTrees(readDocument, "<!DOCTYPE a [<!ENTITY q '<b/>z'>]><a>&q;&q;</a>", options);
        QCOMPARE(treeText(*inner.data, 0), std::string("a(b z b z)"));
    }

    void entityBombsAreStopped()
    {
        for (const bool text : {false, true}) {
            ReadOptions options;
            options.xmlText = text;
            const Outcome read = readTrees(readDocument, entityBomb(), options);
            QCOMPARE(read.trees, std::size_t{0});
            QCOMPARE(read.rejected(), std::size_t{1});
            QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
            QVERIFY(read.problems()[0].reason.find("expand") != std::string::npos);
        }
    }

    void tooManyEntitiesAreRefused()
    {
        // Each names the next: expat would recurse as deep as there are.
        std::string text = "<!DOCTYPE a [<!ENTITY e0 'x'>";
        for (int i = 1; i < 100'000; ++i)
            text += "<!ENTITY e" + std::to_string(i) + " '&e" + std::to_string(i - 1) + ";'>";
        const Outcome read = readTrees(readDocument, text + "]><a>&e99999;</a>");
        QCOMPARE(read.trees, std::size_t{0});
        QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
        QVERIFY(read.problems()[0].reason.find("4,000 entities") != std::string::npos);
    }

    void aTagWithoutEndIsRefused()
    {
        ReadOptions options;
        options.maximumLineBytes = 2'000'000;
        const Outcome read =
            readTrees(readDocument, "<a><b x='" + std::string(8'000'000, 'y') + "'/></a>", options);
        QCOMPARE(read.trees, std::size_t{0});
        QVERIFY(read.problems()[0].code == ErrorCode::TooLarge);
        QVERIFY(read.problems()[0].reason.find("2,000,000 bytes") != std::string::npos);
        QCOMPARE(readTrees(readDocument, "<a><b x='" + std::string(8'000'000, 'y') + "'/></a>").trees,
                 std::size_t{1});
    }

    void everyCut()
    {
        const auto none = [](std::string_view) { return std::size_t{0}; };
        QCOMPARE(tryEveryCut(readDocument,
                             "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY q 'z'>]>\n<a x='1'>&q;<!-- c -->"
                             "<b>\xc3\xa4</b><![CDATA[x]]></a>",
                             {}, none),
                 std::string());
        const auto records = [](std::string_view head) {
            std::size_t count = 0;
            for (std::size_t at = head.find("</r>"); at != std::string_view::npos;
                 at = head.find("</r>", at + 1))
                ++count;
            return count;
        };
        const std::string text = "<all>\n<r id='1'><x/></r>\n<r>\xe2\x82\xac</r><r><y><z/></y></r></all>";
        QCOMPARE(tryEveryCut(readDocument, text, recordOptions(), records), std::string());
        for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
            const Outcome cut = readTrees(readDocument, text.substr(0, bytes));
            QCOMPARE(cut.trees, std::size_t{0});
            QCOMPARE(cut.rejected(), std::size_t{1});
            QVERIFY(cut.problems()[0].location.line >= 1 && cut.problems()[0].location.column >= 1);
        }
    }

    void deepNesting()
    {
        constexpr std::size_t depth = 100'000;
        const Outcome read = readTrees(readDocument, repeated("<a>", depth) + repeated("</a>", depth));
        QCOMPARE(read.trees, std::size_t{1});
        QCOMPARE(read.data->tree(RowId(0)).nodeCount(), depth);
        QCOMPARE(readTrees(readDocument, repeated("<a>", depth)).rejected(), std::size_t{1});
    }

    void manyDistinctTags()
    {
        std::string text = "<t>";
        for (int round = 0; round < 2; ++round)
            for (int i = 0; i < 5'000; ++i)
                text += "<e" + std::to_string(i) + "/>";
        const Outcome read = readTrees(readDocument, text + "</t>");
        QCOMPARE(read.data->nodeLabels().size(), std::size_t{5'001});
        const Forest& forest = read.data->forest();
        for (std::size_t i = 0; i < 5'000; ++i) {
            QVERIFY(forest.label(NodeId(i)) == forest.label(NodeId(i + 5'000)));
            QCOMPARE(read.data->nodeLabels().text(forest.label(NodeId(i))), "e" + std::to_string(i));
        }
    }

    void cancelAndProgress()
    {
        const std::string text = "<all>" + repeated("<r><a><b>text</b><c/></a></r>\n", 1'000'000) + "</all>";
        const CancelOutcome cancelled = cancelWhileReading(readDocument, text);
        QVERIFY(cancelled.code == ErrorCode::Cancelled);
        QVERIFY2(cancelled.seconds < test::cancelLimit, qPrintable(QString::number(cancelled.seconds)));
        const ProgressMonitor monitor;
        QVERIFY(readTrees(readDocument, "<a><b/></a>", {}, 2, monitor.token()).status.ok());
        QVERIFY(monitor.fraction() > 0.99);
    }

    void sigmodRecord()
    {
        const auto folder = sharedData("sigmod_xml");
        ATLAS_REQUIRE_SHARED(folder);
        std::size_t documents = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".xml")
                continue;
            ++documents;
            Result<TextInput> input = TextInput::openBinary(entry.path());
            ATLAS_VERIFY_OK(input);
            const Outcome read = readInput(readDocument, *input);
            QCOMPARE(read.trees, std::size_t{1});
            QVERIFY(read.problems().empty());
            QVERIFY(read.data->tree(RowId(0)).nodeCount() > 5);
            QCOMPARE(findContradiction(read), std::string());
        }
        QCOMPARE(documents, std::size_t{60});
    }
};

QTEST_APPLESS_MAIN(TestXmlReader)
#include "test_xml_reader.moc"
