// A forest made ready for tree kernels: its minimal DAG, the production of every distinct subtree, and bounds
// on kernel values. Made once for a data set, then shared, read-only, by everything that computes kernels.
//
// Labels are translated to another dictionary on the way (a model's), so that trees of different files meet.
// Cost: that of the minimal DAG, and expected O(arcs of the DAG) for the productions.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/kernels/sequence_table.h"
#include "core/kernels/tree_kernel.h"
#include "core/kernels/wide_integer.h"

#include <memory>

namespace atlas {

class KernelForest {
public:
    /// `labelMap` gives the label to use for each label of the forest; empty = as they are. The forest must
    /// outlive the result. Fails only by cancel.
    static Result<KernelForest> make(const Forest& forest, std::span<const LabelId> labelMap = {},
                                     ProgressToken progress = {});

    const Forest& forest() const { return *m_forest; }
    const MinimalDag& dag() const { return m_dag; }
    std::size_t treeCount() const { return m_forest->treeCount(); }
    LabelId label(DagNodeId node) const { return m_labels[node.index()]; }

    /// Productions of this forest: label, then position and label of each child.
    const SequenceTable& productions() const { return m_productions; }
    std::uint32_t production(DagNodeId node) const { return m_productionOf[node.index()]; }

    /// C(t, t) of the SST kernel with decay 1: the number of fragments rooted at t. No C(t, t') passes it.
    /// From 2^127 on it is `tooMany`.
    static constexpr UInt128 tooMany = UInt128{1} << 127U;
    UInt128 fragmentCount(DagNodeId node) const { return m_fragmentCounts[node.index()]; }
    /// Of the root, which has more than any other node of its tree.
    UInt128 fragmentCount(RowId tree) const { return fragmentCount(m_dag.root(tree)); }
    UInt128 largestFragmentCount() const;

    /// Nodes of the subtree that have children.
    std::uint32_t innerNodes(DagNodeId node) const { return m_innerNodes[node.index()]; }

private:
    const Forest* m_forest = nullptr;
    MinimalDag m_dag;
    std::vector<LabelId> m_labels;
    SequenceTable m_productions;
    std::vector<std::uint32_t> m_productionOf;
    std::vector<UInt128> m_fragmentCounts;
    std::vector<std::uint32_t> m_innerNodes;
};

/// The distinct subtrees of one tree, children before parents, each with how often it occurs there.
class TreeSubtrees {
public:
    void collect(const KernelForest& forest, RowId tree);
    void collectAll(const KernelForest& forest); ///< of all trees together: the annotated DAG

    std::size_t size() const { return m_nodes.size(); }
    DagNodeId node(std::size_t i) const { return m_nodes[i]; }
    std::uint32_t count(std::size_t i) const { return m_counts[i]; }
    /// The place of a subtree that occurs in the tree.
    std::size_t place(DagNodeId node) const { return m_places[node.index()]; }

private:
    void clear(const KernelForest& forest);

    static constexpr std::uint32_t absent = SequenceTable::none;
    std::vector<DagNodeId> m_nodes;
    std::vector<std::uint32_t> m_counts;
    std::vector<std::uint32_t> m_places; // by DAG node; absent for those not in the tree
};

} // namespace atlas
