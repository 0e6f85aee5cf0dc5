#include "core/mining/exact_pca.h"

#include <lapacke.h>

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

void centreBothSides(MatrixXd& gram)
{
    const VectorXd means = gram.rowwise().mean();
    const double mean = means.mean();
    gram.colwise() -= means;
    gram.rowwise() -= means.transpose();
    gram.array() += mean;
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
        centreBothSides(*gram);
    const auto n = static_cast<lapack_int>(graphs);
    const auto wanted = static_cast<lapack_int>(std::min(parameters.components, graphs));
    VectorXd values(n);
    MatrixXd vectors(n, wanted);
    std::vector<lapack_int> isolation(2 * static_cast<std::size_t>(wanted));
    lapack_int found = 0;
    const lapack_int info =
        LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'V', 'I', 'L', n, gram->data(), n, 0, 0, n - wanted + 1, n, 0,
                       &found, values.data(), vectors.data(), n, isolation.data());
    if (info != 0 || found != wanted)
        return Error{ErrorCode::Computation, "The eigenvalues of the pattern space could not be computed."};
    ExactPcaResult result;
    result.projections.resize(n, wanted);
    for (lapack_int i = 0; i < wanted; ++i) {
        const lapack_int from = wanted - 1 - i; // LAPACK's are increasing
        const double value = std::max(0.0, values[from]);
        VectorXd v = vectors.col(from);
        Index largest = 0;
        v.cwiseAbs().maxCoeff(&largest);
        result.projections.col(i) = std::sqrt(value) * (v[largest] < 0 ? -1.0 : 1.0) * v;
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
