// Dense linear algebra: Eigen in front, OpenBLAS behind its large products. Include this, not Eigen, in code
// whose products are large.
#pragma once

#include <Eigen/Core>

namespace atlas {

/// OpenBLAS with one thread from now on: our own loops are the parallel ones, and a product's result may not
/// depend on a thread count. Cheap to call again.
void useSingleThreadedBlas();

} // namespace atlas
