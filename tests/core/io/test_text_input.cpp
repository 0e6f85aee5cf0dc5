#include "core/io/readers.h"
#include "core/io/text_input.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"
#include "tests/support/tree_reading.h"

#include <QProcess>

using namespace atlas;
using namespace atlas::test;

namespace {

std::string readAll(TextInput& input, std::size_t piece = 1000)
{
    std::string text;
    std::string buffer(piece, '\0');
    while (const std::size_t count = input.read(buffer.data(), buffer.size()))
        text.append(buffer, 0, count);
    return text;
}

/// By the gzip program, so that the bytes do not come from the library under test.
std::string gzipped(const TemporaryFolder& folder, const std::string& text)
{
    const std::filesystem::path path = folder.write("plain", text);
    QProcess::execute("gzip", {"-nf", QString::fromStdString(path.string())});
    return readFile(path.string() + ".gz");
}

/// Text that compresses badly, so that the middle of the file is the middle of the text.
std::string manyLines()
{
    std::string text;
    unsigned state = 12345;
    for (int i = 0; i < 20'000; ++i) {
        state = state * 1664525U + 1013904223U;
        text += "w" + std::to_string(state) + " v" + std::to_string(i) + "\n";
    }
    return text;
}

} // namespace

class TestTextInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPlainAndCompressedAlike()
    {
        const TemporaryFolder folder;
        const std::string text = manyLines();
        const auto plain = folder.write("a.txt", text);
        const auto packed = folder.write("b.txt", gzipped(folder, text));
        for (const std::size_t piece : {1U, 3U, 4096U, 1'000'000U}) {
            for (const auto& path : {plain, packed}) {
                Result<TextInput> input = TextInput::open(path);
                ATLAS_VERIFY_OK(input);
                QCOMPARE(readAll(*input, piece), text);
                QVERIFY(!input->failed());
                QVERIFY(input->fraction() > 0.999);
            }
        }
    }

    void aFullReadFillsTheBuffer()
    {
        const TemporaryFolder folder;
        const std::string text = manyLines();
        Result<TextInput> input = TextInput::open(folder.write("b", gzipped(folder, text)));
        std::string buffer(65536, '\0');
        QCOMPARE(input->read(buffer.data(), buffer.size()), buffer.size());
        QCOMPARE(buffer, text.substr(0, buffer.size()));
        QVERIFY(input->fraction() > 0 && input->fraction() < 1);
    }

    void severalMembersAndPadding()
    {
        const TemporaryFolder folder;
        const std::string twice = gzipped(folder, "one\n") + gzipped(folder, "two\n") + std::string(10, '\0');
        Result<TextInput> input = TextInput::open(folder.write("c.gz", twice));
        QCOMPARE(readAll(*input, 2), std::string("one\ntwo\n"));
        QVERIFY(!input->failed());
    }

    void byteOrderMarks()
    {
        const TemporaryFolder folder;
        Result<TextInput> marked = TextInput::open(folder.write("a",
                                                                "\xef\xbb\xbf"
                                                                "abc"));
        QCOMPARE(readAll(*marked, 2), std::string("abc"));
        Result<TextInput> binary = TextInput::openBinary(folder.write("a",
                                                                      "\xef\xbb\xbf"
                                                                      "abc"));
        QCOMPARE(readAll(*binary),
                 std::string("\xef\xbb\xbf"
                             "abc"));
        TextInput memory = TextInput::fromMemory("m",
                                                 "\xef\xbb\xbf"
                                                 "abc");
        QCOMPARE(readAll(memory), std::string("abc"));
        using namespace std::string_literals;
        for (const std::string& wide :
             {"\xff\xfe(\0"s, "\xfe\xff\0("s, "(\0S\0 \0"s, "\0(\0S"s, "\0\0\xfe\xff"s}) {
            const Result<TextInput> refused = TextInput::open(folder.write("w", wide));
            QVERIFY(!refused && refused.error().code == ErrorCode::Unreadable);
            QVERIFY(refused.error().message.find("UTF-16") != std::string::npos);
        }
    }

    void shortFiles()
    {
        const TemporaryFolder folder;
        for (const std::string text : {"", "a", "ab", "abc", "abcde"}) {
            Result<TextInput> input = TextInput::open(folder.write("s", text));
            ATLAS_VERIFY_OK(input);
            QCOMPARE(readAll(*input), text);
            QVERIFY(!input->failed());
        }
    }

    void whatIsNoFile()
    {
        const TemporaryFolder folder;
        const Result<TextInput> missing = TextInput::open(folder.path() / "missing");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        const Result<TextInput> directory = TextInput::open(folder.path());
        QVERIFY(!directory && directory.error().code == ErrorCode::Unreadable);
    }

    void aCutGzipGivesWhatItHas()
    {
        const TemporaryFolder folder;
        const std::string text = manyLines();
        const std::string packed = gzipped(folder, text);
        for (const std::size_t kept :
             {packed.size() / 2, packed.size() - 1, std::size_t{30}, std::size_t{5}}) {
            Result<TextInput> input = TextInput::open(folder.write("d.gz", packed.substr(0, kept)));
            ATLAS_VERIFY_OK(input);
            const std::string read = readAll(*input);
            QVERIFY(input->failed());
            QVERIFY(input->failure().find("cut off") != std::string::npos);
            QCOMPARE(read, text.substr(0, read.size()));
            if (kept == packed.size() / 2)
                QVERIFY(read.size() > text.size() / 3);
        }
    }

    void aDamagedGzipKeepsItsRecords()
    {
        const TemporaryFolder folder;
        const std::string text = manyLines();
        std::string packed = gzipped(folder, text);
        for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 64; ++i)
            packed[i] = '\x55';
        Result<TextInput> input = TextInput::open(folder.write("e.gz", packed));
        const Outcome read = readInput(readSequences, *input);
        ATLAS_VERIFY_OK(read.status);
        QVERIFY(input->failed());
        QVERIFY(read.trees > 5'000);
        QCOMPARE(treeText(*read.data, 4'000).substr(0, 6), std::string("v4000("));
        const Problem& last = read.problems().back();
        QVERIFY(last.code == ErrorCode::Unreadable);
        QVERIFY(last.reason.find("damaged") != std::string::npos);
    }

    void aCutLineOfACutGzipIsNoRecord()
    {
        const TemporaryFolder folder;
        const std::string packed = gzipped(folder, manyLines());
        Result<TextInput> input = TextInput::open(folder.write("f.gz", packed.substr(0, packed.size() / 2)));
        const Outcome read = readInput(readSequences, *input);
        for (std::size_t row = 0; row < read.trees; ++row)
            QCOMPARE(read.data->tree(RowId(row)).nodeCount(), std::size_t{2});
        QVERIFY(!read.problems().empty());
    }

    void aGzipDamagedAtOnceIsAnError()
    {
        const TemporaryFolder folder;
        Result<TextInput> input = TextInput::open(folder.write("g.gz", "\x1f\x8b not gzip at all"));
        const Outcome read = readInput(readSequences, *input);
        QVERIFY(!read.status && read.status.error().code == ErrorCode::Unreadable);
    }

    void pieces()
    {
        TextInput input = TextInput::fromMemory("m", "abcdefg", 3);
        std::string buffer(10, '\0');
        QCOMPARE(input.read(buffer.data(), 10), std::size_t{3});
        QCOMPARE(input.read(buffer.data(), 2), std::size_t{2});
        QCOMPARE(input.fraction(), 5.0 / 7.0);
        QCOMPARE(input.sizeOnDisk(), std::size_t{7});
    }
};

QTEST_APPLESS_MAIN(TestTextInput)
#include "test_text_input.moc"
