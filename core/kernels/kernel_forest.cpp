#include "core/kernels/kernel_forest.h"

#include <algorithm>

namespace atlas {

namespace {

/// a * b, or `tooMany`.
UInt128 limitedProduct(UInt128 a, UInt128 b)
{
    UInt128 product = 0;
    return __builtin_mul_overflow(a, b, &product) ? KernelForest::tooMany
                                                  : std::min(product, KernelForest::tooMany);
}

} // namespace

Result<KernelForest> KernelForest::make(const Forest& forest, std::span<const LabelId> labelMap,
                                        ProgressToken progress)
{
    Result<MinimalDag> dag = buildMinimalDag(forest, {}, progress.stage("Finding equal subtrees", 0, 0.7));
    if (!dag)
        return dag.error();
    KernelForest made;
    made.m_forest = &forest;
    made.m_dag = std::move(*dag);
    const std::size_t nodes = made.m_dag.nodeCount();
    made.m_labels.reserve(nodes);
    made.m_productionOf.reserve(nodes);
    made.m_fragmentCounts.reserve(nodes);
    made.m_innerNodes.reserve(nodes);
    std::vector<std::uint32_t> key;
    for (std::size_t i = 0; i < nodes; ++i) {
        if ((i & 0xffffU) == 0 && progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        const DagNodeId node(i);
        const LabelId own = made.m_dag.label(node);
        const LabelId label = labelMap.empty() ? own : labelMap[own.index()];
        const std::span<const DagArc> children = made.m_dag.children(node);
        made.m_labels.push_back(label);
        key.assign(1, label.value());
        UInt128 fragments = children.empty() ? 0 : 1;
        std::uint32_t inner = children.empty() ? 0 : 1;
        for (const DagArc& arc : children) {
            key.push_back(arc.position.value());
            key.push_back(made.label(arc.child).value());
            fragments = limitedProduct(fragments, made.fragmentCount(arc.child) + 1);
            inner += made.innerNodes(arc.child);
        }
        made.m_productionOf.push_back(made.m_productions.intern(key));
        made.m_fragmentCounts.push_back(fragments);
        made.m_innerNodes.push_back(inner);
    }
    progress.report(1);
    return made;
}

UInt128 KernelForest::largestFragmentCount() const
{
    UInt128 largest = 0;
    for (const UInt128 count : m_fragmentCounts)
        largest = std::max(largest, count);
    return largest;
}

void TreeSubtrees::clear(const KernelForest& forest)
{
    for (const DagNodeId node : m_nodes)
        if (node.index() < m_places.size())
            m_places[node.index()] = absent;
    m_places.resize(forest.dag().nodeCount(), absent);
    m_nodes.clear();
    m_counts.clear();
}

void TreeSubtrees::collect(const KernelForest& forest, RowId tree)
{
    clear(forest);
    const Tree nodes = forest.forest().tree(tree);
    for (std::size_t i = nodes.firstNode().index(); i <= nodes.root().index(); ++i) {
        const DagNodeId node = forest.dag().nodeOf(NodeId(i));
        std::uint32_t& place = m_places[node.index()];
        if (place == absent) {
            place = static_cast<std::uint32_t>(m_nodes.size());
            m_nodes.push_back(node);
            m_counts.push_back(0);
        }
        ++m_counts[place];
    }
}

void TreeSubtrees::collectAll(const KernelForest& forest)
{
    clear(forest);
    for (std::size_t i = 0; i < forest.dag().nodeCount(); ++i) {
        m_places[i] = static_cast<std::uint32_t>(i);
        m_nodes.emplace_back(i);
        m_counts.push_back(forest.dag().frequency(DagNodeId(i)));
    }
}

} // namespace atlas
