// The minimal DAG of INEX 2005 train against a single pass that only reads the nodes.
#include "benchmarks/benchmark.h"
#include "core/dag/minimal_dag.h"
#include "support/inex.h"
#include "support/shared_data.h"

#include <algorithm>
#include <iostream>
#include <limits>

namespace atlas::bench {

namespace {

/// What any algorithm over the forest has to do at least: read every label and every arc.
std::uint64_t readNodes(const Forest& forest)
{
    std::uint64_t checksum = 0;
    for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
        const NodeId node(i);
        checksum += forest.label(node).value();
        for (const Arc& arc : forest.children(node))
            checksum += arc.child.value() ^ arc.position.value();
    }
    return checksum;
}

void addRow(BenchmarkTable& table, const Forest& forest, const char* work, bool positionalLeaves)
{
    // In turns, so that a disturbance of the machine meets both.
    double reading = std::numeric_limits<double>::infinity();
    double building = reading;
    for (int turn = 0; turn < 20; ++turn) {
        reading = std::min(reading, bestSeconds([&] { keep(readNodes(forest)); }, 10));
        building = std::min(
            building,
            bestSeconds([&] { keep(buildMinimalDag(forest, MinimalDagParameters{positionalLeaves})); }, 10));
    }
    table.add({work, building, "one pass that reads the nodes", reading, 3.0, peakMemoryBytes()});
}

} // namespace

void benchDag(BenchmarkTable& table)
{
    const std::filesystem::path path = test::sharedData("inex2005/inex05.train.elastic.tree");
    if (!std::filesystem::exists(path)) {
        std::cerr << "The shared data is not here, skipped: " << path.string() << '\n';
        return;
    }
    const Forest forest = test::readInexForest(path);
    addRow(table, forest, "minimal DAG, INEX 2005 train", false);
    addRow(table, forest, "minimal DAG, positional leaves", true);
}

} // namespace atlas::bench
