#include "core/io/line_reader.h"
#include "support/qtest_text.h"
#include "tests/support/tree_reading.h"

using namespace atlas;

namespace {

std::vector<std::string> linesOf(std::string_view text, std::size_t piece, std::size_t limit = 1000)
{
    TextInput input = TextInput::fromMemory("m", text, piece);
    LineReader reader(input, limit);
    std::vector<std::string> lines;
    while (true) {
        const LineReader::Status status = reader.next();
        if (status == LineReader::Status::End)
            return lines;
        lines.push_back((status == LineReader::Status::TooLong ? "long: " : "") + std::string(reader.line()));
    }
}

/// The rule, said once more and slowly: CR LF, CR and LF end a line.
std::vector<std::string> splitSlowly(std::string_view text)
{
    std::vector<std::string> lines;
    std::string line;
    bool open = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        open = true;
        if (text[i] == '\n' || text[i] == '\r') {
            if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
                ++i;
            lines.push_back(std::exchange(line, {}));
            open = false;
        } else {
            line += text[i];
        }
    }
    if (open)
        lines.push_back(line);
    return lines;
}

} // namespace

class TestLineReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsOfLine()
    {
        const std::vector<std::string> expected{"a", "", "b", "c", "", "d"};
        for (const std::size_t piece : {1U, 2U, 3U, 100U})
            QCOMPARE(linesOf("a\n\nb\r\nc\r\rd", piece), expected);
        QVERIFY(linesOf("", 1).empty());
        QCOMPARE(linesOf("a\r\n", 1).size(), std::size_t{1});
    }

    void likeTheSlowWay()
    {
        unsigned state = 7;
        for (int round = 0; round < 300; ++round) {
            std::string text;
            for (int i = 0; i < round % 40; ++i) {
                state = state * 1664525U + 1013904223U;
                text += "ab\n\r"[state >> 30U];
            }
            for (const std::size_t piece : {1U, 2U, 5U, 100U})
                QCOMPARE(linesOf(text, piece), splitSlowly(text));
        }
    }

    void linesAboveTheLimit()
    {
        const std::vector<std::string> expected{"abcd", "long: abcde", "x"};
        for (const std::size_t piece : {1U, 2U, 100U})
            QCOMPARE(linesOf("abcd\nabcde\nx", piece, 4), expected);
        const std::string umlauts = "a" + test::repeated("\xc3\xa4", 100);
        const std::vector<std::string> cut = linesOf(umlauts, 7, 150);
        QCOMPARE(cut.size(), std::size_t{1});
        QCOMPARE(cut[0], "long: a" + test::repeated("\xc3\xa4", 39)); // 79 bytes: no half character
    }

    void linesAcrossBuffers()
    {
        const std::string line(100'000, 'x');
        const std::string text = test::repeated(line + "\n", 10);
        TextInput input = TextInput::fromMemory("m", text);
        LineReader reader(input);
        for (int i = 1; i <= 10; ++i) {
            QVERIFY(reader.next() == LineReader::Status::Line);
            QCOMPARE(reader.line().size(), line.size());
            QCOMPARE(reader.number(), static_cast<std::uint64_t>(i));
            QVERIFY(reader.terminated());
        }
        QVERIFY(reader.next() == LineReader::Status::End);
    }

    void tellsAMissingEnd()
    {
        TextInput input = TextInput::fromMemory("m", "a\nb");
        LineReader reader(input);
        reader.next();
        QVERIFY(reader.terminated());
        reader.next();
        QVERIFY(!reader.terminated());
    }

    void aCancelEndsALongLine()
    {
        const std::string text(10'000'000, 'x');
        TextInput input = TextInput::fromMemory("m", text);
        ProgressMonitor monitor;
        monitor.cancel();
        LineReader reader(input, LineReader::defaultLimit, monitor.token());
        QVERIFY(reader.next() == LineReader::Status::End);
    }

    void invalidUtf8_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("byte");
        QTest::newRow("ascii") << QByteArray("abcdefghijklmnop") << -1;
        QTest::newRow("two, three, four bytes") << QByteArray("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") << -1;
        QTest::newRow("latin-1") << QByteArray("abcdefghi\xe4 x") << 9;
        QTest::newRow("lone continuation") << QByteArray("ab\x80") << 2;
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << 0;
        QTest::newRow("overlong of three") << QByteArray("a\xe0\x80\xaf") << 1;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << 0;
        QTest::newRow("above the last") << QByteArray("\xf4\x90\x80\x80") << 0;
        QTest::newRow("cut") << QByteArray("abc\xe2\x82") << 3;
        QTest::newRow("cut by another") << QByteArray("\xe2\x82z") << 0;
    }
    void invalidUtf8()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, byte);
        const std::size_t found = findInvalidUtf8(text.toStdString());
        QCOMPARE(found == std::string_view::npos ? -1 : static_cast<int>(found), byte);
        QCOMPARE(findInvalidUtf8(replaceInvalidUtf8(text.toStdString())), std::string_view::npos);
    }
};

QTEST_APPLESS_MAIN(TestLineReader)
#include "test_line_reader.moc"
