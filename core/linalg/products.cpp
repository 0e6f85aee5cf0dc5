#include "core/linalg/products.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>

namespace atlas {

Result<Eigen::MatrixXd> timesTranspose(const Eigen::MatrixXd& matrix, const ProgressToken& progress)
{
    constexpr double blockOperations = 4e8; // some 20 to 50 ms
    useSingleThreadedBlas();
    const auto n = static_cast<std::size_t>(matrix.rows());
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "A product of matrices"); !fits)
        return fits.error();
    Eigen::MatrixXd product(matrix.rows(), matrix.rows());
    const double column =
        2.0 * static_cast<double>(n) * static_cast<double>(std::max<Eigen::Index>(matrix.cols(), 1));
    const auto width = static_cast<std::size_t>(std::clamp(blockOperations / column, 1.0, 256.0));
    // From the diagonal down, then mirrored.
    const auto multiply = [&](const Block& block) {
        const auto from = static_cast<Eigen::Index>(block.begin);
        const auto count = static_cast<Eigen::Index>(block.end - block.begin);
        const Eigen::Index below = matrix.rows() - from;
        product.block(from, from, below, count).noalias() =
            matrix.bottomRows(below) * matrix.middleRows(from, count).transpose();
    };
    if (Result<void> done = parallelForBlocks(n, width, multiply, progress); !done)
        return done.error();
    const auto mirror = [&](std::size_t i) {
        const auto j = static_cast<Eigen::Index>(i);
        product.col(j).head(j) = product.row(j).head(j).transpose();
    };
    if (Result<void> done = parallelFor(n, 64, mirror); !done)
        return done.error();
    return product;
}

} // namespace atlas
