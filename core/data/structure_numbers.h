// The few numbers that a person wants to see of every structure, and of the one at hand.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <vector>

namespace atlas {

class MinimalDag;

struct StructureSize {
    std::uint32_t parts = 0; ///< nodes, vertices or atoms
    /// Depth of a tree: the arcs from its root to the deepest leaf, edges of a graph, bonds of a molecule.
    std::uint32_t extent = 0;

    friend bool operator==(const StructureSize&, const StructureSize&) = default;
};

/// One per row. O(nodes) for trees, O(rows) else.
std::vector<StructureSize> structureSizes(const Dataset& data);

StructureSize structureSize(const Dataset& data, RowId row);

std::size_t maximumOutdegree(const Tree& tree); ///< the most children of a node
std::size_t distinctSubtrees(const Tree& tree, const MinimalDag& dag);
std::size_t componentCount(const Graph& graph);

} // namespace atlas
