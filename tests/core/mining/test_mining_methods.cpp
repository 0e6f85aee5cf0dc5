#include "core/io/read_dataset.h"
#include "core/mining/explain_method.h"
#include "core/mining/gpca_method.h"
#include "core/mining/mine_method.h"
#include "core/mining/pattern_gallery.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"
#include "support/temporary_folder.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace atlas;

class TestMiningMethods : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void supportText_data();
    void supportText();
    void mineWritesPatterns();
    void minesMoleculesWithSmarts();
    void minesTrees();
    void gpcaWritesProjections();
    void gpcaErrorCurve();
    void explainClassAndSelection();
    void explainByIds_data();
    void explainByIds();
    void selectionAsText();
    void explainTrees();
    void badData_data();
    void badData();
    void progressNeverFalls_data();
    void progressNeverFalls();
    void badUse_data();
    void badUse();

private:
    using Given = std::vector<std::pair<std::string, std::string>>;
    static Result<MethodOutput> run(const Method& method, const DatasetPtr& data, const Given& given)
    {
        const Result<ParameterValues> values = parameterValues(method.description, given);
        if (!values)
            return values.error();
        return method.run({data}, *values, {});
    }
    static DatasetPtr classes()
    {
        std::string text;
        for (int i = 0; i < 12; ++i)
            text += "t # " + std::to_string(i) + (i % 2 == 0 ? " yes" : " no") + "\nv 0 C\nv 1 C\nv 2 "
                + (i % 2 == 0 ? "N" : "O") + "\ne 0 1 1\ne 1 2 1\n";
        return test::gspanText(text);
    }
    static const Table& table(const MethodOutput& output, const std::string& name)
    {
        return *std::find_if(output.tables.begin(), output.tables.end(),
                             [&](const Table& t) { return t.name() == name; });
    }
};

void TestMiningMethods::supportText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("support"); // -1 = refused
    QTest::newRow("number") << "10" << 10;
    QTest::newRow("share") << "5%" << 10;
    QTest::newRow("share rounds up") << "5.1%" << 11;
    QTest::newRow("tiny share") << "0%" << 1;
    QTest::newRow("zero") << "0" << 0; // refused by the miner, which can say why
    QTest::newRow("negative") << "-3" << -1;
    QTest::newRow("above all") << "101%" << -1;
    QTest::newRow("fraction") << "1.5" << -1;
    QTest::newRow("word") << "many" << -1;
    QTest::newRow("empty") << "" << -1;
    QTest::newRow("nan") << "nan" << -1;
}

void TestMiningMethods::supportText()
{
    QFETCH(QString, text);
    QFETCH(int, support);
    const Result<std::size_t> read = supportFromText(text.toStdString(), 200);
    QCOMPARE(read.ok(), support >= 0);
    if (support >= 0)
        QCOMPARE(*read, static_cast<std::size_t>(support));
}

void TestMiningMethods::mineWritesPatterns()
{
    const auto output = run(mineMethod(), classes(), {{"min-support", "50%"}});
    ATLAS_VERIFY_OK(output);
    const Table& patterns = table(*output, "patterns");
    QCOMPARE(patterns.header()[0], std::string("pattern"));
    QCOMPARE(patterns.header()[4], std::string("support"));
    QCOMPARE(patterns.rows(), std::size_t{5}); // C-C, C-N, C-O, C-C-N, C-C-O
    QCOMPARE(patterns.cell(0, 4), std::string("12"));
    const auto* gallery = std::any_cast<PatternGalleryPtr>(&output->details);
    QVERIFY(gallery && (*gallery)->patterns.size() == 5 && (*gallery)->vertices(0) == 2);
    QCOMPARE(output->figures.size(), std::size_t{1});
}

void TestMiningMethods::minesMoleculesWithSmarts()
{
    const auto data = readText("m", "CCO\nCCN\nCCCl\n", FormatId::Smiles);
    ATLAS_VERIFY_OK(data);
    const auto output = run(mineMethod(), *data, {{"min-support", "3"}});
    ATLAS_VERIFY_OK(output);
    QCOMPARE(table(*output, "patterns").rows(), std::size_t{1});
    QCOMPARE(table(*output, "patterns").cell(0, 1), std::string("[#6]-[#6]"));
}

void TestMiningMethods::minesTrees()
{
    const auto data = readText("t", "(S (A x) (B y))\n(S (A x) (B z))\n", FormatId::Bracketed);
    ATLAS_VERIFY_OK(data);
    const auto whole = run(mineMethod(), *data, {{"min-support", "2"}});
    ATLAS_VERIFY_OK(whole);
    QCOMPARE(table(*whole, "patterns").rows(), std::size_t{1}); // (A x)
    const auto fragments = run(mineMethod(), *data, {{"min-support", "2"}, {"trees", "subset"}});
    ATLAS_VERIFY_OK(fragments);
    QCOMPARE(table(*fragments, "patterns").rows(), std::size_t{3}); // (A x), (S A B), (S (A x) B)
}

