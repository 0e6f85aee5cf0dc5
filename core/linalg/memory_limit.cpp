#include "core/linalg/memory_limit.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <string>

namespace atlas {

namespace {

std::atomic<std::size_t> limit{0};

std::string sizeText(std::size_t bytes)
{
    std::array<char, 32> text{};
    const double megabytes = static_cast<double>(bytes) / 1e6;
    std::snprintf(text.data(), text.size(), megabytes < 1000 ? "%.1f MB" : "%.1f GB",
                  megabytes < 1000 ? megabytes : megabytes / 1000);
    return text.data();
}

} // namespace

void setMemoryLimit(std::size_t bytes) { limit = bytes; }

std::size_t memoryLimit()
{
    if (limit > 0)
        return limit;
    static const std::size_t half = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES))
        * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)) / 2;
    return half;
}

Result<void> checkMemory(std::size_t bytes, std::string_view what)
{
    if (bytes <= memoryLimit())
        return {};
    return Error{ErrorCode::TooLarge,
                 std::string(what) + " needs " + sizeText(bytes) + ", and the limit is "
                     + sizeText(memoryLimit())
                     + ". Use fewer structures, or an approximation with landmarks."};
}

} // namespace atlas
