// Laplacian eigenmaps and diffusion maps.
#include "core/linalg/memory_limit.h"
#include "core/manifold/embedding_methods.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The median of what is positive: duplicates must not make the width 0.
double positiveMedian(std::vector<double> values)
{
    values.erase(std::remove_if(values.begin(), values.end(), [](double v) { return !(v > 0); }),
                 values.end());
    return median(std::move(values));
}

/// Of at most 2,000 objects, evenly spaced.
double medianSquaredDistance(const DistanceSource& source)
{
    constexpr std::size_t most = 2000;
    const std::size_t n = source.size();
    const std::size_t step = (n + most - 1) / most;
    std::vector<double> squares;
    for (std::size_t i = 0; i < n; i += step)
        for (std::size_t j = 0; j < i; j += step) {
            const double distance = source.distance(i, j);
            squares.push_back(distance * distance);
        }
    return positiveMedian(std::move(squares));
}

/// v_c / v_0 in the eigenvectors' own order: functions on the objects rather than on their densities.
void divideByDensity(const EigenPairs& pairs, Eigen::Index skip, const Eigen::VectorXd& rootDensity,
                     Embedding& embedding)
{
    const double length = rootDensity.norm();
    const Eigen::Index found = std::min(embedding.coordinates.cols(), pairs.vectors.cols() - skip);
    for (Eigen::Index c = 0; c < found; ++c)
        embedding.coordinates.col(c) = pairs.vectors.col(c + skip).cwiseQuotient(rootDensity) * length;
    fixSigns(embedding.coordinates);
    if (found < embedding.coordinates.cols())
        embedding.notes.push_back("There are only " + std::to_string(found)
                                  + " components; the others are 0.");
}

/// K -> D^-1/2 Q^-1 K Q^-1 D^-1/2 in place, with q the row sums of K and d those of Q^-1 K Q^-1.
void normaliseDensity(Eigen::MatrixXd& kernel, Eigen::VectorXd& q, Eigen::VectorXd& d)
{
    q = kernel.colwise().sum();
    for (Eigen::Index j = 0; j < kernel.cols(); ++j)
        kernel.col(j).array() /= q.array() * q(j);
    d = kernel.colwise().sum();
    for (Eigen::Index j = 0; j < kernel.cols(); ++j)
        kernel.col(j).array() /= (d.array() * d(j)).sqrt();
}

} // namespace

Result<Embedding> laplacianEigenmap(const DistanceSource& source, const NeighbourLists& lists,
                                    const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    const std::size_t n = source.size();
    const auto size = static_cast<Eigen::Index>(n);
    Embedding embedding;
    embedding.parameters = parameters;
    const Result<NeighbourGraph> graph =
        neighbourGraph(source, lists, true, progress.stage("Joining components", 0, 0.1));
    if (!graph)
        return graph.error();
    embedding.scale = positiveMedian(lists.distances);
    const double scale = embedding.scale > 0 ? 2 * embedding.scale * embedding.scale : 1;
    embedding.density.setZero(size);
    std::vector<double> weights(graph->targets.size());
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t arc = graph->firstArcs[i]; arc < graph->firstArcs[i + 1]; ++arc) {
            // A long link that joined components must not vanish below the smallest number.
            weights[arc] = std::max(std::exp(-graph->lengths[arc] * graph->lengths[arc] / scale), 1e-12);
            embedding.density(static_cast<Eigen::Index>(i)) += weights[arc];
        }
    const Eigen::VectorXd root = embedding.density.cwiseSqrt();
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 1);
        for (std::size_t arc = graph->firstArcs[i]; arc < graph->firstArcs[i + 1]; ++arc)
            entries.emplace_back(i, graph->targets[arc],
                                 -weights[arc]
                                     / (root(static_cast<Eigen::Index>(i)) * root(graph->targets[arc])));
    }
    Eigen::SparseMatrix<double> laplacian(size, size);
    laplacian.setFromTriplets(entries.begin(), entries.end());
    const Result<EigenPairs> pairs =
        smallestEigenPairs(laplacian, eigenPairCount(parameters.components, n), root.normalized(),
                           progress.stage("Finding eigenvectors", 0.1, 1));
    if (!pairs)
        return pairs.error();
    embedding.spectrum = pairs->values.cwiseMax(0);
    embedding.coordinates.setZero(size, static_cast<Eigen::Index>(parameters.components));
    divideByDensity(*pairs, 0, root, embedding);
    return embedding;
}

Result<Embedding> diffusionMap(const DistanceSource& source, const EmbeddingParameters& parameters,
                               const ProgressToken& progress)
{
    const std::size_t n = source.size();
    const auto size = static_cast<Eigen::Index>(n);
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "The diffusion map"); !fits)
        return fits.error();
    Embedding embedding;
    embedding.parameters = parameters;
    embedding.scale = medianSquaredDistance(source);
    if (embedding.scale <= 0) // nearly all objects are equal
        embedding.scale = 1;
    Eigen::MatrixXd kernel(size, size);
    const auto fill = [&](std::size_t i) {
        auto column = kernel.col(static_cast<Eigen::Index>(i));
        source.row(i, {column.data(), n});
        column = (-column.array().square() / embedding.scale).exp();
    };
    if (Result<void> done = parallelFor(n, 32, fill, progress.stage("Measuring distances", 0, 0.3)); !done)
        return done.error();
    const std::size_t wanted = std::min(parameters.components + 1, n);
    Eigen::VectorXd d;
    normaliseDensity(kernel, embedding.density, d);
    const Result<EigenPairs> pairs =
        largestEigenPairs(kernel, wanted, std::min(eigenPairCount(parameters.components, n) + 1, n) - wanted,
                          progress.stage("Finding eigenvectors", 0.3, 1));
    if (!pairs)
        return pairs.error();
    embedding.coordinates.setZero(size, static_cast<Eigen::Index>(parameters.components));
    divideByDensity(*pairs, 1, d.cwiseSqrt(), embedding);
    embedding.spectrum = pairs->values.tail(pairs->values.size() - 1); // without the constant one
    for (Eigen::Index c = 0; c < std::min(embedding.coordinates.cols(), embedding.spectrum.size()); ++c)
        embedding.coordinates.col(c) *= std::pow(std::max(embedding.spectrum(c), 0.0), parameters.time);
    return embedding;
}

} // namespace atlas
