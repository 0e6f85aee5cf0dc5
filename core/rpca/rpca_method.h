// The method "rpca": recursive PCA on the command line and in the window.
#pragma once

#include "core/methods/method.h"

namespace atlas {

Method rpcaMethod(); ///< details: std::shared_ptr<const RpcaReport>

} // namespace atlas
