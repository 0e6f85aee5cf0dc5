#include "core/data/conversions.h"
#include "core/io/read_dataset.h"
#include "core/mining/contrast.h"
#include "core/mining/explain.h"
#include "core/mining/frequent_patterns.h"
#include "core/mining/pattern_smarts.h"
#include "core/mining/subtree_patterns.h"
#include "core/parallel/parallel_for.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"

#include <cmath>
#include <map>
#include <set>

using namespace atlas;

class TestExplain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fisherByHand();
    void contrastByHand();
    void findsThePlantedPattern();
    void equalsEnumeration();
    void refusals();
    void smartsFindsWhatTheMinerFound();
    void bottomUpSubtrees();
    void subsetTreesEqualEnumeration();
    void bestSubtreesAreTheBest();

private:
    static DatasetPtr trees(const std::string& text)
    {
        return readText("trees", text, FormatId::Bracketed).value();
    }
};

void TestExplain::fisherByHand()
{
    // Fisher's tea: 3 of 4 right, two-sided 34/70 = 0.4857; all right 2/70.
    QVERIFY(std::abs(fisherExact(3, 1, 1, 3) - 34.0 / 70) < 1e-12);
    QVERIFY(std::abs(fisherExact(4, 0, 0, 4) - 2.0 / 70) < 1e-12);
    QVERIFY(std::abs(fisherExact(2, 2, 2, 2) - 1) < 1e-12);
    QVERIFY(std::abs(fisherExact(0, 5, 0, 7) - 1) < 1e-12);
}

void TestExplain::contrastByHand()
{
    const std::vector<std::uint32_t> first{0, 1, 2, 3};
    const std::vector<std::uint32_t> second{5, 6};
    const TwoGroups groups(first, second, 8);
    QCOMPARE(groups.weights()[0], 0.25);
    QCOMPARE(groups.weights()[5], -0.5);
    QCOMPARE(groups.weights()[4], 0.0);
    const std::vector<std::uint32_t> support{0, 1, 2, 4, 5};
    const Contrast contrast = contrastOf(support, groups, 3);
    QCOMPARE(contrast.inside, std::size_t{3});
    QCOMPARE(contrast.outside, std::size_t{1});
    QCOMPARE(contrast.difference, 0.25);
    QCOMPARE(contrast.oddsRatio, 3.5 * 1.5 / (1.5 * 1.5));
    QCOMPARE(contrast.correctedP, std::min(1.0, 3 * contrast.pValue));
}

void TestExplain::findsThePlantedPattern()
{
    std::string text;
    std::vector<std::uint32_t> planted;
    std::vector<std::uint32_t> rest;
    for (std::uint32_t i = 0; i < 40; ++i) {
        text += "t # " + std::to_string(i) + "\nv 0 C\nv 1 C\nv 2 C\nv 3 " + (i % 2 == 0 ? "N" : "O")
            + "\nv 4 S\ne 0 1 -\ne 1 2 -\ne 2 3 -\ne 0 4 -\n";
        (i % 2 == 0 ? planted : rest).push_back(i);
    }
    const DatasetPtr data = test::gspanText(text);
    const MiningGraphs graphs = buildMiningGraphs(*data, 2).value();
    std::size_t partials = 0;
    ExplainParameters parameters;
    parameters.top = 5;
    parameters.partial = [&](const std::vector<ExplainedPattern>&) { ++partials; };
    const auto result = explainGroups(graphs, planted, rest, parameters);
    ATLAS_VERIFY_OK(result);
    QVERIFY(partials >= 3);
    QCOMPARE(result->patterns.size(), std::size_t{5});
    for (const ExplainedPattern& pattern : result->patterns)
        QVERIFY(std::abs(std::abs(pattern.contrast.difference) - 1) < 1e-12);
    QVERIFY(result->patterns[0].contrast.correctedP < 1e-6);
    QVERIFY(result->tested >= 5);
}

