// How far two trees are apart when they are laid over each other, node by node from the root, child on the
// child at the same position: what trustworthiness and continuity of a map of trees are measured against.
//
//   d^2(s, t) = sum over pairs of nodes on each other of c(label, label') + nodes that have no partner
//   c = 0 or 1 for symbols (equal, different); |y - y'|^2 / (2 v) for vectors, v the total variance of the
//       labels, so that two labels drawn at random cost 1 on average.
//
// d is a metric (each tree is a point with one coordinate a path). O(nodes of the smaller tree) a pair.
#pragma once

#include "core/data/dataset.h"
#include "core/linalg/dense.h"
#include "core/manifold/map_quality.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

/// rows.size() squared: d of all pairs. Fails only by cancel.
Result<Eigen::MatrixXd> treeDistances(const Dataset& trees, const std::vector<RowId>& rows,
                                      ProgressToken progress = {});

struct TreeMapQuality {
    MapQuality quality;
    std::vector<RowId> rows; ///< the trees it was measured on: all, or an even sample
};

/// Trustworthiness and continuity of `points` (2 x rows) with 10 neighbours, on all trees, or on at most
/// 1,000 of them spread evenly over the rows (fewer where trees are large: about 2e8 steps).
Result<TreeMapQuality> treeMapQuality(const Dataset& trees, const Eigen::MatrixXd& points,
                                      const ProgressToken& progress = {});

} // namespace atlas
