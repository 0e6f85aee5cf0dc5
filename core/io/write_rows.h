// What the writers share: rows are turned to text in parallel and written in their order.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <functional>
#include <ostream>
#include <string>

namespace atlas {

/// Writes text(row) for every row. ErrorCode::WriteFailed where the stream fails. An exception of RDKit is
/// reported as ErrorCode::Computation.
Result<void> writeRows(const Dataset& dataset, std::ostream& stream, const ProgressToken& progress,
                       const std::function<std::string(RowId)>& text);

/// The name of a row's class, or "".
std::string className(const Dataset& dataset, RowId row);

/// A property's value as text; "" where it is missing.
std::string propertyText(const Property& property, RowId row);

/// The text on one line: line ends become blanks.
std::string oneLine(std::string text);

/// The text as one word: blanks and line ends become '_'. An empty text becomes "_".
std::string oneWord(std::string text);

} // namespace atlas
