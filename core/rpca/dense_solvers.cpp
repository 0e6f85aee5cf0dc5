// svd, qr-svd (LAPACK on the dense state space) and gram (the kernel's recursion).
#include "core/linalg/eigen_problems.h"
#include "core/linalg/memory_limit.h"
#include "core/parallel/abandonable.h"
#include "core/parallel/parallel_for.h"
#include "core/rpca/pivoted_cholesky.h"
#include "core/rpca/rpca_solvers.h"
#include "core/rpca/substructure_kernel.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double rankTolerance = 1e-10; // of singular values, relative to the largest
constexpr double kernelTolerance = 1e-11; // of |X_t|^2 beside the span of others, relative to the largest
constexpr double covarianceTolerance = 1e-14; // the same of C's diagonal; the values decide the rank

Error cancelError() { return Error{ErrorCode::Cancelled, "The computation was cancelled."}; }

Error lapackError(lapack_int status)
{
    return Error{ErrorCode::Computation,
                 "The decomposition could not be computed (LAPACK status " + std::to_string(status) + ")."};
}

/// The columns of X as they enter the decomposition: repeated or weighted, with the dummy one.
Eigen::MatrixXd decomposedColumns(const RpcaInput& input, const RpcaParameters& parameters,
                                  const Eigen::MatrixXd& x)
{
    const std::vector<double>& mu = input.dag.frequencies;
    const bool all = parameters.columns == RpcaColumns::All;
    const auto count = static_cast<Eigen::Index>(all ? input.columnCount() : static_cast<double>(mu.size()));
    Eigen::MatrixXd columns(x.rows(), count + (parameters.zeroMean ? 1 : 0));
    Eigen::Index next = 0;
    for (std::size_t t = 0; t < mu.size(); ++t) {
        const Eigen::Index copies = all ? static_cast<Eigen::Index>(mu[t]) : 1;
        for (Eigen::Index i = 0; i < copies; ++i)
            columns.col(next++) = x.col(static_cast<Eigen::Index>(t)) * (all ? 1.0 : std::sqrt(mu[t]));
    }
    if (parameters.zeroMean)
        columns.col(next) = -x * Eigen::Map<const Eigen::VectorXd>(mu.data(), x.cols());
    return columns;
}

/// Left singular vectors, one a column, and singular values.
struct LeftVectors {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};

Result<LeftVectors> directSvd(Eigen::MatrixXd x)
{
    const Eigen::Index small = std::min(x.rows(), x.cols());
    LeftVectors left{Eigen::VectorXd(small), Eigen::MatrixXd(x.rows(), small)};
    Eigen::MatrixXd right(small, x.cols());
    const lapack_int status = LAPACKE_dgesdd(
        LAPACK_COL_MAJOR, 'S', static_cast<lapack_int>(x.rows()), static_cast<lapack_int>(x.cols()), x.data(),
        static_cast<lapack_int>(x.rows()), left.values.data(), left.vectors.data(),
        static_cast<lapack_int>(x.rows()), right.data(), static_cast<lapack_int>(small));
    if (status != 0)
        return lapackError(status);
    return left;
}

std::size_t rankOf(const Eigen::VectorXd& values)
{
    std::size_t rank = 0;
    while (static_cast<Eigen::Index>(rank) < values.size()
           && values(static_cast<Eigen::Index>(rank)) > rankTolerance * values(0))
        ++rank;
    return rank;
}

std::size_t wantedOf(std::size_t asked, std::size_t rank)
{
    return asked == 0 ? rank : std::min(asked, rank);
}

