// The parameters of cross-validation as methods have them, and texts with numbers.
#pragma once

#include "core/learning/cross_validation.h"
#include "core/methods/method.h"

namespace atlas {

/// folds, repeats, cost.
std::vector<ParameterDescription> validationParameters(std::int64_t repeats);
CrossValidationParameters validationParametersOf(const ParameterValues& values, std::uint64_t seed);

/// As many folds as the smallest class has members, at least two, where that is less than the default.
GivenParameters suitedFolds(const Dataset& data);

/// Of cross-validating `settings` machines: the inner folds train most.
Cost validationCost(const DataSize& size, const ParameterValues& values, double settings = 1);

/// "1,10,100": positive numbers.
Result<std::vector<double>> parseCosts(std::string_view text);

/// "4", "1:30", "1:30:5" or several of these with commas between them: whole numbers >= 1, sorted, each once.
Result<std::vector<std::size_t>> parseRange(std::string_view text);

} // namespace atlas
