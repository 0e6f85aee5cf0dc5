// Writes a data set to a file; the ending chooses the format.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace atlas {

struct WriteFormat {
    std::string_view ending; ///< ".csv"
    std::string_view title; ///< for the save dialog
};

/// The formats that can hold this kind of structure, the most faithful first.
std::vector<WriteFormat> writeFormats(StructureKind kind);

/// ErrorCode::BadUse names the endings that are possible for this kind.
Result<void> writeDataset(const Dataset& data, const std::filesystem::path& path,
                          ProgressToken progress = {});

} // namespace atlas
