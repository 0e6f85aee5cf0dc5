// Drives the real program without a window, as a script would.

#include "core/io/format.h"
#include "support/program.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

using namespace atlas;
using test::Outcome;

namespace {

Outcome run(const QStringList& arguments) { return test::runProgram(arguments); }

QJsonObject readJson(const std::filesystem::path& path)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(test::readFile(path))).object();
}

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

class TestHeadless : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRecipeGivesTheSameTablesAtAnyThreadCount()
    {
        const test::TemporaryFolder folder;
        const auto recipe = folder.write("recipe.json", R"({"format": "structatlas recipe", "version": 1,
            "data": {"source": "example:grammar"},
            "steps": [{"method": "describe"}, {"method": "mine", "parameters": {"min-support": "40"}}]})");
        for (const char* threads : {"1", "2"}) {
            const Outcome outcome = run({"recipe", text(recipe), "--threads", threads, "--figures", "false",
                                         "--out", text(folder.path() / threads)});
            QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        }
        for (const char* table :
             {"01-describe/structures.csv", "01-describe/problems.csv", "02-mine/patterns.csv"})
            QCOMPARE(test::readFile(folder.path() / "1" / table),
                     test::readFile(folder.path() / "2" / table));
        QCOMPARE(run({"recipe", text(folder.path() / "none.json"), "--out", "x"}).exitCode, 3);
    }

    void vectorsAreDecodedBack()
    {
        const test::TemporaryFolder folder;
        const auto out = folder.path() / "rpca";
        Outcome outcome = run({"run", "rpca", "example:grammar", "--components", "all", "--figures", "false",
                               "--out", text(out)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        const auto file = folder.path() / "decoded.jsonl";
        outcome = run({"decode", text(out / "model.json"), text(out / "encoding.csv"), "--out", text(file)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        // Both as JSON lines: the trees are the same; names and classes are not in a vector.
        const auto trees = [](const std::string& lines) {
            QStringList found;
            for (const QByteArray& line : QByteArray::fromStdString(lines).split('\n'))
                if (!line.isEmpty())
                    found << QJsonDocument(QJsonDocument::fromJson(line)["tree"].toObject())
                                 .toJson(QJsonDocument::Compact);
            return found;
        };
        const auto original = folder.path() / "original.jsonl";
        QCOMPARE(run({"example", "grammar", "--out", text(original)}).exitCode, 0);
        const QStringList decoded = trees(test::readFile(file));
        QCOMPARE(decoded.size(), 421);
        const std::string written = test::readFile(original);
        if (written.starts_with("{"))
            QCOMPARE(decoded, trees(written));
        QCOMPARE(run({"decode", text(file), text(out / "encoding.csv"), "--out", text(file)}).exitCode, 3);
    }

    void aSavedModelIsApplied()
    {
        const test::TemporaryFolder folder;
        const auto learned = folder.path() / "learned";
        Outcome outcome = run({"run", "perceptron", "example:documents", "--multiclass", "true", "--figures",
                               "false", "--out", text(learned)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        const auto applied = folder.path() / "applied";
        outcome = run({"apply", text(learned / "model.json"), "example:documents", "--seed", "2", "--out",
                       text(applied)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        QVERIFY(std::filesystem::exists(applied / "predictions.csv"));
        const QJsonObject summary = readJson(applied / "summary.json");
        QCOMPARE(summary["method"].toString(), QString("perceptron"));
        QVERIFY(summary["metrics"].toObject().contains("test_error"));

        const auto noModel = folder.write("none.json", "{\"format\": \"something else\"}");
        outcome = run({"apply", text(noModel), "example:documents", "--out", text(applied)});
        QCOMPARE(outcome.exitCode, 3);
        QVERIFY2(outcome.error.contains("'structatlas perceptron'"), qPrintable(outcome.error));
    }

    void describeWritesTablesFiguresAndSummary()
    {
        const test::TemporaryFolder folder;
        const auto out = folder.path() / "out";
        const Outcome outcome = run({"run", "describe", "example:grammar", "--out", text(out)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        for (const char* name : {"summary.json", "problems.csv", "structures.csv", "sizes.svg", "sizes.pdf",
                                 "sizes.png", "depths.svg", "depths.pdf", "depths.png"})
            QVERIFY2(std::filesystem::exists(out / name) && std::filesystem::file_size(out / name) > 30,
                     name);
        const QJsonObject summary = readJson(out / "summary.json");
        QCOMPARE(summary["data"].toObject()["structures"].toInt(), 421);
        QCOMPARE(summary["metrics"].toObject()["distinct_roots"].toInt(), 421);
        for (const char* stage : {"load", "compute", "render"})
            QVERIFY(summary["timings"].toObject().contains(stage));
    }

    // The numbers of the issue, through the whole program.
    void describeInex()
    {
        const auto source = test::sharedData("inex2005/inex05.train.elastic.tree");
        ATLAS_REQUIRE_SHARED(source);
        const test::TemporaryFolder folder;
        const Outcome outcome =
            run({"run", "describe", text(source), "--figures", "false", "--out", text(folder.path())});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        const QJsonObject summary = readJson(folder.path() / "summary.json");
        const QJsonObject metrics = summary["metrics"].toObject();
        QCOMPARE(metrics["nodes"].toInt(), 124'359);
        QCOMPARE(metrics["dag_nodes"].toInt(), 5'275);
        QCOMPARE(metrics["dag_nodes_positional"].toInt(), 7'498);
        QCOMPARE(metrics["dag_arcs"].toInt(), 63'979);
        QCOMPARE(metrics["dag_pairs"].toInt(), 6'102);
        QCOMPARE(metrics["distinct_roots"].toInt(), 2'609);
        QCOMPARE(metrics["max_outdegree"].toInt(), 31); // the 32 of the data's README is the test file
        QCOMPARE(summary["data"].toObject()["structures"].toInt(), 4'820);
        QCOMPARE(summary["data"].toObject()["classes"].toObject().size(), 11);
        QCOMPARE(summary["data"].toObject()["sha256"].toString().size(), 64);
    }

    void sameFilesAtAnyThreadCount()
    {
        const test::TemporaryFolder folder;
        const QStringList names{"structures.csv", "classes.csv", "problems.csv"};
        for (const char* threads : {"1", "2"})
            QCOMPARE(run({"run", "describe", "example:medicines", "--threads", threads, "--figures", "false",
                          "--out", text(folder.path() / threads)})
                         .exitCode,
                     0);
        for (const QString& name : names) {
            const std::string one = test::readFile(folder.path() / "1" / name.toStdString());
            QVERIFY(one.size() > 20);
            QCOMPARE(test::readFile(folder.path() / "2" / name.toStdString()), one);
        }
    }

    void badRecordsAreListedAndTheRestLoads()
    {
        const test::TemporaryFolder folder;
        const auto source =
            folder.write("some.csv", "name,smiles\nethanol,CCO\nbroken,C1CC\nbenzene,c1ccccc1\n");
        const auto out = folder.path() / "out";
        const Outcome outcome =
            run({"run", "describe", text(source), "--figures", "false", "--out", text(out)});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        const QJsonObject data = readJson(out / "summary.json")["data"].toObject();
        QCOMPARE(data["structures"].toInt(), 2);
        QCOMPARE(data["rejected"].toInt(), 1);
        const std::string problems = test::readFile(out / "problems.csv");
        QVERIFY2(problems.find(",3,") != std::string::npos, problems.c_str());
        const std::string structures = test::readFile(out / "structures.csv");
        // id counts rejected ones
        QVERIFY2(structures.find("\n2,benzene,") != std::string::npos, structures.c_str());
    }

    void exitCodes_data()
    {
        QTest::addColumn<QStringList>("arguments"); // FOLDER stands for a folder with the files below
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("part");
        const QStringList out{"--out", "FOLDER/out", "--figures", "false"};
        QTest::newRow("missing file")
            << QStringList{"run", "describe", "FOLDER/none.smi"} + out << 3 << "no such file";
        QTest::newRow("empty file") << QStringList{"run", "describe", "FOLDER/empty.smi"} + out << 3
                                    << "empty.smi";
        QTest::newRow("no SMILES column")
            << QStringList{"run", "describe", "FOLDER/table.csv", "--format", "table"} + out << 3 << "weight";
        QTest::newRow("empty folder")
            << QStringList{"run", "describe", "FOLDER/nothing"} + out << 3 << "nothing";
        QTest::newRow("unknown method")
            << QStringList{"run", "x", "FOLDER/good.smi"} + out << 2 << "no method";
        QTest::newRow("unknown parameter")
            << QStringList{"run", "describe", "FOLDER/good.smi", "--x", "1"} + out << 2 << "--x";
        QTest::newRow("unknown example in data")
            << QStringList{"run", "describe", "example:x"} + out << 3 << "medicines";
        QTest::newRow("unknown example")
            << QStringList{"example", "x", "--out", "FOLDER/x"} << 2 << "medicines";
        QTest::newRow("out is a file")
            << QStringList{"run", "describe", "FOLDER/good.smi", "--out", "FOLDER/good.smi/x"} << 1
            << "good.smi";
        QTest::newRow("no display") << QStringList{"FOLDER/good.smi"} << 2 << "no display";
    }
    void exitCodes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, part);
        const test::TemporaryFolder folder;
        folder.write("empty.smi", "");
        folder.write("good.smi", "CCO ethanol\nC methane\n");
        folder.write("table.csv", "name,weight\na,1\nb,2\n");
        folder.write("nothing/readme.md", "not data");
        arguments.replaceInStrings("FOLDER", text(folder.path()));
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.exitCode == exitCode, qPrintable(QString::number(outcome.exitCode) + outcome.error));
        QVERIFY2(outcome.error.contains(part), qPrintable(outcome.error));
    }

    void examplesReadBack_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("grammar") << "grammar.jsonl";
        QTest::newRow("medicines") << "medicines.csv";
        QTest::newRow("documents") << "documents";
    }
    void examplesReadBack()
    {
        QFETCH(QString, file);
        const test::TemporaryFolder folder;
        const QString target = text(folder.path()) + "/" + file;
        const Outcome written = run({"example", QTest::currentDataTag(), "--out", target});
        QVERIFY2(written.exitCode == 0, qPrintable(written.error));
        QJsonObject data[2];
        int index = 0;
        for (const QString& source : {target, "example:" + QString(QTest::currentDataTag())}) {
            const auto out = folder.path() / ("out" + std::to_string(index));
            const Outcome outcome =
                run({"run", "describe", source, "--figures", "false", "--out", text(out)});
            QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
            const QJsonObject summary = readJson(out / "summary.json");
            data[index++] = {{"metrics", summary["metrics"]},
                             {"classes", summary["data"].toObject()["classes"]}};
        }
        QCOMPARE(data[0], data[1]);
    }

    void methodsAndHelp()
    {
        const Outcome methods = run({"methods"});
        QCOMPARE(methods.exitCode, 0);
        QVERIFY(methods.out.contains("describe"));
        QCOMPARE(run({"methods", "none"}).exitCode, 2);
        QVERIFY(run({"--help"}).out.contains("Exit codes"));
        QVERIFY(run({"--version"}).out.startsWith("structatlas "));
    }
};

QTEST_GUILESS_MAIN(TestHeadless)
#include "test_headless.moc"
