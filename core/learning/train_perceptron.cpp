#include "core/learning/perceptron.h"
#include "core/support/random.h"
#include "core/support/text.h"

#include <algorithm>

namespace atlas {

namespace {

struct TrainingRows {
    std::vector<RowId> rows; // that have a class
    std::vector<std::string> classes; // that occur, in the order of the data set's dictionary
};

TrainingRows trainingRows(const Dataset& data)
{
    TrainingRows training;
    std::vector<bool> occurs(data.classes().size());
    for (std::size_t i = 0; i < data.size(); ++i)
        if (const ClassId id = data.record(RowId(i)).classId; id.valid()) {
            training.rows.emplace_back(i);
            occurs[id.index()] = true;
        }
    for (std::size_t i = 0; i < occurs.size(); ++i)
        if (occurs[i])
            training.classes.push_back(data.classes().text(LabelId(i)));
    return training;
}

Result<void> checkClasses(const TrainingRows& training)
{
    if (training.rows.empty())
        return Error{
            ErrorCode::BadUse,
            "No tree of the data has a class, and a perceptron learns classes. Give the classes with the "
            "data, for instance by --class-column."};
    if (training.classes.size() == 1)
        return Error{ErrorCode::BadUse,
                     "All trees are of the class '" + training.classes.front()
                         + "'; a perceptron needs trees of at least two classes."};
    return {};
}

std::string listOf(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "'" : ", '") + name + "'";
    return list;
}

Result<PerceptronLearner> makeLearner(const PerceptronParameters& parameters, const TrainingRows& training)
{
    if (parameters.multiclass)
        return PerceptronLearner::make(parameters, training.classes, "");
    const std::string positive = parameters.positive.empty() ? training.classes.front() : parameters.positive;
    if (std::find(training.classes.begin(), training.classes.end(), positive) == training.classes.end())
        return Error{ErrorCode::BadUse,
                     "No tree is of the class '" + positive
                         + "' that --positive names. The classes are: " + listOf(training.classes) + "."};
    std::string rest = "not " + positive;
    if (training.classes.size() == 2)
        rest = training.classes[training.classes[0] == positive ? 1 : 0];
    PerceptronParameters named = parameters;
    named.positive = positive;
    return PerceptronLearner::make(named, {positive}, rest);
}

} // namespace

Result<PerceptronResult> trainPerceptron(const Dataset& data, const PerceptronParameters& parameters,
                                         ProgressToken progress, const PerceptronModel* start,
                                         const LearningObserver& observer)
{
    if (data.kind() != StructureKind::Tree)
        return Error{ErrorCode::BadUse, "The perceptron learns from trees; read the data with --as tree."};
    if (parameters.epochs == 0)
        return Error{ErrorCode::BadUse, "A perceptron needs at least one epoch."};
    TrainingRows training = trainingRows(data);
    if (const Result<void> checked = checkClasses(training); !checked)
        return checked.error();
    Result<PerceptronLearner> learner =
        start ? PerceptronLearner::resume(*start, parameters.engine) : makeLearner(parameters, training);
    if (!learner)
        return learner.error();
    learner->setObserver(observer);
    // Some points of the curve for each epoch, some thousands at most for all.
    learner->setPointsPerOrder(std::clamp<std::size_t>(1000 / parameters.epochs, 1, 200));
    PerceptronResult result;
    result.planned = parameters.epochs * training.rows.size();
    result.withoutClass = data.size() - training.rows.size();
    for (std::size_t epoch = 0; epoch < parameters.epochs; ++epoch) {
        if (parameters.shuffle) {
            Random random(parameters.seed, epoch + 1);
            random.shuffle(std::span(training.rows));
        }
        const auto epochs = static_cast<double>(parameters.epochs);
        const Result<void> learned =
            learner->learn(data, training.rows,
                           progress.stage("Learning", static_cast<double>(epoch) / epochs,
                                          static_cast<double>(epoch + 1) / epochs));
        if (!learned)
            return learned.error();
        result.presented.insert(result.presented.end(), training.rows.begin(), training.rows.end());
        if (progress.finishRequested())
            break;
    }
    result.presented.resize(learner->now().trees); // fewer where the person stopped within an epoch
    result.model = learner->model();
    result.curve = learner->curve();
    result.mistakes = learner->mistakes();
    result.memoryBytes = learner->memoryBytes();
    return result;
}

} // namespace atlas
