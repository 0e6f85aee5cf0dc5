#include "core/examples/examples.h"

#include "core/examples/documents.h"
#include "core/io/json_lines_writer.h"
#include "core/io/read_dataset.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <map>
#include <set>
#include <sstream>

using namespace atlas;

namespace {

std::string classOf(const Dataset& data, RowId row)
{
    const ClassId id = data.record(row).classId;
    return id.valid() ? data.classes().text(LabelId(id.index())) : std::string();
}

std::map<std::string, std::size_t> classSizes(const Dataset& data)
{
    std::map<std::string, std::size_t> sizes;
    for (std::size_t row = 0; row < data.size(); ++row)
        ++sizes[classOf(data, RowId(row))];
    return sizes;
}

/// A row as text: name, class and the structure, whatever the numbering of labels.
std::string rowText(const Dataset& data, RowId row)
{
    std::string text = data.record(row).name + " | " + classOf(data, row) + " | ";
    if (data.kind() == StructureKind::Molecule)
        return text + data.molecule(row).canonicalSmiles();
    const Tree tree = data.tree(row);
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
        text += data.nodeLabels().text(tree.label(NodeId(i))) + "[";
        for (const Arc& arc : tree.children(NodeId(i)))
            text += std::to_string(arc.position.value()) + ":"
                + std::to_string(arc.child.index() - tree.firstNode().index()) + " ";
        text += "]";
    }
    return text;
}

std::vector<std::string> rowTexts(const Dataset& data)
{
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < data.size(); ++row)
        texts.push_back(rowText(data, RowId(row)));
    return texts;
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT

    void addNames()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleInfo& example : examples())
            QTest::newRow(std::string(example.name).c_str())
                << QString::fromUtf8(example.name.data(), static_cast<qsizetype>(example.name.size()));
    }

private Q_SLOTS:
    void registryIsComplete()
    {
        std::set<std::string_view> names;
        for (const ExampleInfo& example : examples()) {
            QVERIFY(names.insert(example.name).second);
            QVERIFY(!example.title.empty() && !example.summary.empty() && !example.fileName.empty());
        }
        for (const char* name : {"artificial1", "artificial1-equal", "artificial2", "policemen", "grammar",
                                 "medicines", "documents"})
            QVERIFY2(names.contains(name), name);
    }

    void sizes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("classes");
        QTest::addColumn<int>("perClass"); // 0 = they differ
        QTest::addColumn<int>("structures");
        QTest::newRow("artificial1") << "artificial1" << 3 << 200 << 600;
        QTest::newRow("artificial1-equal") << "artificial1-equal" << 3 << 200 << 600;
        QTest::newRow("artificial2") << "artificial2" << 4 << 80 << 320;
        QTest::newRow("policemen") << "policemen" << 12 << 50 << 600;
        QTest::newRow("grammar") << "grammar" << 0 << 0 << 421;
        QTest::newRow("medicines") << "medicines" << 17 << 0 << 259;
        QTest::newRow("documents") << "documents" << 6 << 40 << 240;
    }
    void sizes()
    {
        QFETCH(QString, name);
        QFETCH(int, classes);
        QFETCH(int, perClass);
        QFETCH(int, structures);
        const ProgressMonitor monitor;
        const Result<DatasetPtr> data = makeExample(name.toStdString(), 1, monitor.token());
        ATLAS_VERIFY_OK(data);
        QCOMPARE(static_cast<int>((*data)->size()), structures);
        QCOMPARE((*data)->rejectedCount(), std::size_t{0});
        QCOMPARE(static_cast<int>((*data)->classes().size()), classes);
        if (perClass > 0)
            for (const auto& [className, size] : classSizes(**data))
                QVERIFY2(static_cast<int>(size) == perClass, className.c_str());
        QCOMPARE((*data)->source().path, "example:" + name.toStdString());
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void seeds_data() { addNames(); }
    void seeds()
    {
        QFETCH(QString, name);
        const test::TemporaryFolder folder;
        const auto written = [&](const char* file, std::uint64_t seed) {
            const std::filesystem::path out = folder.path() / file;
            if (!writeExample(name.toStdString(), out, seed))
                return std::string("failed");
            if (!std::filesystem::is_directory(out))
                return test::readFile(out);
            std::string all;
            for (const ExampleDocument& document : exampleDocuments(seed))
                all += test::readFile(out / document.kind / (document.name + ".xml"));
            return all;
        };
        const std::string one = written("one", 7);
        QVERIFY(one.size() > 1000);
        QVERIFY(one == written("two", 7));
        const bool fixed = name == "medicines";
        QCOMPARE(one == written("three", 8), fixed);
    }

    void roundTrip_data() { addNames(); }
    void roundTrip()
    {
        QFETCH(QString, name);
        const test::TemporaryFolder folder;
        const ProgressMonitor monitor;
        const std::filesystem::path out = folder.path() / "out";
        std::filesystem::create_directories(out);
        ATLAS_VERIFY_OK(writeExample(name.toStdString(), out, 3, monitor.token()));
        std::filesystem::path source = out; // in a folder, a file gets the example's own name
        if (name != "documents")
            for (const ExampleInfo& example : examples())
                if (example.name == name.toStdString())
                    source = out / example.fileName;
        const Result<DatasetPtr> read = readDataset(source);
        ATLAS_VERIFY_OK(read);
        const Result<DatasetPtr> made = makeExample(name.toStdString(), 3);
        ATLAS_VERIFY_OK(made);
        QCOMPARE((*read)->problems().size(), std::size_t{0});
        QVERIFY(rowTexts(**read) == rowTexts(**made));
    }

    void cancelled_data() { addNames(); }
    void cancelled()
    {
        QFETCH(QString, name);
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<DatasetPtr> data = makeExample(name.toStdString(), 1, monitor.token());
        QVERIFY(!data);
        QVERIFY(data.error().code == ErrorCode::Cancelled);
    }

    void unknownName()
    {
        const Result<DatasetPtr> data = makeExample("medicine");
        QVERIFY(!data);
        QVERIFY(data.error().code == ErrorCode::NotFound);
        QVERIFY(data.error().message.find("did you mean 'medicines'") != std::string::npos);
        const test::TemporaryFolder folder;
        QVERIFY(!writeExample("nonsense", folder.path() / "x"));
    }

    void unwritable()
    {
        const Result<void> written = writeExample("grammar", "/proc/no/such/folder/file.jsonl");
        QVERIFY(!written);
        QVERIFY(written.error().code == ErrorCode::WriteFailed);
    }
};

QTEST_APPLESS_MAIN(TestExamples)
#include "test_examples.moc"
