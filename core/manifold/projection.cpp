// New objects into an embedding that stays as it is.
#include "core/manifold/embedding_methods.h"
#include "core/parallel/parallel_for.h"

#include <cmath>

namespace atlas {

namespace {

using Links = std::vector<std::pair<double, std::uint32_t>>;

/// Gower's formula: y = 1/2 L^-1 Y^T (means - d^2), with Y and the means of the
/// landmarks where there are some.
Eigen::VectorXd byGower(const Embedding& embedding, const Eigen::VectorXd& distances)
{
    const Eigen::Index components = embedding.coordinates.cols();
    Eigen::VectorXd place = Eigen::VectorXd::Zero(components);
    const bool landmarks = !embedding.landmarks.empty();
    for (Eigen::Index c = 0; c < components; ++c) {
        if (embedding.coordinates.col(c).isZero(0))
            continue; // a component that the data does not have
        double sum = 0;
        for (Eigen::Index i = 0; i < embedding.squaredMeans.size(); ++i) {
            const Eigen::Index object =
                landmarks ? static_cast<Eigen::Index>(embedding.landmarks[static_cast<std::size_t>(i)]) : i;
            sum += embedding.coordinates(object, c)
                * (embedding.squaredMeans(i) - distances(object) * distances(object));
        }
        place(c) = sum / (2 * embedding.spectrum(c));
    }
    return place;
}

Eigen::VectorXd byWeights(const Embedding& embedding, const DistanceSource& old, const Links& links)
{
    std::vector<std::uint32_t> neighbours;
    std::vector<double> distances;
    for (const auto& [distance, object] : links) {
        neighbours.push_back(object);
        distances.push_back(distance);
    }
    const Eigen::VectorXd weights =
        reconstructionWeights(old, neighbours, distances, embedding.parameters.regulariser);
    Eigen::VectorXd place = Eigen::VectorXd::Zero(embedding.coordinates.cols());
    for (std::size_t r = 0; r < neighbours.size(); ++r)
        place += weights(static_cast<Eigen::Index>(r)) * embedding.coordinates.row(neighbours[r]).transpose();
    return place;
}

/// sum_j p_j y_j / l: an eigenfunction's value from its values elsewhere. An eigenvalue
/// near 0 carries nothing over.
Eigen::VectorXd byAverage(const Embedding& embedding, const Eigen::VectorXd& probabilities, bool laplacian)
{
    Eigen::VectorXd place = embedding.coordinates.transpose() * probabilities;
    for (Eigen::Index c = 0; c < place.size(); ++c) {
        const double value = c >= embedding.spectrum.size() ? 0
            : laplacian                                     ? 1 - embedding.spectrum(c)
                                                            : embedding.spectrum(c);
        place(c) = std::abs(value) > 1e-9 ? place(c) / value : 0;
    }
    return place;
}

Eigen::VectorXd projectOne(const Embedding& embedding, const DistanceSource& old,
                           const Eigen::VectorXd& distances)
{
    const EmbeddingMethod method = embedding.parameters.method;
    Links links;
    if (usesNeighbours(method))
        links = nearestInRow({distances.data(), old.size()}, old.size(), embedding.neighbours);
    switch (method) {
    case EmbeddingMethod::Pca:
    case EmbeddingMethod::Mds:
        return byGower(embedding, distances);
    case EmbeddingMethod::Isomap:
        return byGower(embedding, geodesicsFrom(embedding.graph, links));
    case EmbeddingMethod::Lle:
        return byWeights(embedding, old, links);
    case EmbeddingMethod::Laplacian: {
        Eigen::VectorXd weights = Eigen::VectorXd::Zero(distances.size());
        const double scale = embedding.scale > 0 ? 2 * embedding.scale * embedding.scale : 1;
        for (const auto& [distance, object] : links)
            weights(object) = std::max(std::exp(-distance * distance / scale), 1e-12);
        return byAverage(embedding, weights / weights.sum(), true);
    }
    case EmbeddingMethod::Diffusion:
        break;
    }
    Eigen::VectorXd weights =
        (-distances.array().square() / embedding.scale).exp() / embedding.density.array();
    const double sum = weights.sum();
    if (!(sum > 0)) // so far from everything that nothing reaches it
        return Eigen::VectorXd::Zero(embedding.coordinates.cols());
    return byAverage(embedding, weights / sum, false);
}

} // namespace

Result<Eigen::MatrixXd> projectNew(const Embedding& embedding, const DistanceSource& old,
                                   const Eigen::MatrixXd& distances, const ProgressToken& progress)
{
    if (distances.cols() != embedding.coordinates.rows()
        || old.size() != static_cast<std::size_t>(distances.cols()))
        return Error{ErrorCode::BadUse, "The distances of new structures must be to all the old ones."};
    if (!distances.allFinite())
        return Error{ErrorCode::NonFinite, "A distance of a new structure is not a finite number."};
    if (embedding.parameters.byComponent && embedding.graphComponents > 1)
        return Error{ErrorCode::BadUse,
                     "New structures cannot be placed in an embedding made component by component; join the "
                     "components instead."};
    Eigen::MatrixXd places = Eigen::MatrixXd::Zero(distances.rows(), embedding.coordinates.cols());
    if (embedding.coordinates.isZero(0))
        return places; // all old structures lie in one point
    const auto project = [&](std::size_t i) {
        const auto row = static_cast<Eigen::Index>(i);
        places.row(row) = projectOne(embedding, old, distances.row(row).transpose()).transpose();
    };
    if (Result<void> done = parallelFor(static_cast<std::size_t>(distances.rows()), 8, project, progress);
        !done)
        return done.error();
    return places;
}

} // namespace atlas
