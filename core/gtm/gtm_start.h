// Where the training of a topographic map starts.
//
// Random: W uniform in [-1, 1]. PCA: the map starts as a plane of the data.
//   Gaussian: the means W Phi(x) lie on the plane of the first two principal components of all labels,
//     mean + x_1 sqrt(l_1) e_1 + x_2 sqrt(l_2) e_2, by least squares.
//   Multinomial: with e_1, e_2 the first two principal directions of the trees' label proportions, scaled
//     to a largest entry of 1, the logit of symbol k at x is log p_k + s (x_1 e_1k + x_2 e_2k), s = 2, where
//     p_k is its share of all nodes: trees that use different labels start at different ends of the map.
// Transitions and priors start random either way (core/gtm/tree_model.h). O(nodes) time.
#pragma once

#include "core/data/dataset.h"
#include "core/gtm/emission.h"

namespace atlas {

/// The variance of a Gaussian emission never falls below this share of the labels' own (mean over the
/// components). Nothing in the likelihood makes a root's state tell more than its own label; where states get
/// as fine as the jitter of labels, that jitter alone decides where a tree lies, and its structure is lost
/// from the map (traffic policemen, 10x10: without the bound up to 5 % of the pictures lie beside another
/// kind and 61 to 68 % beside another class, with it none and 48 to 64 %). A departure from the paper's
/// eq. 12, which has no bound; the objective still never falls, since it has one maximum in the variance.
constexpr double varianceShare = 0.1;

enum class GtmStart { Random, Pca };

/// `phi` is P x states, `centres` 2 x states.
Emission startEmission(const Dataset& trees, GtmStart start, const Eigen::MatrixXd& phi,
                       const Eigen::MatrixXd& centres, double variance, Random& random);

} // namespace atlas
