// A learned perceptron at work: classifies trees in parallel on the model's DAG, says what each node of a
// tree adds to a score, and lists the model's subtrees by weight.
#pragma once

#include "core/learning/dag_perceptron.h"
#include "core/learning/perceptron.h"

namespace atlas {

struct PerceptronPredictions {
    std::size_t columns = 0;
    /// Tree by tree, one a column; those of averaged models are means, normalised ones
    /// divided by the tree's norm.
    std::vector<double> scores;
    std::vector<std::string> names; ///< what can be predicted: the columns, then the rest if there is one
    std::vector<std::size_t> predicted; ///< by tree, index into names
};

/// A subtree of the model. `weight` is f: how often it occurs in trees that speak for the class, less those
/// that speak against it.
struct PerceptronFragment {
    std::string text; ///< bracketed, "_" for a missing child, cut after 200 characters
    std::size_t nodes = 0;
    std::uint64_t occurrences = 0; ///< in the trees of the model
    std::size_t column = 0;
    double weight = 0;
    DagNodeId subtree; ///< in the plain minimal DAG of the data in use; invalid = not there
    std::uint32_t inData = 0; ///< how often it occurs there
};

class PerceptronScorer {
public:
    /// The model must outlive the scorer.
    static Result<PerceptronScorer> make(const PerceptronModel& model, ProgressToken progress = {});

    /// The data that the following is about. It must outlive them.
    Result<void> use(const Dataset& data, ProgressToken progress = {});

    /// A score of 0 speaks for the rest; of equal classes the one named first is predicted. An error names
    /// the tree whose score cannot be computed.
    Result<PerceptronPredictions> predict(ProgressToken progress = {}) const;
    /// use(data) too.
    Result<PerceptronPredictions> predict(const Dataset& data, ProgressToken progress = {});

    /// What each node of a tree, in post-order, adds to the score of a column before normalisation; together
    /// they are the score. Colours for the tree.
    Result<std::vector<double>> nodeScores(RowId row, std::size_t column, ProgressToken progress = {}) const;

    /// The subtrees with children, by decreasing |weight| over the columns, ties by size and text. They have
    /// their places in the data in use, where there is one.
    std::vector<PerceptronFragment> fragments(std::size_t count) const;

    /// The rows of the data in use that have a subtree, increasing. Precondition: use() was called.
    std::vector<RowId> rowsWith(DagNodeId subtree) const;

private:
    template <class N>
    using EnginePtr = std::unique_ptr<DagPerceptron<N>>;

    explicit PerceptronScorer(const PerceptronModel& model) : m_model(&model) { }
    Result<void> fill(bool word, const ProgressToken& progress);
    Result<void> checkSizes(const Dataset& data, const KernelForest& forest) const;
    template <class N>
    Result<void> predictWith(const DagPerceptron<N>& engine, PerceptronPredictions& predictions,
                             const ProgressToken& progress) const;
    Result<std::vector<double>> dataNorms(const ProgressToken& progress) const;

    const PerceptronModel* m_model;
    std::unique_ptr<KernelForest> m_modelForest;
    const Dataset* m_data = nullptr;
    std::unique_ptr<KernelForest> m_dataForest; // of m_data, with the model's labels
    LabelDictionary m_labels;
    std::variant<EnginePtr<ExactNumbers>, EnginePtr<WideNumbers>, EnginePtr<RealNumbers>> m_engine;
};

} // namespace atlas
