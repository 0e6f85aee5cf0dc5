#include "core/io/selection_table.h"

#include "support/qtest_text.h"
#include "support/temporary_folder.h"
#include "support/tree_data.h"

using namespace atlas;

class TestSelectionTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writtenTablesReadBack()
    {
        const DatasetPtr data = test::prefixedTrees("x:a(b)\ny:b\nx:c(a b)\n");
        QVERIFY(data);
        const std::vector<NamedRows> selections{{"with, comma", {RowId(0), RowId(2)}},
                                                {"one \"quoted\"", {RowId(1)}}};
        const std::string text = selectionTable(*data, selections);
        QVERIFY(text.starts_with("id,name,class,selection\n"));
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 4);
        QVERIFY(text.find(",x,\"with, comma\"\n") != std::string::npos);
        const Result<ReadSelections> read = readSelectionTable(*data, m_folder.write("written.csv", text));
        ATLAS_VERIFY_OK(read);
        QCOMPARE(read->selections, selections);
        QCOMPARE(read->unknown, std::size_t{0});
    }

    void otherTablesAreReadByColumnNames()
    {
        const DatasetPtr data = test::prefixedTrees("x:a(b)\nbroken((\nx:c(a b)\n");
        QVERIFY(data);
        QCOMPARE(data->size(), std::size_t{2}); // record 2 is row 1
        const auto file = m_folder.write("other.tsv", "selection\tid\nhit\t2\nhit\t77\nhit\tword\n");
        const Result<ReadSelections> read = readSelectionTable(*data, file);
        ATLAS_VERIFY_OK(read);
        QCOMPARE(read->selections, (std::vector<NamedRows>{{"hit", {RowId(1)}}}));
        QCOMPARE(read->unknown, std::size_t{2});
    }

    void whatIsNoTableIsRefused_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("words");
        QTest::newRow("empty") << std::string() << std::string("'id' and 'selection'");
        QTest::newRow("columns") << std::string("id,name\n0,x\n") << std::string("'id' and 'selection'");
        QTest::newRow("nameless") << std::string("id,selection\n0,\n") << std::string(":2");
        QTest::newRow("short") << std::string("id,selection\n0\n") << std::string("no selection");
        QTest::newRow("quote") << std::string("id,selection\n0,\"a\n") << std::string(":2");
        QTest::newRow("other data") << std::string("id,selection\n9,a\n") << std::string("None of its ids");
    }
    void whatIsNoTableIsRefused()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, words);
        const DatasetPtr data = test::prefixedTrees("x:a(b)\n");
        const Result<ReadSelections> read = readSelectionTable(*data, m_folder.write("bad.csv", text));
        QVERIFY(!read);
        QVERIFY2(toString(read.error()).find(words) != std::string::npos, toString(read.error()).c_str());
    }

private:
    test::TemporaryFolder m_folder;
};

QTEST_APPLESS_MAIN(TestSelectionTable)
#include "test_selection_table.moc"
