// A positive semidefinite matrix of low rank as L L^T, with the rank found on the way: Cholesky's
// decomposition with pivoting by blocks. A block of the rows with the largest remaining diagonal entries is
// brought up to date by one matrix product and eliminated among itself, largest first, down to a tenth of the
// block's start. O(n r^2) time, 8 n r bytes beside the matrix.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

/// L (n x rank). Ends where no remaining diagonal entry is above tolerance * the largest at the start.
Result<Eigen::MatrixXd> pivotedCholesky(const Eigen::MatrixXd& matrix, double tolerance,
                                        const ProgressToken& progress = {});

} // namespace atlas
