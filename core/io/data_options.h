// The options for reading data, described like the parameters of a method, so that the command line, the
// "Open with options" form and the help say the same.
#pragma once

#include "core/io/read_options.h"
#include "core/methods/parameter.h"

#include <vector>

namespace atlas {

/// --format, --smiles-column, --class-column, --name-column, --as, --hydrogens, --sentiment, --xml-...
const std::vector<ParameterDescription>& dataParameters();

/// Precondition: `values` holds every parameter of dataParameters().
ReadOptions toReadOptions(const ParameterValues& values);
ParameterValues toParameterValues(const ReadOptions& options);

/// Only those that differ from the defaults, as the command line writes them: what reads the
/// data the same way again.
std::vector<std::pair<std::string, std::string>> givenDataOptions(const ReadOptions& options);

} // namespace atlas
