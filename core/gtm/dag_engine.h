// The E-step of the switching-parent model, exactly, on the minimal DAG (DESIGN section 4).
//
// Upward, level by level, with b_u(i) = P(label of u | state i):
//   mix_u(i)  = pi^pos(u)_i for a leaf, else sum_l phi_{l|u} sum_j A^l_ij beta_chl(j)
//   beta_u(i) = b_u(i) mix_u(i) / N_u,   log L = sum_u frequency_u log N_u
// Downward, with eps_u summed over all occurrences of u (the step is linear in eps_u,
// so that sums may be pushed):
//   g_u = eps_u / mix_u
//   eps_c(j) = roots_c beta_c(j) + sum over pairs (l, c) of [ e(j) + (weight - sum e) beta_c(j) ],
//   e(j) = beta_c(j) sum_i A^l_ij G(i),   G = sum over parents u of phi_{l|u} g_u
// Expected (i, j) pairs of A^l: A^l_ij times sum over pairs of G(i) beta_c(j).
//
// So A^l meets each distinct (position, child) pair once upward, once downward and once for the statistics:
// three matrix-matrix products per position and level. Cost: 6 C^2 operations a pair and 2 C additions
// an arc and direction, for C states; memory 8 C (3 nodes + 2 pairs) bytes. Betas are scaled,
// so that depth does not underflow.
#pragma once

#include "core/gtm/dag_schedule.h"
#include "core/gtm/tree_model.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

class DagEngine {
public:
    /// Keeps a reference to the schedule.
    explicit DagEngine(const DagSchedule& schedule);

    /// `logEmission` is states x labels: log P(label | state), finite. Fails only by cancel. Precondition:
    /// every label and position of the data has a column and a weight.
    Result<TreeExpectation> expect(const TreeModel& model, const Eigen::MatrixXd& logEmission,
                                   ProgressToken progress = {});

    /// The upward half alone: betas and the log-likelihood.
    Result<double> upward(const TreeModel& model, const Eigen::MatrixXd& logEmission,
                          ProgressToken progress = {});

    /// After upward() or expect(): states x nodes by rank, P(Q_u = i | subtree of u),
    /// the compositional posterior.
    const Eigen::MatrixXd& beta() const { return m_beta; }
    /// After upward() or expect(): log N_u by rank, emission included.
    const Eigen::VectorXd& logNormalisers() const { return m_logNormalisers; }
    /// After expect(): states x nodes by rank, the contextual posterior summed over the occurrences of u.
    const Eigen::MatrixXd& occupancy() const { return m_occupancy; }

private:
    void prepare(const TreeModel& model, const Eigen::MatrixXd& logEmission);
    Result<void> liftLevel(const TreeModel& model, std::size_t level);
    Result<void> multiplyUpward(const TreeModel& model, std::size_t level);
    Result<void> gatherFromParents(const TreeModel& model, std::size_t level);
    Result<void> multiplyDownward(const TreeModel& model, std::size_t level);
    Result<void> lowerLevel(std::size_t level);
    Result<void> countTransitions(const TreeModel& model, TreeExpectation& result) const;
    Result<void> countLabels(const TreeModel& model, TreeExpectation& result) const;
    /// Copies the betas of the children of pairs [begin, end) into the columns of `target`.
    void gatherBetas(std::size_t begin, std::size_t end, Eigen::MatrixXd& target) const;

    const DagSchedule& m_schedule;
    Eigen::MatrixXd m_emission; // states x labels, each column divided by its largest entry
    Eigen::VectorXd m_emissionLogs; // log of that entry
    Eigen::VectorXd m_setWeights; // sum of phi over each position set
    Eigen::MatrixXd m_beta;
    Eigen::MatrixXd m_mix; // downward: overwritten by g_u / (sum of phi over the positions of u)
    Eigen::MatrixXd m_occupancy;
    Eigen::MatrixXd m_lifted; // pairs: upward phi_l A^l beta_c; downward G
    Eigen::MatrixXd m_lowered; // pairs: what the pair adds to eps_c
    Eigen::VectorXd m_uses; // pairs: expected number of times that the switch chose it
    Eigen::VectorXd m_logNormalisers;
};

} // namespace atlas