/// Section 3.5: QR of the taller of X and X^T, SVD of the small R; only the vectors asked
/// for are multiplied by Q.
Result<LeftVectors> qrSvd(Eigen::MatrixXd x, std::size_t asked)
{
    const bool tall = x.rows() >= x.cols();
    if (!tall)
        x = x.transpose().eval();
    const auto rows = static_cast<lapack_int>(x.rows());
    const auto cols = static_cast<lapack_int>(x.cols());
    Eigen::VectorXd tau(cols);
    lapack_int status = LAPACKE_dgeqrf(LAPACK_COL_MAJOR, rows, cols, x.data(), rows, tau.data());
    if (status != 0)
        return lapackError(status);
    Eigen::MatrixXd r = x.topRows(cols).triangularView<Eigen::Upper>();
    Eigen::MatrixXd u(cols, cols);
    Eigen::MatrixXd vt(cols, cols);
    LeftVectors left{Eigen::VectorXd(cols), {}};
    status = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', cols, cols, r.data(), cols, left.values.data(), u.data(),
                            cols, vt.data(), cols);
    if (status != 0)
        return lapackError(status);
    const auto wanted = static_cast<Eigen::Index>(wantedOf(asked, rankOf(left.values)));
    if (!tall) { // X^T = Q R, X = V S (Q U)^T
        left.vectors = vt.topRows(wanted).transpose();
        return left;
    }
    left.vectors = Eigen::MatrixXd::Zero(rows, wanted);
    left.vectors.topRows(cols) = u.leftCols(wanted);
    status = LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'N', rows, static_cast<lapack_int>(wanted), cols, x.data(),
                            rows, tau.data(), left.vectors.data(), rows);
    if (status != 0)
        return lapackError(status);
    return left;
}

} // namespace

Result<RpcaSpectrum> solveDense(const RpcaInput& input, const RpcaParameters& parameters,
                                const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const double repeated = parameters.columns == RpcaColumns::All
        ? input.columnCount() / static_cast<double>(input.dag.size())
        : 1;
    Result<Eigen::MatrixXd> x = denseColumns(input, parameters.state, 1 + 3 * repeated,
                                             progress.stage("Writing the state space", 0, 0.1));
    if (!x)
        return x.error();
    const ProgressToken stage = progress.stage("Decomposing the state space", 0.1, 0.9);
    Eigen::MatrixXd columns = decomposedColumns(input, parameters, *x);
    if (progress.cancelled())
        return cancelError();
    const bool direct = parameters.solver == RpcaSolver::Svd;
    Result<LeftVectors> left = runAbandonable(
        [columns = std::move(columns), direct, asked = parameters.components]() mutable {
            return direct ? directSvd(std::move(columns)) : qrSvd(std::move(columns), asked);
        },
        stage);
    if (!left)
        return left.error();
    RpcaSpectrum spectrum;
    spectrum.rank = rankOf(left->values);
    const auto p = static_cast<Eigen::Index>(wantedOf(parameters.components, *spectrum.rank));
    spectrum.singularValues = left->values.head(p);
    spectrum.encodings.noalias() = left->vectors.leftCols(p).transpose() * *x;
    return spectrum;
}

namespace {

/// All eigenpairs, falling, by divide and conquer.
Result<EigenPairs> allEigenPairs(Eigen::MatrixXd matrix)
{
    EigenPairs pairs;
    const auto n = static_cast<lapack_int>(matrix.rows());
    pairs.values.resize(n);
    const lapack_int status =
        LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, matrix.data(), n, pairs.values.data());
    if (status != 0)
        return lapackError(status);
    pairs.values.reverseInPlace();
    pairs.vectors = matrix.rowwise().reverse();
    return pairs;
}

/// The `count` largest of a symmetric matrix whose lower half is given; 0 = all.
Result<EigenPairs> someEigenPairs(Eigen::MatrixXd lower, std::size_t count, const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(lower.rows());
    if (count == 0 || 2 * count > n)
        return runAbandonable(
            [lower = std::move(lower)]() mutable { return allEigenPairs(std::move(lower)); }, progress);
    lower.triangularView<Eigen::StrictlyUpper>() = lower.transpose();
    return largestEigenPairs(lower, count, 0, progress);
}

void keep(EigenPairs& pairs, std::size_t count)
{
    const auto p = static_cast<Eigen::Index>(count);
    if (pairs.values.size() > p) {
        pairs.values.conservativeResize(p);
        pairs.vectors.conservativeResize(Eigen::NoChange, p);
    }
}

} // namespace

Result<std::size_t> rpcaRank(const RpcaInput& input, ProgressToken progress)
{
    const Result<Eigen::MatrixXd> k =
        substructureKernel(input, progress.stage("Comparing substructures", 0, 0.5));
    if (!k)
        return k.error();
    const Result<Eigen::MatrixXd> factor = pivotedCholesky(k->diagonal(), columnsOf(*k), kernelTolerance,
                                                           progress.stage("Finding the rank", 0.5, 1));
    if (!factor)
        return factor.error();
    return static_cast<std::size_t>(factor->cols());
}

