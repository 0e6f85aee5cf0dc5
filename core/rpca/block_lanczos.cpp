#include "core/rpca/block_lanczos.h"

#include "core/support/random.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace atlas {

namespace {

constexpr std::uint64_t startSeed = 0x6c616e637a6f73; // one that nobody else uses

class Lanczos {
public:
    Lanczos(std::size_t n, const BlockLanczosParameters& parameters)
        : m_n(static_cast<Eigen::Index>(n)), m_count(static_cast<Eigen::Index>(parameters.count)),
          m_block(std::min<Eigen::Index>(static_cast<Eigen::Index>(parameters.block), m_n)),
          m_capacity(std::min(m_n, 8 * m_count + 8 * m_block)), m_basis(m_n, m_capacity),
          m_projected(Eigen::MatrixXd::Zero(m_capacity, m_capacity)), m_random(startSeed)
    {
    }

    Result<EigenPairs> run(const SymmetricOperator& apply, const BlockLanczosParameters& parameters,
                           const ProgressToken& progress)
    {
        m_next = randomBlock(m_block);
        m_nextScale = Eigen::VectorXd::Ones(m_block);
        Eigen::MatrixXd images;
        Eigen::Index look = std::min(2 * m_count + m_block, m_capacity);
        for (std::size_t step = 1;; ++step) {
            if (progress.cancelled())
                return Error{ErrorCode::Cancelled, "The computation was cancelled."};
            const Eigen::Index width = append();
            apply(m_basis.middleCols(m_size - width, width), images);
            project(images, width);
            const bool full = m_size == m_n || (m_capacity < m_n && m_size + m_block > m_capacity);
            if (m_size < look && !full && step < parameters.steps)
                continue;
            look = m_size + std::max<Eigen::Index>(m_block, m_size / 8);
            Result<EigenPairs> small = smallProblem(full ? keptAtRestart() : m_count);
            if (!small)
                return small;
            const double worst = worstResidual(*small);
            const double goal = parameters.tolerance * std::abs(small->values(0));
            if (worst <= goal || m_size == m_n || step >= parameters.steps)
                return result(*small, worst <= goal || m_size == m_n, progress);
            progress.report(std::min(0.95,
                                     static_cast<double>(step) * static_cast<double>(m_block)
                                         / (8.0 * static_cast<double>(m_count + m_block))));
            if (full)
                restart(*small);
        }
    }

private:
    Eigen::MatrixXd randomBlock(Eigen::Index width)
    {
        return Eigen::MatrixXd::NullaryExpr(m_n, width, [this] { return m_random.normal(); });
    }

    /// Removes the basis from a block: twice is enough (Kahan, Parlett). Returns the coefficients.
    Eigen::MatrixXd orthogonalise(Eigen::Ref<Eigen::MatrixXd> block) const
    {
        Eigen::MatrixXd overlap = m_basis.leftCols(m_size).transpose() * block;
        block.noalias() -= m_basis.leftCols(m_size) * overlap;
        const Eigen::MatrixXd again = m_basis.leftCols(m_size).transpose() * block;
        block.noalias() -= m_basis.leftCols(m_size) * again;
        return overlap + again;
    }

    /// m_next, made orthonormal, joins the basis; directions that are exhausted become random ones. Returns
    /// how many joined.
    Eigen::Index append()
    {
        const Eigen::Index width = std::min(m_next.cols(), m_n - m_size);
        for (Eigen::Index j = 0; j < width; ++j) {
            Eigen::VectorXd v = m_next.col(j);
            double scale = m_nextScale(j);
            for (int attempt = 0;; ++attempt) {
                const auto mates = m_basis.middleCols(m_size, j);
                for (int pass = 0; pass < 2 && j > 0; ++pass)
                    v.noalias() -= mates * (mates.transpose() * v);
                const double length = v.norm();
                if (length > 1e-12 * scale) {
                    v /= length;
                    // What was scaled up much is orthogonal to few digits only.
                    if (length < 1e-4 * scale && m_size > 0) {
                        orthogonalise(v);
                        if (j > 0)
                            v.noalias() -= mates * (mates.transpose() * v);
                        v.normalize();
                    }
                    break;
                }
                assert(attempt < 10); // random vectors are independent
                v = randomBlock(1);
                if (m_size > 0)
                    orthogonalise(v);
                scale = v.norm();
            }
            m_basis.col(m_size + j) = v;
        }
        m_size += width;
        return width;
    }

