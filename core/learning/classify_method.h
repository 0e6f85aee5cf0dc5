// The methods "classify" and "sweep": how well the classes can be told apart.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method classifyMethod();
Method sweepMethod();

} // namespace atlas
