#include "core/dag/subtree_occurrences.h"

#include <algorithm>
#include <map>

namespace atlas {

namespace {

/// The child whose subtree holds `node`: in post-order the first that does not stand before it.
const Arc& arcTowards(const Tree& tree, NodeId from, NodeId node)
{
    const std::span<const Arc> children = tree.children(from);
    return *std::partition_point(children.begin(), children.end(),
                                 [&](const Arc& arc) { return arc.child < node; });
}

} // namespace

SubtreeOccurrences subtreeOccurrences(const Dataset& trees, const MinimalDag& dag, DagNodeId subtree)
{
    SubtreeOccurrences result;
    const std::span<const NodeId> nodes = dag.occurrences(subtree);
    result.nodes.assign(nodes.begin(), nodes.end());
    result.rows.reserve(nodes.size());
    std::map<ClassId, std::size_t> counts; // an invalid id is the largest
    for (const NodeId node : nodes) {
        const RowId row = trees.forest().treeOf(node);
        result.rows.push_back(row);
        ++counts[trees.record(row).classId];
        if (result.trees.empty() || result.trees.back() != row)
            result.trees.push_back(row);
    }
    result.perClass.assign(counts.begin(), counts.end());
    return result;
}

std::vector<std::uint32_t> occurrencesByRow(const SubtreeOccurrences& occurrences, std::size_t rows)
{
    std::vector<std::uint32_t> counts(rows, 0);
    for (const RowId row : occurrences.rows)
        ++counts[row.index()];
    return counts;
}

std::vector<Position> positionPath(const Tree& tree, NodeId node)
{
    std::vector<Position> path;
    for (NodeId at = tree.root(); at != node;) {
        const Arc& arc = arcTowards(tree, at, node);
        path.push_back(arc.position);
        at = arc.child;
    }
    return path;
}

std::vector<NodeId> nodePath(const Tree& tree, NodeId node)
{
    std::vector<NodeId> path{tree.root()};
    while (path.back() != node)
        path.push_back(arcTowards(tree, path.back(), node).child);
    return path;
}

} // namespace atlas
