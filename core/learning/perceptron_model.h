// A learned perceptron as a file: JSON with the kernel, the classes, the labels, the minimal DAG of the
// model's trees (every distinct subtree once, children first) and, for each tree, its root, the step at which
// it joined and its signs. Equal models are equal bytes.
#pragma once

#include "core/learning/perceptron.h"

namespace atlas {

/// The "format" of its JSON.
inline constexpr const char* perceptronModelFormat = "structatlas perceptron";

/// ErrorCode::WriteFailed where a label or class is not UTF-8.
Result<std::string> perceptronModelText(const PerceptronModel& model);

/// ErrorCode::Malformed says what is wrong; ErrorCode::TooLarge where the trees would not fit.
Result<PerceptronModel> readPerceptronModel(std::string_view text);

} // namespace atlas
