#include "core/kernels/graph_kernel.h"

#include "core/kernels/graphlets.h"
#include "core/kernels/random_walk.h"
#include "core/kernels/shortest_paths.h"
#include "core/kernels/weisfeiler_lehman.h"
#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <cmath>

namespace atlas {

namespace {

constexpr std::array<GraphKernel, 6> allKernels{
    GraphKernel::ShortestPathSteps, GraphKernel::ShortestPathDelta, GraphKernel::ShortestPath,
    GraphKernel::WeisfeilerLehman,  GraphKernel::Graphlet,          GraphKernel::RandomWalk};

Result<SparseFeatures> pathFeatures(const FlatGraphs& graphs, ShortestPathFeature kind,
                                    const ProgressToken& progress)
{
    Result<ShortestPathResult> result = shortestPathFeatures(graphs, kind, progress);
    if (!result)
        return result.error();
    return std::move(result->features);
}

Result<KernelMatrix> rawKernel(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                               const ProgressToken& progress)
{
    KernelMatrix result;
    if (parameters.kernel == GraphKernel::RandomWalk) {
        Result<RandomWalkResult> walk =
            randomWalkKernel(graphs, {parameters.decay, parameters.lambda}, progress);
        if (!walk)
            return walk.error();
        result.values = std::move(walk->gram);
        result.notConverged = walk->notConverged;
        return result;
    }
    const Result<SparseFeatures> features =
        graphFeatures(graphs, parameters, progress.stage("Finding features", 0, 0.5));
    if (!features)
        return features.error();
    Result<Eigen::MatrixXd> gram = gramMatrix(*features, progress.stage("Multiplying features", 0.5, 1));
    if (!gram)
        return gram.error();
    result.values = std::move(*gram);
    result.features = features->columns;
    return result;
}

} // namespace

const char* toString(GraphKernel kernel)
{
    switch (kernel) {
    case GraphKernel::ShortestPathSteps:
        return "shortest-path-steps";
    case GraphKernel::ShortestPathDelta:
        return "shortest-path-delta";
    case GraphKernel::ShortestPath:
        return "shortest-path";
    case GraphKernel::WeisfeilerLehman:
        return "weisfeiler-lehman";
    case GraphKernel::Graphlet:
        return "graphlet";
    case GraphKernel::RandomWalk:
        return "random-walk";
    }
    return "";
}

Result<GraphKernel> graphKernelNamed(std::string_view name)
{
    std::vector<std::string> names;
    for (const GraphKernel kernel : allKernels) {
        if (name == toString(kernel))
            return kernel;
        names.emplace_back(toString(kernel));
    }
    const std::string near = nearestName(name, names);
    return Error{ErrorCode::BadUse,
                 "There is no graph kernel '" + std::string(name) + "'"
                     + (near.empty() ? "." : "; did you mean '" + near + "'?")};
}

Result<SparseFeatures> graphFeatures(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                     const ProgressToken& progress)
{
    switch (parameters.kernel) {
    case GraphKernel::ShortestPathSteps:
        return pathFeatures(graphs, ShortestPathFeature::Steps, progress);
    case GraphKernel::ShortestPathDelta:
        return pathFeatures(graphs, ShortestPathFeature::Delta, progress);
    case GraphKernel::ShortestPath:
        return pathFeatures(graphs, ShortestPathFeature::Labelled, progress);
    case GraphKernel::Graphlet:
        return graphletFeatures(graphs, parameters.graphletSize, progress);
    case GraphKernel::WeisfeilerLehman: {
        Result<WeisfeilerLehmanResult> result =
            weisfeilerLehman(graphs, {parameters.depth, parameters.edgeLabels}, progress);
        if (!result)
            return result.error();
        return std::move(result->features);
    }
    case GraphKernel::RandomWalk:
        break;
    }
    return Error{
        ErrorCode::BadUse,
        "The random-walk kernel has no explicit features; choose another kernel for an approximation."};
}

Result<KernelMatrix> graphKernelMatrix(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                       const ProgressToken& progress)
{
    Result<KernelMatrix> result = rawKernel(graphs, parameters, progress);
    if (!result)
        return result;
    if (parameters.normalise)
        result->withoutFeatures = normaliseKernel(result->values);
    else
        result->withoutFeatures = static_cast<std::size_t>((result->values.diagonal().array() <= 0).count());
    return result;
}

std::size_t normaliseKernel(Eigen::MatrixXd& gram)
{
    const auto n = static_cast<std::size_t>(gram.rows());
    Eigen::VectorXd scale = Eigen::VectorXd::Zero(gram.rows());
    std::size_t zeroRows = 0;
    for (Eigen::Index i = 0; i < gram.rows(); ++i) {
        if (gram(i, i) > 0)
            scale(i) = 1 / std::sqrt(gram(i, i));
        else
            ++zeroRows;
    }
    // (a * b) * c and (a * c) * b may differ in the last bit: scale by the product, which does not.
    const auto column = [&](std::size_t number) {
        const auto j = static_cast<Eigen::Index>(number);
        for (Eigen::Index i = 0; i < gram.rows(); ++i)
            gram(i, j) *= scale(i) * scale(j);
        if (scale(j) > 0)
            gram(j, j) = 1;
    };
    (void)parallelFor(n, 64, column).ok(); // no token, no cancel
    return zeroRows;
}

Result<Eigen::MatrixXd> kernelDistances(const Eigen::MatrixXd& gram, const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(gram.rows());
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "The distance matrix"); !fits)
        return fits.error();
    Eigen::MatrixXd distances(gram.rows(), gram.rows());
    const Eigen::VectorXd diagonal = gram.diagonal();
    const auto column = [&](std::size_t number) {
        const auto j = static_cast<Eigen::Index>(number);
        distances.col(j) = (diagonal.array() + diagonal(j) - 2 * gram.col(j).array()).cwiseMax(0).sqrt();
        distances(j, j) = 0;
    };
    if (Result<void> done = parallelFor(n, 64, column, progress); !done)
        return done.error();
    return distances;
}

} // namespace atlas
