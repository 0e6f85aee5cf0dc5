#include "app/command_line.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noArgumentsOpenTheWindow()
    {
        const Result<Command> command = parseCommandLine({});
        ATLAS_VERIFY_OK(command);
        QVERIFY(std::get<WindowCommand>(*command).data.empty());
    }

    void aFileOpensInTheWindow()
    {
        const Result<Command> command = parseCommandLine({"molecules.csv", "--class-column", "activity"});
        ATLAS_VERIFY_OK(command);
        const auto& window = std::get<WindowCommand>(*command);
        QCOMPARE(window.data, std::string("molecules.csv"));
        QCOMPARE(window.options.read.classColumn, std::string("activity"));
    }

    void runWithOptionsInAnyOrder()
    {
        const Result<Command> command =
            parseCommandLine({"run", "--threads", "2", "describe", "--as=tree", "a.smi", "--out", "results",
                              "--seed", "7", "--figures", "false"});
        ATLAS_VERIFY_OK(command);
        const auto& run = std::get<RunCommand>(*command);
        QCOMPARE(run.method, std::string("describe"));
        QCOMPARE(run.data, std::string("a.smi"));
        QCOMPARE(run.out, std::string("results"));
        QCOMPARE(run.options.seed, std::uint64_t{7});
        QCOMPARE(run.options.threads, std::size_t{2});
        QVERIFY(!run.options.figures);
        QCOMPARE(run.options.read.as, StructureView::Tree);
    }

    void badUse_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part"); // of the message
        QTest::newRow("run alone") << QStringList{"run"} << "needs a method and data";
        QTest::newRow("no out") << QStringList{"run", "describe", "a.smi"} << "--out DIR";
        QTest::newRow("unknown method")
            << QStringList{"run", "descibe", "a.smi", "--out", "x"} << "did you mean 'describe'";
        QTest::newRow("unknown option")
            << QStringList{"run", "describe", "a.smi", "--out", "x", "--sed", "1"} << "no parameter '--sed'";
        QTest::newRow("missing value") << QStringList{"run", "describe", "a.smi", "--out"} << "needs a value";
        QTest::newRow("bad seed") << QStringList{"a.smi", "--seed", "one"} << "--seed cannot be 'one'";
        QTest::newRow("negative threads") << QStringList{"a.smi", "--threads", "-1"} << "from 0 to 1024";
        QTest::newRow("bad format") << QStringList{"a.smi", "--format", "word"} << "one of detect, smiles";
        QTest::newRow("two files") << QStringList{"a.smi", "b.smi"} << "One word too many: 'b.smi'";
        QTest::newRow("example without out") << QStringList{"example", "grammar"} << "--out FILE";
    }
    void badUse()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        std::vector<std::string> words;
        for (const QString& argument : arguments)
            words.push_back(argument.toStdString());
        const Result<Command> command = parseCommandLine(words);
        QVERIFY(!command);
        QCOMPARE(command.error().code, ErrorCode::BadUse);
        QVERIFY2(command.error().message.find(part.toStdString()) != std::string::npos,
                 command.error().message.c_str());
    }

    void helpNamesEveryOption()
    {
        const std::string help = helpText();
        for (const char* word : {"--format", "--class-column", "--as", "--hydrogens", "--sentiment",
                                 "--threads", "--seed", "--figures", "example:medicines", "Exit codes"})
            QVERIFY2(help.find(word) != std::string::npos, word);
    }
};

QTEST_APPLESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
