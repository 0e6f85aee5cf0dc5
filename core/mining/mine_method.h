// The method "mine": the frequent patterns of graphs and molecules, the frequent subtrees of trees.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method mineMethod();

} // namespace atlas
