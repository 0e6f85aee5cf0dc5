#include "core/gtm/gtm_start.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <cmath>

namespace atlas {

namespace {

using Eigen::Index;

constexpr int powerSteps = 60;
constexpr double symbolSpread = 2; // s of the header

std::vector<double> labelCounts(const Dataset& trees)
{
    std::vector<double> counts(trees.nodeLabels().size(), 0);
    for (const LabelId label : trees.forest().labels())
        counts[label.index()] += 1;
    return counts;
}

/// Weights whose images of the grid come nearest to the targets (rows x states).
Eigen::MatrixXd fittedWeights(const Eigen::MatrixXd& targets, const Eigen::MatrixXd& phi)
{
    return phi.transpose().completeOrthogonalDecomposition().solve(targets.transpose()).transpose();
}

/// The variance of all labels, the mean over their components.
double labelVariance(const Dataset& trees)
{
    const Eigen::MatrixXd vectors = labelVectors(trees.nodeLabels());
    const std::vector<double> counts = labelCounts(trees);
    const Eigen::Map<const Eigen::VectorXd> weights(counts.data(), static_cast<Index>(counts.size()));
    const Eigen::VectorXd mean = vectors * weights / weights.sum();
    const Eigen::VectorXd squares = (vectors.colwise() - mean).colwise().squaredNorm().transpose();
    return squares.dot(weights) / (weights.sum() * static_cast<double>(vectors.rows()));
}

Eigen::MatrixXd planeOfVectors(const Dataset& trees, const Eigen::MatrixXd& centres)
{
    const Eigen::MatrixXd vectors = labelVectors(trees.nodeLabels());
    const std::vector<double> counts = labelCounts(trees);
    const Eigen::Map<const Eigen::VectorXd> weights(counts.data(), static_cast<Index>(counts.size()));
    const Eigen::VectorXd mean = vectors * weights / weights.sum();
    const Eigen::MatrixXd centred = vectors.colwise() - mean;
    const Eigen::MatrixXd covariance = centred * weights.asDiagonal() * centred.transpose() / weights.sum();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
    Eigen::MatrixXd targets = mean.replicate(1, centres.cols());
    const Index dimension = vectors.rows();
    for (Index axis = 0; axis < std::min<Index>(2, dimension); ++axis) {
        Eigen::VectorXd direction = solver.eigenvectors().col(dimension - 1 - axis);
        Index largest = 0;
        direction.cwiseAbs().maxCoeff(&largest);
        direction *= std::sqrt(std::max(0.0, solver.eigenvalues()[dimension - 1 - axis]))
            * (direction[largest] < 0 ? -1 : 1);
        targets += direction * centres.row(axis);
    }
    return targets;
}

/// The first two principal directions of the trees' label proportions, by orthogonal iteration.
Eigen::MatrixXd symbolDirections(const Dataset& trees, const Eigen::VectorXd& meanShares, Random& random)
{
    const auto symbols = static_cast<Index>(trees.nodeLabels().size());
    const Index axes = std::min<Index>(2, symbols);
    Eigen::MatrixXd directions(symbols, axes);
    for (double& value : directions.reshaped())
        value = random.uniform(-1, 1);
    const Forest& forest = trees.forest();
    for (int step = 0; step < powerSteps; ++step) {
        const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(directions).householderQ()
            * Eigen::MatrixXd::Identity(symbols, axes);
        const Eigen::RowVectorXd offset = meanShares.transpose() * q;
        directions.setZero();
        for (std::size_t row = 0; row < forest.treeCount(); ++row) {
            const Tree tree = forest.tree(RowId(row));
            const double share = 1 / static_cast<double>(tree.nodeCount());
            Eigen::RowVectorXd score = -offset;
            for (std::size_t u = tree.firstNode().index(); u <= tree.root().index(); ++u)
                score += share * q.row(static_cast<Index>(forest.label(NodeId(u)).index()));
            for (std::size_t u = tree.firstNode().index(); u <= tree.root().index(); ++u)
                directions.row(static_cast<Index>(forest.label(NodeId(u)).index())) += share * score;
            directions -= meanShares * score;
        }
    }
    for (Index axis = 0; axis < axes; ++axis) {
        Index largest = 0;
        if (directions.col(axis).cwiseAbs().maxCoeff(&largest) > 0)
            directions.col(axis) /= directions(largest, axis);
    }
    return directions;
}

Eigen::MatrixXd planeOfSymbols(const Dataset& trees, const Eigen::MatrixXd& centres, Random& random)
{
    const std::vector<double> counts = labelCounts(trees);
    const auto symbols = static_cast<Index>(counts.size());
    Eigen::VectorXd meanShares = Eigen::VectorXd::Zero(symbols);
    const Forest& forest = trees.forest();
    for (std::size_t row = 0; row < forest.treeCount(); ++row) {
        const Tree tree = forest.tree(RowId(row));
        for (std::size_t u = tree.firstNode().index(); u <= tree.root().index(); ++u)
            meanShares[static_cast<Index>(forest.label(NodeId(u)).index())] +=
                1 / static_cast<double>(tree.nodeCount() * forest.treeCount());
    }
    const Eigen::MatrixXd directions = symbolDirections(trees, meanShares, random);
    Eigen::MatrixXd targets(symbols, centres.cols());
    for (Index k = 0; k < symbols; ++k)
        targets.row(k).setConstant(std::log((counts[static_cast<std::size_t>(k)] + 1)
                                            / static_cast<double>(forest.nodeCount() + counts.size())));
    return targets + symbolSpread * directions * centres.topRows(directions.cols());
}

} // namespace

Emission startEmission(const Dataset& trees, GtmStart start, const Eigen::MatrixXd& phi,
                       const Eigen::MatrixXd& centres, double variance, Random& random)
{
    const std::size_t basis = static_cast<std::size_t>(phi.rows());
    if (const std::size_t dimension = trees.nodeLabels().dimension(); dimension > 0) {
        GaussianEmission emission = randomGaussianEmission(dimension, basis, variance, random);
        emission.varianceFloor = std::max(emission.varianceFloor, varianceShare * labelVariance(trees));
        emission.variance = std::max(emission.variance, emission.varianceFloor);
        if (start == GtmStart::Pca)
            emission.weights = fittedWeights(planeOfVectors(trees, centres), phi);
        return emission;
    }
    MultinomialEmission emission = randomMultinomialEmission(trees.nodeLabels().size(), basis, random);
    if (start == GtmStart::Pca)
        emission.weights = fittedWeights(planeOfSymbols(trees, centres, random), phi);
    return emission;
}

} // namespace atlas
