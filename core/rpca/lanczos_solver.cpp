// lanczos: the sparse state space, applied to blocks of vectors from its shorter side.
#include "core/parallel/parallel_for.h"
#include "core/rpca/block_lanczos.h"
#include "core/rpca/rpca_solvers.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// out.row(i) = sum over the entries of line i of value * in.row(place). Lines are rows of X or its columns.
template <int Width>
void multiplyLines(const std::vector<std::size_t>& first, const std::vector<std::uint32_t>& place,
                   const std::vector<double>& value, const RowMajor& in, RowMajor& out,
                   const ProgressToken& progress)
{
    const auto width = static_cast<Eigen::Index>(in.cols());
    const auto body = [&](const Block& block) {
        Eigen::Array<double, Width, 1> sum(width);
        for (std::size_t i = block.begin; i < block.end; ++i) {
            sum.setZero();
            for (std::size_t k = first[i]; k < first[i + 1]; ++k)
                sum += value[k]
                    * Eigen::Map<const Eigen::Array<double, Width, 1>>(in.row(place[k]).data(), width);
            out.row(static_cast<Eigen::Index>(i)) = sum.matrix();
        }
    };
    // After a cancel the product is not whole; the iteration notices the cancel before it is used. Blocks of
    // fewer than 300,000 products are done sooner than another thread wakes.
    const std::size_t lines = first.size() - 1;
    const std::size_t products = value.size() * static_cast<std::size_t>(width);
    (void)parallelForBlocks(lines, std::max<std::size_t>(64, lines / (1 + products / 300'000)), body,
                            progress)
        .ok();
}

void multiplyLines(const std::vector<std::size_t>& first, const std::vector<std::uint32_t>& place,
                   const std::vector<double>& value, const RowMajor& in, RowMajor& out,
                   const ProgressToken& progress)
{
    out.resize(static_cast<Eigen::Index>(first.size() - 1), in.cols());
    if (in.cols() == 4)
        multiplyLines<4>(first, place, value, in, out, progress);
    else
        multiplyLines<Eigen::Dynamic>(first, place, value, in, out, progress);
}

/// X X^T and X^T X with the columns' weights, and the dummy column.
class SparseOperator {
public:
    SparseOperator(const RpcaInput& input, const SparseColumns& x, bool zeroMean,
                   const ProgressToken& progress)
        : m_x(x), m_mu(Eigen::Map<const Eigen::VectorXd>(input.dag.frequencies.data(),
                                                         static_cast<Eigen::Index>(input.dag.size()))),
          m_root(m_mu.cwiseSqrt()), m_zeroMean(zeroMean), m_byRows(x.rows <= x.columns),
          m_progress(progress.stage("Finding components", 0, 0))
    {
        if (zeroMean) {
            RowMajor dummy;
            multiplyLines(x.firstInRow, x.columnOf, x.valueInRow, m_mu, dummy, m_progress);
            m_dummy = -dummy.col(0);
        }
    }

    std::size_t size() const { return m_byRows ? m_x.rows : m_x.columns + (m_zeroMean ? 1 : 0); }

    void apply(const Eigen::MatrixXd& in, Eigen::MatrixXd& out)
    {
        if (m_byRows) { // X D X^T + dummy dummy^T
            m_in = in;
            multiplyLines(m_x.firstInColumn, m_x.rowOf, m_x.valueInColumn, m_in, m_middle, m_progress);
            m_middle.array().colwise() *= m_mu.array();
            multiplyLines(m_x.firstInRow, m_x.columnOf, m_x.valueInRow, m_middle, m_out, m_progress);
            out = m_out;
            if (m_zeroMean)
                out += m_dummy * (m_dummy.transpose() * in);
            return;
        }
        out.resize(in.rows(), in.cols());
        const auto n = static_cast<Eigen::Index>(m_x.columns);
        out.topRows(n) = weightedGram(in);
        if (m_zeroMean)
            out.row(n) = -m_root.transpose() * out.topRows(n);
    }

    /// Y from eigenvectors and singular values.
    Eigen::MatrixXd encodings(const EigenPairs& pairs, const Eigen::VectorXd& singularValues)
    {
        if (m_byRows) {
            m_in = pairs.vectors;
            multiplyLines(m_x.firstInColumn, m_x.rowOf, m_x.valueInColumn, m_in, m_middle, m_progress);
            return m_middle.transpose();
        }
        // U = X [D^1/2, -D 1] V Sigma^-1, so Y^T = X^T U = D^-1/2 (D^1/2 X^T X D^1/2) [I, -mu^1/2] V Sigma^-1
        Eigen::MatrixXd y = weightedGram(pairs.vectors);
        y.array().colwise() /= m_root.array();
        return (y * singularValues.cwiseInverse().asDiagonal()).transpose();
    }

private:
    /// D^1/2 X^T X D^1/2 (in above the last row - mu^1/2 times that row)
    Eigen::MatrixXd weightedGram(const Eigen::MatrixXd& in)
    {
        const auto n = static_cast<Eigen::Index>(m_x.columns);
        m_middle = in.topRows(n);
        if (m_zeroMean)
            m_middle -= m_root * in.row(n);
        m_middle.array().colwise() *= m_root.array();
        multiplyLines(m_x.firstInRow, m_x.columnOf, m_x.valueInRow, m_middle, m_in, m_progress);
        multiplyLines(m_x.firstInColumn, m_x.rowOf, m_x.valueInColumn, m_in, m_out, m_progress);
        m_out.array().colwise() *= m_root.array();
        return m_out;
    }

    const SparseColumns& m_x;
    Eigen::VectorXd m_mu;
    Eigen::VectorXd m_root; // of mu
    bool m_zeroMean;
    bool m_byRows;
    ProgressToken m_progress; // only heard
    Eigen::VectorXd m_dummy;
    RowMajor m_in;
    RowMajor m_middle;
    RowMajor m_out;
};

} // namespace

Result<RpcaSpectrum> solveLanczos(const RpcaInput& input, const SparseColumns& columns,
                                  const RpcaParameters& parameters, const ProgressToken& progress)
{
    SparseOperator matrix(input, columns, parameters.zeroMean, progress);
    BlockLanczosParameters lanczos;
    lanczos.count =
        parameters.components == 0 ? matrix.size() : std::min(parameters.components, matrix.size());
    Result<EigenPairs> pairs = blockLanczos(
        matrix.size(), [&](const Eigen::MatrixXd& in, Eigen::MatrixXd& out) { matrix.apply(in, out); },
        lanczos, progress);
    if (!pairs)
        return pairs.error();
    RpcaSpectrum spectrum;
    spectrum.converged = pairs->converged;
    Eigen::Index p = 0;
    while (p < pairs->values.size() && pairs->values(p) > 1e-13 * pairs->values(0))
        ++p;
    if (p < pairs->values.size() || static_cast<std::size_t>(p) == matrix.size())
        spectrum.rank = static_cast<std::size_t>(p);
    pairs->values.conservativeResize(p);
    pairs->vectors.conservativeResize(Eigen::NoChange, p);
    spectrum.singularValues = pairs->values.cwiseSqrt();
    spectrum.encodings = matrix.encodings(*pairs, spectrum.singularValues);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    return spectrum;
}

} // namespace atlas
