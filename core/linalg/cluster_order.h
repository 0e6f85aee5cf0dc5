// The order in which a matrix of distances shows its groups: objects by hierarchical clustering with average
// linkage (UPGMA), by chains of nearest neighbours (Murtagh 1983), which finds the same tree as merging the
// two nearest clusters again and again. Where two clusters meet, they are turned so that the nearest of their
// ends lie side by side. O(n^2) time, 8 n^2 bytes.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <vector>

namespace atlas {

/// A permutation of 0 .. n-1. Precondition: the matrix is symmetric and finite.
/// Ties go to the smaller number.
Result<std::vector<std::size_t>> clusterOrder(const Eigen::MatrixXd& distances,
                                              const ProgressToken& progress = {});

} // namespace atlas
