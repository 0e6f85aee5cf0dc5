// The largest eigenpairs of a symmetric operator that is only ever applied to blocks of vectors:
// block Lanczos with full orthogonalisation and thick restarts (Golub & Underwood 1977; Wu & Simon 2000).
// V is an orthonormal basis, T = V^T A V, and A V = V T + W E^T with W the next block, so that
// |A V s - theta V s| = |W s_last|: convergence is judged without a product. O(n m^2) for a basis of m
// vectors beside the m applications of A; 8 n m bytes.
//
// A narrow block needs the smallest basis (140 vectors of 4, 224 of 16, for 50 pairs of the Grammar example).
// But a start of b vectors holds b directions of an eigenspace at most, so that b equal values may hide more
// of them: where that many of the wanted values agree, random directions join and the search goes on.
//
// The start is random with a fixed seed: the same result each time, for any number of threads, where A is so.
#pragma once

#include "core/linalg/eigen_problems.h"

#include <functional>

namespace atlas {

/// out = A in; both n x (number of vectors).
using SymmetricOperator = std::function<void(const Eigen::MatrixXd& in, Eigen::MatrixXd& out)>;

struct BlockLanczosParameters {
    std::size_t count = 1; ///< pairs that must converge; <= n
    std::size_t block = 4; ///< vectors at once
    double tolerance = 1e-10; ///< of the residuals, relative to the largest eigenvalue
    std::size_t steps = 8000; ///< applications before it gives up (converged = false)
};

/// Falling; signs are not fixed. Fewer than `count` only where n is smaller.
Result<EigenPairs> blockLanczos(std::size_t n, const SymmetricOperator& apply,
                                const BlockLanczosParameters& parameters, const ProgressToken& progress = {});

} // namespace atlas
