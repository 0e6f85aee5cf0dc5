// Tables, figures and the outcome of a run as bytes, and back exactly: NaN and the last bit included.
// `MethodOutput::details` is not among them: it is whatever an algorithm gives its
// views (see session_file.h).
#pragma once

#include "core/methods/method.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace atlas {

std::string encodeTable(const Table& table);
Result<Table> decodeTable(std::string_view bytes);

std::string encodeFigure(const Figure& figure);
/// `rows` of the data set: a figure of other rows, or whose columns differ in length, is refused.
Result<Figure> decodeFigure(std::string_view bytes, std::size_t rows);

/// Status, note and metrics.
std::string encodeOutcome(const MethodOutput& output);
Result<MethodOutput> decodeOutcome(std::string_view bytes);

} // namespace atlas
