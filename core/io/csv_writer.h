// A data set as a table: id,name,class,structure and its properties. The structure is a SMILES, a bracketed
// tree, or the size of a graph.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <ostream>
#include <string>
#include <string_view>

namespace atlas {

/// `id` is the number of the record in the source.
Result<void> writeCsv(const Dataset& dataset, std::ostream& stream, ProgressToken progress = {});

/// A field as RFC 4180 wants it: quoted where it holds a comma, a quote, a line end or outer blanks.
std::string csvField(std::string_view text);

} // namespace atlas
