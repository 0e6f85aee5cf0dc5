#include "core/mining/frequent_patterns.h"
#include "core/mining/pattern_match.h"
#include "core/parallel/parallel_for.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"
#include "support/shared_data.h"

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

using namespace atlas;

class TestFrequentPatterns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorked();
    void equalsEnumeration_data();
    void equalsEnumeration();
    void closedEqualsDefinition();
    void manyLeavesAreQuick();
    void sizeLimits();
    void capsStopInCodeOrder();
    void threadsDoNotMatter();
    void referenceCounts_data();
    void referenceCounts();
    void refusals_data();
    void refusals();
    void notesOfTheGraphs();
    void cancelIsQuick();

private:
    static FrequentPatterns mine(const Dataset& data, std::size_t support,
                                 FrequentPatternParameters parameters = {})
    {
        return mineFrequentPatterns(buildMiningGraphs(data, support).value(), parameters).value();
    }
};

void TestFrequentPatterns::handWorked()
{
    // Two triangles with one different label, one path: C-C in all, C-C-C in two places of the first.
    const DatasetPtr data = test::gspanText("t # 0\nv 0 C\nv 1 C\nv 2 C\ne 0 1 -\ne 1 2 -\ne 0 2 -\n"
                                            "t # 1\nv 0 C\nv 1 C\nv 2 N\ne 0 1 -\ne 1 2 -\n");
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    FrequentPatternParameters parameters;
    parameters.minimumEdges = 0;
    parameters.countOccurrences = true;
    const PatternSet patterns = mineFrequentPatterns(graphs, parameters)->patterns;
    std::set<std::string> texts;
    for (std::size_t i = 0; i < patterns.size(); ++i)
        texts.insert(codeText(patterns.code(i), graphs) + " " + std::to_string(patterns.support(i).size())
                     + " " + std::to_string(patterns.occurrences(i)));
    const std::set<std::string> expected{"(0 C) 2 5",
                                         "(0 N) 1 1",
                                         "(0 1 C - C) 2 4",
                                         "(0 1 C - N) 1 1",
                                         "(0 1 C - C)(1 2 C - C) 1 3",
                                         "(0 1 C - C)(1 2 C - C)(2 0 C - C) 1 1",
                                         "(0 1 C - C)(1 2 C - N) 1 1"};
    QVERIFY2(texts == expected, texts.empty() ? "none" : texts.begin()->c_str());
}

void TestFrequentPatterns::equalsEnumeration_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("vertexLabels");
    QTest::addColumn<int>("extraEdges");
    QTest::addColumn<int>("support");
    QTest::addColumn<double>("connected");
    for (int seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %d", seed)
            << seed << 1 + seed % 3 << seed % 4 << 1 + seed % 3 << (seed % 4 == 0 ? 0.7 : 1.0);
}

void TestFrequentPatterns::equalsEnumeration()
{
    QFETCH(int, seed);
    QFETCH(int, vertexLabels);
    QFETCH(int, extraEdges);
    QFETCH(int, support);
    QFETCH(double, connected);
    const auto number = [](int value) { return static_cast<std::size_t>(value); };
    const DatasetPtr data = test::randomGraphs(
        {10, 6, number(extraEdges), number(vertexLabels), 1 + number(seed) % 2, connected}, number(seed));
    const std::vector<test::EnumeratedPattern> expected = test::enumerateSubgraphs(*data, number(support), 0);
    const MiningGraphs graphs = buildMiningGraphs(*data, number(support)).value();
    FrequentPatternParameters parameters;
    parameters.minimumEdges = 0;
    parameters.countOccurrences = true;
    const PatternSet patterns = mineFrequentPatterns(graphs, parameters)->patterns;
    QCOMPARE(patterns.size(), expected.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const Graph graph = patternGraph(patterns.code(i), graphs);
        std::size_t same = 0;
        for (const test::EnumeratedPattern& other : expected) {
            if (!test::isomorphic(graph, other.graph))
                continue;
            ++same;
            QVERIFY(std::equal(other.support.begin(), other.support.end(), patterns.support(i).begin(),
                               patterns.support(i).end()));
            QCOMPARE(patterns.occurrences(i), other.occurrences);
        }
        QCOMPARE(same, std::size_t{1});
        QVERIFY(i == 0 || patterns.code(i - 1) < patterns.code(i));
        for (std::uint32_t row = 0; row < data->size(); ++row)
            QCOMPARE(containsPattern(graph, data->graph(RowId(row))),
                     std::binary_search(patterns.support(i).begin(), patterns.support(i).end(), row));
    }
}