void TestExplain::equalsEnumeration()
{
    const DatasetPtr data = test::randomGraphs({20, 6, 2, 2, 2}, 33);
    const auto all = test::enumerateSubgraphs(*data, 2, 0);
    const std::vector<std::uint32_t> first{0, 1, 2, 3, 4, 5, 6};
    const std::vector<std::uint32_t> second{8, 9, 10, 11, 12, 13, 14, 15};
    const TwoGroups groups(first, second, 20);
    std::vector<double> differences;
    for (const auto& pattern : all)
        differences.push_back(std::abs(contrastOf(pattern.support, groups, 1).difference));
    std::sort(differences.begin(), differences.end(), std::greater<>());
    const MiningGraphs graphs = buildMiningGraphs(*data, 2).value();
    ExplainParameters parameters;
    parameters.top = 25;
    std::vector<std::size_t> tested;
    for (const std::size_t threads : {1, 3}) {
        setThreadCount(threads);
        const auto result = explainGroups(graphs, first, second, parameters);
        setThreadCount(0);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->patterns.size(), std::min<std::size_t>(25, all.size()));
        for (std::size_t i = 0; i < result->patterns.size(); ++i)
            QVERIFY(std::abs(std::abs(result->patterns[i].contrast.difference) - differences[i]) < 1e-12);
        tested.push_back(result->tested);
    }
    QCOMPARE(tested[0], tested[1]); // the correction does not depend on threads
    QVERIFY(tested[0] >= 25);
}

void TestExplain::refusals()
{
    const MiningGraphs graphs = buildMiningGraphs(*test::randomGraphs({5, 4, 1, 2, 1}, 2), 1).value();
    const std::vector<std::uint32_t> some{0, 1};
    const std::vector<std::uint32_t> overlapping{1, 2};
    QCOMPARE(explainGroups(graphs, some, {}).error().code, ErrorCode::BadUse);
    QCOMPARE(explainGroups(graphs, some, overlapping).error().code, ErrorCode::BadUse);
}

void TestExplain::smartsFindsWhatTheMinerFound()
{
    const auto molecules = readText("m", "c1ccccc1C(=O)O\nCC(=O)OC1CC1\nC#N\nc1ccncc1Cl\n", FormatId::Smiles);
    ATLAS_VERIFY_OK(molecules);
    const DatasetPtr data = moleculesToGraphs(**molecules).value();
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    FrequentPatternParameters parameters;
    parameters.minimumEdges = 0;
    const PatternSet patterns = mineFrequentPatterns(graphs, parameters)->patterns;
    QVERIFY(patterns.size() > 100);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const std::string smarts = patternSmarts(patterns.code(i), graphs);
        const auto query = SmartsPattern::compile(smarts);
        ATLAS_VERIFY_OK(query);
        for (std::uint32_t row = 0; row < data->size(); ++row)
            QVERIFY2(query->matches((*molecules)->molecule(RowId(row)))
                         == std::binary_search(patterns.support(i).begin(), patterns.support(i).end(), row),
                     smarts.c_str());
    }
}

void TestExplain::bottomUpSubtrees()
{
    const DatasetPtr data =
        trees("(S (NP (D the) (N dog)) (VP barks))\n(S (NP (D the) (N dog)) (VP sleeps))\n"
              "(S (NP (D the) (N dog)) (VP (V likes) (NP (D the) (N dog))))\n");
    SubtreeParameters parameters;
    parameters.minimumSupport = 3;
    const auto found = frequentSubtrees(*data, parameters);
    ATLAS_VERIFY_OK(found);
    std::map<std::string, std::uint64_t> texts;
    for (const SubtreePattern& pattern : found->patterns)
        texts[pattern.text] = pattern.occurrences;
    QCOMPARE(texts.size(), std::size_t{3}); // (D the), (N dog), the NP
    QCOMPARE(texts["(NP (D the) (N dog))"], std::uint64_t{4});
    parameters.minimumSupport = 0;
    QCOMPARE(frequentSubtrees(*data, parameters).error().code, ErrorCode::BadUse);
    parameters.minimumSupport = 4;
    QCOMPARE(frequentSubtrees(*data, parameters).error().code, ErrorCode::BadUse);
}