void TestMiningMethods::gpcaWritesProjections()
{
    const auto output = run(gpcaMethod(), classes(), {{"components", "2"}});
    ATLAS_VERIFY_OK(output);
    const Table& projection = table(*output, "projection");
    QCOMPARE(projection.header(), (std::vector<std::string>{"id", "name", "class", "x", "y"}));
    QCOMPARE(projection.rows(), std::size_t{12});
    // Two kinds of graphs: the first component separates them.
    for (std::size_t i = 2; i < 12; ++i)
        QCOMPARE(projection.cell(i, 3), projection.cell(i % 2, 3));
    QVERIFY(projection.cell(0, 3) != projection.cell(1, 3));
    QVERIFY(table(*output, "patterns").rows() > 0);
    QVERIFY(std::any_cast<PatternGalleryPtr>(&output->details));
}

void TestMiningMethods::gpcaErrorCurve()
{
    const auto output =
        run(gpcaMethod(), test::randomGraphs({20, 6, 2, 2, 2}, 3), {{"error-at", "1,10,100000"}});
    ATLAS_VERIFY_OK(output);
    const Table& sweep = table(*output, "sweep");
    QCOMPARE(sweep.rows(), std::size_t{3});
    QVERIFY(std::stod(sweep.cell(2, 3)) < 0.1 * std::stod(sweep.cell(0, 3)));
}

void TestMiningMethods::explainClassAndSelection()
{
    const DatasetPtr data = classes();
    const auto byClass = run(explainMethod(), data, {{"positive", "yes"}, {"top", "3"}});
    ATLAS_VERIFY_OK(byClass);
    QCOMPARE(table(*byClass, "patterns").rows(), std::size_t{3});
    const test::TemporaryFolder folder;
    const auto file = folder.write("selection.csv", "id\n0\n2\n4\n6\n8\n10\n");
    const auto bySelection = run(explainMethod(), data, {{"selection", file.string()}, {"top", "3"}});
    ATLAS_VERIFY_OK(bySelection);
    QCOMPARE(table(*bySelection, "patterns").toCsv(), table(*byClass, "patterns").toCsv());
}

void TestMiningMethods::explainByIds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("all of them") << "id:0,2,4,6,8,10" << true;
    QTest::newRow("twice, unordered") << "id:10,0,2-2,4,8,6,0" << true;
    QTest::newRow("beyond the end") << "id:0,12" << false;
    QTest::newRow("backwards") << "id:4-2" << false;
    QTest::newRow("no number") << "id:a" << false;
    QTest::newRow("open range") << "id:3-" << false;
    QTest::newRow("negative") << "id:-3" << false;
    QTest::newRow("nothing") << "id:" << false;
    QTest::newRow("everything, so no rest") << "id:0-11" << false;
    QTest::newRow("a file that is not there") << "/no/such/file" << false;
}

void TestMiningMethods::explainByIds()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    const auto byIds = run(explainMethod(), classes(), {{"selection", text.toStdString()}, {"top", "3"}});
    QCOMPARE(byIds.ok(), good);
    if (good) {
        const auto byClass = run(explainMethod(), classes(), {{"positive", "yes"}, {"top", "3"}});
        QCOMPARE(table(*byIds, "patterns").toCsv(), table(*byClass, "patterns").toCsv());
    } else {
        QVERIFY(!byIds.error().message.empty());
    }
}

void TestMiningMethods::selectionAsText()
{
    const std::vector<RowId> rows{RowId(0), RowId(3), RowId(4), RowId(5), RowId(9)};
    QCOMPARE(selectionText(*classes(), rows), std::string("id:0,3-5,9"));
    QCOMPARE(selectionText(*classes(), {}), std::string("id:"));
    // Record numbers count rejected records: the second row is record 2 here.
    const auto data = readText("m", "CCO\nnot_a_molecule(\nCCN\n", FormatId::Smiles);
    ATLAS_VERIFY_OK(data);
    QCOMPARE((*data)->size(), std::size_t{2});
    const std::vector<RowId> second{RowId(1)};
    QCOMPARE(selectionText(**data, second), std::string("id:2"));
    const auto output = run(explainMethod(), *data, {{"selection", "id:2"}, {"min-support", "1"}});
    ATLAS_VERIFY_OK(output);
    QCOMPARE(output->metrics[3].first, std::string("inside"));
    QCOMPARE(std::get<std::int64_t>(output->metrics[3].second), std::int64_t{1});
}

void TestMiningMethods::explainTrees()
{
    const auto data = readText("t", "a:S(A B)\nb:S(C B)\na:S(A D)\nb:S(C D)\n", FormatId::Prefixed);
    ATLAS_VERIFY_OK(data);
    const auto output = run(explainMethod(), *data, {{"positive", "a"}, {"top", "2"}, {"min-support", "1"}});
    ATLAS_VERIFY_OK(output);
    const Table& patterns = table(*output, "patterns");
    QCOMPARE(patterns.rows(), std::size_t{2});
    QCOMPARE(std::abs(std::stod(patterns.cell(0, 5))), 1.0); // A or C
}