    /// T's new columns from A's images of the last `width` vectors; what is left of the images is the next
    /// block.
    void project(Eigen::MatrixXd& images, Eigen::Index width)
    {
        m_nextScale = images.colwise().norm().cwiseMax(1e-300);
        const Eigen::MatrixXd columns = orthogonalise(images);
        m_projected.block(0, m_size - width, m_size, width) = columns;
        m_projected.block(m_size - width, 0, width, m_size) = columns.transpose();
        m_lastWidth = width;
        m_next = images;
    }

    Result<EigenPairs> smallProblem(Eigen::Index wanted) const
    {
        const auto size = static_cast<std::size_t>(m_size);
        const auto count = static_cast<std::size_t>(std::min(wanted, m_size));
        const Eigen::MatrixXd t = m_projected.topLeftCorner(m_size, m_size);
        Result<EigenPairs> pairs = denseEigenPairs((t + t.transpose()) / 2, size - count, count);
        if (pairs) {
            pairs->values.reverseInPlace();
            pairs->vectors = pairs->vectors.rowwise().reverse().eval();
        }
        return pairs;
    }

    double worstResidual(const EigenPairs& small) const
    {
        const Eigen::Index count = std::min(m_count, small.values.size());
        if (m_size < m_n && count < m_count)
            return std::numeric_limits<double>::infinity();
        const Eigen::MatrixXd residuals = m_next * small.vectors.leftCols(count).bottomRows(m_lastWidth);
        return residuals.colwise().norm().maxCoeff();
    }

    Eigen::Index keptAtRestart() const { return std::min(m_count + (m_capacity - m_count) / 3, m_size); }

    void restart(const EigenPairs& small)
    {
        const Eigen::Index kept = small.values.size();
        const Eigen::MatrixXd vectors = m_basis.leftCols(m_size) * small.vectors;
        m_basis.leftCols(kept) = vectors;
        m_projected.topLeftCorner(kept, kept) = small.values.asDiagonal();
        m_size = kept;
    }

    EigenPairs result(const EigenPairs& small, bool converged, const ProgressToken& progress) const
    {
        const Eigen::Index count = std::min(m_count, small.values.size());
        EigenPairs pairs;
        pairs.values = small.values.head(count);
        pairs.vectors.noalias() = m_basis.leftCols(m_size) * small.vectors.leftCols(count);
        pairs.converged = converged;
        progress.report(1);
        return pairs;
    }

    Eigen::Index m_n;
    Eigen::Index m_count;
    Eigen::Index m_block;
    Eigen::Index m_capacity;
    Eigen::MatrixXd m_basis;
    Eigen::MatrixXd m_projected; // T
    Eigen::MatrixXd m_next; // orthogonal to the basis, not yet orthonormal
    Eigen::VectorXd m_nextScale; // lengths before orthogonalisation
    Eigen::Index m_lastWidth = 0;
    Eigen::Index m_size = 0;
    Random m_random;
};

} // namespace

Result<EigenPairs> blockLanczos(std::size_t n, const SymmetricOperator& apply,
                                const BlockLanczosParameters& parameters, const ProgressToken& progress)
{
    assert(n > 0 && parameters.count > 0);
    useSingleThreadedBlas();
    BlockLanczosParameters bounded = parameters;
    bounded.count = std::min(parameters.count, n);
    return Lanczos(n, bounded).run(apply, bounded, progress);
}

} // namespace atlas
