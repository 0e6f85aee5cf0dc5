#include "core/data/molecule_drawing.h"
#include "core/data/structure_text.h"
#include "core/io/read_dataset.h"
#include "core/mining/explain_method.h"
#include "core/mining/mine_method.h"
#include "core/mining/pattern_dataset.h"
#include "core/mining/pattern_smarts.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

using namespace atlas;

class TestPatternDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moleculesAsStructures();
    void smilesOfWholeMolecules();
    void partsOfMolecules();
    void graphsKeepTheirLabels();
    void treesAsStructures();
    void partsOfTrees();
    void closedSubtrees();
    void files_data();
    void files();
    void fileRefusals();

private:
    static PatternGalleryPtr mine(const DatasetPtr& data,
                                  std::vector<std::pair<std::string, std::string>> given)
    {
        const Method method = mineMethod();
        const ParameterValues values = parameterValues(method.description, given).value();
        const Result<MethodOutput> output = method.run({data}, values, {});
        return output ? std::any_cast<PatternGalleryPtr>(output->details) : nullptr;
    }
    static DatasetPtr read(const std::string& text, FormatId format)
    {
        return readText("test", text, format).value();
    }
    static std::vector<std::size_t> all(const PatternGallery& gallery)
    {
        std::vector<std::size_t> indices(gallery.patterns.size());
        std::iota(indices.begin(), indices.end(), std::size_t{0});
        return indices;
    }
};

void TestPatternDataset::moleculesAsStructures()
{
    const PatternGalleryPtr gallery =
        mine(read("c1ccccc1C(=O)O\nc1ccccc1N\n", FormatId::Smiles), {{"min-support", "1"}});
    QVERIFY(gallery);
    const auto patterns = patternDataset(*gallery, all(*gallery));
    ATLAS_VERIFY_OK(patterns);
    QCOMPARE((*patterns)->kind(), StructureKind::Molecule);
    QCOMPARE((*patterns)->size(), gallery->patterns.size());
    for (std::size_t i = 0; i < gallery->patterns.size(); ++i) {
        const Molecule& molecule = (*patterns)->molecule(RowId(i));
        QCOMPARE(molecule.atomCount(), gallery->vertices(i));
        QCOMPARE(molecule.bondCount(), gallery->edges(i));
        const auto query = SmartsPattern::compile(gallery->smarts(i));
        ATLAS_VERIFY_OK(query);
        QCOMPARE(query->matchingAtoms(molecule).size(), gallery->vertices(i)); // its own picture holds it
        const std::string svg = drawMolecule(molecule); // parts of rings too
        QVERIFY(svg.find("cannot") == std::string::npos && svg.find("<path") != std::string::npos);
    }
    QCOMPARE((*patterns)->name(RowId(1)), std::string("pattern 2"));
    QCOMPARE((*patterns)->properties()[0].name, std::string("support"));
    QCOMPARE((*patterns)->properties()[1].name, std::string("occurrences"));
}

void TestPatternDataset::smilesOfWholeMolecules()
{
    for (const char* smiles : {"CC(=O)Oc1ccccc1", "C#N", "C1CC1Br", "c1ccc(-c2ccccc2)cc1", "C[Si](C)C"}) {
        const DatasetPtr data = read(std::string(smiles) + "\n", FormatId::Smiles);
        const PatternGalleryPtr gallery = mine(data, {{"min-support", "1"}});
        QVERIFY(gallery);
        std::set<std::string> whole; // the pattern that is the molecule itself
        for (std::size_t i = 0; i < gallery->patterns.size(); ++i)
            if (gallery->edges(i) == data->molecule(RowId(0)).bondCount())
                whole.insert(patternSmiles(gallery->patterns[i].code, *gallery->mined));
        QCOMPARE(whole.size(), std::size_t{1});
        const auto molecule = Molecule::fromSmiles(*whole.begin());
        ATLAS_VERIFY_OK(molecule);
        if (std::string_view(smiles).find("[Si]") == std::string_view::npos) // hydrogens are not in a pattern
            QCOMPARE(molecule->canonicalSmiles(), data->molecule(RowId(0)).canonicalSmiles());
    }
}

