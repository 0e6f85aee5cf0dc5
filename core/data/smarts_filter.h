// Which molecules of a data set hold a SMARTS pattern.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"

#include <vector>

namespace atlas {

/// One per row, in parallel. Fails only by cancel. Precondition: molecules.kind() == Molecule.
Result<std::vector<bool>> matchSmarts(const Dataset& molecules, const SmartsPattern& pattern,
                                      ProgressToken progress = {});

} // namespace atlas
