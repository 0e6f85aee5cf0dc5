// "Where else does this subtree occur?", answered from the minimal DAG for people: which trees, where in
// them, of which classes.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace atlas {

struct SubtreeOccurrences {
    std::vector<NodeId> nodes; ///< every occurrence, in forest order
    std::vector<RowId> rows; ///< the tree of each
    std::vector<RowId> trees; ///< the same without repetitions, increasing
    /// Occurrences by class, in order of ClassId; an invalid id (last) counts trees without a class.
    std::vector<std::pair<ClassId, std::size_t>> perClass;
};

/// O(occurrences * log trees).
SubtreeOccurrences subtreeOccurrences(const Dataset& trees, const MinimalDag& dag, DagNodeId subtree);

/// How often each of so many rows has the subtree.
std::vector<std::uint32_t> occurrencesByRow(const SubtreeOccurrences& occurrences, std::size_t rows);

/// The positions on the way from the root to a node of the tree; empty for the root.
/// O(depth * log outdegree).
std::vector<Position> positionPath(const Tree& tree, NodeId node);

/// The nodes on that way, root and node included.
std::vector<NodeId> nodePath(const Tree& tree, NodeId node);

} // namespace atlas
