// Graph kernels against other programs' times (shared/reference/README.md), a kernel computed pair by pair,
// and Floyd and Warshall's algorithm.
#include "benchmarks/benchmark.h"
#include "core/kernels/graph_kernel.h"
#include "core/kernels/shortest_paths.h"
#include "core/kernels/weisfeiler_lehman.h"
#include "support/graph_data.h"
#include "support/shared_data.h"

#include <iostream>
#include <unordered_map>

namespace atlas::bench {

namespace {

FlatGraphs flat(const DatasetPtr& data)
{
    FlatGraphs graphs;
    if (const Result<void> added = graphs.append(*data); !added)
        std::cerr << toString(added.error()) << '\n';
    return graphs;
}

/// The kernel as a loop over pairs: the labels of each graph in a hash table, the smaller
/// looked up in the larger.
Eigen::MatrixXd pairByPair(const FlatGraphs& graphs)
{
    const Result<WeisfeilerLehmanResult> labels = weisfeilerLehman(graphs, {3});
    const std::size_t n = graphs.size();
    std::vector<std::unordered_map<std::uint32_t, double>> tables(n);
    for (std::size_t g = 0; g < n; ++g)
        for (const std::vector<std::uint32_t>& iteration : labels->vertexLabels)
            for (std::size_t v = graphs.firstVertex(g); v < graphs.lastVertex(g); ++v)
                ++tables[g][iteration[v]];
    Eigen::MatrixXd gram(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
            const auto& smaller = tables[a].size() < tables[b].size() ? tables[a] : tables[b];
            const auto& larger = tables[a].size() < tables[b].size() ? tables[b] : tables[a];
            double sum = 0;
            for (const auto& [label, count] : smaller)
                if (const auto found = larger.find(label); found != larger.end())
                    sum += count * found->second;
            gram(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) = sum;
            gram(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(a)) = sum;
        }
    return gram;
}

/// How many times slower this machine is now than the one on which the peers
/// were timed (shared/reference/README.md).
double slowness()
{
    const Yardstick here = measureYardstick();
    return (here.matrixProduct / 0.043 + here.hashing / 0.17) / 2;
}

void benchMoleculeKernels(BenchmarkTable& table)
{
    const std::filesystem::path path = test::sharedData("cas/cas.gsp");
    if (!std::filesystem::exists(path)) {
        std::cerr << "The shared data is not here, skipped: " << path.string() << '\n';
        return;
    }
    const FlatGraphs graphs = flat(test::readGSpanFile(path));
    GraphKernelParameters parameters;
    parameters.normalise = false;
    const double factor = slowness();
    const double features = bestSeconds([&] { keep(graphFeatures(graphs, parameters)); });
    const double whole = bestSeconds([&] { keep(graphKernelMatrix(graphs, parameters)); });
    const double pairs = bestSeconds([&] { keep(pairByPair(graphs)); }, 1);
    table.add({"Weisfeiler-Lehman 3, cas, features alone", features, "", 0, 0, 0});
    table.add({"Weisfeiler-Lehman 3, cas, Gram matrix", whole, "graphkernels (C++), by the yardstick",
               1.55 * factor, 0.2 / 1.55, peakMemoryBytes()});
    table.add(
        {"Weisfeiler-Lehman 3, cas, Gram matrix", whole, "hash tables, pair by pair", pairs, 1.0 / 20, 0});
    parameters.kernel = GraphKernel::ShortestPath;
    const double paths = bestSeconds([&] { keep(graphKernelMatrix(graphs, parameters)); });
    table.add({"labelled shortest path, cas, Gram matrix", paths, "GraKeL, by the yardstick", 19.3 * factor,
               0.6 / 19.3, 0});
}

/// Algorithm 2 of the paper: symmetric.
std::vector<std::uint32_t> floydWarshall(const FlatGraphs& graphs, std::size_t graph)
{
    const std::size_t n = graphs.vertexCount(graph);
    std::vector<std::uint32_t> d(n * n, 1U << 30U);
    for (std::size_t v = 0; v < n; ++v) {
        d[v * n + v] = 0;
        for (const std::uint32_t u : graphs.neighbours(graphs.firstVertex(graph) + v))
            d[v * n + u - graphs.firstVertex(graph)] = 1;
    }
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t through = d[i * n + k];
            for (std::size_t j = 0; j < n; ++j)
                d[i * n + j] = std::min(d[i * n + j], through + d[k * n + j]);
        }
    return d;
}

void benchSearch(BenchmarkTable& table)
{
    const std::filesystem::path folder = test::sharedData("ppi");
    if (!std::filesystem::exists(folder)) {
        std::cerr << "The shared data is not here, skipped: " << folder.string() << '\n';
        return;
    }
    const FlatGraphs graphs = flat(test::readTuFolder(folder, "PPI"));
    const auto forAll = [&](const auto& algorithm) {
        return bestSeconds([&] {
            for (std::size_t g = 0; g < graphs.size(); ++g)
                keep(algorithm(graphs, g));
        });
    };
    table.add({"shortest-path lengths, PPI, one thread", forAll(shortestPathLengths), "Floyd-Warshall",
               forAll(floydWarshall), 1.0 / 5, 0});
}

} // namespace

void benchKernels(BenchmarkTable& table)
{
    benchMoleculeKernels(table);
    benchSearch(table);
}

} // namespace atlas::bench
