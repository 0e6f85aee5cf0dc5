// The method "explain": the patterns that tell a class or a selection from the rest.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method explainMethod();

} // namespace atlas
