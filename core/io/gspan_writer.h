// gSpan transactions: "t # id [class [name]]", "v id label", "e from to label". Blanks in labels become "_";
// a label that is not there is "0". A name without a class is not written: the format has no place for it.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <ostream>

namespace atlas {

/// ErrorCode::BadUse where the data set does not hold graphs.
Result<void> writeGSpan(const Dataset& dataset, std::ostream& stream, ProgressToken progress = {});

} // namespace atlas
