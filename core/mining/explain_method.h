// The method "explain": the patterns that tell a class or a selection from the rest.
#pragma once

#include "core/methods/method.h"

#include <span>
#include <string>

namespace atlas {

Method explainMethod();

/// Rows as a value of --selection and --against: "id:0,4,10-12" by record number.
/// Precondition: `rows` increase.
std::string selectionText(const Dataset& data, std::span<const RowId> rows);

} // namespace atlas