void TestMiningMethods::badData_data()
{
    QTest::addColumn<QString>("bad"); // a record between two good ones
    QTest::addColumn<QString>("problem"); // empty: the record is read
    QTest::addColumn<QString>("note");
    QTest::newRow("self loop") << "t # 1\nv 0 a\nv 1 b\ne 1 1 x\n"
                               << "itself"
                               << "";
    QTest::newRow("multiple edge") << "t # 1\nv 0 a\nv 1 b\ne 0 1 x\ne 1 0 y\n"
                                   << "already"
                                   << "";
    QTest::newRow("no such vertex") << "t # 1\nv 0 a\ne 0 7 x\n"
                                    << "7"
                                    << "";
    QTest::newRow("empty graph") << "t # 1\n"
                                 << "no vertices"
                                 << "";
    QTest::newRow("disconnected") << "t # 1\nv 0 a\nv 1 b\nv 2 a\ne 0 1 x\n"
                                  << ""
                                  << "not connected";
}

void TestMiningMethods::badData()
{
    QFETCH(QString, bad);
    QFETCH(QString, problem);
    QFETCH(QString, note);
    const std::string good = "v 0 a\nv 1 b\ne 0 1 x\n";
    const auto data = readText("g", "t # 0\n" + good + bad.toStdString() + "t # 2\n" + good, FormatId::GSpan);
    ATLAS_VERIFY_OK(data);
    QCOMPARE((*data)->size(), std::size_t{problem.isEmpty() ? 3U : 2U});
    QCOMPARE((*data)->problems().size(), std::size_t{problem.isEmpty() ? 0U : 1U});
    if (!problem.isEmpty()) {
        QVERIFY2((*data)->problems()[0].reason.find(problem.toStdString()) != std::string::npos,
                 (*data)->problems()[0].reason.c_str());
        QVERIFY((*data)->problems()[0].location.line > 4);
    }
    for (const Method& method : {mineMethod(), gpcaMethod(), explainMethod()}) {
        Given given{{"min-support", "2"}};
        const bool explains = method.description.name == "explain";
        if (explains)
            given.emplace_back("selection", "id:0");
        const auto output = run(method, *data, given);
        ATLAS_VERIFY_OK(output);
        QVERIFY(table(*output, "patterns").rows() >= 1);
        QCOMPARE(output->note.empty(), note.isEmpty() && !explains);
        QCOMPARE(output->note.find("Fisher") != std::string::npos, explains); // how far to trust p-values
        QVERIFY(output->note.find(note.toStdString()) != std::string::npos);
    }
}

void TestMiningMethods::progressNeverFalls_data()
{
    QTest::addColumn<QString>("method");
    for (const char* method : {"mine", "gpca", "explain"})
        QTest::newRow(method) << method;
}

void TestMiningMethods::progressNeverFalls()
{
    QFETCH(QString, method);
    const Method* chosen = findMethod(method.toStdString());
    QVERIFY(chosen);
    const DatasetPtr data = test::randomGraphs({30, 7, 2, 2, 2}, 4);
    Given given{{"min-support", "2"}};
    if (method == "explain")
        given.emplace_back("selection", "id:0-9");
    const ParameterValues values = parameterValues(chosen->description, given).value();
    const ProgressMonitor monitor;
    std::atomic<bool> running{true};
    std::vector<double> seen;
    std::thread watcher([&] {
        while (running) {
            seen.push_back(monitor.fraction());
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    });
    const auto output = chosen->run({data}, values, monitor.token());
    running = false;
    watcher.join();
    ATLAS_VERIFY_OK(output);
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    QVERIFY(monitor.fraction() > 0.5 && monitor.fraction() <= 1);
}

void TestMiningMethods::badUse_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::newRow("support 0") << "mine"
                               << "min-support"
                               << "0";
    QTest::newRow("support above n") << "mine"
                                     << "min-support"
                                     << "13";
    QTest::newRow("L = 0") << "gpca"
                           << "patterns-per-step"
                           << "0";
    QTest::newRow("no components") << "gpca"
                                   << "components"
                                   << "0";
    QTest::newRow("curve") << "gpca"
                           << "error-at"
                           << "10,x";
    QTest::newRow("unknown class") << "explain"
                                   << "positive"
                                   << "maybe";
    QTest::newRow("nothing to explain") << "explain"
                                        << "top"
                                        << "3";
    QTest::newRow("unknown kind of subtrees") << "mine"
                                              << "trees"
                                              << "none";
    QTest::newRow("top 0") << "explain"
                           << "top"
                           << "0";
}

void TestMiningMethods::badUse()
{
    QFETCH(QString, method);
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    const Method chosen = method == "mine" ? mineMethod() : method == "gpca" ? gpcaMethod() : explainMethod();
    const auto output = run(chosen, classes(), {{parameter.toStdString(), value.toStdString()}});
    QVERIFY(!output.ok());
    QCOMPARE(output.error().code, ErrorCode::BadUse);
    QVERIFY(!output.error().message.empty());
}

QTEST_APPLESS_MAIN(TestMiningMethods)
#include "test_mining_methods.moc"
