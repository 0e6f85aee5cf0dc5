// The method "describe": what is in a data set.
#pragma once

#include "core/methods/method.h"

namespace atlas
{

Method describeMethod();

} // namespace atlas
