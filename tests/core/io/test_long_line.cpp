// A line of 1 GB: skipped with a message, in little memory, and the next record loads.
// Slow: `tests/run --long`.

#include "core/io/read_dataset.h"
#include "core/methods/run_files.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <fstream>

using namespace atlas;

class TestLongLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneGigabyte_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("before"); // in front of the long line's filling
        QTest::addColumn<QByteArray>("filling");
        QTest::addColumn<QByteArray>("good"); // the next line
        QTest::newRow("smiles") << "smiles" << QByteArray("CCO\n") << QByteArray("C") << QByteArray("CC\n");
        QTest::newRow("table") << "table" << QByteArray("smiles,class\nCCO,a\n") << QByteArray("C")
                               << QByteArray("CC,b\n");
        QTest::newRow("prefixed") << "prefixed" << QByteArray("1:a(b($))\n1:a(") << QByteArray("b($) ")
                                  << QByteArray("1:a(b($))\n");
        QTest::newRow("sequences") << "sequences" << QByteArray("a b\n") << QByteArray("a ")
                                   << QByteArray("a b\n");
        QTest::newRow("jsonl") << "jsonl"
                               << QByteArray("{\"tree\":{\"label\":\"a\"}}\n{\"tree\":{\"label\":\"")
                               << QByteArray("a") << QByteArray("{\"tree\":{\"label\":\"b\"}}\n");
        QTest::newRow("gspan") << "gspan" << QByteArray("t # 0\nv 0 a\nt # 1\nv 0 ") << QByteArray("a")
                               << QByteArray("t # 2\nv 0 a\n");
    }
    void oneGigabyte()
    {
        if (qEnvironmentVariableIsEmpty("STRUCTATLAS_LONG_TESTS"))
            QSKIP("slow: run by 'tests/run --long'");
        QFETCH(QString, format);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, filling);
        QFETCH(QByteArray, good);
        const test::TemporaryFolder folder;
        const auto file = folder.path() / "long.txt";
        {
            std::ofstream stream(file, std::ios::binary);
            stream << before.toStdString();
            const std::string block = filling.repeated((1 << 20) / int(filling.size())).toStdString();
            for (int i = 0; i < 1024; ++i)
                stream << block;
            stream << '\n' << good.toStdString();
        }
        const std::size_t memoryBefore = peakMemoryBytes();
        ReadOptions options;
        options.format = formatByName(format.toStdString());
        const Result<DatasetPtr> data = readDataset(file, options);
        ATLAS_VERIFY_OK(data);
        QCOMPARE((*data)->size(), std::size_t{2});
        QCOMPARE((*data)->rejectedCount(), std::size_t{1});
        QCOMPARE((*data)->problems().front().code, ErrorCode::TooLarge);
        const std::size_t grown = peakMemoryBytes() - memoryBefore;
        QVERIFY2(grown < (std::size_t{400} << 20U), qPrintable(QString::number(grown >> 20U) + " MB"));
    }
};

QTEST_APPLESS_MAIN(TestLongLine)
#include "test_long_line.moc"
