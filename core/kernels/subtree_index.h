// A minimal DAG that grows: every subtree it was given stands in it once, in the *group* of those nodes that
// it can meet in a kernel: nodes of equal production (SST, ST), or of equal label (PTK). Only members of one
// group are ever compared, as a walk over contiguous arrays.
//
// Append-only; nodes are numbered children first. What is no longer wanted goes by copying the rest to a new
// index, which is cheaper than keeping every array fit for removals.
#pragma once

#include "core/kernels/kernel_forest.h"

namespace atlas {

using SubtreeId = StrongId<struct SubtreeTag>; ///< a node of a SubtreeIndex
using GroupId = StrongId<struct GroupTag>; ///< nodes that meet

/// A node by its group and its place there.
struct SubtreeRef {
    GroupId group;
    std::uint32_t slot = 0;
};

class SubtreeIndex {
public:
    enum class Grouping { ByProduction, ByLabel };

    explicit SubtreeIndex(TreeKernelKind kind)
        : m_grouping(kind == TreeKernelKind::PartialTree ? Grouping::ByLabel : Grouping::ByProduction)
    {
    }

    std::size_t nodeCount() const { return m_refs.size(); }
    std::size_t groupCount() const { return m_groups.size(); }

    /// The group of a production, given as its sequence; invalid where no node of it was ever added.
    GroupId findGroup(std::span<const std::uint32_t> production) const;
    /// The node with this production and these children; invalid where it was never added.
    SubtreeId find(std::span<const std::uint32_t> production, std::span<const SubtreeId> children) const;
    /// The same, added where it is new.
    SubtreeId add(std::span<const std::uint32_t> production, std::span<const SubtreeId> children);

    SubtreeRef ref(SubtreeId node) const { return m_refs[node.index()]; }
    LabelId label(SubtreeId node) const { return LabelId(production(node)[0]); }
    std::span<const std::uint32_t> production(SubtreeId node) const
    {
        return m_productions.sequence(m_nodes.sequence(node.value())[0]);
    }
    std::size_t childCount(SubtreeId node) const { return m_nodes.sequence(node.value()).size() - 1; }
    SubtreeId child(SubtreeId node, std::size_t i) const
    {
        return SubtreeId(m_nodes.sequence(node.value())[i + 1]);
    }
    Position childPosition(SubtreeId node, std::size_t i) const
    {
        return Position(production(node)[2 * i + 1]);
    }

    struct Group {
        std::vector<SubtreeId> members; ///< by slot
        std::vector<std::uint32_t> firstArcs; ///< by slot, into arcs()
    };
    const Group& group(GroupId id) const { return m_groups[id.index()]; }
    std::size_t groupSize(GroupId id) const ///< 0 for an invalid id or one that has no member yet
    {
        return id.index() < m_groups.size() ? m_groups[id.index()].members.size() : 0;
    }
    /// The children of all nodes as references: those of slot s of a group start at its firstArcs[s].
    std::span<const SubtreeRef> arcs() const { return m_arcs; }

    std::size_t memoryBytes() const;

private:
    GroupId groupOf(std::uint32_t production) const;

    Grouping m_grouping;
    SequenceTable m_productions;
    SequenceTable m_nodes; // production, then children
    std::vector<SubtreeRef> m_refs; // by node
    std::vector<Group> m_groups; // by production or label
    std::vector<SubtreeRef> m_arcs;
};

/// Where the subtrees of a forest stand in an index.
struct SubtreeMap {
    std::vector<SubtreeId> nodes; ///< by DAG node; invalid = not in the index
    std::vector<GroupId> groups; ///< by production of the forest; invalid = none there

    GroupId group(const KernelForest& forest, DagNodeId node) const
    {
        return groups[forest.production(node)];
    }
};

SubtreeMap mapSubtrees(const KernelForest& forest, const SubtreeIndex& index);

/// Adds a subtree whose children are in the index, and notes it in the map.
SubtreeId addSubtree(const KernelForest& forest, DagNodeId node, SubtreeIndex& index, SubtreeMap& map);

} // namespace atlas
