// A subtree as a pattern, apart from any tree: whole subtrees and the fragments of the subset-tree kernel.
#pragma once

#include "core/data/dataset.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace atlas {

struct TreePatternNode {
    LabelId label;
    std::uint32_t parent = 0; ///< index; the root's is its own
    Position position; ///< under the parent
};

struct TreePattern {
    std::vector<TreePatternNode> nodes; ///< parents before children, siblings by position
    bool whole = true; ///< nothing hangs below its leaves; false: a fragment, whose leaves may go on
};

/// A forest's subtree, whole. O(nodes of the subtree).
TreePattern wholeSubtree(const Forest& forest, NodeId root);

/// "(S (NP D N) VP)": a node with its children in brackets.
std::string fragmentText(const TreePattern& pattern, const LabelDictionary& labels);

/// The nodes of all places of the pattern in a tree, increasing. A node of the pattern
/// that has children matches only where the tree's node has exactly these children.
/// O(nodes of the tree * nodes of the pattern).
std::vector<NodeId> patternNodes(const TreePattern& pattern, const Tree& tree);

} // namespace atlas
