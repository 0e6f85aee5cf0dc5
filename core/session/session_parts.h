// The names under which a session's items and their parts are stored.
#pragma once

#include <string>

namespace atlas::session_parts {

inline constexpr const char* sessionItem = "session";
inline const std::string dataPrefix = "data:";
inline const std::string runPrefix = "run:";

/// "table/0": the first table of a run.
inline std::string partName(const char* kind, std::size_t index)
{
    return kind + ("/" + std::to_string(index));
}

} // namespace atlas::session_parts
