#include "core/learning/cross_validation.h"

#include "core/learning/classifier.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace atlas {

namespace {

constexpr std::size_t fewStructures = 1000;

struct Split {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
};

Split splitAt(const std::vector<std::size_t>& folds, std::size_t fold)
{
    Split split;
    for (std::size_t i = 0; i < folds.size(); ++i)
        if (folds[i] != noFold)
            (folds[i] == fold ? split.test : split.train).push_back(i);
    return split;
}

std::size_t hits(std::span<const ClassId> classes, const std::vector<std::size_t>& test,
                 const std::vector<ClassId>& predicted)
{
    std::size_t count = 0;
    for (std::size_t t = 0; t < test.size(); ++t)
        count += predicted[t] == classes[test[t]] ? 1 : 0;
    return count;
}

/// What a run reads, the same for all its folds.
struct Task {
    const Eigen::MatrixXd& matrix;
    const SvmKernel* kernel = nullptr; // for Svm
    std::span<const ClassId> classes;
    const CrossValidationParameters& parameters;
};

/// Hits of each cost in a cross-validation of the training part only.
void addInnerHits(const Task& task, const std::vector<std::size_t>& train, std::uint64_t stream,
                  const ProgressToken& progress, std::vector<std::size_t>& counts)
{
    const std::vector<double>& costs = task.parameters.costs;
    std::vector<ClassId> trainClasses(task.classes.size());
    for (const std::size_t i : train)
        trainClasses[i] = task.classes[i];
    const std::vector<std::size_t> folds =
        stratifiedFolds(trainClasses, task.parameters.innerFolds, task.parameters.seed, stream);
    for (std::size_t fold = 0; fold < task.parameters.innerFolds; ++fold) {
        const Split split = splitAt(folds, fold);
        if (split.test.empty() || split.train.empty())
            continue;
        for (std::size_t c = 0; c < costs.size() && !progress.cancelled(); ++c)
            counts[c] +=
                hits(task.classes, split.test,
                     task.kernel->trainAndPredict(task.classes, split.train, split.test, costs[c], progress));
    }
}

/// The cost whose hits, averaged with those of its neighbours in the list, are most; the first of equals,
/// which is the smallest.
double chooseCost(const Task& task, const std::vector<std::size_t>& train, std::uint64_t stream,
                  const ProgressToken& progress)
{
    const std::vector<double>& costs = task.parameters.costs;
    if (costs.size() == 1)
        return costs.front();
    std::vector<std::size_t> counts(costs.size());
    for (std::size_t repeat = 0; repeat < task.parameters.innerRepeats; ++repeat)
        addInnerHits(task, train, stream + repeat, progress, counts);
    std::size_t best = 0;
    double most = -1;
    for (std::size_t c = 0; c < costs.size(); ++c) {
        const std::size_t first = c > 0 ? c - 1 : 0;
        const std::size_t end = std::min(c + 2, costs.size());
        double sum = 0;
        for (std::size_t near = first; near < end; ++near)
            sum += static_cast<double>(counts[near]);
        if (const double mean = sum / static_cast<double>(end - first); mean > most) {
            most = mean;
            best = c;
        }
    }
    return costs[best];
}

struct FoldResult {
    std::vector<std::size_t> test;
    std::vector<ClassId> predicted;
    double accuracy = 0;
    double cost = 0;
};

FoldResult runFold(const Task& task, const std::vector<std::size_t>& folds, std::size_t fold,
                   std::uint64_t stream, const ProgressToken& progress)
{
    const Split split = splitAt(folds, fold);
    FoldResult result;
    result.test = split.test;
    if (task.parameters.classifier == Classifier::Svm) {
        result.cost = chooseCost(task, split.train, stream, progress);
        result.predicted =
            task.kernel->trainAndPredict(task.classes, split.train, split.test, result.cost, progress);
    } else
        result.predicted = nearestNeighbourClasses(task.matrix, task.classes, split.train, split.test,
                                                   task.parameters.votes);
    result.accuracy = static_cast<double>(hits(task.classes, split.test, result.predicted))
        / static_cast<double>(split.test.size());
    return result;
}

Result<void> check(std::span<const ClassId> classes, std::size_t classCount,
                   const CrossValidationParameters& parameters, std::vector<std::string>& notes)
{
    std::vector<std::size_t> sizes(classCount);
    std::size_t unlabelled = 0;
    for (const ClassId id : classes)
        ++(id.valid() ? sizes[id.index()] : unlabelled);
    const auto present = static_cast<std::size_t>(
        std::count_if(sizes.begin(), sizes.end(), [](std::size_t size) { return size > 0; }));
    if (present < 2)
        return Error{ErrorCode::BadUse,
                     "To tell classes apart the data needs at least two of them; it has "
                         + countText(present, "class", "classes") + "."};
    if (parameters.folds < 2 || parameters.innerFolds < 2 || parameters.repeats < 1 || parameters.votes < 1)
        return Error{ErrorCode::BadUse,
                     "Cross-validation needs at least two folds, one repeat and one vote."};
    if (parameters.costs.empty()
        || std::any_of(parameters.costs.begin(), parameters.costs.end(),
                       [](double c) { return !(c > 0) || std::isinf(c); }))
        return Error{ErrorCode::BadUse, "Costs must be positive numbers."};
    if (classes.size() - unlabelled < parameters.folds)
        return Error{ErrorCode::BadUse,
                     std::to_string(parameters.folds)
                         + " folds need at least as many structures with a class; there are "
                         + std::to_string(classes.size() - unlabelled) + "."};
    if (unlabelled > 0)
        notes.push_back(countText(unlabelled, "structure", "structures") + " without a class: left out.");
    const auto small = static_cast<std::size_t>(std::count_if(
        sizes.begin(), sizes.end(), [&](std::size_t size) { return size > 0 && size < parameters.folds; }));
    if (small > 0)
        notes.push_back(countText(small, "class has", "classes have") + " fewer members than the "
                        + std::to_string(parameters.folds) + " folds: some folds lack it.");
    return {};
}

void summarise(const std::vector<FoldResult>& folds, std::span<const ClassId> classes, std::size_t classCount,
               const CrossValidationParameters& parameters, CrossValidationResult& result)
{
    result.confusion.assign(classCount, std::vector<double>(classCount));
    result.predictions.assign(parameters.repeats, std::vector<ClassId>(classes.size()));
    for (std::size_t f = 0; f < folds.size(); ++f) {
        result.foldAccuracies.push_back(folds[f].accuracy);
        if (parameters.classifier == Classifier::Svm)
            result.foldCosts.push_back(folds[f].cost);
        for (std::size_t t = 0; t < folds[f].test.size(); ++t) {
            const std::size_t object = folds[f].test[t];
            result.predictions[f / parameters.folds][object] = folds[f].predicted[t];
            result.confusion[classes[object].index()][folds[f].predicted[t].index()] +=
                1.0 / static_cast<double>(parameters.repeats);
        }
    }
    const auto count = static_cast<double>(result.foldAccuracies.size());
    for (const double accuracy : result.foldAccuracies)
        result.accuracy += accuracy;
    result.accuracy /= count; // last, so that equal accuracies have themselves as mean
    double squares = 0;
    for (const double accuracy : result.foldAccuracies)
        squares += (accuracy - result.accuracy) * (accuracy - result.accuracy);
    result.deviation = std::sqrt(squares / count);
    const auto [low, high] = std::minmax_element(result.foldAccuracies.begin(), result.foldAccuracies.end());
    result.minimum = *low;
    result.maximum = *high;
}

} // namespace

