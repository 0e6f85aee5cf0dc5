// Locally linear embedding.
#include "core/manifold/embedding_methods.h"
#include "core/parallel/parallel_for.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace atlas {

Eigen::VectorXd reconstructionWeights(const DistanceSource& source, std::span<const std::uint32_t> neighbours,
                                      std::span<const double> distances, double regulariser)
{
    const auto k = static_cast<Eigen::Index>(neighbours.size());
    Eigen::MatrixXd gram(k, k); // <x_j - x_i, x_l - x_i>
    for (Eigen::Index j = 0; j < k; ++j)
        for (Eigen::Index l = 0; l <= j; ++l) {
            const double dij = distances[static_cast<std::size_t>(j)];
            const double dil = distances[static_cast<std::size_t>(l)];
            const double djl = source.distance(neighbours[static_cast<std::size_t>(j)],
                                               neighbours[static_cast<std::size_t>(l)]);
            gram(j, l) = gram(l, j) = (dij * dij + dil * dil - djl * djl) / 2;
        }
    const double trace = gram.trace();
    gram.diagonal().array() += trace > 0 ? regulariser * trace : regulariser;
    const Eigen::LDLT<Eigen::MatrixXd> factors(gram);
    Eigen::VectorXd weights = factors.solve(Eigen::VectorXd::Ones(k));
    const double sum = weights.sum();
    // Distances that are not Euclidean may make the system indefinite: equal weights then.
    if (!weights.allFinite() || std::abs(sum) < 1e-12 * weights.cwiseAbs().sum())
        return Eigen::VectorXd::Constant(k, 1.0 / static_cast<double>(k));
    return weights / sum;
}

Result<Embedding> locallyLinearEmbedding(const DistanceSource& source, const NeighbourLists& lists,
                                         const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    const std::size_t n = source.size();
    const auto size = static_cast<Eigen::Index>(n);
    std::vector<Eigen::VectorXd> weights(n);
    const auto solve = [&](std::size_t i) {
        weights[i] = reconstructionWeights(source, lists.of(i), lists.distancesOf(i), parameters.regulariser);
    };
    if (Result<void> done = parallelFor(n, 16, solve, progress.stage("Rebuilding from neighbours", 0, 0.4));
        !done)
        return done.error();
    std::vector<Eigen::Triplet<double>> entries; // I - W
    for (std::size_t i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 1);
        for (std::size_t r = 0; r < lists.count; ++r)
            entries.emplace_back(i, lists.of(i)[r], -weights[i](static_cast<Eigen::Index>(r)));
    }
    Eigen::SparseMatrix<double> difference(size, size);
    difference.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SparseMatrix<double> cost = difference.transpose() * difference;

    Embedding embedding;
    embedding.parameters = parameters;
    const std::size_t count = eigenPairCount(parameters.components, n);
    const Result<EigenPairs> pairs = smallestEigenPairs(
        cost, count, Eigen::VectorXd::Constant(size, 1 / std::sqrt(static_cast<double>(n))),
        progress.stage("Finding eigenvectors", 0.4, 1));
    if (!pairs)
        return pairs.error();
    embedding.spectrum = pairs->values.cwiseMax(0);
    embedding.coordinates.setZero(size, static_cast<Eigen::Index>(parameters.components));
    const Eigen::Index found = std::min(embedding.coordinates.cols(), pairs->vectors.cols());
    embedding.coordinates.leftCols(found) =
        pairs->vectors.leftCols(found) * std::sqrt(static_cast<double>(n));
    if (found < embedding.coordinates.cols())
        embedding.notes.push_back("There are only " + std::to_string(found) + " components for "
                                  + std::to_string(n) + " structures; the others are 0.");
    return embedding;
}

} // namespace atlas
