// The method "gtm-sd": a topographic map of trees and of all their subtrees.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method gtmSdMethod();

} // namespace atlas
