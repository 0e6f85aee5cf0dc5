#include "core/data/dataset_builder.h"
#include "core/methods/run_files.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

using namespace atlas;

class TestRunFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void summaryHasWhatTheDesignNames()
    {
        MethodOutput output;
        output.metrics = {{"nodes", std::int64_t{3}}, {"error", std::numeric_limits<double>::quiet_NaN()}};
        const RunSummary summary{"describe", "0.1",           {{"seed", std::int64_t{7}}},
                                 "abc",      {{"load", 0.5}}, 1000};
        const std::string text = summaryJson(summary, *smallData(), output);
        QJsonParseError error;
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(json["method"].toString(), QString("describe"));
        QCOMPARE(json["status"].toString(), QString("ok"));
        QCOMPARE(json["parameters"].toObject()["seed"].toInt(), 7);
        const QJsonObject data = json["data"].toObject();
        QCOMPARE(data["structures"].toInt(), 2);
        QCOMPARE(data["rejected"].toInt(), 1);
        QCOMPARE(data["sha256"].toString(), QString("abc"));
        QCOMPARE(data["classes"].toObject()["left"].toInt(), 1);
        QCOMPARE(data["classes"].toObject()["right"].toInt(), 1);
        QCOMPARE(json["metrics"].toObject()["nodes"].toInt(), 3);
        QVERIFY(json["metrics"].toObject()["error"].isNull());
        QCOMPARE(json["timings"].toObject()["load"].toDouble(), 0.5);
        QCOMPARE(json["peak_memory_bytes"].toInt(), 1000);
    }

    void tablesAndFilesAreWritten()
    {
        const test::TemporaryFolder folder;
        MethodOutput output;
        Table table("sizes", {"name", "size"});
        table.addRow("a, \"b\"", 0.1);
        output.tables.push_back(table);
        output.files.push_back({"model.json", "{}"});
        const auto out = folder.path() / "new" / "folder";
        ATLAS_VERIFY_OK(writeRunFiles(*smallData(), output, out));
        QCOMPARE(test::readFile(out / "sizes.csv"), std::string("name,size\n\"a, \"\"b\"\"\",0.1\n"));
        QCOMPARE(test::readFile(out / "model.json"), std::string("{}"));
        QCOMPARE(test::readFile(out / "problems.csv"),
                 std::string("file,line,column,reason,excerpt\nx.txt,2,3,unbalanced bracket,(a\n"));
        QVERIFY(!std::filesystem::exists(out / "sizes.csv.part"));
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        const test::TemporaryFolder folder;
        const auto file = folder.write("file", "x");
        const Result<void> written = writeRunFiles(*smallData(), {}, file / "below");
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::WriteFailed);
    }

    void peakMemoryIsPlausible()
    {
        QVERIFY(peakMemoryBytes() > (1U << 20U));
        QVERIFY(peakMemoryBytes() < (std::size_t{1} << 36U));
    }

private:
    static DatasetPtr smallData()
    {
        DatasetBuilder builder(StructureKind::Tree, {"x.txt", "bracketed", "by content"});
        builder.beginFile("x.txt");
        for (const char* name : {"left", "right"}) {
            builder.forest().open(builder.nodeLabels().intern("a"));
            builder.forest().close();
            builder.acceptTree({"", name, 1});
            if (name[0] == 'l')
                builder.reject(ErrorCode::Malformed, 2, 3, "unbalanced bracket", "(a");
        }
        return *builder.finish();
    }
};

QTEST_APPLESS_MAIN(TestRunFiles)
#include "test_run_files.moc"
