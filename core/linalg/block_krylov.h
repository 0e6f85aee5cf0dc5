// The largest eigenpairs of a dense symmetric matrix by block Krylov subspaces with Rayleigh-Ritz
// and restarts (Golub & Underwood 1977; Musco & Musco 2015). A matrix of some thousand rows
// does not fit in the processor's cache, and Lanczos's method reads all of it for every vector;
// a block of b vectors reads it once, as a matrix product of OpenBLAS. V = [Q, AQ, A^2 Q, ...] is kept
// orthonormal in full, the pairs of V^T A V are the approximations (theta, y), and a pair has converged
// where |A V y - theta V y| <= tolerance * |theta_1|. Cost O(n^2 b) a step, memory 2 n m numbers
// for a basis of m vectors.
//
// The start is random with a fixed seed, and products run over blocks of rows of fixed size: the same result
// each time, for any number of threads.
#pragma once

#include "core/linalg/eigen_problems.h"

namespace atlas {

struct BlockKrylovParameters {
    std::size_t count = 1; ///< pairs that must converge; count + extra < n / 4
    std::size_t extra = 0; ///< further pairs, which are good to some digits only
    double tolerance = 1e-11;
    std::size_t steps = 400; ///< products with a block before it gives up (converged = false)
};

/// The largest, falling; signs are not fixed.
Result<EigenPairs> blockKrylov(const Eigen::MatrixXd& matrix, const BlockKrylovParameters& parameters,
                               const ProgressToken& progress = {});

} // namespace atlas
