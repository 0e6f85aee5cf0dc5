#include "core/linalg/eigen_problems.h"

#include "core/linalg/block_krylov.h"
#include "core/linalg/memory_limit.h"
#include "core/parallel/abandonable.h"
#include "core/parallel/parallel_for.h"

#include <Eigen/SparseCholesky>
#include <Spectra/SymEigsShiftSolver.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr Eigen::Index smallMatrix = 400; // all pairs are found quickly up to here
constexpr Eigen::Index denseLimit = 6000; // above: sparse factors
constexpr Eigen::Index maximumIterations = 500;
constexpr double tolerance = 1e-11;

/// Thrown through Spectra's iteration, and caught right outside it.
struct CancelIteration { };

/// Cholesky's factor in the lower triangle, by blocks of columns: LAPACK's own routine neither uses our
/// threads nor hears a cancel. False where the matrix is not positive definite or the person cancelled.
bool factor(Eigen::MatrixXd& matrix, const ProgressToken& progress)
{
    constexpr Eigen::Index block = 192;
    const Eigen::Index n = matrix.rows();
    const ProgressToken listener = progress.stage("Factoring the matrix", 0, 0); // hears, and reports nothing
    for (Eigen::Index k = 0; k < n; k += block) {
        const Eigen::Index size = std::min(block, n - k);
        const Eigen::Index rest = n - k - size;
        if (progress.cancelled()
            || LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', static_cast<lapack_int>(size), &matrix(k, k),
                              static_cast<lapack_int>(n))
                != 0)
            return false;
        const auto corner = matrix.block(k, k, size, size).triangularView<Eigen::Lower>();
        const auto solve = [&](const Block& rows) {
            auto panel = matrix.block(k + size + static_cast<Eigen::Index>(rows.begin), k,
                                      static_cast<Eigen::Index>(rows.end - rows.begin), size);
            corner.transpose().solveInPlace<Eigen::OnTheRight>(panel);
        };
        if (!parallelForBlocks(static_cast<std::size_t>(rest), block, solve, listener))
            return false;
        const auto update = [&](const Block& columns) {
            const auto j = static_cast<Eigen::Index>(columns.begin);
            const auto width = static_cast<Eigen::Index>(columns.end - columns.begin);
            matrix.block(k + size + j, k + size + j, rest - j, width).noalias() -=
                matrix.block(k + size + j, k, rest - j, size)
                * matrix.block(k + size + j, k, width, size).transpose();
        };
        if (!parallelForBlocks(static_cast<std::size_t>(rest), block, update, listener))
            return false;
    }
    return true;
}

using SparseFactors = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>;

/// y = (A + c k k^T - sigma I)^-1 x, the known vector k of eigenvalue 0 being moved to c, out of the way.
class ShiftedInverse {
public:
    using Scalar = double; // NOLINT(readability-identifier-naming)
    ShiftedInverse(const Eigen::SparseMatrix<double>& matrix, const Eigen::VectorXd& kernel,
                   const ProgressToken& progress)
        : m_matrix(matrix), m_kernel(kernel), m_progress(progress)
    {
    }
    Eigen::Index rows() const { return m_matrix.rows(); } // NOLINT(readability-identifier-naming)
    Eigen::Index cols() const { return m_matrix.cols(); } // NOLINT(readability-identifier-naming)

    void set_shift(double sigma) // NOLINT(readability-identifier-naming)
    {
        if (rows() <= denseLimit) {
            m_dense = Eigen::MatrixXd(m_matrix);
            m_dense.diagonal().array() -= sigma;
            if (m_kernel.size() > 0)
                m_dense.noalias() += scale() * m_kernel * m_kernel.transpose();
            m_ok = factor(m_dense, m_progress);
            return;
        }
        auto shifted = std::make_shared<Eigen::SparseMatrix<double>>(m_matrix); // it may outlive this call
        for (Eigen::Index i = 0; i < rows(); ++i)
            shifted->coeffRef(i, i) -= sigma;
        const auto factors =
            runAbandonable([shifted] { return std::make_shared<const SparseFactors>(*shifted); }, m_progress);
        m_ok = factors && (*factors)->info() == Eigen::Success;
        if (m_ok)
            m_sparse = *factors;
    }

    void perform_op(const double* x, double* y) const // NOLINT(readability-identifier-naming)
    {
        if (m_progress.cancelled() || !m_ok)
            throw CancelIteration{};
        const Eigen::Map<const Eigen::VectorXd> in(x, rows());
        Eigen::Map<Eigen::VectorXd> out(y, rows());
        if (m_dense.size() > 0) {
            out = in;
            m_dense.triangularView<Eigen::Lower>().solveInPlace(out);
            m_dense.triangularView<Eigen::Lower>().transpose().solveInPlace(out);
            return;
        }
        // The known vector is projected away before and after: on the rest the inverse is the same.
        out = m_sparse->solve(m_kernel.size() > 0 ? Eigen::VectorXd(in - m_kernel * m_kernel.dot(in))
                                                  : Eigen::VectorXd(in));
        if (m_kernel.size() > 0)
            out -= m_kernel * m_kernel.dot(out);
    }
    bool factored() const { return m_ok; }
    double scale() const { return std::max(m_matrix.diagonal().sum() / static_cast<double>(rows()), 1e-300); }

private:
    const Eigen::SparseMatrix<double>& m_matrix;
    const Eigen::VectorXd& m_kernel;
    const ProgressToken& m_progress;
    Eigen::MatrixXd m_dense;
    std::shared_ptr<const SparseFactors> m_sparse;
    bool m_ok = true;
};

