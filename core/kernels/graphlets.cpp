#include "core/kernels/graphlets.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>

namespace atlas {

namespace {

double choose2(double n) { return n * (n - 1) / 2; }
double choose3(double n) { return n * (n - 1) * (n - 2) / 6; }
double choose4(double n) { return n * (n - 1) * (n - 2) * (n - 3) / 24; }

/// Shapes as subgraphs, induced or not.
struct SubgraphCounts {
    double vertices = 0;
    double edges = 0;
    double wedges = 0;
    double triangles = 0;
    double stars = 0; // with three rays
    double paths = 0; // of three edges
    double paws = 0;
    double cycles = 0; // of four edges
    double diamonds = 0;
    double complete = 0; // on four vertices
};

bool adjacent(const FlatGraphs& graphs, std::uint32_t a, std::uint32_t b)
{
    const auto neighbours = graphs.neighbours(a);
    return std::binary_search(neighbours.begin(), neighbours.end(), b);
}

/// Complete graphs on u < v < w < x, for an edge (u, v) and its common neighbours beyond v.
double completeOverEdge(const FlatGraphs& graphs, const std::vector<std::uint32_t>& common)
{
    double count = 0;
    for (std::size_t i = 0; i < common.size(); ++i)
        for (std::size_t j = i + 1; j < common.size(); ++j)
            count += adjacent(graphs, common[i], common[j]) ? 1 : 0;
    return count;
}

/// What hangs on edges: triangles, diamonds, complete graphs, paths. Triangles at vertices go to `atVertex`.
void countOverEdges(const FlatGraphs& graphs, std::size_t graph, SubgraphCounts& counts,
                    std::vector<double>& atVertex)
{
    const std::size_t first = graphs.firstVertex(graph);
    std::vector<char> marked(graphs.vertexCount(graph));
    std::vector<std::uint32_t> beyond;
    for (std::size_t u = first; u < graphs.lastVertex(graph); ++u) {
        for (const std::uint32_t v : graphs.neighbours(u))
            marked[v - first] = 1;
        for (const std::uint32_t v : graphs.neighbours(u)) {
            if (v < u)
                continue;
            double common = 0;
            beyond.clear();
            for (const std::uint32_t w : graphs.neighbours(v))
                if (marked[w - first] != 0) {
                    ++common;
                    if (w > v)
                        beyond.push_back(w);
                }
            atVertex[u - first] += common;
            atVertex[v - first] += common;
            counts.triangles += common;
            counts.diamonds += choose2(common);
            counts.complete += completeOverEdge(graphs, beyond);
            counts.paths +=
                static_cast<double>(graphs.degree(u) - 1) * static_cast<double>(graphs.degree(v) - 1);
        }
        for (const std::uint32_t v : graphs.neighbours(u))
            marked[v - first] = 0;
    }
    counts.triangles /= 3; // each was met at its three edges
    counts.paths -= 3 * counts.triangles;
}

double countCycles(const FlatGraphs& graphs, std::size_t graph)
{
    const std::size_t first = graphs.firstVertex(graph);
    std::vector<std::uint32_t> common(graphs.vertexCount(graph));
    double cycles = 0;
    for (std::size_t u = first; u < graphs.lastVertex(graph); ++u) {
        for (const std::uint32_t v : graphs.neighbours(u))
            for (const std::uint32_t w : graphs.neighbours(v))
                if (w > u)
                    cycles += common[w - first]++;
        for (const std::uint32_t v : graphs.neighbours(u))
            for (const std::uint32_t w : graphs.neighbours(v))
                common[w - first] = 0;
    }
    return cycles / 2; // by both diagonals
}

SubgraphCounts countSubgraphs(const FlatGraphs& graphs, std::size_t graph, bool fourVertices)
{
    SubgraphCounts counts;
    std::vector<double> triangles(graphs.vertexCount(graph)); // twice those at the vertex
    countOverEdges(graphs, graph, counts, triangles);
    counts.vertices = static_cast<double>(graphs.vertexCount(graph));
    for (std::size_t v = 0; v < triangles.size(); ++v) {
        const auto degree = static_cast<double>(graphs.degree(graphs.firstVertex(graph) + v));
        counts.edges += degree / 2;
        counts.wedges += choose2(degree);
        counts.stars += choose3(degree);
        counts.paws += triangles[v] / 2 * (degree - 2);
    }
    if (fourVertices)
        counts.cycles = countCycles(graphs, graph);
    return counts;
}

/// The shape of an induced subgraph on 3 or 4 vertices by its degrees; connected ones only matter here.
std::size_t shapeOf(const FlatGraphs& graphs, const std::vector<std::uint32_t>& vertices)
{
    std::array<std::size_t, 4> degrees{};
    std::size_t edges = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = i + 1; j < vertices.size(); ++j)
            if (adjacent(graphs, vertices[i], vertices[j])) {
                ++edges;
                ++degrees[i];
                ++degrees[j];
            }
    if (vertices.size() == 3)
        return edges;
    const std::size_t largest = *std::max_element(degrees.begin(), degrees.end());
    if (edges == 3)
        return static_cast<std::size_t>(largest == 3 ? Graphlet4::Star : Graphlet4::Path);
    if (edges == 4)
        return static_cast<std::size_t>(largest == 3 ? Graphlet4::Paw : Graphlet4::Cycle);
    return static_cast<std::size_t>(edges == 5 ? Graphlet4::Diamond : Graphlet4::Complete);
}

/// All connected induced subgraphs that hold `root` and otherwise larger vertices, each once (Wernicke's ESU,
/// without recursion: size is at most 4).
class ConnectedSubsets {
public:
    ConnectedSubsets(const FlatGraphs& graphs, std::size_t size, std::size_t limit)
        : m_graphs(graphs), m_size(size), m_left(limit)
    {
    }

