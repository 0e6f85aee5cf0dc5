// SMILES lines: "SMILES name", or "id,class,SMILES" where the data set has classes.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <ostream>

namespace atlas {

/// ErrorCode::BadUse where the data set does not hold molecules.
Result<void> writeSmiles(const Dataset& dataset, std::ostream& stream, ProgressToken progress = {});

} // namespace atlas
