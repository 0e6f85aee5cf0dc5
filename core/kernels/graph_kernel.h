// The graph kernels behind one door: which kernel, its parameters, and the Gram matrix K_ij = k(G_i, G_j),
// raw or normalised to k_ij / sqrt(k_ii k_jj). A graph without any feature (a single vertex has
// no path to another) is similar to nothing, itself included: its row stays 0 when normalised,
// which keeps K positive semidefinite.
#pragma once

#include "core/kernels/flat_graphs.h"
#include "core/kernels/sparse_features.h"

#include <string>

namespace atlas {

enum class GraphKernel {
    ShortestPathSteps,
    ShortestPathDelta,
    ShortestPath,
    WeisfeilerLehman,
    Graphlet,
    RandomWalk
};

/// As on the command line: "weisfeiler-lehman".
const char* toString(GraphKernel kernel);
Result<GraphKernel> graphKernelNamed(std::string_view name);

struct GraphKernelParameters {
    GraphKernel kernel = GraphKernel::WeisfeilerLehman;
    std::size_t depth = 3; ///< of Weisfeiler-Lehman
    bool edgeLabels = false; ///< of Weisfeiler-Lehman
    std::size_t graphletSize = 4; ///< 3 or 4
    double decay = 0.5; ///< of the random walk, in (0, 1)
    bool normalise = true;
    double lambda = 0; ///< of the random walk; 0 = from the decay and the graphs
};

struct KernelMatrix {
    Eigen::MatrixXd values;
    std::size_t withoutFeatures = 0; ///< structures whose similarity to all is 0
    std::size_t notConverged = 0; ///< pairs, for the random walk
    std::size_t features = 0; ///< distinct ones; 0 where the kernel has no explicit features
};

/// Features for every kernel but the random walk, for which ErrorCode::BadUse.
Result<SparseFeatures> graphFeatures(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                     const ProgressToken& progress = {});

Result<KernelMatrix> graphKernelMatrix(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                       const ProgressToken& progress = {});

/// k_ij / sqrt(k_ii k_jj) in place; returns the number of rows that are 0.
std::size_t normaliseKernel(Eigen::MatrixXd& gram);

/// d_ij = sqrt(k_ii + k_jj - 2 k_ij); what lies below 0 by rounding, or because the kernel is not positive
/// semidefinite, counts as 0.
Result<Eigen::MatrixXd> kernelDistances(const Eigen::MatrixXd& gram, const ProgressToken& progress = {});

} // namespace atlas
