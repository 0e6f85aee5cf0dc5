// The method "describe": what is in a data set. Counts of nodes and labels, the minimal DAG's size, and how
// sizes and depths are distributed over the classes.
//
// Trees: O(nodes) expected, by the minimal DAG. Molecules are described by their canonical spanning trees
// (core/data/conversions.h). Graphs have no subtrees: vertices, edges, degrees and components are counted.
#pragma once

#include "core/methods/method.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace atlas {

/// The numbers of one structure.
struct StructureNumbers {
    std::size_t nodes = 0;
    std::size_t edges = 0;
    std::size_t depth = 0; ///< trees: height of the root in arcs, so that a single node has depth 0
    std::size_t outdegree = 0; ///< largest number of children; of a graph, the largest degree
    std::size_t distinctSubtrees = 0; ///< trees
    std::size_t components = 1; ///< graphs
};

struct DagNumbers {
    std::size_t nodes = 0;
    std::size_t positionalNodes = 0; ///< with positional leaves
    std::size_t arcs = 0;
    std::size_t pairs = 0; ///< distinct (position, child)
    std::size_t distinctRoots = 0;
};

struct Description {
    StructureKind kind = StructureKind::Tree; ///< of what was counted: Tree for molecules
    std::size_t labels = 0; ///< distinct labels that nodes carry
    std::optional<DagNumbers> dag; ///< trees
    std::vector<StructureNumbers> structures; ///< by row
};

/// Precondition: data.kind() is Tree or Graph. Fails only by cancel.
Result<Description> describe(const Dataset& data, ProgressToken progress = {});

/// Counts of values in bins: one bin a value where there are few, equal bins of a round width otherwise, and
/// doubling bins (1, 2-3, 4-7, ...) where a few values are far above the rest.
struct Bins {
    std::vector<std::string> names;
    std::vector<std::size_t> binOf; ///< by value's index
};
Bins binValues(const std::vector<std::size_t>& values);

Method describeMethod();

} // namespace atlas
