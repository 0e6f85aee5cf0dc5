// Large products of dense matrices that use all threads and hear a cancel: OpenBLAS does neither for us.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

/// A A^T, by blocks of columns of some milliseconds each. The same result for any number of threads, and
/// symmetric to the last bit. ErrorCode::TooLarge above the memory limit.
Result<Eigen::MatrixXd> timesTranspose(const Eigen::MatrixXd& matrix, const ProgressToken& progress = {});

} // namespace atlas
