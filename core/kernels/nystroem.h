// Nystroem's approximation of a kernel matrix that does not fit (Williams & Seeger 2001):
// with m landmarks, C the kernel between all structures and the landmarks, W that among the landmarks,
// K ~ C W^+ C^T = F F^T for F = C W^-1/2, of which one row a structure is kept. Exact where the landmarks'
// features span all others'. Directions of W below 1e-12 of its largest eigenvalue are left out.
// Cost O(n m features + n m^2), memory 8 n m bytes.
#pragma once

#include "core/kernels/sparse_features.h"

namespace atlas {

struct NystroemParameters {
    std::size_t landmarks = 1000; ///< at most n are used
    bool normalise = true; ///< the kernel k_ij / sqrt(k_ii k_jj)
    std::uint64_t seed = 1;
    std::size_t candidates = 0; ///< landmarks are among the first so many structures; 0 = all
};

struct NystroemResult {
    Eigen::MatrixXd points; ///< r x n: one column a structure, inner products approximate the kernel
    std::vector<std::size_t> landmarks;
    double keptTrace = 1; ///< sum of the approximate self-similarities / sum of the true ones
};

Result<NystroemResult> nystroem(const SparseFeatures& features, const NystroemParameters& parameters,
                                const ProgressToken& progress = {});

} // namespace atlas
