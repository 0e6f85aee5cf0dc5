#include "core/gtm/magnification.h"

#include <algorithm>
#include <cmath>

namespace atlas {

Eigen::VectorXd magnificationFactors(const Emission& emission, const GridSize& grid, const GridSize& basis,
                                     double widthFactor)
{
    const Eigen::MatrixXd& weights =
        std::visit([](const auto& e) -> const Eigen::MatrixXd& { return e.weights; }, emission);
    const bool symbols = std::holds_alternative<MultinomialEmission>(emission);
    const Eigen::MatrixXd phi = rbfBasis(grid, basis, widthFactor);
    const Eigen::MatrixXd slopesX = weights * rbfDerivative(grid, basis, widthFactor, 0);
    const Eigen::MatrixXd slopesY = weights * rbfDerivative(grid, basis, widthFactor, 1);
    const Eigen::MatrixXd logs = symbols ? logEmission(emission, phi, {}) : Eigen::MatrixXd();
    Eigen::VectorXd factors(phi.cols());
    for (Eigen::Index i = 0; i < phi.cols(); ++i) {
        Eigen::VectorXd x = slopesX.col(i);
        Eigen::VectorXd y = slopesY.col(i);
        if (symbols) { // F = diag(m) - m m^T: centred, weighted by m
            const Eigen::VectorXd m = logs.row(i).transpose().array().exp();
            x = (x.array() - m.dot(x)) * m.array().sqrt();
            y = (y.array() - m.dot(y)) * m.array().sqrt();
        }
        const double cross = x.dot(y);
        factors[i] = std::sqrt(std::max(0.0, x.squaredNorm() * y.squaredNorm() - cross * cross));
    }
    return factors;
}

} // namespace atlas
