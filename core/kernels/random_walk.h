// The geometric random-walk kernel (Gaertner, Flach & Wrobel 2003; Vishwanathan et al. 2010):
// with A_x the adjacency matrix of the product graph (pairs of vertices with equal labels, an edge
// where both graphs have one)
//
//     k(G, G') = 1^T (I - lambda A_x)^-1 1
//              = sum over l of lambda^l * (number of pairs of equal walks of l steps).
//
// Solved by conjugate gradients without making A_x: (A_x X) is A X A' where labels agree and 0 elsewhere,
// X a matrix of vertices by vertices. Precondition for convergence and positive definiteness:
// lambda rho^2 < 1, rho the largest spectral radius of the graphs; lambda = decay / rho^2 with rho from above
// by Collatz's quotients, 0 < decay < 1. Cost O(iterations * (m n' + n m')) a pair; no explicit features.
// Edge labels are not used.
#pragma once

#include "core/kernels/flat_graphs.h"
#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"

namespace atlas {

struct RandomWalkParameters {
    double decay = 0.5; ///< in (0, 1)
    double lambda = 0; ///< > 0: used as it is, for structures added later
    double tolerance = 1e-12; ///< of the residual against the right-hand side
};

struct RandomWalkResult {
    Eigen::MatrixXd gram;
    double lambda = 0;
    std::size_t notConverged = 0; ///< pairs that stopped at the limit of iterations
};

Result<RandomWalkResult> randomWalkKernel(const FlatGraphs& graphs, const RandomWalkParameters& parameters,
                                          const ProgressToken& progress = {});

/// lambda for a set of graphs: decay / rho^2.
double randomWalkLambda(const FlatGraphs& graphs, double decay);

/// x = (I - lambda A_x)^-1 1 for one pair: how much the walks that start at vertices
/// (u, v) add to the kernel.
Eigen::MatrixXd walksFromPairs(const FlatGraphs& graphs, std::size_t a, std::size_t b, double lambda,
                               double tolerance = 1e-12, bool* converged = nullptr);

} // namespace atlas
