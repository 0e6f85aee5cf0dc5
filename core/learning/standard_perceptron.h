// The standard kernel perceptron (DAG-perceptron paper, section 2): the model is a list of trees, and a score
// is one plain kernel after the other. Oracle and baseline of DagPerceptron.
//
// Cost of a score: the sum over the model's trees of |T_i| |T|.
#pragma once

#include "core/learning/perceptron_engine.h"

#include <deque>

namespace atlas {

template <class Numbers>
class StandardPerceptron final : public PerceptronEngine<Numbers> {
public:
    using Value = typename Numbers::Value;
    using Weight = typename Numbers::Weight;
    using Score = typename Numbers::Score;

    StandardPerceptron(const TreeKernelParameters& kernel, std::size_t classes);

    void begin(const KernelForest& forest) override;
    KernelStatus score(RowId tree, std::span<Score> scores, const ProgressToken& progress) override;
    void scoreRange(std::size_t begin, std::size_t end, std::span<Score> scores,
                    std::span<KernelStatus> statuses, const ProgressToken& progress) const override;
    KernelStatus insert(RowId tree, std::span<const Weight> weights) override;
    void removeOldest() override;
    std::size_t treeCount() const override { return m_trees.size(); }
    std::size_t vertexCount() const override { return m_vertices; }
    std::size_t memoryBytes() const override;
    void exportTrees(ForestBuilder& builder) const override;

private:
    struct ModelTree {
        PlainTree tree;
        std::vector<Weight> weights;
    };

    PlainTree treeOf(RowId row) const;
    KernelStatus scoreTree(PlainTreeKernel<Value>& kernel, const PlainTree& tree, std::span<Score> scores,
                           const ProgressToken& progress) const;

    TreeKernelParameters m_parameters;
    std::size_t m_classes;
    PlainTreeKernel<Value> m_kernel;
    SequenceTable m_productions;
    std::deque<ModelTree> m_trees;
    std::size_t m_vertices = 0;
    const KernelForest* m_forest = nullptr;
    std::vector<std::uint32_t> m_productionMap; // from the forest's productions to ours
};

} // namespace atlas
