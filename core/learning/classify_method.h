// The methods "classify" and "sweep": how well the classes can be told apart.
#pragma once

#include "core/learning/cross_validation.h"
#include "core/methods/method.h"

namespace atlas {

/// What a view of the classification may ask for.
struct ClassifyRun {
    CrossValidationResult validation;
    std::vector<ClassId> classes; ///< the true ones, by row
};

/// The rows of a true class that were taken for another (or the same) in at least one repeat, increasing.
std::vector<RowId> rowsTakenFor(const ClassifyRun& run, ClassId truth, ClassId predicted);

Method classifyMethod();
Method sweepMethod();

} // namespace atlas