void TestPatternDataset::partsOfMolecules()
{
    const DatasetPtr data = read("CCO\nCCN\n", FormatId::Smiles);
    const PatternGalleryPtr gallery = mine(data, {{"min-support", "1"}});
    QVERIFY(gallery);
    for (std::size_t i = 0; i < gallery->patterns.size(); ++i)
        for (const RowId row : {RowId(0), RowId(1)}) {
            const std::vector<std::size_t> atoms = gallery->partsIn(i, row);
            const std::vector<std::size_t> expected =
                SmartsPattern::compile(gallery->smarts(i))->matchingAtoms(data->molecule(row));
            QVERIFY(atoms == expected);
            const std::vector<RowId>& support = gallery->patterns[i].support;
            QCOMPARE(!atoms.empty(), std::binary_search(support.begin(), support.end(), row));
        }
}

void TestPatternDataset::graphsKeepTheirLabels()
{
    const DatasetPtr data = test::gspanText("t # 0\nv 0 C\nv 1 N\nv 2 O\ne 0 1 single\ne 1 2 double\n");
    const PatternGalleryPtr gallery = mine(data, {{"min-support", "1"}});
    QVERIFY(gallery);
    const auto patterns = patternDataset(*gallery, all(*gallery));
    ATLAS_VERIFY_OK(patterns);
    std::multiset<std::string> texts;
    for (std::size_t i = 0; i < (*patterns)->size(); ++i) {
        const Graph& graph = (*patterns)->graph(RowId(i));
        std::multiset<std::string> labels;
        for (std::size_t v = 0; v < vertexCount(graph); ++v)
            labels.insert((*patterns)->nodeLabels().text(graph[v].label));
        for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
            labels.insert((*patterns)->edgeLabels().text(graph[*edge].label));
        std::string text;
        for (const std::string& label : labels)
            text += label + " ";
        texts.insert(text);
    }
    QVERIFY((texts == std::multiset<std::string>{"C N single ", "N O double ", "C N O double single "}));
}

void TestPatternDataset::treesAsStructures()
{
    const DatasetPtr data = read(
        "(S (NP (D the) (N dog)) (VP barks))\n(S (NP (D the) (N cat)) (VP sleeps))\n", FormatId::Bracketed);
    for (const char* kind : {"bottom-up", "subset"}) {
        const PatternGalleryPtr gallery = mine(data, {{"min-support", "1"}, {"trees", kind}});
        QVERIFY(gallery);
        const auto patterns = patternDataset(*gallery, all(*gallery));
        ATLAS_VERIFY_OK(patterns);
        QCOMPARE((*patterns)->kind(), StructureKind::Tree);
        for (std::size_t i = 0; i < (*patterns)->size(); ++i)
            QCOMPARE(structureText(**patterns, RowId(i)), gallery->text(i));
    }
}

void TestPatternDataset::partsOfTrees()
{
    // Post-order: the 0, D 1, dog 2, N 3, NP 4, barks 5, VP 6, S 7.
    const DatasetPtr data = read("(S (NP (D the) (N dog)) (VP barks))\n(S x)\n", FormatId::Bracketed);
    const TreePattern noun = wholeSubtree(data->forest(), NodeId(4));
    QCOMPARE(noun.nodes.size(), std::size_t{5});
    QCOMPARE(fragmentText(noun, data->nodeLabels()), std::string("(NP (D the) (N dog))"));
    const auto indices = [](const std::vector<NodeId>& nodes) {
        std::vector<std::size_t> numbers;
        for (const NodeId node : nodes)
            numbers.push_back(node.index());
        return numbers;
    };
    QVERIFY((indices(patternNodes(noun, data->tree(RowId(0)))) == std::vector<std::size_t>{0, 1, 2, 3, 4}));
    QVERIFY(patternNodes(noun, data->tree(RowId(1))).empty());
    TreePattern fragment = noun; // (NP D N), its leaves open
    fragment.nodes.resize(3);
    fragment.whole = false;
    QVERIFY((indices(patternNodes(fragment, data->tree(RowId(0)))) == std::vector<std::size_t>{1, 3, 4}));
    fragment.whole = true; // now D and N would have to be leaves
    QVERIFY(patternNodes(fragment, data->tree(RowId(0))).empty());
    fragment.whole = false;
    fragment.nodes.pop_back(); // (NP D): NP has two children, not one
    QVERIFY(patternNodes(fragment, data->tree(RowId(0))).empty());
    // Everything that the miner found in a tree is found again there, and nowhere else.
    for (const char* kind : {"bottom-up", "subset"}) {
        const PatternGalleryPtr gallery = mine(data, {{"min-support", "1"}, {"trees", kind}});
        QVERIFY(gallery && !gallery->patterns.empty());
        for (std::size_t i = 0; i < gallery->patterns.size(); ++i)
            for (const RowId row : {RowId(0), RowId(1)}) {
                const std::vector<RowId>& support = gallery->patterns[i].support;
                QCOMPARE(!gallery->partsIn(i, row).empty(),
                         std::binary_search(support.begin(), support.end(), row));
            }
    }
}

