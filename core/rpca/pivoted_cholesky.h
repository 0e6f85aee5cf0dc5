// A positive semidefinite matrix of low rank as L L^T, with the rank found on the way: Cholesky's
// decomposition with pivoting by blocks. A block of the rows with the largest remaining diagonal entries is
// brought up to date by one matrix product and eliminated among itself, largest first, down to a tenth of
// the block's start. The matrix is never needed as a whole: only its diagonal, and its columns at the pivots.
// O(n r^2) time, 8 n r bytes.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <functional>
#include <span>

namespace atlas {

/// Writes the columns with these numbers.
using ColumnSource = std::function<void(std::span<const Eigen::Index> numbers, Eigen::MatrixXd& columns)>;

/// L (n x rank). Ends where no remaining diagonal entry is above tolerance * the largest at the start.
Result<Eigen::MatrixXd> pivotedCholesky(Eigen::VectorXd diagonal, const ColumnSource& columnsAt,
                                        double tolerance, const ProgressToken& progress = {});

/// The columns of a matrix, which must outlive this.
ColumnSource columnsOf(const Eigen::MatrixXd& matrix);

} // namespace atlas
