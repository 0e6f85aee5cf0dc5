// Seconds within which a cancel is answered. The thread sanitizer makes programs five
// to fifteen times slower.
#pragma once

namespace atlas::test {

#ifdef __SANITIZE_THREAD__
constexpr double cancelLimit = 3;
#else
constexpr double cancelLimit = 0.2;
#endif

} // namespace atlas::test