/// The dimension of Lanczos's space: room enough that few restarts are needed.
Eigen::Index spaceFor(Eigen::Index count, Eigen::Index n)
{
    return std::min(n, std::max<Eigen::Index>(2 * count + 10, 24));
}

Error cancelError() { return {ErrorCode::Cancelled, "The computation was cancelled."}; }

/// Runs an iteration that may stop by CancelIteration, and takes what it has.
template <class Solver>
Result<EigenPairs> iterate(Solver& solver, Eigen::Index count, const ProgressToken& progress)
{
    try {
        solver.init();
        solver.compute(Spectra::SortRule::LargestAlge, maximumIterations, tolerance);
    } catch (const CancelIteration&) {
        return progress.cancelled() ? cancelError()
                                    : Error{ErrorCode::Computation, "The matrix could not be factored."};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::Computation, std::string("The eigenproblem failed: ") + exception.what()};
    }
    EigenPairs pairs{solver.eigenvalues(), solver.eigenvectors(),
                     solver.info() == Spectra::CompInfo::Successful};
    if (pairs.values.size() < count) // stopped early: the caller falls back to a full decomposition
        pairs.converged = false;
    progress.report(1);
    return pairs;
}

void reverseOrder(EigenPairs& pairs)
{
    pairs.values.reverseInPlace();
    pairs.vectors = pairs.vectors.rowwise().reverse().eval();
}

/// All pairs by divide and conquer, of which those asked for are kept; the matrix becomes the vectors.
Result<EigenPairs> decomposeWhole(Eigen::MatrixXd& matrix, std::size_t firstRank, std::size_t count)
{
    const auto n = static_cast<lapack_int>(matrix.rows());
    Eigen::VectorXd values(n);
    const lapack_int status = LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, matrix.data(), n, values.data());
    if (status != 0)
        return Error{ErrorCode::Computation,
                     "The eigenvalues could not be computed (LAPACK status " + std::to_string(status) + ")."};
    const auto first = static_cast<Eigen::Index>(firstRank);
    const auto kept = static_cast<Eigen::Index>(count);
    EigenPairs pairs{values.segment(first, kept), matrix.middleCols(first, kept)};
    fixSigns(pairs.vectors);
    return pairs;
}

/// Some pairs: to tridiagonal form, multiple relatively robust representations,
/// and back. The matrix is scratch.
///
/// Not by dsyevr, which takes bisection (dstebz) for a part of the spectrum: of many equal values that finds
/// too few, and reads behind the end of an array (OpenBLAS 0.3.21).
Result<EigenPairs> decompose(Eigen::MatrixXd& matrix, std::size_t firstRank, std::size_t count)
{
    const auto n = static_cast<lapack_int>(matrix.rows());
    if (n <= smallMatrix)
        return decomposeWhole(matrix, firstRank, count);
    const Eigen::VectorXd kept = matrix.diagonal();
    Eigen::VectorXd diagonal(n);
    Eigen::VectorXd beside = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd reflectors(n);
    const auto wanted = static_cast<lapack_int>(count);
    EigenPairs pairs{Eigen::VectorXd(n), Eigen::MatrixXd(n, wanted)};
    std::vector<lapack_int> support(2 * std::max<std::size_t>(count, 1));
    lapack_int found = 0;
    lapack_logical accurate = 1;
    lapack_int status = LAPACKE_dsytrd(LAPACK_COL_MAJOR, 'L', n, matrix.data(), n, diagonal.data(),
                                       beside.data(), reflectors.data());
    if (status == 0)
        status = LAPACKE_dstemr(LAPACK_COL_MAJOR, 'V', 'I', n, diagonal.data(), beside.data(), 0, 0,
                                static_cast<lapack_int>(firstRank + 1),
                                static_cast<lapack_int>(firstRank + count), &found, pairs.values.data(),
                                pairs.vectors.data(), n, wanted, support.data(), &accurate);
    if (status == 0)
        status = LAPACKE_dormtr(LAPACK_COL_MAJOR, 'L', 'L', 'N', n, wanted, matrix.data(), n,
                                reflectors.data(), pairs.vectors.data(), n);
    if (status != 0 || found != wanted) { // the upper half is as it was
        matrix.triangularView<Eigen::StrictlyLower>() = matrix.transpose();
        matrix.diagonal() = kept;
        return decomposeWhole(matrix, firstRank, count);
    }
    pairs.values.conservativeResize(wanted);
    fixSigns(pairs.vectors);
    return pairs;
}