    template <class Visit>
    void from(std::uint32_t root, Visit&& visit)
    {
        std::vector<Level> stack{{{root}, extensionOf(root, root, {})}};
        while (!stack.empty() && m_left > 0) {
            if (stack.back().extension.empty()) {
                stack.pop_back();
                continue;
            }
            const std::uint32_t added = stack.back().extension.back();
            stack.back().extension.pop_back();
            Level next = stack.back();
            const std::vector<std::uint32_t> fresh = extensionOf(added, root, next.vertices);
            next.vertices.push_back(added);
            if (next.vertices.size() == m_size) {
                visit(next.vertices);
                --m_left;
                continue;
            }
            next.extension.insert(next.extension.end(), fresh.begin(), fresh.end());
            stack.push_back(std::move(next));
        }
    }
    bool exhausted() const { return m_left == 0; }

private:
    struct Level {
        std::vector<std::uint32_t> vertices;
        std::vector<std::uint32_t> extension;
    };

    /// Neighbours of `vertex` beyond the root that are neither in the subset nor next to it.
    std::vector<std::uint32_t> extensionOf(std::uint32_t vertex, std::uint32_t root,
                                           const std::vector<std::uint32_t>& subset) const
    {
        std::vector<std::uint32_t> extension;
        for (const std::uint32_t u : m_graphs.neighbours(vertex)) {
            const bool known = std::any_of(subset.begin(), subset.end(), [&](std::uint32_t member) {
                return member == u || adjacent(m_graphs, member, u);
            });
            if (u > root && !known)
                extension.push_back(u);
        }
        return extension;
    }

    const FlatGraphs& m_graphs;
    std::size_t m_size;
    std::size_t m_left;
};

} // namespace

const char* graphletText(std::size_t size, std::size_t shape)
{
    static constexpr std::array<const char*, graphlet3Count> three{
        "three vertices apart", "edge and a vertex apart", "path of two edges", "triangle"};
    static constexpr std::array<const char*, graphlet4Count> four{"four vertices apart",
                                                                  "edge and two vertices apart",
                                                                  "two edges apart",
                                                                  "path of two edges and a vertex apart",
                                                                  "triangle and a vertex apart",
                                                                  "path of three edges",
                                                                  "star of three rays",
                                                                  "cycle of four",
                                                                  "triangle with a tail",
                                                                  "two triangles with a common edge",
                                                                  "complete graph on four vertices"};
    return size == 3 ? three.at(shape) : four.at(shape);
}

