// The minimal DAG of a forest: every distinct subtree stored once, with its frequency (recursive-PCA paper,
// section 3.4 and Fig. 1; DAG-perceptron paper, section 3).
//
// Two forest nodes fall on the same DAG node iff their subtrees are equal: same label, same positions of
// children, and equal children there. With *positional leaves* a leaf's identity includes its position under
// its parent (a root counts as position 0), which the GTM-SD leaf prior needs.
//
// DAG nodes are numbered leaves first, then inner nodes, each in the order of their first occurrence in the
// forest. Children stand before parents: a pass from the first to the last is bottom-up, without recursion.
//
// Cost: expected O(nodes + arcs) time by interning (label, positioned children); memory 4 bytes a forest node
// plus the DAG itself, and 4 more a forest node once occurrences() was asked. Departure from the paper:
// hashing instead of the paper's O(n log n) indexing; positions belong to the identity. Equality never rests
// on a hash: equal hashes are followed by a comparison.
#pragma once

#include "core/data/forest.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace atlas {

using DagNodeId = StrongId<struct DagNodeTag>;

struct DagArc {
    DagNodeId child;
    Position position;

    friend bool operator==(const DagArc&, const DagArc&) = default;
};

struct MinimalDagParameters {
    bool positionalLeaves = false;
};

class MinimalDag {
public:
    std::size_t nodeCount() const { return m_labels.size(); }
    std::size_t arcCount() const { return m_arcs.size(); }

    LabelId label(DagNodeId node) const { return m_labels[node.index()]; }
    std::span<const DagArc> children(DagNodeId node) const ///< by increasing position
    {
        const std::uint32_t begin = m_firstArcs[node.index()];
        return {m_arcs.data() + begin, m_firstArcs[node.index() + 1] - begin};
    }
    /// How many forest nodes carry this subtree.
    std::uint32_t frequency(DagNodeId node) const { return m_frequencies[node.index()]; }
    /// Height: the longest path to a leaf; leaves are level 0.
    std::uint32_t level(DagNodeId node) const { return m_levels[node.index()]; }
    std::uint32_t maximumLevel() const; ///< 0 for an empty forest
    /// The position that is part of a leaf's identity; Position(0) for inner nodes and
    /// without positional leaves.
    Position leafPosition(DagNodeId node) const;

    DagNodeId nodeOf(NodeId forestNode) const { return DagNodeId(m_nodeOf[forestNode.index()]); }
    std::size_t forestNodeCount() const { return m_forestNodes; }
    DagNodeId root(RowId tree) const { return m_roots[tree.index()]; }
    std::size_t treeCount() const { return m_roots.size(); }
    std::size_t distinctRootCount() const; ///< counted at each call, O(trees + nodes)
    /// Distinct (position, child) pairs over the DAG's arcs: what the batched GTM-SD E-step computes. Counted
    /// at each call, expected O(arcs).
    std::size_t pairCount() const;

    /// Every forest node with this subtree, in forest order: "where does this subtree occur". The first call
    /// sorts the forest's nodes in O(nodes); safe from any thread.
    std::span<const NodeId> occurrences(DagNodeId node) const;

private:
    friend class MinimalDagBuilder;
    std::vector<LabelId> m_labels;
    std::vector<std::uint32_t> m_firstArcs{0};
    std::vector<DagArc> m_arcs;
    std::vector<std::uint32_t> m_frequencies;
    std::vector<std::uint32_t> m_levels;
    std::vector<Position> m_leafPositions; // of the leaves; empty without positional leaves
    // One DAG node a forest node. Not a vector: every entry is written once, and clearing them first would
    // take as long as reading the forest.
    std::shared_ptr<std::uint32_t[]> m_nodeOf;
    std::size_t m_forestNodes = 0;
    std::vector<DagNodeId> m_roots;

    struct OccurrenceIndex {
        std::once_flag made;
        std::vector<std::uint32_t> first; // nodeCount() + 1 offsets into `nodes`
        std::vector<NodeId> nodes;
    };
    std::shared_ptr<OccurrenceIndex> m_occurrences = std::make_shared<OccurrenceIndex>();
};

/// Fails only by cancel.
Result<MinimalDag> buildMinimalDag(const Forest& forest, const MinimalDagParameters& parameters = {},
                                   ProgressToken progress = {});

} // namespace atlas
