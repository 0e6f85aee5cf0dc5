// What a person names as DATA: a path, or "example:NAME".
#pragma once

#include "core/io/read_dataset.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace atlas {

/// The NAME of "example:NAME", or "" where the text is a path.
std::string_view exampleName(std::string_view spec);

/// `seed` is for examples, which are made from it.
Result<DatasetPtr> openData(const std::string& spec, const ReadOptions& options = {}, std::uint64_t seed = 1,
                            ProgressToken progress = {});

} // namespace atlas
