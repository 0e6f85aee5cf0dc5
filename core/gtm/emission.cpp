#include "core/gtm/emission.h"

#include "core/linalg/lbfgs.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace atlas {

namespace {

using Eigen::Index;

Eigen::MatrixXd uniformWeights(std::size_t rows, std::size_t columns, Random& random)
{
    Eigen::MatrixXd weights(rows, columns);
    for (double& weight : weights.reshaped())
        weight = random.uniform(-1, 1);
    return weights;
}

/// Solves X S = B for X with S symmetric positive semidefinite, in the least-squares
/// sense where it is singular.
Eigen::MatrixXd solveFromRight(const Eigen::MatrixXd& s, const Eigen::MatrixXd& b)
{
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(s);
    const double threshold = 1e-12 * solver.eigenvalues().cwiseAbs().maxCoeff();
    const Eigen::VectorXd inverse = solver.eigenvalues().unaryExpr(
        [threshold](double value) { return value > threshold ? 1 / value : 0.0; });
    return b * solver.eigenvectors() * inverse.asDiagonal() * solver.eigenvectors().transpose();
}

/// |y_k - mu_i|^2: states x labels.
Eigen::MatrixXd squaredDistances(const Eigen::MatrixXd& means, const Eigen::MatrixXd& vectors)
{
    Eigen::MatrixXd distances(means.cols(), vectors.cols());
    for (Index k = 0; k < vectors.cols(); ++k)
        distances.col(k) = (means.colwise() - vectors.col(k)).colwise().squaredNorm().transpose();
    return distances;
}

/// Log-softmax of W Phi down the columns: symbols x states.
Eigen::MatrixXd logSoftmax(const Eigen::MatrixXd& weights, const Eigen::MatrixXd& phi)
{
    Eigen::MatrixXd logs = weights * phi;
    const Eigen::RowVectorXd largest = logs.colwise().maxCoeff();
    logs.rowwise() -= largest;
    const Eigen::RowVectorXd totals = logs.array().exp().colwise().sum().log();
    logs.rowwise() -= totals;
    return logs;
}

Eigen::MatrixXd logEmissionOf(const GaussianEmission& emission, const Eigen::MatrixXd& phi,
                              const Eigen::MatrixXd& vectors)
{
    const Eigen::MatrixXd means = emission.weights * phi;
    const double constant =
        0.5 * static_cast<double>(means.rows()) * std::log(2 * std::numbers::pi * emission.variance);
    return (squaredDistances(means, vectors).array() / (-2 * emission.variance) - constant).matrix();
}

Eigen::MatrixXd logEmissionOf(const MultinomialEmission& emission, const Eigen::MatrixXd& phi,
                              const Eigen::MatrixXd& /*vectors*/)
{
    return logSoftmax(emission.weights, phi).transpose();
}

void maximiseOf(GaussianEmission& emission, const Eigen::MatrixXd& counts, const Eigen::MatrixXd& phi,
                const Eigen::MatrixXd& vectors, double lambda)
{
    const Eigen::VectorXd g = counts.rowwise().sum(); // the diagonal of G
    const double total = g.sum();
    if (!(total > 0))
        return;
    Eigen::MatrixXd left = phi * g.asDiagonal() * phi.transpose();
    left.diagonal().array() += lambda * emission.variance;
    emission.weights = solveFromRight(left, vectors * counts.transpose() * phi.transpose()); // eq. 11
    const double squares = counts.cwiseProduct(squaredDistances(emission.weights * phi, vectors)).sum();
    // eq. 12
    emission.variance =
        std::max(emission.varianceFloor, squares / (total * static_cast<double>(vectors.rows())));
}

void maximiseOf(MultinomialEmission& emission, const Eigen::MatrixXd& counts, const Eigen::MatrixXd& phi,
                const Eigen::MatrixXd& /*vectors*/, double lambda)
{
    const Index symbols = emission.weights.rows();
    const Index basis = emission.weights.cols();
    const Eigen::VectorXd g = counts.rowwise().sum();
    const Eigen::MatrixXd observed = counts.transpose() * phi.transpose(); // Y R^T Phi^T
    const Differentiable objective = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
        const Eigen::Map<const Eigen::MatrixXd> weights(x.data(), symbols, basis);
        const Eigen::MatrixXd logs = logSoftmax(weights, phi);
        Eigen::Map<Eigen::MatrixXd> slope(gradient.data(), symbols, basis);
        // eq. 16
        slope.noalias() = observed - (logs.array().exp().matrix() * g.asDiagonal()) * phi.transpose();
        slope -= lambda * weights;
        return counts.transpose().cwiseProduct(logs).sum() - lambda / 2 * weights.squaredNorm();
    };
    // Minus the Hessian is at most 1/2 I (x) Phi G Phi^T + lambda I (Boehning 1992):
    // its inverse is the preconditioner.
    Eigen::MatrixXd bound = 0.5 * phi * g.asDiagonal() * phi.transpose();
    bound.diagonal().array() += lambda + 1e-9 * bound.diagonal().maxCoeff();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(bound);
    const Eigen::MatrixXd inverse = solver.eigenvectors()
        * solver.eigenvalues().cwiseMax(1e-12 * solver.eigenvalues().maxCoeff()).cwiseInverse().asDiagonal()
        * solver.eigenvectors().transpose();
    const Preconditioner precondition = [&](Eigen::VectorXd& v) {
        Eigen::Map<Eigen::MatrixXd> matrix(v.data(), symbols, basis);
        matrix = (matrix * inverse).eval();
    };
    Eigen::VectorXd x = emission.weights.reshaped();
    lbfgsMaximise(objective, precondition, x);
    emission.weights = x.reshaped(symbols, basis);
}

} // namespace

GaussianEmission randomGaussianEmission(std::size_t dimension, std::size_t basis, double variance,
                                        Random& random)
{
    GaussianEmission emission{uniformWeights(dimension, basis, random), variance};
    emission.variance = std::max(variance, emission.varianceFloor);
    return emission;
}

MultinomialEmission randomMultinomialEmission(std::size_t symbols, std::size_t basis, Random& random)
{
    return {uniformWeights(symbols, basis, random)};
}

Eigen::MatrixXd labelVectors(const LabelDictionary& labels)
{
    Eigen::MatrixXd vectors(labels.dimension(), labels.size());
    for (std::size_t k = 0; k < labels.size() && labels.dimension() > 0; ++k) {
        const auto vector = labels.vector(LabelId(k));
        vectors.col(static_cast<Index>(k)) =
            Eigen::Map<const Eigen::VectorXd>(vector.data(), static_cast<Index>(vector.size()));
    }
    return vectors;
}

Eigen::MatrixXd logEmission(const Emission& emission, const Eigen::MatrixXd& phi,
                            const Eigen::MatrixXd& vectors)
{
    return std::visit([&](const auto& e) { return logEmissionOf(e, phi, vectors); }, emission);
}

void maximise(Emission& emission, const Eigen::MatrixXd& counts, const Eigen::MatrixXd& phi,
              const Eigen::MatrixXd& vectors, double lambda)
{
    std::visit([&](auto& e) { maximiseOf(e, counts, phi, vectors, lambda); }, emission);
}

double penalty(const Emission& emission, double lambda)
{
    return std::visit([&](const auto& e) { return lambda / 2 * e.weights.squaredNorm(); }, emission);
}

} // namespace atlas
