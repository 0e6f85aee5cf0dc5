#include "core/io/json_lines_writer.h"
#include "core/io/readers.h"
#include "support/qtest_text.h"
#include "tests/support/tree_reading.h"

#include <sstream>

using namespace atlas;
using namespace atlas::test;

namespace {

/// Reads, without the row that readTrees() adds.
DatasetPtr readAll(const TreeReader& reader, std::string_view text, const ReadOptions& options = {})
{
    TextInput input = TextInput::fromMemory("memory.txt", text);
    DatasetBuilder builder(StructureKind::Tree, {"memory", "test", ""});
    builder.beginFile(input.name());
    if (!reader(input, options, builder, {}))
        return {};
    Result<DatasetPtr> data = builder.finish();
    return data ? *data : DatasetPtr();
}

std::string written(const Dataset& data)
{
    std::ostringstream out;
    const Result<void> done = writeJsonLines(data, out);
    return done ? out.str() : "failed";
}

Result<void> readXmlText(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                         ProgressToken progress)
{
    return readXml(input, options, {"doc", "kind"}, builder, std::move(progress));
}

} // namespace

class TestJsonLinesWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesByHand()
    {
        const DatasetPtr data = readAll(readPrefixed, "1:a($ b($) $ c)\nx\"y:\xc3\xa4\n");
        QVERIFY(data);
        QCOMPARE(written(*data),
                 std::string(
                     "{\"class\":\"1\",\"tree\":{\"label\":\"a\",\"children\":[null,{\"label\":\"b\"},null,"
                     "{\"label\":\"c\"}]}}\n"
                     "{\"class\":\"x\\\"y\",\"tree\":{\"label\":\"\xc3\xa4\"}}\n"));
    }

    void roundTrip_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("format");
        QTest::newRow("prefixed") << QByteArray("1:a($ b($))\n2:c(d e(f $ g))\n1:x\n") << 0;
        QTest::newRow("sequences") << QByteArray("k\ta b c\nd \\ \" \x01 \xe2\x82\xac\n") << 1;
        QTest::newRow("bracketed") << QByteArray("(S (NP (D the) (N dog)) (VP barks))\n( (X (Y z)) )\n") << 2;
        QTest::newRow("sentiment") << QByteArray("(3 (2 It) (4 (2 's) (4 good)))\n(2 (1 a) (0 b))\n") << 2;
        QTest::newRow("xml") << QByteArray("<a x='1'><b>some  text</b><c/></a>") << 3;
        QTest::newRow("vectors") << QByteArray("{\"id\":\"t\",\"class\":\"\",\"tree\":{\"label\":[0.1,1e22],"
                                               "\"children\":[null,{\"label\":[-3,5e-324]},{\"label\":"
                                               "[123456789012345678,1.7976931348623157e308]}]},\"p\":0.1}\n"
                                               "{\"tree\":{\"label\":[0,-0.0]},\"q\":\"inf\",\"r\":\"x\"}\n")
                                 << 4;
    }
    void roundTrip()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, format);
        const TreeReader readers[]{readPrefixed, readSequences, readBracketed, readXmlText, readJsonLines};
        ReadOptions options;
        options.xmlAttributes = options.xmlText = true;
        const DatasetPtr first = readAll(readers[format], text.toStdString(), options);
        QVERIFY(first);
        const DatasetPtr second = readAll(readJsonLines, written(*first));
        QVERIFY(second);
        QCOMPARE(written(*second), written(*first));
        QCOMPARE(second->size(), first->size());
        QVERIFY(std::ranges::equal(second->forest().arcs(), first->forest().arcs()));
        QVERIFY(std::ranges::equal(second->forest().firstNodes(), first->forest().firstNodes()));
        QCOMPARE(second->properties().size(), first->properties().size());
        for (std::size_t i = 0; i < first->size(); ++i) {
            const RowId row(i);
            QCOMPARE(second->record(row).name, first->record(row).name);
            QCOMPARE(second->record(row).classId.valid(), first->record(row).classId.valid());
            QCOMPARE(treeText(*second, i), treeText(*first, i));
        }
        for (std::size_t i = 0; i < first->forest().nodeCount(); ++i) {
            const auto bits = [&](const DatasetPtr& data) {
                const auto vector = data->nodeLabels().dimension() == 0
                    ? std::span<const double>()
                    : data->nodeLabels().vector(data->forest().label(NodeId(i)));
                return std::vector<double>(vector.begin(), vector.end());
            };
            QCOMPARE(bits(second), bits(first));
        }
    }

    void propertiesKeepTheirKind()
    {
        const DatasetPtr first = readAll(readJsonLines,
                                         "{\"tree\":{\"label\":\"a\"},\"n\":1e-7,\"t\":\"5\"}\n{\"tree\":{"
                                         "\"label\":\"a\"},\"t\":\"x\"}\n");
        const DatasetPtr second = readAll(readJsonLines, written(*first));
        QCOMPARE(second->properties().size(), std::size_t{2});
        QCOMPARE(std::get<std::vector<double>>(second->properties()[0].values)[0], 1e-7);
        QCOMPARE(std::get<std::vector<std::string>>(second->properties()[1].values)[0], std::string("5"));
    }

    void deepTrees()
    {
        constexpr std::size_t depth = 100'000;
        const DatasetPtr first =
            readAll(readPrefixed, "1:" + repeated("a(", depth) + "$" + repeated(")", depth));
        const DatasetPtr second = readAll(readJsonLines, written(*first));
        QVERIFY(second);
        QCOMPARE(second->forest().nodeCount(), depth);
        QVERIFY(std::ranges::equal(second->forest().arcs(), first->forest().arcs()));
    }

    void failures()
    {
        const DatasetPtr data = readAll(readSequences, "a b\n");
        std::ostringstream out;
        out.setstate(std::ios::badbit);
        const Result<void> full = writeJsonLines(*data, out);
        QVERIFY(!full && full.error().code == ErrorCode::WriteFailed);

        ProgressMonitor monitor;
        monitor.cancel();
        std::ostringstream ignored;
        const Result<void> cancelled = writeJsonLines(*data, ignored, monitor.token());
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);

        DatasetBuilder builder(StructureKind::Graph, {});
        builder.beginFile("x");
        builder.acceptGraph({}, Graph());
        const Result<DatasetPtr> graphs = builder.finish();
        const Result<void> refused = writeJsonLines(**graphs, ignored);
        QVERIFY(!refused && refused.error().code == ErrorCode::BadUse);
    }

    void reportsProgress()
    {
        const DatasetPtr data = readAll(readSequences, "a b\nc\n");
        const ProgressMonitor monitor;
        std::ostringstream out;
        ATLAS_VERIFY_OK(writeJsonLines(*data, out, monitor.token()));
        QCOMPARE(monitor.fraction(), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestJsonLinesWriter)
#include "test_json_lines_writer.moc"
