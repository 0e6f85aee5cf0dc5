// The solvers of rpca.h: each finds singular values and the encodings of the distinct substructures.
#pragma once

#include "core/rpca/rpca.h"

namespace atlas {

struct RpcaSpectrum {
    Eigen::VectorXd singularValues;
    Eigen::MatrixXd encodings; ///< p x DAG nodes, signs not fixed
    std::optional<std::size_t> rank;
    bool converged = true;
};

/// p: 0 = all.
Result<RpcaSpectrum> solveDense(const RpcaInput& input, const RpcaParameters& parameters,
                                const ProgressToken& progress); // svd, qr-svd
/// The kernel by recursion, whole; or, where the sparse columns are there, only its columns at the pivots of
/// Cholesky's decomposition, as products of sparse columns: no n x n matrix.
Result<RpcaSpectrum> solveGram(const RpcaInput& input, const SparseColumns* columns,
                               const RpcaParameters& parameters, const ProgressToken& progress);
Result<RpcaSpectrum> solveCovariance(const RpcaInput& input, const SparseColumns& columns,
                                     const RpcaParameters& parameters, const ProgressToken& progress);
Result<RpcaSpectrum> solveLanczos(const RpcaInput& input, const SparseColumns& columns,
                                  const RpcaParameters& parameters, const ProgressToken& progress);

} // namespace atlas