namespace {

/// L with the kernel as a whole.
Result<Eigen::MatrixXd> kernelFactor(const RpcaInput& input, const ProgressToken& progress)
{
    if (Result<void> fits = checkMemory(input.dag.size() * input.dag.size() * 8 * 2,
                                        "The kernel between " + std::to_string(input.dag.size())
                                            + " distinct substructures, with its factor,");
        !fits)
        return Error{fits.error().code,
                     fits.error().message
                         + " The solver lanczos needs no such matrix: ask for some components."};
    const Result<Eigen::MatrixXd> k =
        substructureKernel(input, progress.stage("Comparing substructures", 0, 0.4));
    if (!k)
        return k.error();
    return pivotedCholesky(k->diagonal(), columnsOf(*k), kernelTolerance,
                           progress.stage("Finding the rank", 0.4, 1));
}

/// L with the kernel's columns where they are needed: K(:, t) = X^T X_t.
Result<Eigen::MatrixXd> sparseFactor(const SparseColumns& x, const ProgressToken& progress)
{
    const std::size_t side = std::min(x.rows, x.columns);
    if (Result<void> fits = checkMemory(x.columns * side * 8, "The factor of the kernel"); !fits)
        return fits.error();
    Eigen::VectorXd diagonal = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(x.columns));
    for (std::size_t t = 0; t < x.columns; ++t)
        for (std::size_t a = x.firstInColumn[t]; a < x.firstInColumn[t + 1]; ++a)
            diagonal(static_cast<Eigen::Index>(t)) += x.valueInColumn[a] * x.valueInColumn[a];
    const auto columnsAt = [&](std::span<const Eigen::Index> numbers, Eigen::MatrixXd& columns) {
        columns.setZero(diagonal.size(), static_cast<Eigen::Index>(numbers.size()));
        for (std::size_t j = 0; j < numbers.size(); ++j) {
            double* column = columns.col(static_cast<Eigen::Index>(j)).data();
            const auto t = static_cast<std::size_t>(numbers[j]);
            for (std::size_t a = x.firstInColumn[t]; a < x.firstInColumn[t + 1]; ++a) {
                const std::size_t row = x.rowOf[a];
                for (std::size_t b = x.firstInRow[row]; b < x.firstInRow[row + 1]; ++b)
                    column[x.columnOf[b]] += x.valueInColumn[a] * x.valueInRow[b];
            }
        }
    };
    return pivotedCholesky(diagonal, columnsAt, kernelTolerance, progress);
}

} // namespace

Result<RpcaSpectrum> solveGram(const RpcaInput& input, const SparseColumns* columns,
                               const RpcaParameters& parameters, const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const ProgressToken stage = progress.stage("Finding the rank", 0, 0.5);
    // L: a row of r numbers a substructure, with the inner products of the columns of X
    const Result<Eigen::MatrixXd> l =
        columns != nullptr ? sparseFactor(*columns, stage) : kernelFactor(input, stage);
    if (!l)
        return l.error();
    const Eigen::MatrixXd& factor = *l;
    const Eigen::Map<const Eigen::VectorXd> mu(input.dag.frequencies.data(), factor.rows());
    const Eigen::Index r = factor.cols();
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(r, r);
    {
        const Eigen::MatrixXd weighted = mu.cwiseSqrt().asDiagonal() * factor;
        c.selfadjointView<Eigen::Lower>().rankUpdate(weighted.transpose());
    }
    if (parameters.zeroMean) {
        const Eigen::VectorXd dummy = factor.transpose() * mu;
        c.selfadjointView<Eigen::Lower>().rankUpdate(dummy);
    }
    if (progress.cancelled())
        return cancelError();
    const std::size_t wanted = wantedOf(parameters.components, static_cast<std::size_t>(r));
    Result<EigenPairs> pairs =
        someEigenPairs(std::move(c), wanted, progress.stage("Finding components", 0.5, 0.9));
    if (!pairs)
        return pairs.error();
    keep(*pairs, wanted);
    RpcaSpectrum spectrum;
    spectrum.rank = static_cast<std::size_t>(r);
    spectrum.converged = pairs->converged;
    spectrum.singularValues = pairs->values.cwiseMax(0).cwiseSqrt();
    spectrum.encodings.noalias() = pairs->vectors.transpose() * factor.transpose();
    return spectrum;
}