/// The smallest by a full decomposition, without the known vector.
Result<EigenPairs> smallestByDecomposition(const Eigen::SparseMatrix<double>& matrix, std::size_t count,
                                           const Eigen::VectorXd& kernel, const ProgressToken& progress)
{
    Eigen::MatrixXd dense(matrix);
    if (kernel.size() > 0) // moved beyond the largest eigenvalue
        dense.noalias() +=
            (2 * dense.cwiseAbs().rowwise().sum().maxCoeff() + 1) * kernel * kernel.transpose();
    return denseEigenPairs(std::move(dense), 0, count, progress);
}

} // namespace

void fixSigns(Eigen::MatrixXd& vectors)
{
    for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
        if (vectors.rows() == 0)
            continue;
        // Entries that are equal but for rounding must not decide: the first within a part in 10^8 does.
        const double largest = vectors.col(j).cwiseAbs().maxCoeff();
        Eigen::Index i = 0;
        while (std::abs(vectors(i, j)) < largest * (1 - 1e-8))
            ++i;
        if (vectors(i, j) < 0)
            vectors.col(j) *= -1;
    }
}

Eigen::VectorXd doubleCentre(Eigen::MatrixXd& matrix)
{
    const Eigen::Index n = matrix.rows();
    Eigen::VectorXd means(n);
    const auto mean = [&](std::size_t j) {
        means(static_cast<Eigen::Index>(j)) = matrix.col(static_cast<Eigen::Index>(j)).mean();
    };
    (void)parallelFor(static_cast<std::size_t>(n), 64, mean).ok(); // no token, no cancel
    const double grand = means.mean();
    const auto centre = [&](std::size_t number) {
        const auto j = static_cast<Eigen::Index>(number);
        matrix.col(j).array() += grand - means(j) - means.array();
    };
    (void)parallelFor(static_cast<std::size_t>(n), 64, centre).ok();
    return means;
}

Result<EigenPairs> denseEigenPairs(Eigen::MatrixXd matrix, std::size_t firstRank, std::size_t count,
                                   const ProgressToken& progress)
{
    useSingleThreadedBlas();
    if (progress.cancelled())
        return cancelError();
    if (matrix.rows() <= smallMatrix)
        return decompose(matrix, firstRank, count);
    return runAbandonable([matrix = std::move(matrix), firstRank,
                           count]() mutable { return decompose(matrix, firstRank, count); },
                          progress);
}

Result<EigenPairs> largestEigenPairs(const Eigen::MatrixXd& matrix, std::size_t count, std::size_t extra,
                                     const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const auto n = static_cast<std::size_t>(matrix.rows());
    if (matrix.rows() > smallMatrix && 8 * (count + extra) < n) {
        BlockKrylovParameters parameters;
        parameters.count = count;
        parameters.extra = extra;
        Result<EigenPairs> pairs = blockKrylov(matrix, parameters, progress);
        if (!pairs || pairs->converged) {
            if (pairs)
                fixSigns(pairs->vectors);
            return pairs;
        }
    }
    if (progress.cancelled())
        return cancelError();
    Result<EigenPairs> pairs = denseEigenPairs(matrix, n - count - extra, count + extra, progress);
    if (pairs)
        reverseOrder(*pairs);
    return pairs;
}

Result<EigenPairs> smallestEigenPairs(const Eigen::SparseMatrix<double>& matrix, std::size_t count,
                                      const Eigen::VectorXd& kernel, const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const Eigen::Index n = matrix.rows();
    const auto wanted = static_cast<Eigen::Index>(count);
    if (n > smallMatrix && 8 * wanted < n) {
        ShiftedInverse inverse(matrix, kernel, progress);
        // A little below 0, so that further eigenvalues 0 (several components) do not make it singular.
        Spectra::SymEigsShiftSolver<ShiftedInverse> solver(inverse, wanted, spaceFor(wanted, n),
                                                           -1e-13 * inverse.scale());
        if (inverse.factored()) {
            Result<EigenPairs> pairs = iterate(solver, wanted, progress);
            if (!pairs)
                return pairs;
            if (pairs->converged) {
                // Largest algebraic after the transformation back means: sort by value.
                if (pairs->values.size() > 1 && pairs->values(0) > pairs->values(pairs->values.size() - 1))
                    reverseOrder(*pairs);
                fixSigns(pairs->vectors);
                return pairs;
            }
        }
    }
    if (progress.cancelled())
        return cancelError();
    if (Result<void> fits = checkMemory(static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * 16,
                                        "A full eigendecomposition");
        !fits)
        return fits.error();
    return smallestByDecomposition(matrix, count, kernel, progress);
}

} // namespace atlas