std::vector<std::size_t> stratifiedFolds(std::span<const ClassId> classes, std::size_t folds,
                                         std::uint64_t seed, std::uint64_t stream)
{
    std::size_t classCount = 0;
    for (const ClassId id : classes)
        classCount = std::max(classCount, id.valid() ? id.index() + 1 : 0);
    std::vector<std::vector<std::size_t>> members(classCount);
    for (std::size_t i = 0; i < classes.size(); ++i)
        if (classes[i].valid())
            members[classes[i].index()].push_back(i);
    Random random(seed, stream);
    std::vector<std::size_t> result(classes.size(), noFold);
    std::size_t next = 0; // goes on from class to class, so that the folds' sizes differ by one at most
    for (std::vector<std::size_t>& of : members) {
        random.shuffle(std::span(of));
        for (const std::size_t i : of)
            result[i] = next++ % folds;
    }
    return result;
}

Result<CrossValidationResult> crossValidate(const Eigen::MatrixXd& matrix, std::span<const ClassId> classes,
                                            std::size_t classCount, const CrossValidationParameters& given,
                                            const ProgressToken& progress)
{
    CrossValidationResult result;
    if (Result<void> checked = check(classes, classCount, given, result.notes); !checked)
        return checked.error();
    CrossValidationParameters parameters = given;
    std::sort(parameters.costs.begin(), parameters.costs.end());
    if (parameters.innerRepeats == 0)
        parameters.innerRepeats = classes.size() < fewStructures ? 3 : 1;
    std::optional<SvmKernel> kernel;
    if (parameters.classifier == Classifier::Svm) {
        Result<SvmKernel> made = SvmKernel::make(matrix);
        if (!made)
            return made.error();
        kernel = std::move(*made);
    }
    const Task task{matrix, kernel ? &*kernel : nullptr, classes, parameters};
    std::vector<std::vector<std::size_t>> folds;
    for (std::size_t repeat = 0; repeat < parameters.repeats; ++repeat)
        folds.push_back(stratifiedFolds(classes, parameters.folds, parameters.seed, repeat));
    std::vector<FoldResult> results(parameters.repeats * parameters.folds);
    const ProgressToken training = progress.stage("Training and testing", 0, 1);
    const auto run = [&](std::size_t number) {
        // Streams of inner folds lie behind those of the outer ones.
        results[number] = runFold(task, folds[number / parameters.folds], number % parameters.folds,
                                  parameters.repeats + number * parameters.innerRepeats, training);
    };
    if (Result<void> done = parallelFor(results.size(), 1, run, training); !done)
        return done.error();
    summarise(results, classes, classCount, parameters, result);
    return result;
}

} // namespace atlas
