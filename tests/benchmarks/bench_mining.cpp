// Mining and graph PCA: one thread against two, the kept tree against mining anew, and the times of other
// programs (shared/reference/README.md) brought to this machine by the yardstick of hashing.
#include "benchmarks/benchmark.h"
#include "core/mining/frequent_patterns.h"
#include "core/mining/graph_pca.h"
#include "core/parallel/parallel_for.h"
#include "support/gspan_text.h"
#include "support/shared_data.h"

#include <algorithm>
#include <iostream>
#include <limits>

namespace atlas::bench {

namespace {

void mineRow(BenchmarkTable& table, const char* file, std::size_t support, std::size_t expected,
             const char* baseline, double baselineSeconds, int repeats)
{
    const DatasetPtr data = test::readGSpanFile(test::sharedData(file));
    std::size_t found = 0;
    const auto mine = [&] {
        found = mineFrequentPatterns(buildMiningGraphs(*data, support).value(), {})->patterns.size();
    };
    setThreadCount(1);
    const double one = bestSeconds(mine, repeats);
    setThreadCount(2);
    const double two = bestSeconds(mine, repeats);
    setThreadCount(0);
    if (found != expected)
        std::cerr << file << " at support " << support << ": " << found << " patterns, expected " << expected
                  << '\n';
    const std::string work = std::string("frequent patterns, ") + file + " at " + std::to_string(support);
    constexpr double theirYardstick = 0.17; // seconds of hashing on the machine of the baselines
    const double scale = measureYardstick().hashing / theirYardstick;
    table.add({work, two, baseline, baselineSeconds * scale, 1.0, peakMemoryBytes()});
    table.add({work + ", two threads", two, "one thread", one, 1 / 1.6, peakMemoryBytes()});
}

void pcaRow(BenchmarkTable& table, const MiningGraphs& graphs, std::size_t components, double required)
{
    GraphPcaParameters kept;
    kept.components = components;
    GraphPcaParameters fresh = kept;
    fresh.search = PatternSearch::Fresh;
    std::vector<PoolPattern> patterns;
    std::vector<PoolPattern> again;
    setThreadCount(1);
    double ours = bestSeconds([&] { patterns = graphPca(graphs, kept)->patterns; }, 3);
    const double theirs = bestSeconds([&] { again = graphPca(graphs, fresh)->patterns; }, 3);
    setThreadCount(0);
    const bool same = std::equal(patterns.begin(), patterns.end(), again.begin(), again.end(),
                                 [](const PoolPattern& a, const PoolPattern& b) {
                                     return a.code == b.code && a.support == b.support && a.step == b.step;
                                 });
    if (!same) {
        std::cerr << "kept and fresh found different patterns: " << patterns.size() << " and " << again.size()
                  << '\n';
        ours = std::numeric_limits<double>::infinity(); // fast and wrong is not fast
    }
    table.add({"graph PCA, CPDB, L = 1000, " + std::to_string(components) + " components, one thread, kept",
               ours, "fresh", theirs, 1 / required, peakMemoryBytes()});
}

} // namespace

void benchMining(BenchmarkTable& table)
{
    if (!std::filesystem::exists(test::sharedData("cpdb/cpdb.gsp"))) {
        std::cerr << "The shared data is not here, skipped: mining\n";
        return;
    }
    mineRow(table, "cpdb/cpdb.gsp", 34, 20217, "gBolt, two threads", 0.55, 5);
    const DatasetPtr cpdb = test::readGSpanFile(test::sharedData("cpdb/cpdb.gsp"));
    const MiningGraphs graphs = buildMiningGraphs(*cpdb, 2).value();
    pcaRow(table, graphs, 3, 2.5);
    pcaRow(table, graphs, 10, 5);
    mineRow(table, "cas/cas.gsp", 434, 28256, "Gaston, one thread", 5.6, 1);
    const DatasetPtr cas = test::readGSpanFile(test::sharedData("cas/cas.gsp"));
    const MiningGraphs large = buildMiningGraphs(*cas, 2).value();
    const double seconds = bestSeconds([&] { keep(graphPca(large, {})->steps); }, 1);
    table.add({"graph PCA, CAS, L = 1000, 3 components", seconds, "200 s", 200, 1, peakMemoryBytes()});
}

} // namespace atlas::bench
