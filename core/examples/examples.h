// The example data sets that come with the program: the papers' synthetic sets, made from a
// seed, and hand-made ones.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace atlas {

struct ExampleInfo {
    std::string_view name; ///< as in "example:NAME", lower case
    std::string_view title; ///< for the start page
    std::string_view summary; ///< one or two sentences
    std::string_view fileName; ///< what `structatlas example NAME --out FOLDER` calls it
};

std::span<const ExampleInfo> examples();

/// ErrorCode::NotFound names the examples there are.
Result<DatasetPtr> makeExample(std::string_view name, std::uint64_t seed = 1, ProgressToken progress = {});

/// Writes an example as a file that readDataset() reads back equal: medicines as CSV, trees as JSON lines;
/// the documents as a folder of XML files whose subfolders are the classes. Where `out` is a folder, a file
/// gets the example's fileName in it. Folders are made as needed.
Result<void> writeExample(std::string_view name, const std::filesystem::path& out, std::uint64_t seed = 1,
                          ProgressToken progress = {});

} // namespace atlas
