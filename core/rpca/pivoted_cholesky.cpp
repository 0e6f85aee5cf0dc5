#include "core/rpca/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace atlas {

namespace {

constexpr Eigen::Index blockSize = 32;

/// The rows with the largest remaining diagonals above `limit`, at most a block of them.
std::vector<Eigen::Index> candidatesOf(const Eigen::VectorXd& diagonal, double limit)
{
    std::vector<Eigen::Index> rows;
    for (Eigen::Index i = 0; i < diagonal.size(); ++i)
        if (diagonal(i) > limit)
            rows.push_back(i);
    const auto count = std::min<std::size_t>(rows.size(), blockSize);
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(),
                      [&](Eigen::Index a, Eigen::Index b) {
                          return diagonal(a) != diagonal(b) ? diagonal(a) > diagonal(b) : a < b;
                      });
    rows.resize(count);
    return rows;
}

} // namespace

ColumnSource columnsOf(const Eigen::MatrixXd& matrix)
{
    return [&matrix](std::span<const Eigen::Index> numbers, Eigen::MatrixXd& columns) {
        columns.resize(matrix.rows(), static_cast<Eigen::Index>(numbers.size()));
        for (std::size_t j = 0; j < numbers.size(); ++j)
            columns.col(static_cast<Eigen::Index>(j)) = matrix.col(numbers[j]);
    };
}

Result<Eigen::MatrixXd> pivotedCholesky(Eigen::VectorXd diagonal, const ColumnSource& columnsAt,
                                        double tolerance, const ProgressToken& progress)
{
    useSingleThreadedBlas();
    const Eigen::Index n = diagonal.size();
    const double limit = n > 0 ? tolerance * diagonal.maxCoeff() : 0;
    const double logStart = n > 0 ? std::log(std::max(diagonal.maxCoeff(), 1e-300)) : 0;
    Eigen::MatrixXd factor(n, std::min<Eigen::Index>(n, 64));
    Eigen::MatrixXd columns;
    Eigen::Index rank = 0;
    for (;;) {
        const std::vector<Eigen::Index> rows = candidatesOf(diagonal, limit);
        if (rows.empty() || rank == n)
            break;
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        const auto width = static_cast<Eigen::Index>(rows.size());
        columnsAt(rows, columns);
        Eigen::MatrixXd before(width, rank);
        for (Eigen::Index j = 0; j < width; ++j)
            before.row(j) = factor.row(rows[static_cast<std::size_t>(j)]).head(rank);
        if (rank > 0)
            columns.noalias() -= factor.leftCols(rank) * before.transpose();
        if (rank + width > factor.cols())
            factor.conservativeResize(Eigen::NoChange, std::min(n, 2 * factor.cols() + width));
        const double worthwhile = std::max(limit, 0.1 * diagonal(rows.front()));
        std::vector<bool> done(rows.size());
        const Eigen::Index blockBegin = rank;
        for (;;) {
            Eigen::Index best = -1;
            for (Eigen::Index j = 0; j < width; ++j)
                if (!done[static_cast<std::size_t>(j)]
                    && (best < 0
                        || diagonal(rows[static_cast<std::size_t>(j)])
                            > diagonal(rows[static_cast<std::size_t>(best)])))
                    best = j;
            if (best < 0 || rank == n)
                break;
            const Eigen::Index pivot = rows[static_cast<std::size_t>(best)];
            if (diagonal(pivot) <= worthwhile)
                break;
            done[static_cast<std::size_t>(best)] = true;
            Eigen::VectorXd column = columns.col(best);
            if (rank > blockBegin)
                column.noalias() -= factor.middleCols(blockBegin, rank - blockBegin)
                    * factor.row(pivot).segment(blockBegin, rank - blockBegin).transpose();
            column /= std::sqrt(diagonal(pivot));
            factor.col(rank++) = column;
            diagonal -= column.cwiseAbs2();
            diagonal(pivot) = 0;
        }
        progress.report(0.9 * (logStart - std::log(std::max(diagonal.maxCoeff(), limit + 1e-300)))
                        / std::max(1e-9, -std::log(tolerance)));
    }
    factor.conservativeResize(Eigen::NoChange, rank);
    progress.report(1);
    return factor;
}

} // namespace atlas
