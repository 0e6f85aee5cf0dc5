// Principal components, classical scaling and Isomap.
#include "core/linalg/memory_limit.h"
#include "core/linalg/products.h"
#include "core/manifold/embedding_methods.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atlas {

namespace {

constexpr std::size_t screePairs = 10;
constexpr std::size_t automaticLandmarks = 1000;

/// -1/2 J D^2 J in place; the column means of D^2 are kept for projections.
Eigen::VectorXd centreSquares(Eigen::MatrixXd& distances)
{
    const auto square = [&](std::size_t j) {
        auto column = distances.col(static_cast<Eigen::Index>(j));
        column = column.cwiseAbs2() * -0.5;
    };
    (void)parallelFor(static_cast<std::size_t>(distances.cols()), 64, square).ok(); // no token, no cancel
    return doubleCentre(distances) * -2;
}

Result<void> scaleInPlace(Eigen::MatrixXd& distances, Embedding& embedding, const ProgressToken& progress)
{
    embedding.squaredMeans = centreSquares(distances);
    const auto n = static_cast<std::size_t>(distances.rows());
    const std::size_t wanted = std::min(embedding.parameters.components, n - 1);
    const Result<EigenPairs> pairs = largestEigenPairs(
        distances, wanted, eigenPairCount(embedding.parameters.components, n) - wanted, progress);
    if (!pairs)
        return pairs.error();
    scaledCoordinates(*pairs, embedding.parameters.components, embedding);
    return {};
}

std::vector<std::size_t> chooseLandmarks(std::size_t n, std::size_t count, std::uint64_t seed)
{
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (count >= n)
        return all;
    Random random(seed);
    random.shuffle(std::span(all));
    all.resize(count);
    std::sort(all.begin(), all.end());
    return all;
}

std::size_t landmarkCount(std::size_t n, const EmbeddingParameters& parameters, Embedding& embedding)
{
    if (parameters.landmarks > 0)
        return std::min(n, std::max(parameters.landmarks, parameters.components + 1));
    if (checkMemory(n * n * sizeof(double), "The matrix of geodesic distances").ok())
        return n;
    embedding.notes.emplace_back(
        "The matrix of geodesic distances does not fit in memory: landmarks are used.");
    return std::min(n, std::max(automaticLandmarks, parameters.components + 1));
}

/// Every object from its squared distances to the landmarks: y = 1/2 L^-1 Y^T (means - d^2).
void placeByLandmarks(const Eigen::MatrixXd& geodesics, const Eigen::MatrixXd& landmarkCoordinates,
                      Embedding& embedding)
{
    const Eigen::Index components = landmarkCoordinates.cols();
    embedding.coordinates.resize(geodesics.rows(), components);
    for (Eigen::Index c = 0; c < components; ++c) {
        const double value = c < embedding.spectrum.size() ? embedding.spectrum(c) : 0;
        if (landmarkCoordinates.col(c).isZero(0)) {
            embedding.coordinates.col(c).setZero();
            continue;
        }
        embedding.coordinates.col(c) =
            ((-geodesics.cwiseAbs2()).rowwise() + embedding.squaredMeans.transpose())
            * landmarkCoordinates.col(c) * (0.5 / value);
    }
}

} // namespace

std::size_t eigenPairCount(std::size_t components, std::size_t n)
{
    return std::min(std::max(components, screePairs), n - 1);
}

void scaledCoordinates(const EigenPairs& pairs, std::size_t components, Embedding& embedding)
{
    const double smallest = 1e-12 * std::abs(pairs.values(0));
    embedding.spectrum = pairs.values;
    embedding.coordinates.setZero(pairs.vectors.rows(), static_cast<Eigen::Index>(components));
    std::size_t missing = 0;
    for (Eigen::Index c = 0; c < embedding.coordinates.cols(); ++c) {
        if (c < pairs.values.size() && pairs.values(c) > smallest)
            embedding.coordinates.col(c) = std::sqrt(pairs.values(c)) * pairs.vectors.col(c);
        else
            ++missing;
    }
    if (missing > 0)
        embedding.notes.push_back("The data has only " + std::to_string(components - missing) + " of "
                                  + std::to_string(components) + " components; the others are 0.");
    if (!pairs.converged)
        embedding.notes.emplace_back("The eigenvalues did not converge; the map is approximate.");
}

