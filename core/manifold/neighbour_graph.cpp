#include "core/manifold/neighbour_graph.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace atlas {

namespace {

struct Edge {
    std::uint32_t a = 0; // a < b
    std::uint32_t b = 0;
    double length = 0;

    friend bool operator<(const Edge& x, const Edge& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }
    friend bool operator==(const Edge& x, const Edge& y) { return x.a == y.a && x.b == y.b; }
};

std::vector<Edge> edgesOf(const NeighbourLists& lists)
{
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (std::size_t r = 0; r < lists.count; ++r) {
            const std::uint32_t j = lists.of(i)[r];
            edges.push_back({std::min(static_cast<std::uint32_t>(i), j),
                             std::max(static_cast<std::uint32_t>(i), j), lists.distancesOf(i)[r]});
        }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

class DisjointSets {
public:
    explicit DisjointSets(std::size_t n) : m_parents(n) { std::iota(m_parents.begin(), m_parents.end(), 0U); }
    std::uint32_t find(std::uint32_t i)
    {
        while (m_parents[i] != i) {
            m_parents[i] = m_parents[m_parents[i]];
            i = m_parents[i];
        }
        return i;
    }
    bool unite(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        m_parents[std::max(a, b)] = std::min(a, b); // the root is the first object
        return a != b;
    }

private:
    std::vector<std::uint32_t> m_parents;
};

/// Numbers the components by their first objects.
void numberComponents(DisjointSets& sets, NeighbourGraph& graph, std::size_t n)
{
    graph.components.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t root = sets.find(static_cast<std::uint32_t>(i));
        graph.components[i] =
            root == i ? static_cast<std::uint32_t>(graph.componentCount++) : graph.components[root];
    }
}

/// Boruvka's rounds: each component's shortest link to another, until one is left.
Result<void> addLinks(const DistanceSource& source, DisjointSets& sets, std::size_t componentCount,
                      std::vector<Edge>& edges, const ProgressToken& progress)
{
    const std::size_t n = source.size();
    std::size_t left = componentCount;
    while (left > 1) {
        std::vector<std::uint32_t> roots(n);
        for (std::size_t i = 0; i < n; ++i)
            roots[i] = sets.find(static_cast<std::uint32_t>(i));
        std::vector<Edge> nearest(n); // each object's nearest in another component
        const auto search = [&](const Block& block) {
            std::vector<double> row(n);
            for (std::size_t i = block.begin; i < block.end; ++i) {
                source.row(i, row);
                Edge best{0, 0, std::numeric_limits<double>::infinity()};
                for (std::size_t j = 0; j < n; ++j)
                    if (roots[j] != roots[i] && row[j] < best.length)
                        best = {static_cast<std::uint32_t>(std::min(i, j)),
                                static_cast<std::uint32_t>(std::max(i, j)), row[j]};
                nearest[i] = best;
            }
        };
        if (Result<void> done = parallelForBlocks(n, 64, search, progress); !done)
            return done;
        // One order of all links (length, then ends) makes the choices consistent where lengths are equal.
        const auto shorter = [](const Edge& x, const Edge& y) {
            return std::tie(x.length, x.a, x.b) < std::tie(y.length, y.a, y.b);
        };
        std::vector<Edge> best(n, {0, 0, std::numeric_limits<double>::infinity()});
        for (std::size_t i = 0; i < n; ++i)
            if (shorter(nearest[i], best[roots[i]]))
                best[roots[i]] = nearest[i];
        std::sort(best.begin(), best.end(), shorter);
        for (const Edge& link : best)
            if (link.a != link.b && sets.unite(link.a, link.b)) {
                edges.push_back(link);
                --left;
            }
    }
    return {};
}

void fillArcs(const std::vector<Edge>& edges, std::size_t n, NeighbourGraph& graph)
{
    graph.firstArcs.assign(n + 1, 0);
    for (const Edge& edge : edges) {
        ++graph.firstArcs[edge.a + 1];
        ++graph.firstArcs[edge.b + 1];
    }
    std::partial_sum(graph.firstArcs.begin(), graph.firstArcs.end(), graph.firstArcs.begin());
    graph.targets.resize(2 * edges.size());
    graph.lengths.resize(2 * edges.size());
    std::vector<std::size_t> next(graph.firstArcs.begin(), graph.firstArcs.end() - 1);
    for (const Edge& edge : edges) {
        graph.targets[next[edge.a]] = edge.b;
        graph.lengths[next[edge.a]++] = edge.length;
        graph.targets[next[edge.b]] = edge.a;
        graph.lengths[next[edge.b]++] = edge.length;
    }
}

/// The width of a bucket and their number, from the lengths of the edges.
struct BucketPlan {
    double inverseWidth = 1;
    std::size_t count = 2;
};

/// Half the median length: few vertices are looked at again, few buckets are empty. A very long edge makes
/// the buckets wider, not more than a thousand.
BucketPlan planBuckets(const std::vector<double>& lengths, double longestStart)
{
    constexpr double mostBuckets = 1000;
    BucketPlan plan;
    if (lengths.empty())
        return plan;
    std::vector<double> sorted = lengths;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double longest = std::max(*std::max_element(sorted.begin(), sorted.end()), longestStart);
    const double width = std::max(*middle / 2, longest / mostBuckets);
    if (width > 0)
        plan.inverseWidth = 1 / width;
    plan.count = static_cast<std::size_t>(longest * plan.inverseWidth) + 3;
    return plan;
}

/// Shortest paths by buckets of distances (Dial 1969; Meyer & Sanders 2003): no heap;
/// a vertex may be looked at more than once within its bucket, and the result is exactly Dijkstra's.
/// Memory is reused from source to source.
class ShortestPaths {
public:
    ShortestPaths(const NeighbourGraph& graph, const BucketPlan& plan)
        : m_graph(graph), m_plan(plan), m_buckets(plan.count), m_relaxed(graph.size())
    {
    }

