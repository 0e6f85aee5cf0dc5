#include "core/methods/table.h"

#include "core/io/csv_writer.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTextsAndNumbers()
    {
        Table table("projection", {"id", "name", "x"});
        table.addRow(0, "first", 0.1);
        table.addRow(1U, std::string("second"), 1e-300);
        table.addCells({"2", "third", ""});
        QCOMPARE(table.name(), std::string("projection"));
        QCOMPARE(table.rows(), std::size_t{3});
        QCOMPARE(table.columns(), std::size_t{3});
        QCOMPARE(table.cell(1, 2), std::string("1e-300"));
        QCOMPARE(table.toCsv(), std::string("id,name,x\n0,first,0.1\n1,second,1e-300\n2,third,\n"));
    }

    void numbersReadBackEqual()
    {
        Table table("numbers", {"x"});
        const double value = 0.1 + 0.2;
        table.addRow(value);
        QCOMPARE(std::stod(table.cell(0, 0)), value);
    }

    void headerAlone()
    {
        const Table table("empty", {"a", "b,c"});
        QCOMPARE(table.rows(), std::size_t{0});
        QCOMPARE(table.toCsv(), std::string("a,\"b,c\"\n"));
    }

    void quotes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("field");
        QTest::newRow("plain") << "abc"
                               << "abc";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("comma") << "a,b"
                               << "\"a,b\"";
        QTest::newRow("quote") << "say \"no\""
                               << "\"say \"\"no\"\"\"";
        QTest::newRow("line feed") << "a\nb"
                                   << "\"a\nb\"";
        QTest::newRow("carriage return") << "a\rb"
                                         << "\"a\rb\"";
        QTest::newRow("blank") << "a b"
                               << "a b";
    }
    void quotes()
    {
        QFETCH(QString, text);
        QFETCH(QString, field);
        QCOMPARE(csvField(text.toStdString()), field.toStdString());
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "test_table.moc"
