#include "core/manifold/embedding.h"

#include "core/kernels/graph_kernel.h"
#include "core/manifold/embedding_methods.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace atlas {

namespace {

constexpr std::array<EmbeddingMethod, 6> allMethods{EmbeddingMethod::Pca,       EmbeddingMethod::Mds,
                                                    EmbeddingMethod::Isomap,    EmbeddingMethod::Lle,
                                                    EmbeddingMethod::Laplacian, EmbeddingMethod::Diffusion};

/// Some objects of a source.
class SubsetDistances : public DistanceSource {
public:
    SubsetDistances(const DistanceSource& source, std::vector<std::size_t> members)
        : m_source(source), m_members(std::move(members))
    {
    }
    std::size_t size() const override { return m_members.size(); }
    double distance(std::size_t i, std::size_t j) const override
    {
        return m_source.distance(m_members[i], m_members[j]);
    }
    void row(std::size_t i, std::span<double> distances) const override
    {
        for (std::size_t j = 0; j < distances.size(); ++j)
            distances[j] = distance(i, j);
    }

private:
    const DistanceSource& m_source;
    std::vector<std::size_t> m_members;
};

Result<void> checkFinite(const DistanceSource& source, const ProgressToken& progress)
{
    const std::size_t n = source.size();
    const auto countBad = [&](const Block& block) {
        std::vector<double> row(n);
        std::size_t bad = 0;
        for (std::size_t i = block.begin; i < block.end; ++i) {
            source.row(i, row);
            for (const double value : row)
                bad += static_cast<std::size_t>(!(value >= 0 && value <= std::numeric_limits<double>::max()));
        }
        return bad;
    };
    const Result<std::size_t> bad = parallelReduce(n, 64, std::size_t{0}, countBad, std::plus<>(), progress);
    if (!bad)
        return bad.error();
    if (*bad > 0)
        return Error{ErrorCode::NonFinite,
                     countText(*bad, "distance is", "distances are")
                         + " negative or not a finite number; the kernel cannot be embedded."};
    return {};
}

bool allEqual(const DistanceSource& source)
{
    std::vector<double> row(source.size());
    source.row(0, row);
    return std::all_of(row.begin(), row.end(), [](double distance) { return distance == 0; });
}

Embedding onePoint(std::size_t n, const EmbeddingParameters& parameters)
{
    Embedding embedding;
    embedding.parameters = parameters;
    embedding.coordinates.setZero(static_cast<Eigen::Index>(n),
                                  static_cast<Eigen::Index>(parameters.components));
    embedding.spectrum.setZero(1);
    embedding.squaredMeans.setZero(static_cast<Eigen::Index>(n));
    embedding.notes.emplace_back(n == 1
                                     ? "There is one structure only; it lies at the origin."
                                     : "All structures are equal under this kernel; they lie in one point.");
    return embedding;
}

Result<Embedding> dispatch(const DistanceSource& source, const NeighbourLists& lists,
                           const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    switch (parameters.method) {
    case EmbeddingMethod::Pca:
    case EmbeddingMethod::Mds:
        return source.points() ? principalComponents(*source.points(), parameters, progress)
                               : classicalScaling(source, parameters, progress);
    case EmbeddingMethod::Isomap:
        return isomap(source, lists, parameters, progress);
    case EmbeddingMethod::Lle:
        return locallyLinearEmbedding(source, lists, parameters, progress);
    case EmbeddingMethod::Laplacian:
        return laplacianEigenmap(source, lists, parameters, progress);
    case EmbeddingMethod::Diffusion:
        break;
    }
    return diffusionMap(source, parameters, progress);
}

/// Each component embedded alone; they stand side by side along the first axis, a tenth of the whole apart.
Result<Embedding> embedByComponent(const DistanceSource& source, const NeighbourGraph& graph,
                                   EmbeddingParameters parameters, const ProgressToken& progress)
{
    std::vector<std::vector<std::size_t>> members(graph.componentCount);
    for (std::size_t i = 0; i < source.size(); ++i)
        members[graph.components[i]].push_back(i);
    Embedding whole;
    whole.parameters = parameters;
    whole.coordinates.setZero(static_cast<Eigen::Index>(source.size()),
                              static_cast<Eigen::Index>(parameters.components));
    parameters.byComponent = false;
    std::vector<Embedding> parts;
    double width = 0;
    for (const std::vector<std::size_t>& part : members) {
        const double share = static_cast<double>(parts.size()) / static_cast<double>(members.size());
        Result<Embedding> embedding = embed(
            SubsetDistances(source, part), parameters,
            progress.stage("Embedding components", share, share + 1.0 / static_cast<double>(members.size())));
        if (!embedding)
            return embedding;
        width += embedding->coordinates.col(0).maxCoeff() - embedding->coordinates.col(0).minCoeff();
        parts.push_back(std::move(*embedding));
    }
    const double gap = width > 0 ? width / 10 : 1;
    double right = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        auto first = parts[p].coordinates.col(0);
        first.array() += right - first.minCoeff();
        right = first.maxCoeff() + gap;
        for (std::size_t m = 0; m < members[p].size(); ++m)
            whole.coordinates.row(static_cast<Eigen::Index>(members[p][m])) =
                parts[p].coordinates.row(static_cast<Eigen::Index>(m));
        if (members[p].size() > members[0].size() || p == 0)
            whole.spectrum = parts[p].spectrum;
    }
    whole.notes.push_back("The neighbourhood graph has " + std::to_string(members.size())
                          + " components, embedded one by one, side by side.");
    return whole;
}

