#include "core/io/read_dataset.h"
#include "core/mining/explain_method.h"
#include "core/mining/gpca_method.h"
#include "core/mining/mine_method.h"
#include "core/mining/pattern_gallery.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"
#include "support/temporary_folder.h"

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
    void explainTrees();
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
    const auto* gallery = std::any_cast<PatternGallery>(&output->details);
    QVERIFY(gallery && gallery->patterns.size() == 5 && vertexCount(gallery->patterns[0].graph) == 2);
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
    QVERIFY(std::any_cast<PatternGallery>(&output->details));
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