std::array<double, graphlet3Count> countGraphlets3(const FlatGraphs& graphs, std::size_t graph)
{
    const SubgraphCounts s = countSubgraphs(graphs, graph, false);
    const double wedge = s.wedges - 3 * s.triangles;
    const double edge = s.edges * (s.vertices - 2) - 2 * wedge - 3 * s.triangles;
    return {choose3(s.vertices) - edge - wedge - s.triangles, edge, wedge, s.triangles};
}

std::array<double, graphlet4Count> countGraphlets4(const FlatGraphs& graphs, std::size_t graph)
{
    const SubgraphCounts s = countSubgraphs(graphs, graph, true);
    if (s.vertices < 4)
        return {};
    const double complete = s.complete;
    const double diamond = s.diamonds - 6 * complete;
    const double cycle = s.cycles - diamond - 3 * complete;
    const double paw = s.paws - 4 * diamond - 12 * complete;
    const double star = s.stars - paw - 2 * diamond - 4 * complete;
    const double path = s.paths - 2 * paw - 4 * cycle - 6 * diamond - 12 * complete;
    const double rest = s.vertices - 3; // choices of a fourth vertex
    const double triangle = s.triangles * rest - paw - 2 * diamond - 4 * complete;
    const double wedge = s.wedges * rest - 12 * complete - 8 * diamond - 5 * paw - 4 * cycle - 3 * star
        - 2 * path - 3 * triangle;
    const double twoEdges = choose2(s.edges) - s.wedges - 3 * complete - 2 * diamond - 2 * cycle - paw - path;
    const double edge = s.edges * choose2(s.vertices - 2) - 6 * complete - 5 * diamond - 4 * cycle - 4 * paw
        - 3 * star - 3 * path - 3 * triangle - 2 * wedge - 2 * twoEdges;
    const double empty = choose4(s.vertices) - edge - twoEdges - wedge - triangle - path - star - cycle - paw
        - diamond - complete;
    return {empty, edge, twoEdges, wedge, triangle, path, star, cycle, paw, diamond, complete};
}

Result<SparseFeatures> graphletFeatures(const FlatGraphs& graphs, std::size_t size,
                                        const ProgressToken& progress)
{
    std::vector<std::vector<std::pair<std::uint32_t, double>>> rows(graphs.size());
    const auto addRow = [&](std::size_t g, const auto& counts) {
        for (std::size_t shape = 0; shape < counts.size(); ++shape)
            if (counts[shape] != 0)
                rows[g].emplace_back(static_cast<std::uint32_t>(shape), counts[shape]);
    };
    const auto count = [&](std::size_t g) {
        if (size == 3)
            addRow(g, countGraphlets3(graphs, g));
        else
            addRow(g, countGraphlets4(graphs, g));
    };
    if (Result<void> done = parallelFor(graphs.size(), 4, count, progress.stage("Counting graphlets", 0, 1));
        !done)
        return done.error();
    return joinRows(size == 3 ? graphlet3Count : graphlet4Count, rows);
}

std::vector<std::vector<std::uint32_t>> graphletVertices(const FlatGraphs& graphs, std::size_t graph,
                                                         std::size_t size, std::size_t limit)
{
    std::vector<std::vector<std::uint32_t>> result(size == 3 ? graphlet3Count : graphlet4Count);
    ConnectedSubsets subsets(graphs, size, limit);
    for (std::size_t v = graphs.firstVertex(graph); v < graphs.lastVertex(graph) && !subsets.exhausted(); ++v)
        subsets.from(static_cast<std::uint32_t>(v), [&](const std::vector<std::uint32_t>& vertices) {
            std::vector<std::uint32_t>& of = result[shapeOf(graphs, vertices)];
            for (const std::uint32_t u : vertices)
                of.push_back(u - static_cast<std::uint32_t>(graphs.firstVertex(graph)));
        });
    for (std::vector<std::uint32_t>& vertices : result) {
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    }
    return result;
}

} // namespace atlas
