// A minimal DAG (with positional leaves) rearranged for the batched E-step of GTM-SD: nodes sorted by level,
// so that a level is a range of matrix columns, and the distinct (position, child) pairs sorted by (level of
// the child, position), so that all pairs that meet the same matrix A^l at the same time are a range too.
// Depends on the data alone: made once, used in every iteration. O(nodes + arcs) time (plus sorting the
// pairs) and memory.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/gtm/tree_model.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace atlas {

/// A node's place in the order by level: its matrix column.
using NodeRank = StrongId<struct NodeRankTag>;
/// A distinct (position, child): its matrix column.
using PairId = StrongId<struct PairTag>;

/// Lists of ids, one list per key, in two flat arrays.
template <class Id>
class FlatLists {
public:
    /// keys[i] is the list that values[i] goes to; the order within a list is that of the input.
    FlatLists() = default;
    FlatLists(std::size_t lists, std::span<const std::uint32_t> keys, std::span<const Id> values)
        : m_first(lists + 1, 0), m_values(values.size())
    {
        for (const std::uint32_t key : keys)
            ++m_first[key + 1];
        for (std::size_t i = 1; i < m_first.size(); ++i)
            m_first[i] += m_first[i - 1];
        std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
        for (std::size_t i = 0; i < keys.size(); ++i)
            m_values[next[keys[i]]++] = values[i];
    }
    std::span<const Id> operator[](std::size_t list) const
    {
        return {m_values.data() + m_first[list], m_first[list + 1] - m_first[list]};
    }

private:
    std::vector<std::uint32_t> m_first;
    std::vector<Id> m_values;
};

class DagSchedule {
public:
    struct Node {
        DagNodeId id;
        LabelId label;
        Position leafPosition;
        bool leaf = false;
        std::uint32_t positionSet = 0; ///< of an inner node, in positionSets()
        double frequency = 0; ///< occurrences in the forest
        double roots = 0; ///< trees whose root it is
    };
    struct Pair {
        NodeRank child;
        Position position;
        double weight = 0; ///< occurrences of the arc: the frequencies of its parents
    };
    /// Pairs [begin, end): one position, children of one level.
    struct PairGroup {
        Position position;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// Precondition: the DAG was built with positional leaves.
    explicit DagSchedule(const MinimalDag& dag);

    std::size_t nodeCount() const { return m_nodes.size(); }
    std::size_t pairCount() const { return m_pairs.size(); }
    std::size_t levelCount() const { return m_levelStarts.size() - 1; }
    std::size_t levelBegin(std::size_t level) const { return m_levelStarts[level]; }
    std::size_t levelEnd(std::size_t level) const { return m_levelStarts[level + 1]; }
    std::size_t positionCount() const { return m_positionCount; } ///< at least 1

    const Node& node(std::size_t rank) const { return m_nodes[rank]; }
    const Pair& pair(std::size_t pair) const { return m_pairs[pair]; }
    NodeRank rankOf(DagNodeId id) const { return m_ranks[id.index()]; }
    std::span<const PairGroup> groups(std::size_t childLevel) const; ///< by position

    std::span<const PairId> childrenOf(std::size_t rank) const { return m_childPairs[rank]; }
    std::span<const NodeRank> parentsOf(std::size_t pair) const { return m_pairParents[pair]; } ///< by rank
    std::span<const PairId> pairsWithChild(std::size_t rank) const { return m_pairsOfChild[rank]; }

    /// The distinct sets of child positions, with the number of forest nodes that have them.
    const std::vector<PositionSet>& positionSets() const { return m_positionSets; }

private:
    void sortNodes(const MinimalDag& dag);
    void numberPairs(const MinimalDag& dag);
    void groupPairs();
    void collectPositionSets();

    std::vector<Node> m_nodes;
    std::vector<NodeRank> m_ranks; // by DagNodeId
    std::vector<std::size_t> m_levelStarts;
    std::vector<std::uint32_t> m_levels; // by rank
    std::vector<Pair> m_pairs;
    std::vector<PairGroup> m_groups;
    std::vector<std::size_t> m_levelGroups; // first group per level, and one past the last
    FlatLists<PairId> m_childPairs;
    FlatLists<NodeRank> m_pairParents;
    FlatLists<PairId> m_pairsOfChild;
    std::vector<PositionSet> m_positionSets;
    std::size_t m_positionCount = 1;
};

} // namespace atlas
