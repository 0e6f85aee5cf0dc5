#include "core/learning/standard_perceptron.h"

#include "core/learning/unfold_tree.h"

#include <algorithm>

namespace atlas {

template <class N>
StandardPerceptron<N>::StandardPerceptron(const TreeKernelParameters& kernel, std::size_t classes)
    : m_parameters(kernel), m_classes(classes), m_kernel(kernel)
{
}

template <class N>
void StandardPerceptron<N>::begin(const KernelForest& forest)
{
    m_forest = &forest;
    m_productionMap.clear();
    for (std::size_t i = 0; i < forest.productions().size(); ++i)
        m_productionMap.push_back(
            m_productions.intern(forest.productions().sequence(static_cast<std::uint32_t>(i))));
}

template <class N>
PlainTree StandardPerceptron<N>::treeOf(RowId row) const
{
    const Tree tree = m_forest->forest().tree(row);
    const std::size_t first = tree.firstNode().index();
    PlainTree plain;
    plain.labels.reserve(tree.nodeCount());
    plain.productions.reserve(tree.nodeCount());
    plain.firstChildren.reserve(tree.nodeCount() + 1);
    plain.children.reserve(tree.nodeCount() - 1);
    for (std::size_t i = first; i <= tree.root().index(); ++i) {
        const DagNodeId node = m_forest->dag().nodeOf(NodeId(i));
        plain.labels.push_back(m_forest->label(node).value());
        plain.productions.push_back(m_productionMap[m_forest->production(node)]);
        for (const Arc& arc : tree.children(NodeId(i)))
            plain.children.push_back(static_cast<std::uint32_t>(arc.child.index() - first));
        plain.firstChildren.push_back(static_cast<std::uint32_t>(plain.children.size()));
    }
    return plain;
}

template <class N>
KernelStatus StandardPerceptron<N>::scoreTree(PlainTreeKernel<Value>& kernel, const PlainTree& tree,
                                              std::span<Score> scores, const ProgressToken& progress) const
{
    std::fill(scores.begin(), scores.end(), Score(0));
    for (const ModelTree& known : m_trees) {
        if (progress.cancelled())
            return KernelStatus::Cancelled;
        typename PlainTreeKernel<Value>::Sum value = 0;
        if (!kernel.compute(known.tree, tree, value))
            return KernelStatus::TooLarge;
        for (std::size_t c = 0; c < m_classes; ++c)
            if (!accumulate(scores[c], known.weights[c], value))
                return KernelStatus::TooLarge;
    }
    return KernelStatus::Done;
}

template <class N>
KernelStatus StandardPerceptron<N>::score(RowId tree, std::span<Score> scores, const ProgressToken& progress)
{
    return scoreTree(m_kernel, treeOf(tree), scores, progress);
}

template <class N>
void StandardPerceptron<N>::scoreRange(std::size_t begin, std::size_t end, std::span<Score> scores,
                                       std::span<KernelStatus> statuses, const ProgressToken& progress) const
{
    PlainTreeKernel<Value> kernel(m_parameters);
    for (std::size_t i = begin; i < end; ++i)
        statuses[i - begin] =
            scoreTree(kernel, treeOf(RowId(i)), scores.subspan((i - begin) * m_classes, m_classes), progress);
}

template <class N>
KernelStatus StandardPerceptron<N>::insert(RowId tree, std::span<const Weight> weights)
{
    m_trees.push_back({treeOf(tree), {weights.begin(), weights.end()}});
    m_vertices += m_trees.back().tree.nodeCount();
    return KernelStatus::Done;
}

template <class N>
void StandardPerceptron<N>::removeOldest()
{
    m_vertices -= m_trees.front().tree.nodeCount();
    m_trees.pop_front();
}

template <class N>
std::size_t StandardPerceptron<N>::memoryBytes() const
{
    std::size_t bytes = m_productions.memoryBytes();
    for (const ModelTree& known : m_trees)
        bytes += sizeof(ModelTree) + known.tree.memoryBytes() + m_classes * sizeof(Weight);
    return bytes;
}

namespace {

struct PlainNodes {
    const PlainTree& tree;
    const SequenceTable& productions;

    LabelId label(std::uint32_t node) const { return LabelId(tree.labels[node]); }
    std::size_t childCount(std::uint32_t node) const { return tree.childrenOf(node).size(); }
    std::uint32_t child(std::uint32_t node, std::size_t k) const { return tree.childrenOf(node)[k]; }
    Position childPosition(std::uint32_t node, std::size_t k) const
    {
        return Position(productions.sequence(tree.productions[node])[2 * k + 1]);
    }
};

} // namespace

template <class N>
void StandardPerceptron<N>::exportTrees(ForestBuilder& builder) const
{
    for (const ModelTree& known : m_trees)
        unfoldTree(PlainNodes{known.tree, m_productions},
                   static_cast<std::uint32_t>(known.tree.nodeCount() - 1), builder);
}

template class StandardPerceptron<ExactNumbers>;
template class StandardPerceptron<WideNumbers>;
template class StandardPerceptron<RealNumbers>;

} // namespace atlas
