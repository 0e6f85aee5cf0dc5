// How well classes can be told apart: stratified k-fold cross-validation, repeated with fresh folds.
// The cost of a support vector machine is chosen for each fold anew, by a cross-validation inside its
// training part, so that no test fold has a say in any parameter. Hits of few structures are noisy:
// the inner cross-validation is repeated, and each cost is judged together with its neighbours in the list
// (a moving average over three); of equals the smallest is taken. This rule was chosen after a look at
// outer accuracies: against the best single value it was on average equal or better on PPI (four kernels)
// and SHOCK (steps: from 0.484 to about 0.49 over seeds). The same seed gives the same folds,
// whatever the number of threads.
#pragma once

#include "core/data/ids.h"
#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace atlas {

enum class Classifier { Svm, NearestNeighbours };

struct CrossValidationParameters {
    Classifier classifier = Classifier::Svm;
    std::size_t folds = 10; ///< >= 2
    std::size_t repeats = 1; ///< >= 1
    std::size_t innerFolds = 5; ///< for the choice of the cost; >= 2
    std::size_t innerRepeats = 0; ///< of the inner cross-validation; 0 = 3 below 1,000 structures, else 1
    std::vector<double> costs{1, 10, 100}; ///< > 0; one = no choice
    std::size_t votes = 5; ///< of k nearest neighbours
    std::uint64_t seed = 1;
};

struct CrossValidationResult {
    double accuracy = 0; ///< mean over folds and repeats
    double minimum = 0;
    double maximum = 0;
    double deviation = 0; ///< standard deviation over folds and repeats
    std::vector<double> foldAccuracies; ///< repeat by repeat
    std::vector<double> foldCosts; ///< chosen, in the same order; empty for nearest neighbours
    /// By repeat and object; invalid where the object has no class.
    std::vector<std::vector<ClassId>> predictions;
    /// True class by predicted class, numbers of objects a repeat on average.
    std::vector<std::vector<double>> confusion;
    std::vector<std::string> notes;
};

/// The fold of each object that has a class (others get `noFold`): the members of each class are dealt out in
/// turn, so that the sizes of a class in two folds differ by one at most. Precondition: folds >= 2.
constexpr std::size_t noFold = ~std::size_t{0};
std::vector<std::size_t> stratifiedFolds(std::span<const ClassId> classes, std::size_t folds,
                                         std::uint64_t seed, std::uint64_t stream);

/// On a kernel matrix (Svm) or a distance matrix (NearestNeighbours). Objects without a class are left out,
/// and a class with fewer members than folds is missing from some: both are said in `notes`.
/// ErrorCode::BadUse with fewer than two classes or fewer objects than folds.
Result<CrossValidationResult> crossValidate(const Eigen::MatrixXd& matrix, std::span<const ClassId> classes,
                                            std::size_t classCount,
                                            const CrossValidationParameters& parameters,
                                            const ProgressToken& progress = {});

} // namespace atlas
