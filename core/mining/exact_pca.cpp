#include "core/mining/exact_pca.h"

#include "core/linalg/eigen_problems.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

namespace atlas {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t blockPatterns = 256;

Result<MatrixXd> gramMatrix(const PatternSet& patterns, std::size_t graphs, const ProgressToken& progress)
{
    const auto n = static_cast<Index>(graphs);
    MatrixXd gram = MatrixXd::Zero(n, n);
    MatrixXd block(n, static_cast<Index>(blockPatterns));
    for (std::size_t begin = 0; begin < patterns.size(); begin += blockPatterns) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        const std::size_t end = std::min(patterns.size(), begin + blockPatterns);
        block.setConstant(-1);
        for (std::size_t p = begin; p < end; ++p)
            for (const std::uint32_t graph : patterns.support(p))
                block(graph, static_cast<Index>(p - begin)) = 1;
        gram.selfadjointView<Eigen::Lower>().rankUpdate(block.leftCols(static_cast<Index>(end - begin)));
        progress.report(0.8 * static_cast<double>(end) / static_cast<double>(patterns.size()));
    }
    gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
    return gram;
}

} // namespace

Result<ExactPcaResult> exactPca(const PatternSet& patterns, std::size_t graphs,
                                const ExactPcaParameters& parameters, ProgressToken progress)
{
    const std::size_t bytes = 2 * graphs * graphs * sizeof(double);
    if (bytes > parameters.maximumBytes)
        return Error{ErrorCode::TooLarge,
                     "Exact PCA of " + std::to_string(graphs) + " graphs needs "
                         + std::to_string(bytes >> 20U) + " MB; the limit is "
                         + std::to_string(parameters.maximumBytes >> 20U) + " MB."};
    useSingleThreadedBlas();
    Result<MatrixXd> gram = gramMatrix(patterns, graphs, progress);
    if (!gram)
        return gram.error();
    if (parameters.centre)
        doubleCentre(*gram);
    const std::size_t wanted = std::min(parameters.components, graphs);
    Result<EigenPairs> pairs = denseEigenPairs(std::move(*gram), graphs - wanted, wanted, progress);
    if (!pairs)
        return pairs.error();
    fixSigns(pairs->vectors);
    ExactPcaResult result;
    result.projections.resize(static_cast<Index>(graphs), static_cast<Index>(wanted));
    for (Index i = 0; i < result.projections.cols(); ++i) {
        const Index from = result.projections.cols() - 1 - i; // they rise
        const double value = std::max(0.0, pairs->values[from]);
        result.projections.col(i) = std::sqrt(value) * pairs->vectors.col(from);
        result.eigenvalues.push_back(value);
    }
    progress.report(1);
    return result;
}

double approximationError(const MatrixXd& projections, const MatrixXd& exact)
{
    assert(projections.rows() == exact.rows());
    // Rows to unit length, so that dot products are G^; ||AA^T - BB^T||^2 by the small products.
    const auto unitRows = [](MatrixXd matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            if (const double norm = matrix.row(i).norm(); norm > 0)
                matrix.row(i) /= norm;
        return matrix;
    };
    const MatrixXd a = unitRows(projections);
    const MatrixXd b = unitRows(exact);
    const double squared = (a.transpose() * a).squaredNorm() + (b.transpose() * b).squaredNorm()
        - 2 * (a.transpose() * b).squaredNorm();
    return std::sqrt(std::max(0.0, squared));
}

} // namespace atlas