Result<Embedding> embedConnected(const DistanceSource& source, const NeighbourLists& lists,
                                 const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    Result<NeighbourGraph> graph = neighbourGraph(source, lists, false);
    if (!graph)
        return graph.error();
    const std::size_t components = graph->componentCount;
    const bool apart = components > 1 && parameters.byComponent;
    Result<Embedding> embedding = apart ? embedByComponent(source, *graph, parameters, progress)
                                        : dispatch(source, lists, parameters, progress);
    if (!embedding)
        return embedding;
    embedding->graphComponents = components;
    embedding->neighbours = lists.count;
    if (components > 1 && !apart)
        embedding->notes.push_back(
            "The neighbourhood graph has " + std::to_string(components) + " components"
            + (parameters.method == EmbeddingMethod::Lle
                   ? "; locally linear embedding may put each in one point: use more neighbours."
                   : ", joined by " + countText(components - 1, "link", "links")
                       + ", the shortest between them."));
    return embedding;
}

Result<void> checkParameters(const DistanceSource& source, const EmbeddingParameters& parameters)
{
    if (source.size() == 0)
        return Error{ErrorCode::Empty, "There is nothing to embed."};
    if (parameters.components == 0 || parameters.neighbours == 0)
        return Error{ErrorCode::BadUse, "An embedding needs at least one component and one neighbour."};
    return {};
}

} // namespace

const char* toString(EmbeddingMethod method)
{
    switch (method) {
    case EmbeddingMethod::Pca:
        return "pca";
    case EmbeddingMethod::Mds:
        return "mds";
    case EmbeddingMethod::Isomap:
        return "isomap";
    case EmbeddingMethod::Lle:
        return "lle";
    case EmbeddingMethod::Laplacian:
        return "laplacian";
    case EmbeddingMethod::Diffusion:
        return "diffusion";
    }
    return "";
}

Result<EmbeddingMethod> embeddingMethodNamed(std::string_view name)
{
    for (const EmbeddingMethod method : allMethods)
        if (name == toString(method))
            return method;
    return Error{ErrorCode::BadUse, "There is no embedding '" + std::string(name) + "'."};
}

bool usesNeighbours(EmbeddingMethod method)
{
    return method == EmbeddingMethod::Isomap || method == EmbeddingMethod::Lle
        || method == EmbeddingMethod::Laplacian;
}

Result<Embedding> embed(const DistanceSource& source, const NeighbourLists& lists,
                        const EmbeddingParameters& parameters, const ProgressToken& progress)
{
    if (Result<void> checked = checkParameters(source, parameters); !checked)
        return checked.error();
    if (allEqual(source))
        return onePoint(source.size(), parameters);
    if (!usesNeighbours(parameters.method))
        return dispatch(source, lists, parameters, progress);
    const std::size_t k = std::min(parameters.neighbours, source.size() - 1);
    Result<Embedding> embedding = lists.count == k
        ? embedConnected(source, lists, parameters, progress)
        : embedConnected(source, lists.first(k), parameters, progress);
    if (embedding && k < parameters.neighbours)
        embedding->notes.push_back("There are only " + std::to_string(k) + " neighbours to choose from, not "
                                   + std::to_string(parameters.neighbours) + ".");
    return embedding;
}

Result<Embedding> embed(const DistanceSource& source, const EmbeddingParameters& parameters,
                        const ProgressToken& progress)
{
    if (Result<void> checked = checkParameters(source, parameters); !checked)
        return checked.error();
    if (!source.points())
        if (Result<void> finite = checkFinite(source, progress.stage("Checking distances", 0, 0.05)); !finite)
            return finite.error();
    NeighbourLists lists;
    if (usesNeighbours(parameters.method) && source.size() > 1) {
        Result<NeighbourLists> found =
            nearestNeighbours(source, std::min(parameters.neighbours, source.size() - 1),
                              progress.stage("Finding neighbours", 0.05, 0.2));
        if (!found)
            return found.error();
        lists = std::move(*found);
    }
    return embed(source, lists, parameters, progress.stage("Embedding", 0.2, 1));
}

Result<Embedding> embedKernel(const Eigen::MatrixXd& kernel, const EmbeddingParameters& parameters,
                              const ProgressToken& progress)
{
    if (!kernel.allFinite())
        return Error{ErrorCode::NonFinite, "The kernel matrix holds a value that is not a finite number."};
    const Result<Eigen::MatrixXd> distances =
        kernelDistances(kernel, progress.stage("Measuring distances", 0, 0.1));
    if (!distances)
        return distances.error();
    const MatrixDistances source(*distances);
    const ProgressToken rest = progress.stage("Embedding", 0.1, 1);
    Result<Embedding> embedding = parameters.method == EmbeddingMethod::Pca && kernel.rows() > 1
            && !allEqual(source) && parameters.components > 0
        ? kernelPrincipalComponents(kernel, parameters, rest)
        : embed(source, parameters, rest);
    if (!embedding)
        return embedding;
    // k_ij^2 <= k_ii k_jj and a diagonal >= 0 are necessary; they are what a look at pairs can tell.
    const Eigen::VectorXd diagonal = kernel.diagonal();
    bool definite = diagonal.minCoeff() >= 0;
    for (Eigen::Index j = 0; j < kernel.cols() && definite; ++j)
        definite = (diagonal.array() + diagonal(j) - 2 * kernel.col(j).array()).minCoeff()
            >= -1e-9 * (1 + diagonal.maxCoeff());
    if (!definite)
        embedding->notes.emplace_back(
            "The kernel is not positive semidefinite; squared distances below 0 count as 0.");
    return embedding;
}

} // namespace atlas