void TestFrequentPatterns::closedEqualsDefinition()
{
    const DatasetPtr data = test::randomGraphs({10, 6, 2, 2, 1}, 5);
    const std::vector<test::EnumeratedPattern> all = test::enumerateSubgraphs(*data, 2, 1);
    std::size_t closed = 0;
    for (const auto& pattern : all)
        closed += std::none_of(all.begin(), all.end(), [&](const auto& larger) {
            return edgeCount(larger.graph) > edgeCount(pattern.graph)
                && larger.support.size() == pattern.support.size()
                && containsPattern(pattern.graph, larger.graph);
        });
    FrequentPatternParameters parameters;
    parameters.closedOnly = true;
    const std::size_t found = mine(*data, 2, parameters).patterns.size();
    QVERIFY(found < all.size());
    QCOMPARE(found, closed);
}

void TestFrequentPatterns::manyLeavesAreQuick()
{
    // A star with 24 equal leaves has 24! embeddings of itself; interchangeable leaves are used in order.
    std::string star = "v 0 C\n";
    for (int i = 1; i <= 24; ++i)
        star += "v " + std::to_string(i) + " H\ne 0 " + std::to_string(i) + " -\n";
    const DatasetPtr data = test::gspanText("t # 0\n" + star + "t # 1\n" + star);
    QCOMPARE(mine(*data, 2).patterns.size(), std::size_t{24});
}

void TestFrequentPatterns::sizeLimits()
{
    const DatasetPtr data = test::randomGraphs({12, 6, 2, 1, 1}, 3);
    const std::vector<test::EnumeratedPattern> all = test::enumerateSubgraphs(*data, 2, 1);
    FrequentPatternParameters edges;
    edges.maximumEdges = 3;
    QCOMPARE(mine(*data, 2, edges).patterns.size(),
             static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
                                                    [](const auto& p) { return edgeCount(p.graph) <= 3; })));
    FrequentPatternParameters vertices;
    vertices.maximumVertices = 4;
    QCOMPARE(mine(*data, 2, vertices).patterns.size(),
             static_cast<std::size_t>(std::count_if(
                 all.begin(), all.end(), [](const auto& p) { return vertexCount(p.graph) <= 4; })));
}

void TestFrequentPatterns::capsStopInCodeOrder()
{
    const DatasetPtr data = test::randomGraphs({12, 6, 2, 2, 1}, 4);
    const PatternSet all = mine(*data, 1).patterns;
    FrequentPatternParameters capped;
    capped.maximumPatterns = 10;
    const FrequentPatterns first = mine(*data, 1, capped);
    QVERIFY(!first.complete && !first.note.empty());
    QCOMPARE(first.patterns.size(), std::size_t{10});
    for (std::size_t i = 0; i < 10; ++i)
        QVERIFY(first.patterns.code(i) == all.code(i));
    FrequentPatternParameters tight;
    tight.maximumBytes = 2000;
    const FrequentPatterns little = mine(*data, 1, tight);
    QVERIFY(!little.complete && little.patterns.size() < all.size());
    QVERIFY(little.note.find("memory") != std::string::npos);
}

