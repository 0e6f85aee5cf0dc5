#include "core/kernels/explanation.h"

#include "core/kernels/graphlets.h"
#include "core/kernels/random_walk.h"
#include "core/kernels/shortest_paths.h"
#include "core/kernels/weisfeiler_lehman.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace atlas {

namespace {

constexpr std::size_t subgraphLimit = 200'000; // looked at for one graph's graphlets: a fraction of a second

using Vertices = std::vector<std::uint32_t>;

/// What a kernel says about its features.
struct FeatureWords {
    std::function<std::string(std::uint32_t feature)> text;
    std::function<Vertices(std::uint32_t feature, std::size_t graph)> vertices;
};

void sortUnique(Vertices& vertices)
{
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
}

std::string stepsText(std::size_t length)
{
    return std::to_string(length) + (length == 1 ? " step" : " steps");
}

std::vector<SharedFeature> sharedFeatures(const SparseFeatures& features, const FeatureWords& words)
{
    std::vector<SharedFeature> shared;
    const auto rowA = features.rowFeatures(0);
    const auto rowB = features.rowFeatures(1);
    for (std::size_t i = 0, j = 0; i < rowA.size() && j < rowB.size();) {
        if (rowA[i] != rowB[j]) {
            ++(rowA[i] < rowB[j] ? i : j);
            continue;
        }
        const double countA = features.rowValues(0)[i];
        const double countB = features.rowValues(1)[j];
        shared.push_back({words.text(rowA[i]), countA * countB, countA, countB, words.vertices(rowA[i], 0),
                          words.vertices(rowA[i], 1)});
        ++i;
        ++j;
    }
    return shared;
}

/// The ends of the paths of one kind.
Vertices pathEnds(const std::vector<std::uint32_t>& lengths, const FlatGraphs& pair, std::size_t graph,
                  std::uint32_t length, const LabelledPath* labels)
{
    Vertices ends;
    const std::size_t n = pair.vertexCount(graph);
    const std::size_t first = pair.firstVertex(graph);
    for (std::size_t u = 0; u < n; ++u)
        for (std::size_t v = 0; v < n; ++v)
            if (lengths[u * n + v] == length
                && (!labels
                    || (pair.label(first + u) == labels->from && pair.label(first + v) == labels->to))) {
                ends.push_back(static_cast<std::uint32_t>(u));
                ends.push_back(static_cast<std::uint32_t>(v));
            }
    sortUnique(ends);
    return ends;
}

Result<std::vector<SharedFeature>> explainPaths(const FlatGraphs& pair, ShortestPathFeature kind)
{
    const Result<ShortestPathResult> result = shortestPathFeatures(pair, kind);
    if (!result)
        return result.error();
    const std::array<std::vector<std::uint32_t>, 2> lengths{shortestPathLengths(pair, 0),
                                                            shortestPathLengths(pair, 1)};
    switch (kind) {
    case ShortestPathFeature::Steps:
        return sharedFeatures(
            result->features,
            {[](std::uint32_t f) { return "steps from vertex " + std::to_string(f) + " to all"; },
             [](std::uint32_t f, std::size_t) { return Vertices{f}; }});
    case ShortestPathFeature::Delta:
        return sharedFeatures(
            result->features,
            {[](std::uint32_t f) { return "vertices " + stepsText(f) + " apart"; },
             [&](std::uint32_t f, std::size_t g) { return pathEnds(lengths.at(g), pair, g, f, nullptr); }});
    case ShortestPathFeature::Labelled:
        break;
    }
    return sharedFeatures(result->features,
                          {[&](std::uint32_t f) {
                               const LabelledPath& path = result->paths[f];
                               return pair.labelText(path.from) + " to " + pair.labelText(path.to) + ", "
                                   + stepsText(path.length);
                           },
                           [&](std::uint32_t f, std::size_t g) {
                               return pathEnds(lengths.at(g), pair, g, result->paths[f].length,
                                               &result->paths[f]);
                           }});
}

/// "C with C, C, H around it, seen 2 steps far": by a vertex that has the label.
std::string neighbourhoodText(const FlatGraphs& pair, std::size_t vertex, std::size_t iteration)
{
    std::string text = pair.labelText(pair.label(vertex));
    if (iteration == 0)
        return text;
    std::vector<std::string> around;
    for (const std::uint32_t u : pair.neighbours(vertex))
        around.push_back(pair.labelText(pair.label(u)));
    std::sort(around.begin(), around.end());
    text += around.empty() ? " alone" : " with ";
    for (std::size_t i = 0; i < around.size(); ++i)
        text += (i > 0 ? ", " : "") + around[i];
    return text + (iteration == 1 ? "" : ", equal up to " + stepsText(iteration));
}

Result<std::vector<SharedFeature>> explainWeisfeilerLehman(const FlatGraphs& pair,
                                                           const GraphKernelParameters& parameters)
{
    const Result<WeisfeilerLehmanResult> result =
        weisfeilerLehman(pair, {parameters.depth, parameters.edgeLabels});
    if (!result)
        return result.error();
    const auto iterationOf = [&](std::uint32_t f) {
        return static_cast<std::size_t>(
            std::upper_bound(result->labelCounts.begin(), result->labelCounts.end(), f)
            - result->labelCounts.begin());
    };
    const auto verticesOf = [&](std::uint32_t f, std::size_t g) {
        const std::vector<std::uint32_t>& labels = result->vertexLabels[iterationOf(f)];
        Vertices vertices;
        for (std::size_t v = pair.firstVertex(g); v < pair.lastVertex(g); ++v)
            if (labels[v] == f)
                vertices.push_back(static_cast<std::uint32_t>(v - pair.firstVertex(g)));
        return vertices;
    };
    return sharedFeatures(
        result->features,
        {[&](std::uint32_t f) { return neighbourhoodText(pair, verticesOf(f, 0).front(), iterationOf(f)); },
         verticesOf});
}

Result<std::vector<SharedFeature>> explainGraphlets(const FlatGraphs& pair, std::size_t size)
{
    const Result<SparseFeatures> features = graphletFeatures(pair, size);
    if (!features)
        return features.error();
    const std::array<std::vector<Vertices>, 2> vertices{graphletVertices(pair, 0, size, subgraphLimit),
                                                        graphletVertices(pair, 1, size, subgraphLimit)};
    return sharedFeatures(*features,
                          {[&](std::uint32_t f) { return std::string(graphletText(size, f)); },
                           [&](std::uint32_t f, std::size_t g) { return vertices.at(g)[f]; }});
}

std::vector<SharedFeature> explainWalks(const FlatGraphs& pair, double lambda)
{
    // Vertices of the second by those of the first.
    const Eigen::MatrixXd walks = walksFromPairs(pair, 0, 1, lambda);
    std::map<std::uint32_t, SharedFeature> byLabel;
    for (Eigen::Index u = 0; u < walks.cols(); ++u)
        for (Eigen::Index v = 0; v < walks.rows(); ++v) {
            const std::uint32_t label = pair.label(pair.firstVertex(0) + static_cast<std::size_t>(u));
            if (label != pair.label(pair.firstVertex(1) + static_cast<std::size_t>(v)))
                continue;
            SharedFeature& feature = byLabel[label];
            feature.contribution += walks(v, u);
            feature.verticesA.push_back(static_cast<std::uint32_t>(u));
            feature.verticesB.push_back(static_cast<std::uint32_t>(v));
        }
    std::vector<SharedFeature> shared;
    for (auto& [label, feature] : byLabel) {
        feature.text = "walks from " + pair.labelText(label);
        sortUnique(feature.verticesA);
        sortUnique(feature.verticesB);
        feature.countA = static_cast<double>(feature.verticesA.size());
        feature.countB = static_cast<double>(feature.verticesB.size());
        shared.push_back(std::move(feature));
    }
    return shared;
}

Result<std::vector<SharedFeature>> explainPair(const FlatGraphs& pair,
                                               const GraphKernelParameters& parameters, double lambda)
{
    switch (parameters.kernel) {
    case GraphKernel::ShortestPathSteps:
        return explainPaths(pair, ShortestPathFeature::Steps);
    case GraphKernel::ShortestPathDelta:
        return explainPaths(pair, ShortestPathFeature::Delta);
    case GraphKernel::ShortestPath:
        return explainPaths(pair, ShortestPathFeature::Labelled);
    case GraphKernel::WeisfeilerLehman:
        return explainWeisfeilerLehman(pair, parameters);
    case GraphKernel::Graphlet:
        return explainGraphlets(pair, parameters.graphletSize);
    case GraphKernel::RandomWalk:
        break;
    }
    return explainWalks(pair, lambda);
}

/// sqrt(k(a, a) k(b, b)).
Result<double> selfSimilarity(const FlatGraphs& pair, const GraphKernelParameters& parameters, double lambda)
{
    if (parameters.kernel == GraphKernel::RandomWalk)
        return std::sqrt(walksFromPairs(pair, 0, 0, lambda).sum() * walksFromPairs(pair, 1, 1, lambda).sum());
    const Result<SparseFeatures> features = graphFeatures(pair, parameters);
    if (!features)
        return features.error();
    return std::sqrt(dotProduct(*features, 0, 0) * dotProduct(*features, 1, 1));
}

} // namespace

Result<KernelExplanation> explainKernel(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                        std::size_t a, std::size_t b)
{
    const FlatGraphs pair = graphs.subset({a, b});
    double lambda = parameters.lambda;
    if (parameters.kernel == GraphKernel::RandomWalk && lambda <= 0)
        lambda = randomWalkLambda(graphs, parameters.decay);
    Result<std::vector<SharedFeature>> shared = explainPair(pair, parameters, lambda);
    if (!shared)
        return shared.error();
    KernelExplanation explanation{0, std::move(*shared)};
    double scale = 1;
    if (parameters.normalise) {
        const Result<double> self = selfSimilarity(pair, parameters, lambda);
        if (!self)
            return self.error();
        scale = *self > 0 ? 1 / *self : 0;
    }
    for (SharedFeature& feature : explanation.shared) {
        feature.contribution *= scale;
        explanation.value += feature.contribution;
    }
    std::stable_sort(
        explanation.shared.begin(), explanation.shared.end(),
        [](const SharedFeature& x, const SharedFeature& y) { return x.contribution > y.contribution; });
    return explanation;
}

} // namespace atlas
