#include "core/io/readers.h"
#include "core/io/sdf_writer.h"
#include "support/qtest_text.h"
#include "support/read_text.h"
#include "support/shared_data.h"

#include <sstream>

using namespace atlas;

namespace {

// 9 lines: the fifth is the first atom's.
const std::string ethanol = "ethanol\n  test\n\n"
                            "  3  2  0  0  0  0  0  0  0  0999 V2000\n"
                            "    0.0000    0.0000    0.0000 C   0  0\n"
                            "    1.2990    0.7500    0.0000 C   0  0\n"
                            "    2.5981    0.0000    0.0000 O   0  0\n"
                            "  1  2  1  0\n"
                            "  2  3  1  0\n"
                            "M  END\n";
const std::string methaneV3000 = "methane\n  test\n\n"
                                 "  0  0  0  0  0  0  0  0  0  0999 V3000\n"
                                 "M  V30 BEGIN CTAB\n"
                                 "M  V30 COUNTS 1 0 0 0 0\n"
                                 "M  V30 BEGIN ATOM\n"
                                 "M  V30 1 C 0 0 0 0\n"
                                 "M  V30 END ATOM\n"
                                 "M  V30 END CTAB\n"
                                 "M  END\n";
const std::string fields = ">  <activity>\nActive\n\n> 25 <two lines>\nfirst\nsecond\n\n";

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

class TestSdfReader : public QObject {
    Q_OBJECT

    static Result<DatasetPtr> read(const std::string& text, const ReadOptions& options = {})
    {
        return test::readMemory(readSdf, StructureKind::Molecule, text, options);
    }

private Q_SLOTS:
    void readsBothVersionsWithFields()
    {
        const Result<DatasetPtr> result = read(ethanol + fields + "$$$$\n" + methaneV3000 + "$$$$\n");
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QVERIFY(data.problems().empty());
        QCOMPARE(data.record(RowId(0)).name, std::string("ethanol"));
        QCOMPARE(data.molecule(RowId(0)).canonicalSmiles(), std::string("CCO"));
        QCOMPARE(data.molecule(RowId(1)).formula(), std::string("CH4"));
        QCOMPARE(data.record(RowId(1)).line, std::uint64_t{19});
        QCOMPARE(data.properties().size(), std::size_t{2});
        QCOMPARE(std::get<std::vector<std::string>>(data.properties()[1].values)[0],
                 std::string("first\nsecond"));
    }

    void classAndNameAreChosenFields()
    {
        ReadOptions options;
        options.classColumn = "activity";
        options.nameColumn = "two lines";
        const Result<DatasetPtr> result = read(ethanol + fields + "$$$$\n", options);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->classes().text(LabelId(0)), std::string("Active"));
        QCOMPARE((*result)->record(RowId(0)).name, std::string("first\nsecond"));
        options.classColumn = "absent";
        const Result<DatasetPtr> missing = read(ethanol + fields + "$$$$\n", options);
        QCOMPARE(missing.error().code, ErrorCode::BadUse);
        QVERIFY(missing.error().message.find("'activity'") != std::string::npos);
    }