namespace {

/// All subset trees rooted at a node, as texts: the children expanded in every combination.
std::vector<std::string> fragmentsAt(const Dataset& data, NodeId node)
{
    const auto arcs = data.forest().children(node);
    if (arcs.empty())
        return {};
    std::vector<std::string> texts{data.nodeLabels().text(data.forest().label(node))};
    for (const Arc& arc : arcs) {
        std::vector<std::string> choices = fragmentsAt(data, arc.child);
        choices.push_back(data.nodeLabels().text(data.forest().label(arc.child)));
        std::vector<std::string> longer;
        for (const std::string& text : texts)
            for (const std::string& choice : choices)
                longer.push_back(text + " " + choice);
        texts = longer;
    }
    for (std::string& text : texts)
        text = "(" + text + ")";
    return texts;
}

} // namespace

void TestExplain::subsetTreesEqualEnumeration()
{
    const DatasetPtr data =
        trees("(S (NP (D the) (N dog)) (VP (V likes) (NP (D a) (N cat))))\n"
              "(S (NP (D the) (N cat)) (VP (V likes) (NP (D the) (N dog))))\n(S (NP x) (VP y))\n");
    std::map<std::string, std::set<std::size_t>> expected;
    std::map<std::string, std::uint64_t> places;
    for (std::size_t i = 0; i < data->forest().nodeCount(); ++i)
        for (const std::string& text : fragmentsAt(*data, NodeId(i))) {
            expected[text].insert(data->forest().treeOf(NodeId(i)).index());
            ++places[text];
        }
    for (const std::size_t support : {1, 2, 3}) {
        SubtreeParameters parameters;
        parameters.kind = SubtreeKind::Subset;
        parameters.minimumSupport = support;
        const auto found = frequentSubtrees(*data, parameters);
        ATLAS_VERIFY_OK(found);
        QCOMPARE(found->patterns.size(),
                 static_cast<std::size_t>(std::count_if(expected.begin(), expected.end(), [&](const auto& e) {
                     return e.second.size() >= support;
                 })));
        for (const SubtreePattern& pattern : found->patterns) {
            QCOMPARE(pattern.support.size(), expected[pattern.text].size());
            QCOMPARE(pattern.occurrences, places[pattern.text]);
        }
    }
}

void TestExplain::bestSubtreesAreTheBest()
{
    const DatasetPtr data = trees("(S (A x) (B y))\n(S (A x) (B z))\n(S (C (A x)) (B y))\n(S (C w) (B y))\n");
    const std::vector<double> weights{0.5, 0.5, -0.5, -0.5};
    for (const SubtreeKind kind : {SubtreeKind::BottomUp, SubtreeKind::Subset}) {
        SubtreeParameters parameters;
        parameters.kind = kind;
        parameters.minimumSupport = 1;
        const auto all = bestSubtrees(*data, weights, 1000, parameters);
        const auto few = bestSubtrees(*data, weights, 3, parameters);
        ATLAS_VERIFY_OK(all);
        ATLAS_VERIFY_OK(few);
        QCOMPARE(few->patterns.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(few->patterns[i].gain(), all->patterns[i].gain());
        QVERIFY(std::is_sorted(all->patterns.begin(), all->patterns.end(),
                               [](const auto& a, const auto& b) { return a.gain() > b.gain(); }));
        QCOMPARE(bestSubtrees(*data, weights, 0, parameters).error().code, ErrorCode::BadUse);
    }
}

QTEST_APPLESS_MAIN(TestExplain)
#include "test_explain.moc"
