#include "core/methods/cost.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"
#include "core/support/stopwatch.h"
#include "core/support/text.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr Eigen::Index yardSide = 96;
constexpr int yardProducts = 50;
constexpr double modelYard = 0.003; // seconds of the yardstick where the models were fitted
constexpr double usualSharing = 0.4; // distinct subtrees of molecules' spanning trees, by nodes
constexpr double usualPositions = 4; // of molecules' spanning trees

double yardstick()
{
    Eigen::MatrixXd a = Eigen::MatrixXd::Constant(yardSide, yardSide, 1.0 / yardSide);
    const Eigen::MatrixXd b = a;
    double best = 1e9;
    for (int repeat = 0; repeat < 3; ++repeat) { // the best: others may use the machine
        Stopwatch watch;
        for (int i = 0; i < yardProducts; ++i)
            a = a * b;
        best = std::min(best, watch.lap());
    }
    return a(0, 0) > 0 ? best : 1e9; // used, so that it is computed
}

/// One significant digit below 20, two above: nobody believes more.
std::string roundText(double value)
{
    const double step = value < 20 ? 1 : std::pow(10, std::floor(std::log10(value)) - 1);
    return std::to_string(static_cast<long long>(std::max(1.0, std::round(value / step) * step)));
}

std::string memoryText(double bytes)
{
    if (bytes < 1e6)
        return "less than 1 MB";
    return bytes < 1e9 ? "about " + roundText(bytes / 1e6) + " MB"
                       : "about " + roundText(bytes / 1e9) + " GB";
}

void measureTrees(const Dataset& data, const MinimalDag* dag, DataSize& size)
{
    const Forest& forest = data.forest();
    size.nodes = static_cast<double>(forest.nodeCount());
    for (const Arc& arc : forest.arcs())
        size.positions = std::max(size.positions, static_cast<double>(arc.position.index() + 1));
    size.subtrees = dag ? static_cast<double>(dag->nodeCount()) : size.nodes;
    size.pairs = dag ? static_cast<double>(dag->pairCount()) : static_cast<double>(forest.arcs().size());
}

} // namespace

DataSize measureData(const Dataset& data, const MinimalDag* dag)
{
    DataSize size;
    size.kind = data.kind();
    size.structures = static_cast<double>(data.size());
    size.labels = static_cast<double>(data.nodeLabels().size());
    if (data.kind() == StructureKind::Tree) {
        measureTrees(data, dag, size);
        return size;
    }
    for (std::size_t row = 0; row < data.size(); ++row)
        size.nodes +=
            static_cast<double>(data.kind() == StructureKind::Graph ? vertexCount(data.graph(RowId(row)))
                                                                    : data.molecule(RowId(row)).atomCount());
    size.subtrees = size.pairs = usualSharing * size.nodes;
    size.positions = usualPositions;
    return size;
}

double machineFactor()
{
    static const double factor = yardstick() / modelYard;
    return factor;
}

double secondsOf(const Cost& cost)
{
    return machineFactor()
        * (cost.serialSeconds
           + cost.parallelSeconds / static_cast<double>(std::max<std::size_t>(1, threadCount())));
}

std::string durationText(double seconds)
{
    if (seconds < 1)
        return "less than a second";
    if (seconds < 8)
        return "a few seconds";
    if (seconds < 50)
        return "about " + roundText(std::round(seconds / 10) * 10) + " seconds";
    const double minutes = seconds / 60;
    if (minutes < 1.5)
        return "about a minute";
    if (minutes < 50)
        return "about " + roundText(minutes) + " minutes";
    const double hours = minutes / 60;
    if (hours < 1.5)
        return "about an hour";
    return hours < 48 ? "about " + roundText(hours) + " hours" : "about " + roundText(hours / 24) + " days";
}

std::string costText(const Cost& cost)
{
    std::string text = memoryText(cost.bytes) + ", " + durationText(secondsOf(cost));
    if (cost.bytes > static_cast<double>(memoryLimit()))
        text += "; more memory than the limit of " + memoryText(static_cast<double>(memoryLimit())).substr(6)
            + ", so that it may be refused";
    return text;
}

} // namespace atlas