    void aMolFileNeedsNoDelimiter()
    {
        const Result<DatasetPtr> result = read(ethanol);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{1});
        QVERIFY((*result)->problems().empty());
    }

    void missingDelimiterIsAWarning()
    {
        // At the end, and between two records.
        const Result<DatasetPtr> last = read(ethanol + "$$$$\n" + ethanol);
        ATLAS_VERIFY_OK(last);
        QCOMPARE((*last)->size(), std::size_t{2});
        QCOMPARE((*last)->problems().size(), std::size_t{1});
        QCOMPARE((*last)->problems()[0].location.line, std::uint64_t{21});
        const Result<DatasetPtr> middle =
            read(ethanol + fields + methaneV3000 + "$$$$\n" + ethanol + "$$$$\n");
        ATLAS_VERIFY_OK(middle);
        QCOMPARE((*middle)->size(), std::size_t{3});
        QCOMPARE((*middle)->record(RowId(1)).name, std::string("methane"));
        QCOMPARE((*middle)->record(RowId(1)).line, std::uint64_t{18});
        QCOMPARE((*middle)->problems().size(), std::size_t{1});
    }

    void listsBadRecords_data()
    {
        QTest::addColumn<QString>("record");
        QTest::addColumn<int>("line"); // in the record
        const auto row = [](const char* name, const std::string& record, int line) {
            QTest::newRow(name) << QString::fromStdString(record) << line;
        };
        row("coordinates", replaced(ethanol, "    1.2990", "  nonsense"), 6);
        row("element", replaced(ethanol, "0.0000 O ", "0.0000 Xx"), 7);
        row("bond to no atom", replaced(ethanol, "  2  3  1", "  2  9  1"), 9);
        row("counts", replaced(ethanol, "  3  2  0", "  x  2  0"), 4);
        row("more atoms than lines", replaced(ethanol, "  3  2  0", " 30  2  0"), 8);
        row("no end", replaced(ethanol, "M  END\n", ""), 9);
        row("valence", replaced(replaced(ethanol, "  2  3  1", "  2  3  3"), "  1  2  1", "  1  2  3"), 6);
        row("no atoms", "empty\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n", 4);
        row("only a name", "lost\n", 1);
    }
    void listsBadRecords()
    {
        QFETCH(QString, record);
        QFETCH(int, line);
        const Result<DatasetPtr> result =
            read(ethanol + "$$$$\n" + record.toStdString() + "$$$$\n" + methaneV3000 + "$$$$\n");
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{2});
        QCOMPARE((*result)->recordCount(), std::size_t{3});
        QCOMPARE((*result)->problems().size(), std::size_t{1});
        const Problem& problem = (*result)->problems()[0];
        QCOMPARE(problem.code, ErrorCode::Malformed);
        // RDKit's line may be the one after the fault.
        QVERIFY2(problem.location.line >= std::uint64_t(11 + line)
                     && problem.location.line <= std::uint64_t(12 + line),
                 std::to_string(problem.location.line).c_str());
    }

    void truncatedRecordIsRejectedWhereItStops()
    {
        const Result<DatasetPtr> result =
            read(ethanol + "$$$$\n" + ethanol.substr(0, ethanol.find("  1  2  1")));
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{1});
        QCOMPARE((*result)->problems().at(0).location.line, std::uint64_t{18});
        // One cut record does not take the next with it.
        const Result<DatasetPtr> next =
            read(ethanol.substr(0, ethanol.find("  1  2  1")) + methaneV3000 + "$$$$\n");
        ATLAS_VERIFY_OK(next);
        QCOMPARE((*next)->size(), std::size_t{1});
        QCOMPARE((*next)->recordCount(), std::size_t{2});
        QCOMPARE((*next)->record(RowId(0)).name, std::string("methane"));
    }

    void largeRecordIsSkipped()
    {
        ReadOptions options;
        options.maximumLineBytes = 1000;
        const std::string large = ethanol + ">  <long>\n" + std::string(400, 'x') + "\n"
            + std::string(400, 'y') + "\n" + std::string(400, 'z') + "\n\n$$$$\n";
        const Result<DatasetPtr> result = read(large + ethanol + "$$$$\n", options);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{1});
        QCOMPARE((*result)->problems().at(0).code, ErrorCode::TooLarge);
    }

    void manyAtomsAreRefused()
    {
        const Result<DatasetPtr> result =
            read(replaced(methaneV3000, "COUNTS 1 0", "COUNTS 2000000000 0") + "$$$$\n" + ethanol + "$$$$\n");
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->problems().at(0).code, ErrorCode::TooLarge);
    }

    void emptyIsAnError()
    {
        for (const char* text : {"", "\n\n", "$$$$\n"})
            QCOMPARE(read(text).error().code, ErrorCode::Empty);
    }

    void roundTrip()
    {
        ReadOptions options;
        options.classColumn = "activity";
        const Result<DatasetPtr> first = read(ethanol + fields + "$$$$\n" + methaneV3000 + "$$$$\n", options);
        std::ostringstream written;
        ATLAS_VERIFY_OK(writeSdf(**first, written));
        options.classColumn = "class";
        const Result<DatasetPtr> second = read(written.str(), options);
        ATLAS_VERIFY_OK(second);
        std::ostringstream again;
        ATLAS_VERIFY_OK(writeSdf(**second, again));
        QCOMPARE(again.str(), written.str());
        QCOMPARE((*second)->record(RowId(0)).name, std::string("ethanol"));
        QCOMPARE((*second)->classes().text(LabelId(0)), std::string("Active"));
        QVERIFY((*second)->problems().empty());
    }

    void truncation()
    {
        test::checkTruncation(readSdf, StructureKind::Molecule,
                              ethanol + fields + "$$$$\n" + methaneV3000 + "$$$$\n");
    }
    void cancels() { test::checkCancel(readSdf, StructureKind::Molecule, ethanol); }
    void progress() { test::checkProgressReachesEnd(readSdf, StructureKind::Molecule, ethanol); }

    void sharedData_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("classColumn");
        QTest::addColumn<int>("records");
        QTest::addColumn<int>("accepted");
        QTest::addColumn<int>("classes");
        // cpdb's nitro groups have a hydrogen too many: four bonds at an uncharged nitrogen.
        QTest::newRow("cpdb") << "cpdb/cpdb.sdf"
                              << "activity" << 684 << 602 << 2;
        QTest::newRow("mutag") << "mutag/mutag.sdf"
                               << "activity" << 188 << 187 << 2;
        QTest::newRow("nctrer") << "nctrer_er/NCTRER_v4b_232_15Feb2008.sdf"
                                << "ActivityOutcome_NCTRER" << 232 << 232 << 3;
    }
    void sharedData()
    {
        QFETCH(QString, file);
        QFETCH(QString, classColumn);
        QFETCH(int, records);
        QFETCH(int, accepted);
        QFETCH(int, classes);
        const auto path = test::sharedData(file.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        ReadOptions options;
        options.classColumn = classColumn.toStdString();
        const Result<DatasetPtr> result = test::readShared(readSdf, StructureKind::Molecule, path, options);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->recordCount(), std::size_t(records));
        QCOMPARE((*result)->size(), std::size_t(accepted));
        QCOMPARE((*result)->classes().size(), std::size_t(classes));
    }
};

QTEST_APPLESS_MAIN(TestSdfReader)
#include "test_sdf_reader.moc"
