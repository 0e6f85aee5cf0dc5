// The SHA-256 of a source, by which a result names the data it was made from.
#pragma once

#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace atlas {

/// 64 hexadecimal digits. Of a file: of its bytes as they are on disk, as sha256sum prints it. Of a folder:
/// over its files in the order of their relative names, each as name, NUL, size in decimal, NUL, bytes.
Result<std::string> sha256OfSource(const std::filesystem::path& path, ProgressToken progress = {});

} // namespace atlas
