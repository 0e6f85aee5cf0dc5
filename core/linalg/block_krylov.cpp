#include "core/linalg/block_krylov.h"

#include "core/parallel/parallel_for.h"
#include "core/support/random.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cassert>

namespace atlas {

namespace {

constexpr Eigen::Index blocksInBasis = 12;
// One that nobody else uses: data made by the same random numbers could be orthogonal to what is looked for.
constexpr std::uint64_t startSeed = 0x6b72796c6f76;

Result<void> multiply(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& vectors,
                      Eigen::Ref<Eigen::MatrixXd> product, const ProgressToken& progress)
{
    return parallelForBlocks(
        static_cast<std::size_t>(matrix.rows()), 256,
        [&](const Block& block) {
            const auto begin = static_cast<Eigen::Index>(block.begin);
            const auto size = static_cast<Eigen::Index>(block.end - block.begin);
            Eigen::MatrixXd part = matrix.middleCols(begin, size).transpose() * vectors; // symmetric
            product.middleRows(begin, size) = part;
        },
        progress);
}

/// A basis V that grows by blocks, with A V beside it and T = V^T A V.
class Basis {
public:
    Basis(const Eigen::MatrixXd& matrix, Eigen::Index block)
        : m_matrix(matrix), m_block(block), m_vectors(matrix.rows(), block * blocksInBasis),
          m_images(matrix.rows(), block * blocksInBasis),
          m_projected(block * blocksInBasis, block * blocksInBasis), m_random(startSeed)
    {
    }

    Eigen::Index size() const { return m_size; }
    bool full() const { return m_size + m_block > m_vectors.cols() || m_size + m_block > m_matrix.rows(); }

    /// Adds the part of `candidates` that is orthogonal to the basis; directions that are exhausted are
    /// replaced by random ones.
    Result<void> add(Eigen::MatrixXd candidates)
    {
        orthonormalise(candidates);
        m_vectors.middleCols(m_size, m_block) = candidates;
        if (Result<void> done = multiply(m_matrix, candidates, m_images.middleCols(m_size, m_block), {});
            !done)
            return done;
        const Eigen::Index end = m_size + m_block;
        m_projected.block(0, m_size, end, m_block).noalias() =
            m_vectors.leftCols(end).transpose() * m_images.middleCols(m_size, m_block);
        m_projected.block(m_size, 0, m_block, m_size) =
            m_projected.block(0, m_size, m_size, m_block).transpose();
        m_size = end;
        return {};
    }

    Eigen::MatrixXd lastImages() const { return m_images.middleCols(m_size - m_block, m_block); }
    Eigen::MatrixXd randomBlock()
    {
        return Eigen::MatrixXd::NullaryExpr(m_matrix.rows(), m_block, [this] { return m_random.normal(); });
    }

    /// The `count` largest approximations, falling, and the lengths of their residuals.
    EigenPairs approximations(Eigen::Index count, Eigen::VectorXd& residuals) const
    {
        const Eigen::MatrixXd projected = m_projected.topLeftCorner(m_size, m_size);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver((projected + projected.transpose()) / 2);
        const Eigen::MatrixXd y = solver.eigenvectors().rightCols(count).rowwise().reverse();
        EigenPairs pairs;
        pairs.values = solver.eigenvalues().tail(count).reverse();
        pairs.vectors.noalias() = m_vectors.leftCols(m_size) * y;
        Eigen::MatrixXd images = m_images.leftCols(m_size) * y;
        images -= pairs.vectors * pairs.values.asDiagonal();
        residuals = images.colwise().norm();
        return pairs;
    }

    /// Begins anew with these as the first block: as many as a block has.
    Result<void> restart(const Eigen::MatrixXd& vectors)
    {
        m_size = 0;
        return add(vectors);
    }

private:
    void project(Eigen::MatrixXd& candidates) const
    {
        for (int pass = 0; pass < 2 && m_size > 0; ++pass) { // twice is enough (Kahan, Parlett)
            const Eigen::MatrixXd overlap = m_vectors.leftCols(m_size).transpose() * candidates;
            candidates.noalias() -= m_vectors.leftCols(m_size) * overlap;
        }
    }

    /// Gram-Schmidt within the block, column by column, after the projection.
    void orthonormalise(Eigen::MatrixXd& candidates)
    {
        Eigen::VectorXd before = candidates.colwise().norm();
        project(candidates);
        for (Eigen::Index j = 0; j < candidates.cols(); ++j) {
            for (int attempt = 0;; ++attempt) {
                for (int pass = 0; pass < 2 && j > 0; ++pass) {
                    const Eigen::VectorXd overlap = candidates.leftCols(j).transpose() * candidates.col(j);
                    candidates.col(j) -= candidates.leftCols(j) * overlap;
                }
                const double length = candidates.col(j).norm();
                if (length > 1e-10 * before(j) && length > 0) {
                    candidates.col(j) /= length;
                    break;
                }
                assert(attempt < 10); // random vectors are independent
                Eigen::MatrixXd fresh =
                    Eigen::MatrixXd::NullaryExpr(candidates.rows(), 1, [this] { return m_random.normal(); });
                before(j) = fresh.norm();
                project(fresh);
                candidates.col(j) = fresh;
            }
        }
        // What was small beside the basis before it was scaled up is orthogonal to few digits only.
        Eigen::MatrixXd again = candidates;
        project(again);
        for (Eigen::Index j = 0; j < again.cols(); ++j) {
            for (Eigen::Index i = 0; i < j; ++i)
                again.col(j) -= again.col(i) * again.col(i).dot(again.col(j));
            candidates.col(j) = again.col(j) = again.col(j).normalized().eval();
        }
    }

    const Eigen::MatrixXd& m_matrix;
    Eigen::Index m_block;
    Eigen::MatrixXd m_vectors;
    Eigen::MatrixXd m_images;
    Eigen::MatrixXd m_projected;
    Eigen::Index m_size = 0;
    Random m_random;
};

} // namespace

Result<EigenPairs> blockKrylov(const Eigen::MatrixXd& matrix, const BlockKrylovParameters& parameters,
                               const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const auto wanted = static_cast<Eigen::Index>(parameters.count);
    const auto kept = static_cast<Eigen::Index>(parameters.count + parameters.extra);
    const Eigen::Index block = std::max<Eigen::Index>(kept + 2, 12);
    assert(2 * block <= matrix.rows());
    Basis basis(matrix, block);
    if (Result<void> done = basis.add(basis.randomBlock()); !done)
        return done.error();
    Eigen::VectorXd residuals;
    for (std::size_t step = 1;; ++step) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        // The small problem costs more than a product does when the basis is large:
        // looked at every other step.
        if (step % 2 == 0 || basis.full()) {
            EigenPairs pairs = basis.approximations(block, residuals);
            const double largest = pairs.values.cwiseAbs().maxCoeff();
            pairs.converged = residuals.head(wanted).maxCoeff() <= parameters.tolerance * largest
                && residuals.head(kept).maxCoeff() <= 1e-3 * largest;
            if (pairs.converged || step >= parameters.steps) {
                pairs.values.conservativeResize(kept);
                pairs.vectors.conservativeResize(Eigen::NoChange, kept);
                progress.report(1);
                return pairs;
            }
            if (basis.full()) {
                if (Result<void> done = basis.restart(pairs.vectors); !done)
                    return done.error();
                continue;
            }
        }
        if (Result<void> done = basis.add(basis.lastImages()); !done)
            return done.error();
    }
}

} // namespace atlas
