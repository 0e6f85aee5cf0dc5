// Where the nodes of a tree go: the tidy layout of Reingold & Tilford (1981) for any outdegree, in the linear
// time of Buchheim, Juenger & Leipert ("Improving Walker's algorithm to run in linear time", 2002). No
// recursion, whatever the depth.
//
// What holds of every result: nodes of one level never come nearer than their widths and the gap allow, a
// parent stands over the middle of its first and last child, and the mirror image of a tree is drawn as the
// mirror image of its drawing. The last is not a property of the paper's algorithm, which packs from the
// left: we lay the tree out from both sides and take the mean, which keeps the other two, since they are
// linear in the coordinates.
//
// Missing children: a run of missing positions before a child takes one slot of its own.
#pragma once

#include "core/data/forest.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <unordered_set>
#include <vector>

namespace atlas {

/// A node of a layout, numbered level by level and from left to right, so that children are neighbours.
using PlacedId = StrongId<struct PlacedTag>;

struct PlacedNode {
    NodeId node; ///< invalid = a slot for missing children
    PlacedId parent; ///< invalid at the root
    double x = 0; ///< of the centre
    double width = 0;
    std::uint32_t level = 0; ///< the root has 0
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0; ///< slots for missing children included
    std::uint32_t hiddenNodes = 0; ///< below a collapsed node
    std::uint32_t missingPositions = 0; ///< that a slot stands for

    bool missing() const { return !node.valid(); }
    bool collapsed() const { return hiddenNodes > 0; }
};

struct TreeLayoutParameters {
    double nodeWidth = 1; ///< of every node, where `width` is empty
    double missingWidth = 1; ///< of a slot for missing children
    double gap = 0.5; ///< free room between neighbours of a level
    double levelDistance = 2; ///< from the middle of a level to the middle of the next
    /// The width of a node that hides so many nodes; asked once for each visible node.
    std::function<double(NodeId, std::uint32_t hiddenNodes)> width = {};
    bool slotsForMissing = true;
};

struct TreeLayout {
    std::vector<PlacedNode> nodes; ///< level by level, each from left to right
    std::vector<std::uint32_t> levelStarts; ///< levelCount() + 1 offsets into nodes
    double levelDistance = 1;
    double left = 0; ///< the outer edges of the outermost nodes
    double right = 0;

    std::size_t levelCount() const { return levelStarts.empty() ? 0 : levelStarts.size() - 1; }
    const PlacedNode& operator[](PlacedId id) const { return nodes[id.index()]; }
    double y(const PlacedNode& node) const { return node.level * levelDistance; }
    double bottom() const
    {
        return levelCount() < 2 ? 0 : static_cast<double>(levelCount() - 1) * levelDistance;
    }
    std::span<const PlacedNode> level(std::size_t number) const
    {
        return std::span(nodes).subspan(levelStarts[number], levelStarts[number + 1] - levelStarts[number]);
    }
    PlacedId idOf(const PlacedNode& node) const
    {
        return PlacedId(static_cast<std::size_t>(&node - nodes.data()));
    }
};

using NodeSet = std::unordered_set<NodeId>;

/// Nodes in `collapsed` are leaves of the drawing. Cost: O(nodes) time and memory.
TreeLayout layoutTree(const Tree& tree, const TreeLayoutParameters& parameters = {},
                      const NodeSet& collapsed = {});

/// Nodes in the subtree of each node, itself included, from Tree::firstNode() on.
std::vector<std::uint32_t> subtreeSizes(const Tree& tree);

struct FoldLimits {
    std::size_t nodes = 300; ///< a tree of at most so many nodes is not folded
    std::size_t levels = std::numeric_limits<std::size_t>::max();
};

/// The nodes to collapse so that about `limits.nodes` nodes in at most `limits.levels` levels
/// remain visible below `top`, the upper levels first. `top` itself always shows its children.
/// Nothing where everything fits.
NodeSet foldToFit(const Tree& tree, NodeId top, const FoldLimits& limits);

/// The node that a point is on, or the nearest within `reach` units of its box. `height` is the height of the
/// boxes. Invalid where there is none; slots for missing children are never found. O(log nodes).
PlacedId nodeAt(const TreeLayout& layout, double x, double y, double height, double reach = 0);

/// The nodes of a level whose boxes touch [left, right], as a range of PlacedId values: what to paint.
std::span<const PlacedNode> nodesBetween(const TreeLayout& layout, std::size_t level, double left,
                                         double right);

} // namespace atlas
