#include "core/gtm/latent_grid.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string>

namespace atlas {

namespace {

constexpr std::size_t largestGrid = 10'000;

double spacing(std::size_t count) { return count > 1 ? 2.0 / static_cast<double>(count - 1) : 2.0; }

double coordinate(std::size_t index, std::size_t count)
{
    return count > 1 ? -1.0 + spacing(count) * static_cast<double>(index) : 0.0;
}

} // namespace

Result<GridSize> parseGridSize(std::string_view text)
{
    GridSize grid;
    const char* end = text.data() + text.size();
    const auto rows = std::from_chars(text.data(), end, grid.rows);
    const bool separated =
        rows.ec == std::errc() && rows.ptr != end && (*rows.ptr == 'x' || *rows.ptr == 'X');
    const auto columns = separated ? std::from_chars(rows.ptr + 1, end, grid.columns) : rows;
    if (!separated || columns.ec != std::errc() || columns.ptr != end || grid.rows == 0 || grid.columns == 0
        || grid.rows > largestGrid || grid.columns > largestGrid || grid.count() > largestGrid)
        return Error{ErrorCode::BadUse,
                     "A grid is ROWSxCOLUMNS, such as 10x10, with at most " + std::to_string(largestGrid)
                         + " centres."};
    return grid;
}

Eigen::MatrixXd latentCentres(const GridSize& grid)
{
    Eigen::MatrixXd centres(2, grid.count());
    for (std::size_t row = 0; row < grid.rows; ++row)
        for (std::size_t column = 0; column < grid.columns; ++column)
            centres.col(static_cast<Eigen::Index>(row * grid.columns + column))
                << coordinate(column, grid.columns),
                coordinate(row, grid.rows);
    return centres;
}

Eigen::MatrixXd rbfBasis(const GridSize& grid, const GridSize& basis, double widthFactor)
{
    assert(widthFactor > 0);
    const Eigen::MatrixXd centres = latentCentres(grid);
    const Eigen::MatrixXd middles = latentCentres(basis);
    const double width = widthFactor * std::max(spacing(basis.rows), spacing(basis.columns));
    Eigen::MatrixXd phi(middles.cols() + 1, centres.cols());
    for (Eigen::Index p = 0; p < middles.cols(); ++p)
        phi.row(p) = (-(centres.colwise() - middles.col(p)).colwise().squaredNorm() / (2 * width * width))
                         .array()
                         .exp()
                         .matrix();
    phi.row(middles.cols()).setOnes();
    return phi;
}

Eigen::MatrixXd rbfDerivative(const GridSize& grid, const GridSize& basis, double widthFactor, int axis)
{
    const Eigen::MatrixXd centres = latentCentres(grid);
    const Eigen::MatrixXd middles = latentCentres(basis);
    const double width = widthFactor * std::max(spacing(basis.rows), spacing(basis.columns));
    Eigen::MatrixXd slopes = rbfBasis(grid, basis, widthFactor);
    for (Eigen::Index p = 0; p < middles.cols(); ++p)
        slopes.row(p).array() *= (middles(axis, p) - centres.row(axis).array()) / (width * width);
    slopes.row(middles.cols()).setZero();
    return slopes;
}

} // namespace atlas
