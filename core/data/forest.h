// All trees of a data set in four flat arrays, in post-order: children stand before their parent, a tree's
// root is its last node, and tree follows tree. A pass from the first node to the last is therefore bottom-up
// over the whole data set, without recursion and whatever the depth. 16 bytes a node.
//
// Children are ordered and have *positions*: a missing child leaves a gap, so that (a _ b) and (a b _)
// differ. A sequence is a tree of outdegree 1.
#pragma once

#include "core/data/ids.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace atlas {

/// A child and its place under the parent.
struct Arc {
    NodeId child;
    Position position;

    friend bool operator==(const Arc&, const Arc&) = default;
};

class Forest;

/// One tree of a forest: a view, as cheap as a pointer. Node ids are those of the forest.
class Tree {
public:
    Tree(const Forest& forest, NodeId first, NodeId root)
        : m_forest(&forest), m_first(first), m_root(root) { }

    std::size_t nodeCount() const { return m_root.index() - m_first.index() + 1; }
    NodeId firstNode() const { return m_first; } ///< the first in post-order: the leftmost leaf
    NodeId root() const { return m_root; }
    LabelId label(NodeId node) const;
    std::span<const Arc> children(NodeId node) const; ///< by increasing position

private:
    const Forest* m_forest;
    NodeId m_first;
    NodeId m_root;
};

class Forest {
public:
    std::size_t treeCount() const { return m_firstNodes.size() - 1; }
    std::size_t nodeCount() const { return m_labels.size(); }
    Tree tree(RowId row) const
    {
        return {*this, m_firstNodes[row.index()], NodeId(m_firstNodes[row.index() + 1].index() - 1)};
    }
    RowId treeOf(NodeId node) const; ///< O(log trees)

    LabelId label(NodeId node) const { return m_labels[node.index()]; }
    std::span<const Arc> children(NodeId node) const
    {
        const std::uint32_t begin = m_firstArcs[node.index()];
        return {m_arcs.data() + begin, m_firstArcs[node.index() + 1] - begin};
    }

    std::span<const LabelId> labels() const { return m_labels; }
    /// nodeCount() + 1 offsets into arcs().
    std::span<const std::uint32_t> firstArcs() const { return m_firstArcs; }
    std::span<const Arc> arcs() const { return m_arcs; }
    std::span<const NodeId> firstNodes() const { return m_firstNodes; } ///< treeCount() + 1 of them

private:
    friend class ForestBuilder;
    std::vector<LabelId> m_labels;
    std::vector<std::uint32_t> m_firstArcs{0};
    std::vector<Arc> m_arcs;
    std::vector<NodeId> m_firstNodes{NodeId(0)};
};

inline LabelId Tree::label(NodeId node) const { return m_forest->label(node); }
inline std::span<const Arc> Tree::children(NodeId node) const { return m_forest->children(node); }

/// Builds a forest from the events of a reader: open(label) ... close() around each node's children,
/// skip() for a missing child. A tree under construction becomes part of the forest by finishTree()
/// or vanishes by discardTree().
class ForestBuilder {
public:
    /// The forest's ids are 32-bit; a tree that would pass the limit is refused: see full().
    static constexpr std::size_t maximumNodes = 0xffff'fff0;

    /// Room for so many nodes in advance. Untouched room costs no memory.
    void reserve(std::size_t nodes);

    void open(LabelId label);
    void skip(); ///< a missing child of the open node
    void skipTo(Position position); ///< the next child gets at least this position
    void close();
    /// Gives the node that is open another label: for formats that name a node after its children.
    void relabel(LabelId label);

    std::size_t depth() const { return m_open.size(); } ///< open nodes
    /// One complete, unfinished tree.
    bool hasTree() const { return m_open.empty() && m_pending.size() == 1; }
    std::size_t nodesInTree() const; ///< closed nodes of the tree under construction
    bool full() const { return m_forest.nodeCount() + m_open.size() >= maximumNodes; }

    void finishTree(); ///< precondition: hasTree()
    void discardTree(); ///< drops whatever is unfinished, open nodes included

    /// Drops the last finished tree again (a record that turned out to be bad after its tree was complete).
    void dropLastTree();

    Forest take(); ///< the forest, its arrays trimmed; the builder is empty afterwards

private:
    struct OpenNode {
        LabelId label;
        Position nextPosition; // of the next child
        std::size_t firstPending; // where this node's children start in m_pending
        Position position; // of the node itself under its parent
    };

    void truncateTo(std::size_t nodes);

    Forest m_forest;
    std::vector<OpenNode> m_open;
    std::vector<Arc> m_pending; // closed nodes whose parents are still open
};

} // namespace atlas
