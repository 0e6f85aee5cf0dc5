// SP-BHTMM, the switching-parent bottom-up hidden tree Markov model (GTM-SD paper, section III-A; Part I of
// that paper), without its emission.
//
//   leaf at position p:   P(Q = i) = pi^p_i
//   inner node u:         P(Q_u = i | children) = sum_l phi_{l|u} A^l_{i, Q_chl}    (eq. 5)
//                         phi_{l|u} = phi_l / sum of phi over the positions where u has a child
//
// With positional stationarity pi and A have one table per position, with full stationarity one for all.
//
// Departure from the paper: phi is renormalised over the children present, so that a missing child takes no
// share of the probability; child subtrees are then independent a priori and the upward recursion is exact.
#pragma once

#include "core/data/ids.h"
#include "core/linalg/dense.h"
#include "core/support/random.h"

#include <cstddef>
#include <vector>

namespace atlas {

enum class Stationarity { Positional, Full };

struct TreeModel {
    Stationarity stationarity = Stationarity::Positional;
    Eigen::MatrixXd prior; ///< pi: states x tables, columns sum to 1
    Eigen::VectorXd switching; ///< phi: one per position, sums to 1, all positive
    std::vector<Eigen::MatrixXd> transitions; ///< A: per table, states x states, columns sum to 1

    std::size_t states() const { return static_cast<std::size_t>(prior.rows()); }
    std::size_t positions() const { return static_cast<std::size_t>(switching.size()); }

    /// The table of a position. Positions that training did not see use the last one.
    std::size_t table(Position position) const
    {
        if (stationarity == Stationarity::Full)
            return 0;
        return position.index() < positions() ? position.index() : positions() - 1;
    }
    double weight(Position position) const
    {
        return switching[static_cast<Eigen::Index>(position.index() < positions() ? position.index()
                                                                                  : positions() - 1)];
    }
};

/// Uniform phi; pi and the columns of A drawn near uniform (each entry uniform on [1, 2], then normalised).
TreeModel randomTreeModel(std::size_t states, std::size_t positions, Stationarity stationarity,
                          Random& random);

/// What an E-step finds: expected counts under the posterior, summed over all trees.
struct TreeExpectation {
    double logLikelihood = 0;
    Eigen::MatrixXd prior; ///< leaves in state i at table t: states x tables
    Eigen::VectorXd switching; ///< uses of position l: c_l
    std::vector<Eigen::MatrixXd> transitions; ///< (parent i, child j) pairs per table
    Eigen::MatrixXd labels; ///< nodes with label k in state i: states x labels
};

/// How often each set of child positions occurs, for the M-step of phi.
struct PositionSet {
    std::vector<Position> positions;
    double nodes = 0; ///< inner nodes with exactly these positions
};

/// No entry of pi and A falls below this share of 1 / states.
constexpr double transitionFloor = 0.01;

/// The M-step for pi, phi and A. `gained` is by how much other M-steps of this iteration raised the expected
/// complete log-likelihood (at least 0); returns the total gain, at least 0: the likelihood never falls.
/// Tables without any count keep their values.
///
/// pi and A: the exact maximum under the bound a_ij >= transitionFloor / states. Without a bound, EM drives
/// most entries to 0 and posteriors to certainty within 1e-12, and trees with different subtrees fall on the
/// same point of the map; with 1 % of uniform transitions they keep apart, for 0.3 % of the log-likelihood
/// (INEX 2005, on which the figure was chosen).
///
/// phi: eq. 6 draws the switch from phi over all positions, so that to point at a child that is there has
/// itself the probability sum_{l in u} phi_l. Its maximum is the plain ratio phi_l = c_l / sum c (Part I of
/// the paper), which prefers positions that most nodes have. Maximising the renormalised likelihood alone
/// drives phi to positions that few nodes have (the last ones of the widest trees), where its denominator is
/// small: roots are then told apart by rare children, and the map folds (INEX 2005, 7x7: 1-NN error 9-30 %
/// instead of 4 %). So phi goes towards the plain ratio, as far as the likelihood of this iteration does not
/// fall: the largest step of 1, 1/2, 1/4, ... for which the total gain is not negative, else it stays. A
/// small floor keeps positions unseen in training usable. (Generalised EM; a departure from DESIGN section 4,
/// whose fixed-point iteration maximises the renormalised likelihood.)
double maximise(TreeModel& model, const TreeExpectation& expectation,
                const std::vector<PositionSet>& positionSets, double gained = 0);

} // namespace atlas
