// What learning and classifying share: labels of a model, norms of trees, a model put into an engine.
#pragma once

#include "core/learning/perceptron.h"
#include "core/learning/perceptron_engine.h"

#include <cmath>

namespace atlas {

/// For each label of `from` the one with the same text in `to`, added where it is new.
std::vector<LabelId> mapLabels(const LabelDictionary& from, LabelDictionary& to);
LabelDictionary copyLabels(const LabelDictionary& labels);

/// C of the SST kernel fits a 63-bit integer in all trees.
bool fitsWord(const TreeKernelParameters& kernel, const KernelForest& forest);

/// The error for a tree whose values pass 128 bits; `name` says which tree and where.
Error tooManyFragments(const std::string& name);
Error learningCancelled();
/// "tree 12 (line 13)": a tree in words.
std::string treeName(const Dataset& data, RowId row);

/// sqrt(K(T, T)) of the trees of a forest, once per distinct tree; 1 without normalisation.
class TreeNorms {
public:
    TreeNorms(const TreeKernelParameters& kernel, const KernelForest& forest);
    double operator()(RowId tree); ///< infinite where K is beyond the range of a double

private:
    TreeKernelParameters m_parameters;
    const KernelForest* m_forest;
    PlainTreeKernel<double> m_kernel;
    std::vector<double> m_norms; // by DAG node of the root; -1 = not computed
};

template <class Weight>
void treeWeights(const SupportTree& tree, std::uint64_t factor, double norm, std::vector<Weight>& weights)
{
    weights.clear();
    for (const std::int8_t sign : tree.signs) {
        if constexpr (std::is_floating_point_v<Weight>)
            weights.push_back(norm > 0 ? sign * static_cast<double>(factor) / norm : 0.0);
        else
            weights.push_back(sign * static_cast<Weight>(factor));
    }
}

/// Puts a model's trees into an engine. With `averaged` each has the number of models
/// it was part of as factor.
template <class Engine>
Result<void> insertModel(Engine& engine, const PerceptronModel& model, const KernelForest& forest,
                         bool averaged, const ProgressToken& progress)
{
    engine.begin(forest);
    TreeNorms norms(model.parameters.kernel, forest);
    std::vector<typename Engine::Weight> weights;
    for (std::size_t i = 0; i < model.support.size(); ++i) {
        const SupportTree& tree = model.support[i];
        treeWeights(tree, averaged ? model.steps - tree.step + 1 : 1, norms(RowId(i)), weights);
        const KernelStatus status =
            progress.cancelled() ? KernelStatus::Cancelled : engine.insert(RowId(i), weights);
        if (status == KernelStatus::Cancelled)
            return learningCancelled();
        if (status == KernelStatus::TooLarge)
            return tooManyFragments("Tree " + std::to_string(i) + " of the model");
        progress.report(static_cast<double>(i + 1) / static_cast<double>(model.support.size()));
    }
    return {};
}

} // namespace atlas
