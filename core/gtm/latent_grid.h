// The latent space of a topographic map: a grid of centres on [-1, 1]^2, one hidden state each, and the
// smooth basis over it (GTM-SD paper, section III-B; GTM, Bishop et al. 1998).
#pragma once

#include "core/linalg/dense.h"
#include "core/support/result.h"

#include <cstddef>
#include <string_view>

namespace atlas {

struct GridSize {
    std::size_t rows = 10;
    std::size_t columns = 10;

    std::size_t count() const { return rows * columns; }
    friend bool operator==(const GridSize&, const GridSize&) = default;
};

/// "10x10"; both at least 1, the product at most 10,000.
Result<GridSize> parseGridSize(std::string_view text);

/// 2 x C: the coordinates of the centres, row by row; x grows with the column, y with the row. A single row
/// or column lies at 0.
Eigen::MatrixXd latentCentres(const GridSize& grid);

/// The matrix Phi, P x C with P = basis.count() + 1: Gaussian RBFs on a grid of their own over [-1, 1]^2, and
/// a bias of 1 in the last row. An RBF's standard deviation is the largest spacing of their centres times
/// widthFactor (2 where there is one centre). Precondition: widthFactor > 0.
Eigen::MatrixXd rbfBasis(const GridSize& grid, const GridSize& basis, double widthFactor);

/// dPhi/dx (axis 0) or dPhi/dy (axis 1): P x C.
Eigen::MatrixXd rbfDerivative(const GridSize& grid, const GridSize& basis, double widthFactor, int axis);

} // namespace atlas
