#include "core/examples/examples.h"
#include "core/io/read_dataset.h"
#include "core/io/write_dataset.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

using namespace atlas;

class TestWriteDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTrips_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("ending");
        QTest::newRow("trees") << "grammar"
                               << ".jsonl";
        QTest::newRow("vectors") << "artificial2"
                                 << ".jsonl";
        QTest::newRow("molecules sdf") << "medicines"
                                       << ".sdf";
        QTest::newRow("molecules smi") << "medicines"
                                       << ".smi";
        QTest::newRow("molecules csv") << "medicines"
                                       << ".csv";
    }
    void roundTrips()
    {
        QFETCH(QString, example);
        QFETCH(QString, ending);
        const Result<DatasetPtr> data = makeExample(example.toStdString());
        ATLAS_VERIFY_OK(data);
        const test::TemporaryFolder folder;
        const auto file = folder.path() / ("out" + ending.toStdString());
        ATLAS_VERIFY_OK(writeDataset(**data, file));
        QVERIFY(!std::filesystem::exists(file.string() + ".part"));
        const Result<DatasetPtr> back = readDataset(file);
        ATLAS_VERIFY_OK(back);
        QCOMPARE((*back)->size(), (*data)->size());
        QCOMPARE((*back)->kind(), (*data)->kind());
        QCOMPARE((*back)->problems().size(), std::size_t{0});
    }

    void aWrongEndingNamesTheRightOnes()
    {
        const Result<DatasetPtr> data = makeExample("grammar");
        ATLAS_VERIFY_OK(data);
        const test::TemporaryFolder folder;
        const Result<void> written = writeDataset(**data, folder.path() / "out.sdf");
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::BadUse);
        QVERIFY(written.error().message.find(".jsonl") != std::string::npos);
    }

    void aCancelKeepsTheOldFile()
    {
        const Result<DatasetPtr> data = makeExample("grammar");
        ATLAS_VERIFY_OK(data);
        const test::TemporaryFolder folder;
        const auto file = folder.write("out.jsonl", "old");
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<void> written = writeDataset(**data, file, monitor.token());
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
        QCOMPARE(test::readFile(file), std::string("old"));
        QVERIFY(!std::filesystem::exists(file.string() + ".part"));
    }
};

QTEST_APPLESS_MAIN(TestWriteDataset)
#include "test_write_dataset.moc"