void TestFrequentPatterns::threadsDoNotMatter()
{
    const auto path = test::sharedData("cpdb/cpdb.gsp");
    ATLAS_REQUIRE_SHARED(path);
    const DatasetPtr data = test::readGSpanFile(path);
    setThreadCount(1);
    const PatternSet one = mine(*data, 68).patterns;
    setThreadCount(3);
    const PatternSet three = mine(*data, 68).patterns;
    setThreadCount(0);
    QCOMPARE(one.size(), three.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        QVERIFY(one.code(i) == three.code(i));
        QVERIFY(std::equal(one.support(i).begin(), one.support(i).end(), three.support(i).begin(),
                           three.support(i).end()));
    }
}

void TestFrequentPatterns::referenceCounts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("support");
    QTest::addColumn<int>("patterns");
    // shared/reference/mining.json; cas at 434 (28256) is in the benchmark, which counts it too.
    QTest::newRow("cpdb 34") << "cpdb/cpdb.gsp" << 34 << 20217;
    QTest::newRow("cpdb 68") << "cpdb/cpdb.gsp" << 68 << 3210;
    QTest::newRow("Chemical_340 34") << "gspan_small/Chemical_340" << 34 << 844;
    QTest::newRow("mutag 94") << "mutag/mutag.gsp" << 94 << 4039;
}

void TestFrequentPatterns::referenceCounts()
{
    QFETCH(QString, file);
    QFETCH(int, support);
    QFETCH(int, patterns);
    const auto path = test::sharedData(file.toStdString());
    ATLAS_REQUIRE_SHARED(path);
    const FrequentPatterns found = mine(*test::readGSpanFile(path), static_cast<std::size_t>(support));
    QVERIFY(found.complete);
    QCOMPARE(found.patterns.size(), static_cast<std::size_t>(patterns));
}

void TestFrequentPatterns::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("support");
    QTest::addColumn<QString>("message");
    QTest::newRow("support 0") << "t # 0\nv 0 C\n" << 0 << "at least 1";
    QTest::newRow("support above n") << "t # 0\nv 0 C\n" << 2 << "above the number of graphs";
    QTest::newRow("no vertex") << "t # 0\nt # 1\n" << 1 << "No graph has a vertex";
}

void TestFrequentPatterns::refusals()
{
    QFETCH(QString, text);
    QFETCH(int, support);
    QFETCH(QString, message);
    const auto built =
        buildMiningGraphs(*test::gspanText(text.toStdString()), static_cast<std::size_t>(support));
    QVERIFY(!built.ok());
    QVERIFY(QString::fromStdString(built.error().message).contains(message));
}

void TestFrequentPatterns::notesOfTheGraphs()
{
    const DatasetPtr data = test::gspanText("t # 0\nv 0 C\nv 1 C\nt # 1\nt # 2\nv 0 C\n");
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    QCOMPARE(graphs.emptyGraphs(), std::size_t{1});
    QCOMPARE(graphs.disconnectedGraphs(), std::size_t{1});
    QVERIFY(graphs.notes().find("not connected") != std::string::npos);
    QVERIFY(graphs.notes().find("no vertex") != std::string::npos);
}

void TestFrequentPatterns::cancelIsQuick()
{
    const auto path = test::sharedData("cpdb/cpdb.gsp");
    ATLAS_REQUIRE_SHARED(path);
    const MiningGraphs graphs = buildMiningGraphs(*test::readGSpanFile(path), 10).value();
    const ProgressMonitor monitor;
    std::chrono::steady_clock::time_point cancelled;
    std::thread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        cancelled = std::chrono::steady_clock::now();
        ProgressMonitor(monitor).cancel();
    });
    const auto result = mineFrequentPatterns(graphs, {}, monitor.token());
    const auto ended = std::chrono::steady_clock::now();
    person.join();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(ended - cancelled < std::chrono::milliseconds(200));
}

QTEST_APPLESS_MAIN(TestFrequentPatterns)
#include "test_frequent_patterns.moc"