    /// Starts from objects at these distances; `distances` gets n numbers, infinite where there is no path.
    void run(const std::vector<std::pair<double, std::uint32_t>>& starts, double* distances)
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        std::fill(distances, distances + m_graph.size(), infinity);
        std::fill(m_relaxed.begin(), m_relaxed.end(), infinity);
        m_pending = 0;
        std::size_t bucket = std::numeric_limits<std::size_t>::max();
        for (const auto& [distance, object] : starts) {
            reach(object, distance, distances);
            bucket = std::min(bucket, bucketOf(distance));
        }
        for (; m_pending > 0; ++bucket) {
            std::vector<std::uint32_t>& members = m_buckets[bucket % m_plan.count];
            for (std::size_t i = 0; i < members.size(); ++i) // grows while it is gone through
                relax(members[i], distances);
            m_pending -= members.size();
            members.clear();
        }
    }

private:
    std::size_t bucketOf(double distance) const
    {
        return static_cast<std::size_t>(distance * m_plan.inverseWidth);
    }
    void reach(std::uint32_t object, double distance, double* distances)
    {
        if (distance >= distances[object])
            return;
        distances[object] = distance;
        m_buckets[bucketOf(distance) % m_plan.count].push_back(object);
        ++m_pending;
    }
    void relax(std::uint32_t object, double* distances)
    {
        const double reached = distances[object];
        if (m_relaxed[object] == reached)
            return; // an older entry, of a longer way
        m_relaxed[object] = reached;
        for (std::size_t arc = m_graph.firstArcs[object]; arc < m_graph.firstArcs[object + 1]; ++arc)
            reach(m_graph.targets[arc], reached + m_graph.lengths[arc], distances);
    }

    const NeighbourGraph& m_graph;
    BucketPlan m_plan;
    std::vector<std::vector<std::uint32_t>> m_buckets;
    std::vector<double> m_relaxed; // the distance at which an object's arcs were followed last
    std::size_t m_pending = 0;
};

} // namespace

Result<NeighbourGraph> neighbourGraph(const DistanceSource& source, const NeighbourLists& lists, bool join,
                                      const ProgressToken& progress)
{
    const std::size_t n = source.size();
    NeighbourGraph graph;
    std::vector<Edge> edges = edgesOf(lists);
    DisjointSets sets(n);
    for (const Edge& edge : edges)
        sets.unite(edge.a, edge.b);
    numberComponents(sets, graph, n);
    if (join && graph.componentCount > 1) {
        const std::size_t before = edges.size();
        if (Result<void> done = addLinks(source, sets, graph.componentCount, edges, progress); !done)
            return done.error();
        graph.links = edges.size() - before;
        std::sort(edges.begin(), edges.end());
    }
    fillArcs(edges, n, graph);
    return graph;
}

Result<Eigen::MatrixXd> geodesicDistances(const NeighbourGraph& graph,
                                          const std::vector<std::size_t>& sources,
                                          const ProgressToken& progress)
{
    const std::size_t n = graph.size();
    if (Result<void> fits =
            checkMemory(n * sources.size() * sizeof(double), "The matrix of geodesic distances");
        !fits)
        return fits.error();
    Eigen::MatrixXd distances(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(sources.size()));
    const BucketPlan plan = planBuckets(graph.lengths, 0);
    const auto search = [&](const Block& block) {
        ShortestPaths paths(graph, plan);
        for (std::size_t s = block.begin; s < block.end; ++s)
            paths.run({{0.0, static_cast<std::uint32_t>(sources[s])}},
                      distances.col(static_cast<Eigen::Index>(s)).data());
    };
    if (Result<void> done =
            parallelForBlocks(sources.size(), 16, search, progress.stage("Measuring along the graph", 0, 1));
        !done)
        return done.error();
    return distances;
}

Eigen::VectorXd geodesicsFrom(const NeighbourGraph& graph,
                              const std::vector<std::pair<double, std::uint32_t>>& links)
{
    double longest = 0;
    for (const auto& [distance, object] : links)
        longest = std::max(longest, distance);
    Eigen::VectorXd distances(static_cast<Eigen::Index>(graph.size()));
    ShortestPaths(graph, planBuckets(graph.lengths, longest)).run(links, distances.data());
    return distances;
}

} // namespace atlas
