// SDF: a MOL block a record (with a computed layout where it came without), its class as the data field
// "class", and its properties.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <ostream>

namespace atlas {

/// ErrorCode::BadUse where the data set does not hold molecules.
Result<void> writeSdf(const Dataset& dataset, std::ostream& stream, ProgressToken progress = {});

} // namespace atlas
