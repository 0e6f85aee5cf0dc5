// What the states of a topographic map emit: labels whose parameters lie on a smooth manifold over the latent
// grid, Gamma(x_i) from W Phi(x_i) (GTM-SD paper, section III-B).
//
//   Gaussian (vectors y of dimension d):  N(y | W Phi(x_i), sigma^2 I) (eq. 10)
//     M-step  (Phi G Phi^T + lambda sigma^2 I) W^T = Phi R Y, solved once from the summed statistics (eq. 11)
//             sigma^2 = sum_ik R_ik |y_k - W Phi(x_i)|^2 / (N d) (eq. 12)
//   Multinomial (K symbols):  m_ki = exp(w_k Phi(x_i)) / sum_k' exp(w_k' Phi(x_i)) (eq. 14)
//     M-step  maximises sum_ik R_ik log m_ki - lambda/2 |W|^2,
//             gradient [Y R^T - M G] Phi^T - lambda W (eq. 16)
//
// Departures from the paper: eq. 11 once for all trees (the paper sums solutions of single trees),
// with the regulariser of its ref. [22]; eq. 12 with the squared norm; instead of the fixed step
// of eq. 15 L-BFGS on the concave inner problem, preconditioned by Boehning's bound on the Hessian.
// Both M-steps never lower the objective.
#pragma once

#include "core/data/label_dictionary.h"
#include "core/linalg/dense.h"
#include "core/support/random.h"

#include <cstddef>
#include <variant>

namespace atlas {

struct GaussianEmission {
    Eigen::MatrixXd weights; ///< W: dimension x P
    double variance = 1; ///< sigma^2, above varianceFloor
    double varianceFloor = 1e-6; ///< see varianceShare in core/gtm/gtm_start.h
};

struct MultinomialEmission {
    Eigen::MatrixXd weights; ///< W: symbols x P
};

using Emission = std::variant<GaussianEmission, MultinomialEmission>;

/// W uniform in [-1, 1].
GaussianEmission randomGaussianEmission(std::size_t dimension, std::size_t basis, double variance,
                                        Random& random);
MultinomialEmission randomMultinomialEmission(std::size_t symbols, std::size_t basis, Random& random);

/// The vectors of a dictionary as columns: dimension x labels.
Eigen::MatrixXd labelVectors(const LabelDictionary& labels);

/// states x labels: log P(label | state). `phi` is P x states; `vectors` (dimension x labels)
/// is for Gaussian emissions.
Eigen::MatrixXd logEmission(const Emission& emission, const Eigen::MatrixXd& phi,
                            const Eigen::MatrixXd& vectors);

/// The M-step from the expected counts (states x labels). lambda >= 0.
void maximise(Emission& emission, const Eigen::MatrixXd& counts, const Eigen::MatrixXd& phi,
              const Eigen::MatrixXd& vectors, double lambda);

/// lambda/2 |W|^2: what the objective subtracts from the log-likelihood.
double penalty(const Emission& emission, double lambda);

} // namespace atlas
