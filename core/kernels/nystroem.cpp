#include "core/kernels/nystroem.h"

#include "core/linalg/eigen_problems.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace atlas {

Result<NystroemResult> nystroem(const SparseFeatures& features, const NystroemParameters& parameters,
                                const ProgressToken& progress)
{
    const std::size_t n = features.rows();
    const auto size = static_cast<Eigen::Index>(n);
    if (n == 0 || parameters.landmarks == 0)
        return Error{ErrorCode::BadUse, "An approximation needs at least one structure and one landmark."};
    NystroemResult result;
    const std::size_t candidates = parameters.candidates > 0 ? std::min(n, parameters.candidates) : n;
    result.landmarks.resize(candidates);
    std::iota(result.landmarks.begin(), result.landmarks.end(), std::size_t{0});
    Random random(parameters.seed);
    random.shuffle(std::span(result.landmarks));
    result.landmarks.resize(std::min(candidates, parameters.landmarks));
    std::sort(result.landmarks.begin(), result.landmarks.end());
    const auto m = static_cast<Eigen::Index>(result.landmarks.size());

    Result<Eigen::MatrixXd> columns =
        gramColumns(features, result.landmarks, progress.stage("Comparing with landmarks", 0, 0.7));
    if (!columns)
        return columns.error();
    Eigen::VectorXd self(size);
    for (std::size_t i = 0; i < n; ++i)
        self(static_cast<Eigen::Index>(i)) = dotProduct(features, i, i);
    if (parameters.normalise) {
        const Eigen::VectorXd scale =
            self.unaryExpr([](double value) { return value > 0 ? 1 / std::sqrt(value) : 0; });
        for (Eigen::Index j = 0; j < m; ++j)
            columns->col(j).array() *= scale.array()
                * scale(static_cast<Eigen::Index>(result.landmarks[static_cast<std::size_t>(j)]));
        self = self.cwiseProduct(scale.cwiseAbs2());
    }
    Eigen::MatrixXd among(m, m);
    for (Eigen::Index i = 0; i < m; ++i)
        among.row(i) = columns->row(static_cast<Eigen::Index>(result.landmarks[static_cast<std::size_t>(i)]));
    const Result<EigenPairs> pairs = denseEigenPairs(among, 0, static_cast<std::size_t>(m),
                                                     progress.stage("Factoring the landmarks", 0.7, 0.8));
    if (!pairs)
        return pairs.error();
    const double smallest = 1e-12 * std::max(pairs->values(m - 1), 0.0);
    Eigen::Index first = 0;
    while (first < m - 1 && pairs->values(first) <= smallest)
        ++first;
    const Eigen::Index rank = m - first;
    const Eigen::VectorXd roots = pairs->values.tail(rank).cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    useSingleThreadedBlas();
    const Eigen::MatrixXd factor = roots.asDiagonal() * pairs->vectors.rightCols(rank).transpose();
    result.points.resize(rank, size);
    const auto place = [&](const Block& block) {
        const auto from = static_cast<Eigen::Index>(block.begin);
        const auto count = static_cast<Eigen::Index>(block.end - block.begin);
        result.points.middleCols(from, count).noalias() =
            factor * columns->middleRows(from, count).transpose();
    };
    if (Result<void> done = parallelForBlocks(n, 128, place, progress.stage("Placing structures", 0.8, 1));
        !done)
        return done.error();
    const double total = self.sum();
    result.keptTrace = total > 0 ? result.points.squaredNorm() / total : 1;
    if (total <= 0)
        result.points.setZero();
    progress.report(1);
    return result;
}

} // namespace atlas
