// The method "kernel": how alike all pairs of structures are.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method kernelMethod();

} // namespace atlas
