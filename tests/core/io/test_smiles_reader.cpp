#include "core/io/readers.h"
#include "core/io/smiles_writer.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"
#include "support/read_text.h"
#include "support/shared_data.h"

#include <sstream>

using namespace atlas;

class TestSmilesReader : public QObject {
    Q_OBJECT

    static Result<DatasetPtr> read(std::string_view text)
    {
        return test::readMemory(readSmiles, StructureKind::Molecule, text);
    }

private Q_SLOTS:
    void readsLayouts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("className");
        QTest::newRow("smiles name") << "CCO first one\nCCC second\n"
                                     << "first one"
                                     << "";
        QTest::newRow("smiles tab name") << "CCO\tfirst\nCCC\tsecond\n"
                                         << "first"
                                         << "";
        QTest::newRow("smiles alone") << "CCO\nCCC\n"
                                      << ""
                                      << "";
        QTest::newRow("id class smiles") << "T1,-1,CCO\nT2,1,CCC\n"
                                         << "T1"
                                         << "-1";
        QTest::newRow("id smiles") << "T1\tCCO\nT2\tCCC\n"
                                   << "T1"
                                   << "";
        QTest::newRow("title") << "SMILES Name\nCCO first\nCCC second\n"
                               << "first"
                               << "";
        QTest::newRow("blank lines, CR LF") << "\r\n \r\nCCO first\r\n\r\nCCC\r\n"
                                            << "first"
                                            << "";
        QTest::newRow("no class in one line") << "T1,,CCO\nT2,1,CCC\n"
                                              << "T1"
                                              << "";
    }
    void readsLayouts()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QString, className);
        const Result<DatasetPtr> result = read(text.toStdString());
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.rejectedCount(), std::size_t{0});
        QCOMPARE(data.record(RowId(0)).name, name.toStdString());
        QCOMPARE(data.record(RowId(0)).classId.valid(), !className.isEmpty());
        if (!className.isEmpty())
            QCOMPARE(data.classes().text(LabelId(0)), className.toStdString());
        QCOMPARE(data.molecule(RowId(0)).canonicalSmiles(), std::string("CCO"));
        QCOMPARE(data.molecule(RowId(1)).canonicalSmiles(), std::string("CCC"));
    }

    void listsBadLines_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const int bad = static_cast<int>(ErrorCode::Malformed);
        const int large = static_cast<int>(ErrorCode::TooLarge);
        QTest::newRow("unclosed ring") << QByteArray("CC\nCC1C x\nCO") << bad << 2 << 3;
        QTest::newRow("valence") << QByteArray("CC\n\nCC(C)(C)(C)C x\nCO") << bad << 3 << 2;
        QTest::newRow("indented") << QByteArray("CC\n  C=\nCO") << bad << 2 << 4;
        QTest::newRow("third field") << QByteArray("a,1,CC\nb,1,C1\nc,1,CO") << bad << 2 << 6;
        QTest::newRow("missing fields") << QByteArray("a,1,CC\nb\nc,1,CO") << bad << 2 << 2;
        QTest::newRow("second column") << QByteArray("i1\tCC\ni2\tC(\ni3\tCO") << bad << 2 << 5;
        QTest::newRow("not UTF-8") << QByteArray("CC\nCC n\xe9\nCO") << bad << 2 << 5;
        QTest::newRow("too long") << QByteArray("CC\n") + QByteArray(6000, 'C') + "\nCO" << large << 2
                                  << 5001;
        QTest::newRow("zero byte") << QByteArray("CC\nC\0C\nCO", 9) << bad << 2 << 2;
    }
    void listsBadLines()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(int, line);
        QFETCH(int, column);
        const Result<DatasetPtr> result = read(text.toStdString());
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.recordCount(), std::size_t{3});
        QCOMPARE(data.problems().size(), std::size_t{1});
        const Problem& problem = data.problems()[0];
        QCOMPARE(static_cast<int>(problem.code), code);
        QCOMPARE(problem.location.line, std::uint64_t(line));
        QCOMPARE(problem.location.column, std::uint64_t(column));
        QVERIFY(!problem.excerpt.empty());
        QCOMPARE(data.record(RowId(1)).number, RecordId(2));
    }

    void lineAboveTheLimit()
    {
        ReadOptions options;
        options.maximumLineBytes = 100;
        const std::string text = "CC\n" + std::string(1000, 'C') + "\nCO\n";
        const Result<DatasetPtr> result =
            test::readMemory(readSmiles, StructureKind::Molecule, text, options);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{2});
        QCOMPARE((*result)->problems().at(0).code, ErrorCode::TooLarge);
    }

    void emptyIsAnError()
    {
        for (const char* text : {"", "\n\n", "C1\n"}) {
            const Result<DatasetPtr> result = read(text);
            QVERIFY(!result.ok());
            QCOMPARE(result.error().code, ErrorCode::Empty);
        }
    }

    void batchesKeepOrder()
    {
        std::string text;
        for (int i = 0; i < 9000; ++i)
            text += (i % 1000 == 7 ? "C( " : "CC ") + std::to_string(i) + "\n";
        const Result<DatasetPtr> result = read(text);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{8991});
        for (std::size_t i = 0; i < (*result)->size(); ++i) {
            const Record& record = (*result)->record(RowId(i));
            QCOMPARE(record.name, std::to_string(record.number.value()));
        }
    }

    void roundTrip()
    {
        for (const char* text : {"CCO first one\nc1ccccc1 second\n", "a,1,CCO\nb,,C[C@H](F)O\nc,2,C\n"}) {
            const Result<DatasetPtr> first = read(text);
            std::ostringstream written;
            ATLAS_VERIFY_OK(writeSmiles(**first, written));
            const Result<DatasetPtr> second = read(written.str());
            ATLAS_VERIFY_OK(second);
            std::ostringstream again;
            ATLAS_VERIFY_OK(writeSmiles(**second, again));
            QCOMPARE(again.str(), written.str());
            QCOMPARE((*second)->size(), (*first)->size());
            QCOMPARE((*second)->record(RowId(0)).name, (*first)->record(RowId(0)).name);
            QCOMPARE((*second)->classes().size(), (*first)->classes().size());
        }
    }

    void truncation()
    {
        test::checkTruncation(readSmiles, StructureKind::Molecule,
                              "T1,1,CC(=O)Oc1ccccc1C(=O)O\nT2,-1,C[C@@H](N)C(=O)O\r\n\nT3,1,[Na+].[Cl-]\n");
    }
    void cancels() { test::checkCancel(readSmiles, StructureKind::Molecule, "CC\nCO\n"); }
    void progress() { test::checkProgressReachesEnd(readSmiles, StructureKind::Molecule, "CC\nCO\n"); }

    void sharedData_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("records");
        QTest::addColumn<int>("accepted");
        QTest::addColumn<int>("classes");
        QTest::newRow("FM") << "ptc/PTC_pn_FM.smi" << 348 << 348 << 2;
        QTest::newRow("FR") << "ptc/PTC_pn_FR.smi" << 351 << 350 << 2;
        QTest::newRow("MM") << "ptc/PTC_pn_MM.smi" << 336 << 336 << 2;
        QTest::newRow("MR") << "ptc/PTC_pn_MR.smi" << 344 << 343 << 2;
        QTest::newRow("all") << "ptc/corrected_smiles.txt" << 417 << 416 << 0;
        QTest::newRow("mutag") << "mutag/mutag_188_data.can" << 188 << 186 << 0;
    }
    void sharedData()
    {
        QFETCH(QString, file);
        QFETCH(int, records);
        QFETCH(int, accepted);
        QFETCH(int, classes);
        const auto path = test::sharedData(file.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        const Result<DatasetPtr> result = test::readShared(readSmiles, StructureKind::Molecule, path);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->recordCount(), std::size_t(records));
        QCOMPARE((*result)->size(), std::size_t(accepted));
        QCOMPARE((*result)->classes().size(), std::size_t(classes));
    }
};

QTEST_APPLESS_MAIN(TestSmilesReader)
#include "test_smiles_reader.moc"
