// Where the training of a topographic map starts.
//
// Random: W uniform in [-1, 1]. PCA: the map starts as a plane of the data.
//   Gaussian: the means W Phi(x) lie on the plane of the first two principal components of all labels,
//     mean + x_1 sqrt(l_1) e_1 + x_2 sqrt(l_2) e_2, by least squares.
//   Multinomial: with e_1, e_2 the first two principal directions of the trees' label proportions, scaled to
//   a
//     largest entry of 1, the logit of symbol k at x is log p_k + s (x_1 e_1k + x_2 e_2k), s = 2, where p_k
//     is its share of all nodes: trees that use different labels start at different ends of the map.
// Transitions and priors start random either way (core/gtm/tree_model.h). O(nodes) time.
#pragma once

#include "core/data/dataset.h"
#include "core/gtm/emission.h"

namespace atlas {

enum class GtmStart { Random, Pca };

/// `phi` is P x states, `centres` 2 x states.
Emission startEmission(const Dataset& trees, GtmStart start, const Eigen::MatrixXd& phi,
                       const Eigen::MatrixXd& centres, double variance, Random& random);

} // namespace atlas
