#include "core/io/csv_parser.h"

#include "core/io/csv_writer.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestCsvParser : public QObject {
    Q_OBJECT

    /// Rows as "a|b|c"; a bad row as "!line:column".
    static QStringList rows(std::string_view text)
    {
        TextInput input = TextInput::fromMemory("memory", text);
        LineReader lines(input);
        CsvParser parser(lines);
        QStringList found;
        for (auto status = parser.next(); status != CsvParser::Status::End; status = parser.next()) {
            QStringList fields;
            for (const CsvField& field : parser.fields())
                fields << QString::fromStdString(field.text);
            found << (status == CsvParser::Status::Row
                          ? fields.join('|')
                          : QString("!%1:%2").arg(parser.fault().line).arg(parser.fault().column));
        }
        return found;
    }

private Q_SLOTS:
    void parses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("plain") << "a,b\n1,2\n" << QStringList{"a|b", "1|2"};
        QTest::newRow("tabs") << "a\tb\n1,5\t2\n" << QStringList{"a|b", "1,5|2"};
        QTest::newRow("semicolons") << "a;b\n1,5;2\n" << QStringList{"a|b", "1,5|2"};
        QTest::newRow("one column") << "a\n1\n" << QStringList{"a", "1"};
        QTest::newRow("empty fields") << "a,b,c\n,,\n" << QStringList{"a|b|c", "||"};
        QTest::newRow("quotes") << "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n"
                                << QStringList{"a|b", "x,y|say \"hi\""};
        QTest::newRow("quoted line end") << "a,b\n\"x\ny\",2\n3,4" << QStringList{"a|b", "x\ny|2", "3|4"};
        QTest::newRow("quoted header") << "\"a,b\";c\n1;2\n" << QStringList{"a,b|c", "1|2"};
        QTest::newRow("blank lines") << "\na,b\r\n\r\n1,2\n\n" << QStringList{"a|b", "1|2"};
        QTest::newRow("empty quoted") << "a,b\n\"\",2" << QStringList{"a|b", "|2"};
        QTest::newRow("quote inside") << "a,b\n5\" disk,2" << QStringList{"a|b", "5\" disk|2"};
        QTest::newRow("never closed") << "a,b\n1,\"x\n3,4\n5,6" << QStringList{"a|b", "!2:3", "3|4", "5|6"};
        QTest::newRow("text after quote") << "a,b\n\"x\"y,2\n3,4" << QStringList{"a|b", "!2:4", "3|4"};
        QTest::newRow("quote closed by the next row")
            << "a,b\n1,\"x\n3,\"y\"\n5,6" << QStringList{"a|b", "!3:4", "3|y", "5|6"};
        QTest::newRow("nothing") << "" << QStringList{};
    }
    void parses()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, expected);
        QCOMPARE(rows(text.toStdString()), expected);
    }

    void fieldsHavePlaces()
    {
        TextInput input = TextInput::fromMemory("memory", "a,b,c\n\u00e91,\"x\ny\",z\n");
        LineReader lines(input);
        CsvParser parser(lines);
        parser.next();
        QCOMPARE(parser.next(), CsvParser::Status::Row);
        QCOMPARE(parser.fields()[1].line, std::uint64_t{2});
        QCOMPARE(parser.fields()[1].column, std::uint64_t{5}); // characters, behind the quote
        QCOMPARE(parser.fields()[2].line, std::uint64_t{3});
        QCOMPARE(parser.fields()[2].column, std::uint64_t{4});
    }

    void strayQuotesCostLittle()
    {
        std::string text = "a,b\n";
        for (int i = 0; i < 3000; ++i)
            text += "1,\"x\n";
        text += "3,4\n";
        const QStringList found = rows(text);
        QCOMPARE(found.size(), 3002);
        QCOMPARE(found.last(), QString("3|4"));
    }

    void writtenFieldsReadBack()
    {
        for (const char* text : {"plain", "a,b", "say \"hi\"", "two\nlines", " blanks ", "", "tab\there"}) {
            const std::string line = "x," + csvField(text) + ",y";
            QCOMPARE(rows("a,b,c\n" + line).at(1), QString("x|%1|y").arg(text));
        }
    }
};

QTEST_APPLESS_MAIN(TestCsvParser)
#include "test_csv_parser.moc"