void TestPatternDataset::closedSubtrees()
{
    // (A x) is in three trees, alone in one; (B y) always stands under the same S.
    const DatasetPtr data = read("(S (A x) (B y))\n(S (A x) (B y))\n(T (A x) (C z))\n", FormatId::Bracketed);
    const PatternGalleryPtr open = mine(data, {{"min-support", "2"}});
    const PatternGalleryPtr closed = mine(data, {{"min-support", "2"}, {"closed", "true"}});
    QVERIFY(open && closed);
    std::set<std::string> texts;
    for (std::size_t i = 0; i < closed->patterns.size(); ++i)
        texts.insert(closed->text(i));
    QVERIFY((texts == std::set<std::string>{"(A x)", "(S (A x) (B y))"}));
    QCOMPARE(open->patterns.size(), std::size_t{3});
    QVERIFY(!mine(data, {{"min-support", "2"}, {"closed", "true"}, {"trees", "subset"}}));
}

void TestPatternDataset::files_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("first");
    QTest::addColumn<int>("lines");
    QTest::newRow("csv") << ".csv"
                         << "pattern,smarts,vertices,edges,support,occurrences" << 4;
    QTest::newRow("smarts") << ".sma"
                            << "[#6]-[#6] pattern 1" << 3;
    QTest::newRow("smiles") << ".smi"
                            << "CC pattern 1" << 3;
    QTest::newRow("gspan") << ".gsp"
                           << "t # 0" << 14;
}

void TestPatternDataset::files()
{
    QFETCH(QString, ending);
    QFETCH(QString, first);
    QFETCH(int, lines);
    const PatternGalleryPtr gallery = mine(read("CCO\n", FormatId::Smiles), {{"min-support", "1"}});
    QVERIFY(gallery);
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / ("patterns" + ending.toStdString());
    ATLAS_VERIFY_OK(writePatterns(*gallery, all(*gallery), path));
    std::ifstream stream(path);
    std::vector<std::string> read;
    for (std::string line; std::getline(stream, line);)
        read.push_back(line);
    QCOMPARE(static_cast<int>(read.size()), lines);
    QCOMPARE(QString::fromStdString(read[0]), first);
    if (ending == ".gsp") { // what was written can be read
        const auto again = readDataset(path);
        ATLAS_VERIFY_OK(again);
        QCOMPARE((*again)->size(), gallery->patterns.size());
        QVERIFY((*again)->problems().empty());
    }
}

void TestPatternDataset::fileRefusals()
{
    const PatternGalleryPtr gallery = mine(read("CCO\n", FormatId::Smiles), {{"min-support", "1"}});
    QVERIFY(gallery);
    const test::TemporaryFolder folder;
    QCOMPARE(writePatterns(*gallery, all(*gallery), folder.path() / "a.doc").error().code, ErrorCode::BadUse);
    QCOMPARE(writePatterns(*gallery, {}, folder.path() / "a.csv").error().code, ErrorCode::Empty);
    QCOMPARE(writePatterns(*gallery, all(*gallery), folder.path() / "no" / "a.csv").error().code,
             ErrorCode::WriteFailed);
}

QTEST_APPLESS_MAIN(TestPatternDataset)
#include "test_pattern_dataset.moc"
