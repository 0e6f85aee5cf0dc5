// The canonical spanning tree of a molecule: see moleculesToTrees().
//
// The root is the atom of least eccentricity (O(n^2) for n atoms, by breadth-first searches), ties by RDKit's
// canonical rank. The tree is that of a breadth-first search from the root that visits neighbours by rank.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace RDKit {
class ROMol;
}

namespace atlas {

struct MoleculeTreeNode {
    std::size_t depth = 0; ///< 0 at the root
    std::string label;

    friend auto operator<=>(const MoleculeTreeNode&, const MoleculeTreeNode&) = default;
};

/// In pre-order.
std::vector<MoleculeTreeNode> canonicalSpanningTree(const RDKit::ROMol& mol);

} // namespace atlas
