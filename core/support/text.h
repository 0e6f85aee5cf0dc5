// Small helpers for texts that people read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace atlas {

/// The name most like `text` by edit distance, or "" where none is near (more than a third
/// of its letters differ).
std::string nearestName(std::string_view text, const std::vector<std::string>& names);

/// "1 tree", "1,204 trees": a count with its noun, thousands separated.
std::string countText(std::size_t count, std::string_view singular, std::string_view plural);

} // namespace atlas
