#include "core/data/structure_numbers.h"

#include "core/dag/minimal_dag.h"

#include <boost/graph/connected_components.hpp>

#include <algorithm>

namespace atlas {

namespace {

/// `levels` is room for the work, so that a pass over a forest allocates once.
StructureSize treeSize(const Tree& tree, std::vector<std::uint32_t>& levels)
{
    const std::size_t first = tree.firstNode().index();
    levels.assign(tree.nodeCount(), 0);
    for (std::size_t i = 0; i < levels.size(); ++i)
        for (const Arc& arc : tree.children(NodeId(first + i)))
            levels[i] = std::max(levels[i], levels[arc.child.index() - first] + 1);
    return {static_cast<std::uint32_t>(tree.nodeCount()), levels.back()};
}

StructureSize sizeOf(const Dataset& data, RowId row, std::vector<std::uint32_t>& levels)
{
    switch (data.kind()) {
    case StructureKind::Tree:
        return treeSize(data.tree(row), levels);
    case StructureKind::Graph:
        return {static_cast<std::uint32_t>(vertexCount(data.graph(row))),
                static_cast<std::uint32_t>(edgeCount(data.graph(row)))};
    case StructureKind::Molecule:
        return {static_cast<std::uint32_t>(data.molecule(row).atomCount()),
                static_cast<std::uint32_t>(data.molecule(row).bondCount())};
    }
    return {};
}

} // namespace

std::vector<StructureSize> structureSizes(const Dataset& data)
{
    std::vector<StructureSize> sizes;
    sizes.reserve(data.size());
    std::vector<std::uint32_t> levels;
    for (std::size_t row = 0; row < data.size(); ++row)
        sizes.push_back(sizeOf(data, RowId(row), levels));
    return sizes;
}

StructureSize structureSize(const Dataset& data, RowId row)
{
    std::vector<std::uint32_t> levels;
    return sizeOf(data, row, levels);
}

std::size_t maximumOutdegree(const Tree& tree)
{
    std::size_t most = 0;
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
        most = std::max(most, tree.children(NodeId(i)).size());
    return most;
}

std::size_t distinctSubtrees(const Tree& tree, const MinimalDag& dag)
{
    std::vector<DagNodeId> nodes;
    nodes.reserve(tree.nodeCount());
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
        nodes.push_back(dag.nodeOf(NodeId(i)));
    std::sort(nodes.begin(), nodes.end());
    return static_cast<std::size_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
}

std::size_t componentCount(const Graph& graph)
{
    std::vector<std::size_t> componentOf(vertexCount(graph));
    return boost::connected_components(graph, componentOf.data());
}

} // namespace atlas
