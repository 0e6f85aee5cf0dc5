// The recipes of tests/golden, through the real program: their tables equal the golden ones, and are the same
// bytes at any number of threads. `tests/golden/update` writes the golden tables anew.

#include "core/examples/examples.h"
#include "core/methods/method.h"
#include "support/compare_tables.h"
#include "support/program.h"
#include "support/temporary_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>

using namespace atlas;
namespace fs = std::filesystem;

namespace {

const fs::path goldenFolder = fs::path(ATLAS_TEST_FOLDER) / "golden";

QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

QJsonObject recipeOf(const fs::path& file)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(test::readFile(file))).object();
}

/// Times differ from run to run: DESIGN, section 5.
bool holdsTimes(const fs::path& file)
{
    return file.filename() == "summary.json" || file.filename() == "timing.csv";
}

/// The files below a folder, relative to it, in order.
std::vector<fs::path> filesOf(const fs::path& folder, const std::string& ending = "")
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !holdsTimes(entry.path())
            && (ending.empty() || entry.path().extension() == ending))
            files.push_back(entry.path().lexically_relative(folder));
    std::sort(files.begin(), files.end());
    return files;
}

/// A golden table, or the first lines of a long one, whose name says how many there are (see `update`).
struct GoldenTable {
    fs::path file; ///< of the golden table
    fs::path table; ///< of the run's own
    int kept = -1; ///< lines behind the header; -1 = all
    int lines = -1;
};

GoldenTable goldenTable(const fs::path& file)
{
    static const QRegularExpression name("^(.*)\\.first-([0-9]+)-of-([0-9]+)\\.csv$");
    const QRegularExpressionMatch match = name.match(text(file));
    if (!match.hasMatch())
        return {file, file};
    return {file, match.captured(1).toStdString() + ".csv", match.captured(2).toInt(),
            match.captured(3).toInt()};
}

/// A file's bytes; of a table without its columns of seconds.
std::string withoutTimes(const fs::path& file)
{
    const std::string bytes = test::readFile(file);
    return file.extension() == ".csv" ? test::withoutColumn(bytes, "seconds") : bytes;
}

QStringList tableNames(const fs::path& golden)
{
    QStringList names;
    for (const fs::path& file : filesOf(golden))
        names << text(goldenTable(file).table);
    names.sort();
    return names;
}

QStringList names(const std::vector<fs::path>& files)
{
    QStringList all;
    for (const fs::path& file : files)
        all << text(file);
    all.sort();
    return all;
}

/// All that differs between golden tables and a run's.
QStringList differences(const fs::path& golden, const fs::path& run)
{
    QStringList all;
    for (const fs::path& file : filesOf(golden)) {
        const GoldenTable expected = goldenTable(file);
        QString got = QString::fromStdString(test::readFile(run / expected.table));
        if (expected.kept >= 0) {
            if (const auto lines = got.count('\n') - 1; lines != expected.lines)
                all << QString("%1: expected %2 lines, got %3")
                           .arg(text(file))
                           .arg(expected.lines)
                           .arg(lines);
            got = got.section('\n', 0, expected.kept) + '\n';
        }
        for (const QString& line :
             test::tableDifferences(test::readFile(golden / expected.file), got.toStdString()))
            all << text(file) + ": " + line;
    }
    return all;
}

test::Outcome runRecipe(const fs::path& recipe, const char* threads, const fs::path& out)
{
    return test::runProgram(
        {"recipe", text(recipe), "--threads", threads, "--figures", "false", "--out", text(out)});
}

} // namespace

class TestGolden : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The comparison itself must be able to fail.
    void differencesAreFound_data()
    {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("difference");
        QTest::newRow("equal") << "id,x\na,1.5\nb,0\n"
                               << "";
        QTest::newRow("another machine's rounding") << "id,x\na,1.5000000001\nb,1e-17\n"
                                                    << "";
        QTest::newRow("a number") << "id,x\na,1.50001\nb,0\n"
                                  << "row 1, column 'x': expected 1.5, got 1.50001";
        QTest::newRow("a text") << "id,x\na,1.5\nc,0\n"
                                << "row 2, column 'id': expected b, got c";
        QTest::newRow("no number") << "id,x\na,nothing\nb,0\n"
                                   << "row 1, column 'x': expected 1.5, got nothing";
        QTest::newRow("a row less") << "id,x\na,1.5\n"
                                    << "expected 2 rows, got 1";
        QTest::newRow("another header") << "id,y\na,1.5\nb,0\n"
                                        << "the headers differ";
        QTest::newRow("no file") << ""
                                 << "the headers differ";
    }
    void differencesAreFound()
    {
        QFETCH(QString, got);
        QFETCH(QString, difference);
        QCOMPARE(test::tableDifferences("id,x\na,1.5\nb,0\n", got.toStdString()).join('\n'), difference);
    }

    void everyExampleAndEveryMethodHasARecipe()
    {
        QStringList sources;
        QStringList used;
        for (const auto& entry : fs::directory_iterator(goldenFolder)) {
            if (entry.path().extension() != ".json")
                continue;
            const QJsonObject recipe = recipeOf(entry.path());
            sources << recipe["data"].toObject()["source"].toString();
            for (const QJsonValue& step : recipe["steps"].toArray())
                used << step.toObject()["method"].toString();
        }
        for (const ExampleInfo& example : examples())
            QVERIFY2(sources.contains("example:" + QString::fromStdString(std::string(example.name))),
                     std::string(example.name).c_str());
        for (const Method& method : methods())
            QVERIFY2(used.contains(QString::fromStdString(method.description.name)),
                     method.description.name.c_str());
    }

    void tablesEqualTheGoldenOnes_data()
    {
        QTest::addColumn<QString>("recipe");
        for (const auto& entry : fs::directory_iterator(goldenFolder))
            if (entry.path().extension() == ".json")
                QTest::newRow(entry.path().stem().c_str()) << text(entry.path());
    }
    void tablesEqualTheGoldenOnes()
    {
        QFETCH(QString, recipe);
        const fs::path expected = fs::path(recipe.toStdString()).replace_extension();
        const test::TemporaryFolder folder;
        for (const char* threads : {"1", "2"}) {
            const test::Outcome outcome = runRecipe(recipe.toStdString(), threads, folder.path() / threads);
            QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.error));
        }
        const fs::path one = folder.path() / "1";
        const fs::path two = folder.path() / "2";
        QVERIFY(!filesOf(expected).empty());
        QCOMPARE(names(filesOf(one, ".csv")), tableNames(expected));
        const QStringList found = differences(expected, one);
        QVERIFY2(found.isEmpty(),
                 qPrintable("tables differ from " + text(expected) + ":\n" + found.join('\n')));

        QCOMPARE(names(filesOf(two)), names(filesOf(one)));
        for (const fs::path& file : filesOf(one)) // models too
            QVERIFY2(withoutTimes(one / file) == withoutTimes(two / file),
                     qPrintable(text(file) + " depends on the number of threads"));
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "test_golden.moc"
