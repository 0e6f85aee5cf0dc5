// The program's version, from CMakeLists.txt.
#pragma once

#include <string>

namespace atlas {

inline std::string versionText() { return STRUCTATLAS_VERSION; }

} // namespace atlas
