// The limit that an algorithm respects before it allocates much: half of the machine's
// memory unless set otherwise.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <string_view>

namespace atlas {

/// 0 = half of the machine's memory.
void setMemoryLimit(std::size_t bytes);
std::size_t memoryLimit();

/// ErrorCode::TooLarge with both numbers where `bytes` is above the limit. `what` starts the
/// sentence: "The Gram matrix".
Result<void> checkMemory(std::size_t bytes, std::string_view what);

} // namespace atlas
