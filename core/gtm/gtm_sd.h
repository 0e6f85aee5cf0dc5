// GTM-SD: a topographic map of trees and of all their subtrees (Bacciu, Micheli, Sperduti;
// the GTM-SD paper, section III).
//
// The hidden states of a switching-parent bottom-up tree model (core/gtm/tree_model.h) are the centres of a
// latent grid; their emissions lie on a smooth manifold over it (core/gtm/emission.h). Trained by EM: the
// E-step exactly on the minimal DAG (core/gtm/dag_engine.h), the M-steps as stated there. The objective
//   log L(W, sigma^2, pi, phi, A) - lambda/2 |W|^2
// never decreases. A tree lies at its root's posterior (eqs. 17, 18), a subtree at its own:
//   mean  sum_i beta_u(i) x_i,    mode  x_i with i = argmax beta_u(i).
//
// Cost of an iteration: see DagEngine; memory 8 C (6 nodes + 2 pairs) + 16 L C^2 bytes for C states and L
// positions (times the restarts that run at a time), stated before it is allocated and refused above
// parameters.memoryLimit. Preconditions: at least one tree; lambda >= 0; variance > 0; iterations >= 1;
// restarts >= 1. Departures from the paper: those of the three headers above.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"
#include "core/gtm/dag_schedule.h"
#include "core/gtm/emission.h"
#include "core/gtm/gtm_start.h"
#include "core/gtm/latent_grid.h"
#include "core/gtm/tree_model.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace atlas {

/// Auto: Gaussian for vector labels, multinomial for symbols.
enum class EmissionKind { Auto, Gaussian, Multinomial };
enum class TreeEngine { Dag, Forest };

struct GtmSdModel {
    GridSize grid;
    GridSize basis;
    double widthFactor = 1;
    double regularisation = 0.1; ///< lambda
    Emission emission;
    TreeModel tree;
};

struct GtmSdIteration {
    double logLikelihood = 0;
    double objective = 0;
};

/// What there is while the map grows.
struct GtmSdSnapshot {
    std::vector<GtmSdIteration> iterations;
    Eigen::MatrixXd rowMeans; ///< 2 x trees: their places on the map now
};

struct GtmSdParameters {
    GridSize grid{10, 10};
    GridSize basis{4, 4};
    double widthFactor = 1;
    EmissionKind emission = EmissionKind::Auto;
    Stationarity stationarity = Stationarity::Positional;
    int iterations = 50;
    double tolerance = 0; ///< stops where an iteration raises the objective by less than this share of it
    double variance = 1; ///< sigma^2 at the start
    double regularisation = 0.1;
    TreeEngine engine = TreeEngine::Dag;
    GtmStart start = GtmStart::Random;
    int restarts = 1; ///< run in parallel; the best objective is kept, the first of equals
    std::uint64_t seed = 1;
    std::size_t memoryLimit = std::size_t{8} << 30U;
    /// Called on a working thread after an iteration of the first restart, at most every 200 ms.
    std::function<void(const GtmSdSnapshot&)> onSnapshot = {};
};

struct GtmSdResult {
    std::string status = "ok"; ///< or "stopped after 12 of 50 iterations"
    GtmSdModel model;
    std::vector<GtmSdIteration> iterations; ///< the value before each M-step, and the final one
    std::shared_ptr<const MinimalDag> dag; ///< with positional leaves: what `beta` is about
    Eigen::MatrixXd beta; ///< C x DAG nodes: P(Q_u = i | subtree of u), compositional
    Eigen::MatrixXd eps; ///< C x DAG nodes: P(Q_u = i | tree), mean over the occurrences of u, contextual
    Eigen::VectorXd logNormalisers; ///< by DAG node: log N_u; summed over a tree's nodes, its log-likelihood
};

/// Hears progress.finishRequested(): the last finished iteration is the result.
Result<GtmSdResult> gtmSd(const Dataset& trees, const GtmSdParameters& parameters,
                          ProgressToken progress = {});

/// Bytes that one restart of gtmSd() needs for matrices.
std::size_t gtmSdMemory(std::size_t states, std::size_t positions, std::size_t nodes, std::size_t pairs,
                        Stationarity stationarity);

/// The posteriors of all subtrees of a data set under a model. `logEmissions` is
/// states x the data set's labels.
struct TreePosteriors {
    Eigen::MatrixXd beta; ///< C x DAG nodes
    Eigen::MatrixXd eps; ///< C x DAG nodes
    Eigen::VectorXd logNormalisers; ///< by DAG node
    double logLikelihood = 0; ///< of all trees
};
Result<TreePosteriors> treePosteriors(const MinimalDag& dag, const TreeModel& model,
                                      const Eigen::MatrixXd& logEmissions, ProgressToken progress = {});

enum class Projection { Mean, Mode };

/// 2 x columns of beta: eq. 17 or 18.
Eigen::MatrixXd project(const Eigen::MatrixXd& beta, const GridSize& grid, Projection projection);

/// The log-likelihood of each tree: the sum of log N_u over its nodes.
std::vector<double> treeLogLikelihoods(const Forest& forest, const MinimalDag& dag,
                                       const Eigen::VectorXd& logNormalisers);

} // namespace atlas
