// Trees as JSON lines, in the form that readJsonLines() reads back equal: missing children as null, vector
// labels as lists in the shortest form that reads back, class, id and properties.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <iosfwd>

namespace atlas {

/// Precondition: trees.kind() == Tree, else ErrorCode::BadUse. A property called "id", "class" or "tree" gets
/// an underscore behind its name. A text that is not UTF-8 is written with replacement characters.
Result<void> writeJsonLines(const Dataset& trees, std::ostream& out, ProgressToken progress = {});

} // namespace atlas
