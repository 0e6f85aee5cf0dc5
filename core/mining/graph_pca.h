// Graph PCA (Saigo & Tsuda, Algorithm 4): principal components of graphs in the space of their subgraph
// patterns, without enumerating the patterns.
//
// x_ip = 1 where graph i contains pattern p, else -1; A = X X^T. Lanczos builds a tridiagonal T_k of A from
// products A q_k. Each product uses the pool P of patterns found so far, to which step k adds the L patterns
// with the largest |sum_j q_kj x_jp| (weighted mining, pattern_tree.h). Steps end by rule (4): for i = 1..m
// |beta_k| |R_ki| / lambda_i < sigma, with (lambda, R) the eigenpairs of T_k. Lanczos vectors are
// reorthogonalised (twice) against all earlier ones.
//
// centre = false is the paper: q_1 = 1/sqrt(n). centre = true works with the column-centred X, that is
// in the space orthogonal to 1, where the gain is 2 |sum over the support of q| and the bound is sharp;
// q_1 is then the centred number of edges of the graphs with a thousandth of seeded noise, so that it is not
// inside an invariant subspace.
//
// Result: components Z = X_P^T V_m (each scaled to length 1: the loadings) and projections X_P Z, n x m.
// Where L is at least the number of patterns, this is the PCA of all patterns (exactPca), up to sigma.
//
// Cost: k searches plus O(k * sum of pool supports). Preconditions: components >= 1, patternsPerStep >= 1,
// tolerance > 0, at least 2 graphs. Departures: none with centre = false; a Krylov space that ends early goes
// on with a seeded vector orthogonal to it.
#pragma once

#include "core/linalg/dense.h"
#include "core/mining/pattern_tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace atlas {

enum class PatternSearch { Kept, Fresh };

/// A pattern of the pool.
struct PoolPattern {
    DfsCode code;
    std::vector<std::uint32_t> support;
    std::size_t step = 0; ///< the Lanczos step that found it, from 1
};

struct GraphPcaResult {
    std::vector<PoolPattern> patterns; ///< in the order in which they were found
    Eigen::MatrixXd loadings; ///< patterns x m, columns of length 1, row p of patterns[p]
    Eigen::MatrixXd projections; ///< graphs x m
    std::vector<double> eigenvalues; ///< of A, decreasing
    std::vector<double> residuals; ///< left side of (4) at the end
    std::size_t steps = 0; ///< Lanczos steps = searches
    bool converged = false;
    bool stoppedEarly = false; ///< the person asked for what there was
    std::size_t keptPatterns = 0; ///< of the kept tree
    std::size_t keptBytes = 0;
    std::string note; ///< what the person should know: not converged, memory budget
};

struct GraphPcaParameters {
    std::size_t components = 3; ///< m
    std::size_t patternsPerStep = 1000; ///< L
    double tolerance = 0.01; ///< sigma of (4)
    std::size_t maximumVertices = 15;
    std::size_t maximumEdges = 255;
    bool centre = true;
    PatternSearch search = PatternSearch::Kept;
    std::size_t maximumSteps = 200;
    std::size_t maximumBytes = std::size_t{2} << 30U; ///< of the kept tree
    std::uint64_t seed = 1;
    /// The result as it is after a step, at most some times a second; called on the thread that computes.
    std::function<void(const GraphPcaResult&)> partial = {};
};

Result<GraphPcaResult> graphPca(const MiningGraphs& graphs, const GraphPcaParameters& parameters,
                                ProgressToken progress = {});

} // namespace atlas
