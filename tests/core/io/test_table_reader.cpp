#include "core/io/csv_writer.h"
#include "core/io/readers.h"
#include "support/qtest_text.h"
#include "support/read_text.h"
#include "support/shared_data.h"

#include <sstream>

using namespace atlas;

class TestTableReader : public QObject {
    Q_OBJECT

    static Result<DatasetPtr> read(std::string_view text, const ReadOptions& options = {})
    {
        return test::readMemory(readTable, StructureKind::Molecule, text, options);
    }

private Q_SLOTS:
    void findsColumnsByName()
    {
        const Result<DatasetPtr> result =
            read("Compound ID,logP,SMILES,Label,note\nethanol,-0.3,CCO,alcohol,wet\nethane,,CC,alkane,\n");
        ATLAS_VERIFY_OK(result);
        const Dataset& data = **result;
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data.record(RowId(1)).name, std::string("ethane"));
        QCOMPARE(data.classes().text(LabelId(data.record(RowId(1)).classId.index())), std::string("alkane"));
        QCOMPARE(data.properties().size(), std::size_t{2});
        const auto& logP = std::get<std::vector<double>>(data.properties()[0].values);
        QCOMPARE(logP[0], -0.3);
        QVERIFY(std::isnan(logP[1]));
        QCOMPARE(std::get<std::vector<std::string>>(data.properties()[1].values)[0], std::string("wet"));
    }

    void choosesClassByTheDocumentedOrder()
    {
        const auto classOf = [](const char* text) {
            const Result<DatasetPtr> data = read(text);
            return (*data)->classes().size() == 0 ? std::string() : (*data)->classes().text(LabelId(0));
        };
        QCOMPARE(classOf("smiles,activity,class\nC,a,b\n"), std::string("b"));
        QCOMPARE(classOf("smiles,activity,HIV_active\nC,CI,0\n"), std::string("CI"));
        QCOMPARE(classOf("BBBP,smiles\n1,C\n"), std::string());
        QCOMPARE(classOf("smiles,class\nC,\n"), std::string());
    }

    void takesChosenColumns()
    {
        ReadOptions options;
        options.smilesColumn = "b";
        options.classColumn = "A";
        options.nameColumn = "c";
        const Result<DatasetPtr> result = read("a,b,c,smiles\nyes,CCO,ethanol,C1\n", options);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->molecule(RowId(0)).formula(), std::string("C2H6O"));
        QCOMPARE((*result)->classes().text(LabelId(0)), std::string("yes"));
        QCOMPARE((*result)->record(RowId(0)).name, std::string("ethanol"));
    }

    void namesTheColumnsItSaw()
    {
        const Result<DatasetPtr> result = read("alpha,beta\n1,2\n");
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::Malformed);
        QVERIFY(result.error().message.find("'alpha', 'beta'") != std::string::npos);
        ReadOptions options;
        options.classColumn = "gama";
        const Result<DatasetPtr> missing = read("smiles,gamma\nC,2\n", options);
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::BadUse);
        QVERIFY(missing.error().message.find("did you mean 'gamma'") != std::string::npos);
    }

    void listsBadRows_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("too few") << QByteArray("x,CC") << 3 << 5;
        QTest::newRow("too many") << QByteArray("x,CC,1,2") << 3 << 8;
        QTest::newRow("quote") << QByteArray("x,\"CC,1") << 3 << 3;
        QTest::newRow("text after quote") << QByteArray("\"x\"y,CC,1") << 3 << 4;
        QTest::newRow("ring") << QByteArray("x,CC1C,1") << 3 << 5;
        QTest::newRow("valence in quotes") << QByteArray("x,\"CC(C)(C)(C)C\",1") << 3 << 5;
        QTest::newRow("after another line") << QByteArray("\"x\ny\",C(,1") << 4 << 5;
        QTest::newRow("empty SMILES") << QByteArray("x,,1") << 3 << 3;
        QTest::newRow("not UTF-8") << QByteArray("x,CC,\xff") << 3 << 6;
    }
    void listsBadRows()
    {
        QFETCH(QByteArray, row);
        QFETCH(int, line);
        QFETCH(int, column);
        const Result<DatasetPtr> result =
            read(("name,smiles,value\na,CO,1\n" + row + "\nb,CN,2\n").toStdString());
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->size(), std::size_t{2});
        QCOMPARE((*result)->recordCount(), std::size_t{3});
        const Problem& problem = (*result)->problems().at(0);
        QCOMPARE(problem.code, ErrorCode::Malformed);
        QCOMPARE(problem.location.line, std::uint64_t(line));
        QCOMPARE(problem.location.column, std::uint64_t(column));
    }

    void emptyIsAnError()
    {
        for (const char* text : {"", "\n\n", "smiles\n", "smiles,a\n\n"})
            QCOMPARE(read(text).error().code, ErrorCode::Empty);
        QCOMPARE(read("\"smiles\n").error().code, ErrorCode::Malformed);
    }

    void roundTrip()
    {
        const Result<DatasetPtr> first =
            read("name,smiles,class,weight,note\n\"a, b\",CCO,x,46.07,\"say \"\"hi\"\"\"\nc,CC,,30,\n");
        std::ostringstream written;
        ATLAS_VERIFY_OK(writeCsv(**first, written));
        const Result<DatasetPtr> second = read(written.str());
        ATLAS_VERIFY_OK(second);
        QCOMPARE((*second)->record(RowId(0)).name, std::string("a, b"));
        QVERIFY(!(*second)->record(RowId(1)).classId.valid());
        std::ostringstream again;
        ATLAS_VERIFY_OK(writeCsv(**second, again));
        // "id" became a property of the second: the name column is "name".
        QCOMPARE((*second)->properties().size(), (*first)->properties().size() + 1);
        QVERIFY(again.str().find("\"say \"\"hi\"\"\"") != std::string::npos);
    }

    void truncation()
    {
        test::checkTruncation(readTable, StructureKind::Molecule,
                              "smiles,name\nCCO,\"eth\"\"anol\"\n\n\"CC\",\"two\nlines\"\nC1CC1,ring\n");
    }
    void cancels() { test::checkCancel(readTable, StructureKind::Molecule, "smiles\nCC\n"); }
    void progress() { test::checkProgressReachesEnd(readTable, StructureKind::Molecule, "smiles\nCC\n"); }

    void sharedData_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("records");
        QTest::addColumn<int>("accepted");
        QTest::newRow("BBBP") << "moleculenet/BBBP.csv" << 2050 << 2039;
        QTest::newRow("ESOL") << "moleculenet/delaney-processed.csv" << 1128 << 1128;
    }
    void sharedData()
    {
        QFETCH(QString, file);
        QFETCH(int, records);
        QFETCH(int, accepted);
        const auto path = test::sharedData(file.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        const Result<DatasetPtr> result = test::readShared(readTable, StructureKind::Molecule, path);
        ATLAS_VERIFY_OK(result);
        QCOMPARE((*result)->recordCount(), std::size_t(records));
        QCOMPARE((*result)->size(), std::size_t(accepted));
    }
};

QTEST_APPLESS_MAIN(TestTableReader)
#include "test_table_reader.moc"
