// Some eigenpairs of a symmetric matrix, by the method that suits its size: LAPACK for small ones or
// where many pairs are wanted, else block Krylov subspaces (block_krylov.h) for the largest, and Lanczos's
// method on the inverse through Spectra for the smallest: the matrix is factored once (dense Cholesky by
// blocks through OpenBLAS, or sparse LDL^T above 6,000 rows).
//
// Eigenvectors have length 1 and are signed so that the entry of largest magnitude is positive.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <Eigen/SparseCore>

namespace atlas {

struct EigenPairs {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors; ///< one a column
    bool converged = true; ///< false: the iteration stopped at its limit and these are its last
};

/// The `count` algebraically largest, falling, and `extra` more that are good to some digits only (for a
/// scree plot). Precondition: 1 <= count, count + extra <= n.
Result<EigenPairs> largestEigenPairs(const Eigen::MatrixXd& matrix, std::size_t count, std::size_t extra = 0,
                                     const ProgressToken& progress = {});

/// The `count` smallest of a positive semidefinite matrix, rising. Precondition: 1 <= count <= n. `kernel` (n
/// numbers, length 1, or empty) is a known eigenvector of eigenvalue 0 that is left out.
Result<EigenPairs> smallestEigenPairs(const Eigen::SparseMatrix<double>& matrix, std::size_t count,
                                      const Eigen::VectorXd& kernel, const ProgressToken& progress = {});

/// All eigenpairs in a range of ranks, rising; 0 is the smallest. LAPACK cannot be interrupted: a cancel
/// leaves it behind, to end in the background.
Result<EigenPairs> denseEigenPairs(Eigen::MatrixXd matrix, std::size_t firstRank, std::size_t count,
                                   const ProgressToken& progress = {});

/// The entry of largest magnitude of each column becomes positive (the first of several equal ones).
void fixSigns(Eigen::MatrixXd& vectors);

/// K -> (I - 11^T/n) K (I - 11^T/n) in place; returns the column means before.
Eigen::VectorXd doubleCentre(Eigen::MatrixXd& matrix);

} // namespace atlas
