// The method "gpca": graph PCA.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method gpcaMethod();

} // namespace atlas
