// The method "perceptron": learns to tell classes of trees apart and shows which subtrees decide.
#pragma once

#include "core/methods/method.h"

namespace atlas {

/// The outcome's `details` is a std::shared_ptr<const PerceptronResult>.
Method perceptronMethod();

} // namespace atlas
