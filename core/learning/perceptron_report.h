// What a perceptron's run and its application to new trees put into tables and figures.
#pragma once

#include "core/learning/perceptron_scorer.h"
#include "core/methods/method.h"

namespace atlas {

/// Counts of true against predicted classes, over the trees that have a class.
struct Confusion {
    std::vector<std::string> names; ///< what can be predicted, then classes that the model never saw
    std::size_t predictable = 0; ///< the first so many names
    bool oneAgainstRest = false;
    std::vector<std::size_t> counts; ///< by true class, then predicted class: names.size() squared
    std::size_t total = 0;
    static constexpr std::size_t noClass = static_cast<std::size_t>(-1);
    std::vector<std::size_t> truths; ///< by row; noClass where it has none
    std::vector<std::size_t> predicted; ///< by row

    std::size_t at(std::size_t truth, std::size_t predicted) const
    {
        return counts[truth * names.size() + predicted];
    }
    double error() const; ///< a fraction; 0 without trees
    /// One against the rest: of the positive class. Several classes: the mean over those that occur.
    double f1() const;
    std::vector<RowId> rows(std::size_t truth, std::size_t guess) const; ///< of one cell
    std::vector<RowId> wrongRows() const;
};

Confusion confusionOf(const PerceptronModel& model, const PerceptronPredictions& predictions,
                      const Dataset& data);

Table predictionTable(const PerceptronPredictions& predictions, const Dataset& data);
Table learningTable(const std::vector<LearningPoint>& curve);
Table fragmentTable(const std::vector<PerceptronFragment>& fragments, const PerceptronModel& model);

/// Curves of one engine.
struct EngineCurve {
    PerceptronEngineKind engine = PerceptronEngineKind::Dag;
    const std::vector<LearningPoint>* points = nullptr;
};

/// "learning" (mistakes), then figures 5 and 4 of the paper, "vertices" and "time", and "speed". What belongs
/// to the standard perceptron is dashed where both engines are shown.
std::vector<Figure> learningFigures(const std::vector<EngineCurve>& engines);
Figure confusionFigure(const Confusion& confusion);
Figure fragmentFigure(const std::vector<PerceptronFragment>& fragments, const PerceptronModel& model);

/// predictions.csv, the confusion figure and the metrics test_error and f1 for new trees: what
/// `structatlas apply MODEL DATA` gives for a model of this kind.
Result<MethodOutput> applyPerceptron(std::string_view modelText, const Dataset& data,
                                     ProgressToken progress = {});

} // namespace atlas
