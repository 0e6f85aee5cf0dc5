// The Gram matrix of the state space's columns without the state space (DESIGN section 4):
// for substructures t, t'
//
//   K(t, t') = <x_t, x_t'> + sum over c of K(ch_c t, ch_c t')  =  <X_t, X_t'>.
//
// Computed level by level: a substructure's row gathers from the rows of its children, which are complete.
// O(n^2 times the children that two substructures have at equal positions) time, 8 n^2 bytes.
#pragma once

#include "core/linalg/dense.h"
#include "core/rpca/rpca_input.h"

namespace atlas {

/// Between all DAG nodes. ErrorCode::TooLarge above the memory limit.
Result<Eigen::MatrixXd> substructureKernel(const RpcaInput& input, ProgressToken progress = {});

/// Between the DAG nodes of `known` (rows) and some new ones (columns), whose items are in the same coding.
/// ErrorCode::TooLarge above the memory limit.
Result<Eigen::MatrixXd> substructureKernel(const RpcaInput& known, const RpcaInput& fresh,
                                           ProgressToken progress = {});

} // namespace atlas
