// Well-known medicines in their pharmacological classes: name, class, formula, SMILES. Written by hand in
// resources/examples/medicines.csv and compiled into the program, so that it needs no file at run time.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <string_view>

namespace atlas {

/// The table as it is in resources/examples.
std::string_view medicinesCsv();

Result<DatasetPtr> makeMedicines(ProgressToken progress = {});

} // namespace atlas
