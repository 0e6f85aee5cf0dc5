#include "core/rpca/block_lanczos.h"

#include "core/support/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
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
        m_look = std::min(2 * m_count + m_block, m_capacity);
        for (std::size_t step = 1;; ++step) {
            if (progress.cancelled())
                return Error{ErrorCode::Cancelled, "The computation was cancelled."};
            const Eigen::Index width = append();
            apply(m_basis.middleCols(m_size - width, width), images);
            project(images, width);
            const bool full = m_size == m_n || (m_capacity < m_n && m_size + m_block > m_capacity);
            if (m_size < m_look && !full && step < parameters.steps)
                continue;
            Result<EigenPairs> small = smallProblem(full ? keptAtRestart() : m_count);
            if (!small)
                return small;
            const double worst = worstResidual(*small);
            const double goal = parameters.tolerance * std::abs(small->values(0));
            const bool found = worst <= goal && !mayHideCopies(small->values);
            if (found || m_size == m_n || step >= parameters.steps)
                return result(*small, found || m_size == m_n, progress);
            progress.report(std::min(0.95,
                                     static_cast<double>(step) * static_cast<double>(m_block)
                                         / (8.0 * static_cast<double>(m_count + m_block))));
            const bool widens = worst <= goal;
            if (full || (widens && m_capacity < m_n && m_size + 2 * m_block > m_capacity))
                restart(*small);
            if (widens)
                widen();
            planLook(worst, goal);
        }
    }

private:
    Eigen::MatrixXd randomBlock(Eigen::Index width)
    {
        return Eigen::MatrixXd::NullaryExpr(m_n, width, [this] { return m_random.normal(); });
    }

    /// Removes the basis from a block: twice is enough (Kahan, Parlett). Returns the coefficients. What is
    /// known to lie beside all but the last `near` vectors needs the first pass for these only.
    Eigen::MatrixXd orthogonalise(Eigen::Ref<Eigen::MatrixXd> block, Eigen::Index near) const
    {
        const auto last = m_basis.middleCols(m_size - near, near);
        const Eigen::MatrixXd overlap = last.transpose() * block;
        block.noalias() -= last * overlap;
        Eigen::MatrixXd all = m_basis.leftCols(m_size).transpose() * block;
        block.noalias() -= m_basis.leftCols(m_size) * all;
        all.bottomRows(near) += overlap;
        return all;
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
                        orthogonalise(v, m_size);
                        if (j > 0)
                            v.noalias() -= mates * (mates.transpose() * v);
                        v.normalize();
                    }
                    break;
                }
                assert(attempt < 10); // random vectors are independent
                v = randomBlock(1);
                if (m_size > 0)
                    orthogonalise(v, m_size);
                scale = v.norm();
            }
            m_basis.col(m_size + j) = v;
        }
        m_size += width;
        return width;
    }

    /// T's new columns from A's images of the last `width` vectors; what is left of the
    /// images is the next block.
    void project(Eigen::MatrixXd& images, Eigen::Index width)
    {
        m_nextScale = images.colwise().norm().cwiseMax(1e-300);
        // T is block tridiagonal, but for the block after a restart.
        const Eigen::Index near = m_restarted ? m_size : std::min(m_size, width + m_lastWidth);
        const Eigen::MatrixXd columns = orthogonalise(images, near);
        m_restarted = false;
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

    /// As many equal values among the wanted as the block is wide: the space may lack more of that
    /// eigenspace. Values that differ by more would show in the residuals.
    bool mayHideCopies(const Eigen::VectorXd& values) const
    {
        const Eigen::Index width = m_next.cols();
        for (Eigen::Index i = 0; i + width <= std::min(m_count, values.size()); ++i)
            if (values(i) - values(i + width - 1) <= 1e-7 * std::abs(values(0)))
                return m_size < m_n;
        return false;
    }

    /// As many random directions as the block has join it.
    void widen()
    {
        Eigen::MatrixXd fresh = randomBlock(m_next.cols());
        orthogonalise(fresh, m_size);
        Eigen::MatrixXd wide(m_n, 2 * m_next.cols());
        wide << m_next, fresh;
        Eigen::VectorXd scales(wide.cols());
        scales << m_nextScale, fresh.colwise().norm().transpose();
        m_next = std::move(wide);
        m_nextScale = std::move(scales);
        m_block = std::min(m_next.cols(), m_n);
        m_lookedAt = 0; // what was seen says nothing of the new directions
    }

    /// Residuals fall by about the same factor with every vector: the next look is where two looks say that
    /// they reach the goal.
    void planLook(double worst, double goal)
    {
        double step = static_cast<double>(m_size) / 8;
        if (m_lookedAt > 0 && m_lookedAt < m_size && worst < m_seen && goal < worst)
            step =
                std::log(worst / goal) / std::log(m_seen / worst) * static_cast<double>(m_size - m_lookedAt);
        step = std::clamp(step, static_cast<double>(m_block), static_cast<double>(m_size) / 2 + 1);
        m_look = m_size + static_cast<Eigen::Index>(std::ceil(step));
        m_lookedAt = m_size;
        m_seen = worst;
    }

    Eigen::Index keptAtRestart() const { return std::min(m_count + (m_capacity - m_count) / 3, m_size); }

    void restart(const EigenPairs& small)
    {
        const Eigen::Index kept = small.values.size();
        const Eigen::MatrixXd vectors = m_basis.leftCols(m_size) * small.vectors;
        m_basis.leftCols(kept) = vectors;
        m_projected.topLeftCorner(kept, kept) = small.values.asDiagonal();
        m_size = kept;
        m_restarted = true;
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
    bool m_restarted = false;
    Eigen::Index m_look = 0; // the size at which convergence is judged next
    Eigen::Index m_lookedAt = 0; // the size of the last look
    double m_seen = 0; // the worst residual then
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