namespace {

/// The eigenpairs of C = sum_t mu_t X_t X_t^T to values above 0, falling. Rows of X depend on each other
/// where the structures obey rules (PTC: rank 1,499 of 2,189 rows), so that C = L L^T is decomposed first and
/// the smaller L^T L then: C's vectors are L q / sigma.
Result<EigenPairs> covariancePairs(Eigen::MatrixXd lower, const ProgressToken& progress)
{
    lower.triangularView<Eigen::StrictlyUpper>() = lower.transpose();
    Result<Eigen::MatrixXd> factor = pivotedCholesky(lower.diagonal(), columnsOf(lower), covarianceTolerance,
                                                     progress.stage("Finding the rank", 0, 0.3));
    if (!factor)
        return factor.error();
    const ProgressToken stage = progress.stage("Finding components", 0.3, 1);
    const Eigen::Index r = factor->cols();
    if (10 * r > 9 * lower.rows()) // little would be won
        return someEigenPairs(std::move(lower), 0, stage);
    lower.resize(0, 0);
    Eigen::MatrixXd product = Eigen::MatrixXd::Zero(r, r);
    product.selfadjointView<Eigen::Lower>().rankUpdate(factor->transpose());
    Result<EigenPairs> pairs = someEigenPairs(std::move(product), 0, stage);
    if (!pairs)
        return pairs;
    const Eigen::VectorXd scales = pairs->values.cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd scaled = pairs->vectors * scales.asDiagonal();
    pairs->vectors.resize(factor->rows(), r);
    pairs->vectors.noalias() = *factor * scaled; // no third matrix of this size
    return pairs;
}

} // namespace

Result<RpcaSpectrum> solveCovariance(const RpcaInput& input, const SparseColumns& x,
                                     const RpcaParameters& parameters, const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const auto rows = static_cast<Eigen::Index>(x.rows);
    if (Result<void> fits = checkMemory(x.rows * x.rows * 8 * 4, "The covariance of the state space"); !fits)
        return fits.error();
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(rows, rows); // its lower half: sum_t mu_t X_t X_t^T
    Eigen::VectorXd dummy = Eigen::VectorXd::Zero(rows);
    for (std::size_t t = 0; t < x.columns; ++t) {
        const double mu = input.dag.frequencies[t];
        for (std::size_t a = x.firstInColumn[t]; a < x.firstInColumn[t + 1]; ++a) {
            const double value = mu * x.valueInColumn[a];
            dummy(x.rowOf[a]) += value;
            double* column = c.col(x.rowOf[a]).data();
            for (std::size_t b = a; b < x.firstInColumn[t + 1]; ++b)
                column[x.rowOf[b]] += value * x.valueInColumn[b];
        }
        if (t % 256 == 0 && progress.cancelled())
            return cancelError();
    }
    if (parameters.zeroMean)
        c.selfadjointView<Eigen::Lower>().rankUpdate(dummy);
    progress.report(0.2);
    const ProgressToken stage = progress.stage("Finding components", 0.2, 0.9);
    Result<EigenPairs> pairs = parameters.components == 0
        ? covariancePairs(std::move(c), stage)
        : someEigenPairs(std::move(c), parameters.components, stage);
    if (!pairs)
        return pairs.error();
    RpcaSpectrum spectrum;
    std::size_t rank = 0;
    while (static_cast<Eigen::Index>(rank) < pairs->values.size()
           && pairs->values(static_cast<Eigen::Index>(rank)) > 1e-13 * pairs->values(0))
        ++rank;
    if (parameters.components == 0 || rank < static_cast<std::size_t>(pairs->values.size())
        || pairs->values.size() == rows)
        spectrum.rank = rank;
    keep(*pairs, wantedOf(parameters.components, rank));
    spectrum.converged = pairs->converged;
    spectrum.singularValues = pairs->values.cwiseMax(0).cwiseSqrt();
    const Eigen::MatrixXd u = pairs->vectors.transpose();
    pairs->vectors.resize(0, 0);
    spectrum.encodings.resize(u.rows(), static_cast<Eigen::Index>(x.columns));
    const auto encode = [&](std::size_t t) {
        auto y = spectrum.encodings.col(static_cast<Eigen::Index>(t));
        y.setZero();
        for (std::size_t a = x.firstInColumn[t]; a < x.firstInColumn[t + 1]; ++a)
            y += x.valueInColumn[a] * u.col(x.rowOf[a]);
    };
    if (Result<void> done =
            parallelFor(x.columns, 64, encode, progress.stage("Encoding substructures", 0.9, 1));
        !done)
        return done.error();
    return spectrum;
}

} // namespace atlas
