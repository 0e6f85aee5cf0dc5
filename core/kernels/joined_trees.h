// Trees from flat arrays, and the trees of two data sets in one.
#pragma once

#include "core/data/dataset.h"
#include "core/data/forest.h"
#include "core/support/result.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace atlas {

/// A tree in post-order: the root is last.
struct FlatTree {
    static constexpr std::uint32_t noParent = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> labels;
    std::vector<std::uint32_t> parents; ///< noParent at the root
    std::vector<std::uint32_t> positions; ///< under the parent
};

FlatTree flatTree(const Tree& tree);

/// Whether the arrays are a tree in post-order: parents behind their children, positions rising, one root.
bool isTree(const FlatTree& tree);

/// Opens and closes the nodes in a builder, which has the complete tree afterwards; labels[i] is the label of
/// the tree's number i. Preconditions: isTree(tree), its labels < labels.size().
void buildTree(const FlatTree& tree, const std::vector<LabelId>& labels, ForestBuilder& builder);

/// The trees of `first`, then those of `second`, with their names and classes. Labels meet by their text.
Result<DatasetPtr> joinedTrees(const Dataset& first, const Dataset& second);

} // namespace atlas
