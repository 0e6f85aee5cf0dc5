// PCA over all patterns of a set, by total enumeration: what graph PCA approximates (paper, section 6).
//
// A = X X^T is summed from the supports (blocks of X, one symmetric product each), centred on request, and
// its top m eigenpairs are taken by LAPACK. Cost O(n^2 |P| + n^3), memory 8 n^2 bytes twice.
#pragma once

#include "core/linalg/dense.h"
#include "core/mining/dfs_code.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <vector>

namespace atlas {

struct ExactPcaParameters {
    std::size_t components = 3;
    bool centre = true;
    std::size_t maximumBytes = std::size_t{2} << 30U;
};

struct ExactPcaResult {
    Eigen::MatrixXd projections; ///< n x m: sqrt(lambda_i) v_i
    std::vector<double> eigenvalues; ///< decreasing
};

/// ErrorCode::TooLarge with the numbers where two n x n matrices do not fit.
Result<ExactPcaResult> exactPca(const PatternSet& patterns, std::size_t graphs,
                                const ExactPcaParameters& parameters, ProgressToken progress = {});

/// ||G^ - G^true||_F with G_ij the dot product of rows i and j of the projections and
/// G^_ij = G_ij / sqrt(G_ii G_jj); a row of zeros has G^ = 0. Precondition: equally many rows.
double approximationError(const Eigen::MatrixXd& projections, const Eigen::MatrixXd& exact);

} // namespace atlas
