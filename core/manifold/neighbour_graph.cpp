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

/// Dijkstra's algorithm with a heap of four children a node and places by object (decrease-key), whose memory
/// is reused from source to source.
class ShortestPaths {
public:
    explicit ShortestPaths(const NeighbourGraph& graph) : m_graph(graph), m_places(graph.size()) { }

    /// distances: infinite but at the starts. Starts are (distance, object).
    void run(double* distances)
    {
        while (!m_heap.empty()) {
            const std::uint32_t u = popNearest(distances);
            const double reached = distances[u];
            for (std::size_t arc = m_graph.firstArcs[u]; arc < m_graph.firstArcs[u + 1]; ++arc) {
                const std::uint32_t v = m_graph.targets[arc];
                const double through = reached + m_graph.lengths[arc];
                if (through >= distances[v])
                    continue;
                const bool isNew = distances[v] == std::numeric_limits<double>::infinity();
                distances[v] = through;
                if (isNew)
                    append(v);
                moveUp(m_places[v], distances);
            }
        }
    }
    void start(std::uint32_t object, double distance, double* distances)
    {
        if (distance >= distances[object])
            return;
        const bool isNew = distances[object] == std::numeric_limits<double>::infinity();
        distances[object] = distance;
        if (isNew)
            append(object);
        moveUp(m_places[object], distances);
    }

private:
    void append(std::uint32_t object)
    {
        m_places[object] = static_cast<std::uint32_t>(m_heap.size());
        m_heap.push_back(object);
    }
    void moveUp(std::size_t place, const double* distances)
    {
        const std::uint32_t object = m_heap[place];
        while (place > 0) {
            const std::size_t parent = (place - 1) / 4;
            if (distances[m_heap[parent]] <= distances[object])
                break;
            put(place, m_heap[parent]);
            place = parent;
        }
        put(place, object);
    }
    std::uint32_t popNearest(const double* distances)
    {
        const std::uint32_t nearest = m_heap.front();
        const std::uint32_t last = m_heap.back();
        m_heap.pop_back();
        if (m_heap.empty())
            return nearest;
        std::size_t place = 0;
        for (;;) {
            const std::size_t first = 4 * place + 1;
            const std::size_t end = std::min(first + 4, m_heap.size());
            if (first >= end)
                break;
            std::size_t child = first;
            for (std::size_t c = first + 1; c < end; ++c)
                child = distances[m_heap[c]] < distances[m_heap[child]] ? c : child;
            if (distances[m_heap[child]] >= distances[last])
                break;
            put(place, m_heap[child]);
            place = child;
        }
        put(place, last);
        return nearest;
    }
    void put(std::size_t place, std::uint32_t object)
    {
        m_heap[place] = object;
        m_places[object] = static_cast<std::uint32_t>(place);
    }

    const NeighbourGraph& m_graph;
    std::vector<std::uint32_t> m_heap;
    std::vector<std::uint32_t> m_places;
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
    const auto search = [&](const Block& block) {
        ShortestPaths paths(graph);
        for (std::size_t s = block.begin; s < block.end; ++s) {
            double* const column = distances.col(static_cast<Eigen::Index>(s)).data();
            std::fill(column, column + n, std::numeric_limits<double>::infinity());
            paths.start(static_cast<std::uint32_t>(sources[s]), 0, column);
            paths.run(column);
        }
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
    Eigen::VectorXd distances = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(graph.size()),
                                                          std::numeric_limits<double>::infinity());
    ShortestPaths paths(graph);
    for (const auto& [distance, object] : links)
        paths.start(object, distance, distances.data());
    paths.run(distances.data());
    return distances;
}

} // namespace atlas