Result<Embedding> classicalScaling(const DistanceSource& source, const EmbeddingParameters& parameters,
                                   const ProgressToken& progress)
{
    const std::size_t n = source.size();
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "Classical scaling"); !fits)
        return fits.error();
    Embedding embedding;
    embedding.parameters = parameters;
    Eigen::MatrixXd matrix(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
    const auto fill = [&](std::size_t i) {
        source.row(i, {matrix.col(static_cast<Eigen::Index>(i)).data(), n});
    };
    if (Result<void> done = parallelFor(n, 64, fill, progress.stage("Measuring distances", 0, 0.2)); !done)
        return done.error();
    if (Result<void> done = scaleInPlace(matrix, embedding, progress.stage("Finding eigenvectors", 0.2, 1));
        !done)
        return done.error();
    return embedding;
}

Result<Embedding> principalComponents(const Eigen::MatrixXd& points, const EmbeddingParameters& parameters,
                                      const ProgressToken& progress)
{
    useSingleThreadedBlas();
    Embedding embedding;
    embedding.parameters = parameters;
    const Eigen::MatrixXd centred = points.colwise() - points.rowwise().mean();
    const Eigen::VectorXd squares = centred.colwise().squaredNorm();
    embedding.squaredMeans = squares.array() + squares.mean();
    const auto dimension = static_cast<std::size_t>(centred.rows());
    const std::size_t count =
        std::min(dimension, eigenPairCount(parameters.components, static_cast<std::size_t>(centred.cols())));
    const Result<Eigen::MatrixXd> scatter =
        timesTranspose(centred, progress.stage("Multiplying points", 0, 0.5));
    if (!scatter)
        return scatter.error();
    Result<EigenPairs> pairs =
        largestEigenPairs(*scatter, count, 0, progress.stage("Finding eigenvectors", 0.5, 1));
    if (!pairs)
        return pairs.error();
    Eigen::MatrixXd vectors = centred.transpose() * pairs->vectors;
    for (Eigen::Index c = 0; c < vectors.cols(); ++c)
        if (const double length = vectors.col(c).norm(); length > 0)
            vectors.col(c) /= length;
    fixSigns(vectors);
    pairs->vectors = std::move(vectors);
    scaledCoordinates(*pairs, parameters.components, embedding);
    return embedding;
}

Result<Embedding> kernelPrincipalComponents(const Eigen::MatrixXd& kernel,
                                            const EmbeddingParameters& parameters,
                                            const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(kernel.rows());
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "Kernel PCA"); !fits)
        return fits.error();
    Embedding embedding;
    embedding.parameters = parameters;
    const std::size_t wanted = std::min(parameters.components, n - 1);
    Eigen::MatrixXd matrix = kernel;
    const Eigen::VectorXd means = doubleCentre(matrix);
    const Eigen::VectorXd diagonal = kernel.diagonal();
    embedding.squaredMeans = diagonal.array() + diagonal.mean() - 2 * means.array();
    const Result<EigenPairs> pairs =
        largestEigenPairs(matrix, wanted, eigenPairCount(parameters.components, n) - wanted, progress);
    if (!pairs)
        return pairs.error();
    scaledCoordinates(*pairs, parameters.components, embedding);
    return embedding;
}

Result<Embedding> isomap(const DistanceSource& source, const NeighbourLists& lists,
                         const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    const std::size_t n = source.size();
    Embedding embedding;
    embedding.parameters = parameters;
    Result<NeighbourGraph> graph =
        neighbourGraph(source, lists, true, progress.stage("Joining components", 0, 0.05));
    if (!graph)
        return graph.error();
    embedding.graph = std::move(*graph);
    const std::size_t landmarks = landmarkCount(n, parameters, embedding);
    const std::vector<std::size_t> sources = chooseLandmarks(n, landmarks, parameters.seed);
    Result<Eigen::MatrixXd> geodesics =
        geodesicDistances(embedding.graph, sources, progress.stage("Measuring along the graph", 0.05, 0.6));
    if (!geodesics)
        return geodesics.error();
    const ProgressToken last = progress.stage("Finding eigenvectors", 0.6, 1);
    if (landmarks == n) {
        if (Result<void> done = scaleInPlace(*geodesics, embedding, last); !done)
            return done.error();
        return embedding;
    }
    embedding.landmarks = sources;
    Eigen::MatrixXd between(static_cast<Eigen::Index>(landmarks), static_cast<Eigen::Index>(landmarks));
    for (std::size_t i = 0; i < landmarks; ++i)
        between.row(static_cast<Eigen::Index>(i)) = geodesics->row(static_cast<Eigen::Index>(sources[i]));
    if (Result<void> done = scaleInPlace(between, embedding, last); !done)
        return done.error();
    const Eigen::MatrixXd landmarkCoordinates = embedding.coordinates;
    placeByLandmarks(*geodesics, landmarkCoordinates, embedding);
    return embedding;
}

} // namespace atlas
