// Perceptrons for trees that stream by, after "Fast On-line Kernel Learning for
// Trees" (DAG-perceptron paper).
//
// For each tree T_i in turn and each class c: S_c(T_i) = sum_j a_jc K(T_j, T_i) over the model's trees, and
// where y_ic S_c(T_i) <= margin the tree joins the model with a_ic = y_ic (section 2). One class against the
// rest is one such column; multi-class is one column a class (y = +1 for its own trees, -1 for all others),
// all on one DAG. The mistakes counted are y S <= 0, and for several classes: a tree whose own class does not
// score strictly above every other.
//
//  plain      margin 0; predicts with the last model.
//  averaged   learns like plain; predicts with the mean of the models after each tree: a tree that joined at
//             step t of T has the weight a (T - t + 1), in whole numbers (Freund & Schapire 1999).
//  margin     also takes trees that are right by no more than `margin` (in units of the kernel).
//  budget     at most so many trees; the oldest leaves. Memory is then bounded but for the labels seen.
//
// Exactness: with decay 1 and without normalisation scores are whole numbers in 128 bits, and both
// engines make the same mistakes in the same order. A tree whose values pass that is refused by name.
// Otherwise scores are doubles and the engines may differ where |S| is within rounding:
// n eps sum |a| K for n additions.
//
// Preconditions: trees; at least two classes in the data; 0 < decay <= 1; margin >= 0; epochs >= 1.
#pragma once

#include "core/data/dataset.h"
#include "core/kernels/tree_kernel.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <functional>
#include <memory>

namespace atlas {

enum class PerceptronEngineKind { Dag, Standard };
enum class PerceptronVariant { Plain, Averaged, Margin };
const char* toString(PerceptronEngineKind engine); ///< "dag", "standard"
const char* toString(PerceptronVariant variant); ///< "plain", "averaged", "margin"

struct PerceptronParameters {
    TreeKernelParameters kernel;
    PerceptronEngineKind engine = PerceptronEngineKind::Dag;
    PerceptronVariant variant = PerceptronVariant::Plain;
    double margin = 1; ///< for PerceptronVariant::Margin
    std::size_t epochs = 1;
    bool shuffle = false; ///< a new order each epoch
    std::uint64_t seed = 1;
    bool multiclass = false;
    std::string positive; ///< the class against the rest; "" = the data's first class
    std::size_t budget = 0; ///< trees in the model; 0 = no limit
};

/// A tree of a model.
struct SupportTree {
    std::uint64_t step = 0; ///< when it joined, from 1
    std::vector<std::int8_t> signs; ///< a, by column: -1, 0 or 1
};

/// What is left of learning, whatever the engine: enough to classify, to learn on, and to be a file.
struct PerceptronModel {
    PerceptronParameters parameters;
    std::vector<std::string> classes; ///< one a column; one against the rest: the positive class alone
    std::string rest; ///< the other class of one against the rest, where there is just one; else "not X"
    std::uint64_t steps = 0; ///< trees seen
    LabelDictionary labels;
    Forest trees; ///< with these labels
    std::vector<SupportTree> support; ///< one per tree, oldest first
};

struct LearningPoint {
    std::uint64_t trees = 0; ///< seen
    std::uint64_t mistakes = 0;
    std::size_t modelTrees = 0;
    std::size_t modelVertices = 0; ///< that the engine stores
    std::size_t listVertices = 0; ///< that a list of trees would store
    double seconds = 0;
};

/// Called now and then while a perceptron learns, by the thread that learns, with the curve so far.
using LearningObserver = std::function<void(const std::vector<LearningPoint>&)>;

/// Learns from one data set after the other. Not copyable; moves are cheap.
class PerceptronLearner {
public:
    /// `classes` are the columns; `rest` names what is in none of them.
    static Result<PerceptronLearner> make(const PerceptronParameters& parameters,
                                          std::vector<std::string> classes, std::string rest);
    /// Goes on where a model stopped.
    static Result<PerceptronLearner> resume(const PerceptronModel& model, PerceptronEngineKind engine);

    PerceptronLearner(PerceptronLearner&&) noexcept;
    PerceptronLearner& operator=(PerceptronLearner&&) noexcept;
    ~PerceptronLearner();

    /// The trees of `order`, which all have a class, in that order. Appends to curve(), mistakes(). After an
    /// error the learner must not be used any more. Hears ProgressToken::finishRequested(): the last trees of
    /// the order are then not seen.
    Result<void> learn(const Dataset& data, std::span<const RowId> order, ProgressToken progress = {});

    const std::vector<LearningPoint>& curve() const;
    /// The numbers, from 1, of the steps that were mistakes; only while keepMistakes(true), which it is.
    const std::vector<std::uint64_t>& mistakes() const;
    void keepMistakes(bool keep);
    void setObserver(LearningObserver observer);
    void setPointsPerOrder(std::size_t points); ///< of the curve, for each learn(); 200
    LearningPoint now() const;
    std::size_t memoryBytes() const; ///< of the model as the engine stores it
    PerceptronModel model() const;

private:
    class Impl;
    explicit PerceptronLearner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

struct PerceptronResult {
    PerceptronModel model;
    std::vector<LearningPoint> curve;
    std::vector<RowId> presented; ///< the row of each step
    std::size_t planned = 0; ///< steps of all epochs; more than presented where the person stopped it
    std::vector<std::uint64_t> mistakes; ///< steps, from 1, counted within this run
    std::size_t withoutClass = 0; ///< trees left out, since they have none
    std::size_t memoryBytes = 0;
};

/// Learns from a data set: all epochs. `start` = a model to go on from, of which everything but the engine,
/// the epochs and their order is kept.
Result<PerceptronResult> trainPerceptron(const Dataset& data, const PerceptronParameters& parameters,
                                         ProgressToken progress = {}, const PerceptronModel* start = nullptr,
                                         const LearningObserver& observer = {});

} // namespace atlas
