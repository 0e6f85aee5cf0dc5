#include "core/mining/pattern_match.h"

#include <boost/graph/vf2_sub_graph_iso.hpp>

#include <algorithm>
#include <functional>

namespace atlas {

namespace {

/// Gives each match to `found`, which says whether to go on.
void forEachMatch(const Graph& pattern, const Graph& graph, const std::function<bool(PatternMatch)>& found)
{
    if (vertexCount(pattern) == 0 || vertexCount(pattern) > vertexCount(graph))
        return;
    const auto callback = [&](auto forward, auto /*backward*/) {
        PatternMatch match(vertexCount(pattern));
        for (std::size_t v = 0; v < match.size(); ++v)
            match[v] = boost::get(forward, v);
        return found(std::move(match));
    };
    const auto sameVertex = [&](std::size_t a, std::size_t b) { return pattern[a].label == graph[b].label; };
    const auto sameEdge = [&](Graph::edge_descriptor a, Graph::edge_descriptor b) {
        return pattern[a].label == graph[b].label;
    };
    boost::vf2_subgraph_mono(pattern, graph, callback, boost::vertex_order_by_mult(pattern),
                             boost::edges_equivalent(sameEdge).vertices_equivalent(sameVertex));
}

} // namespace

std::vector<PatternMatch> findPattern(const Graph& pattern, const Graph& graph, std::size_t limit)
{
    std::vector<PatternMatch> matches;
    if (limit > 0)
        forEachMatch(pattern, graph, [&](PatternMatch match) {
            matches.push_back(std::move(match));
            return matches.size() < limit;
        });
    return matches;
}

bool containsPattern(const Graph& pattern, const Graph& graph)
{
    return !findPattern(pattern, graph, 1).empty();
}

std::vector<std::size_t> patternVertices(const Graph& pattern, const Graph& graph, std::size_t limit)
{
    std::vector<std::size_t> vertices;
    for (const PatternMatch& match : findPattern(pattern, graph, limit))
        vertices.insert(vertices.end(), match.begin(), match.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

bool samePattern(const Graph& a, const Graph& b)
{
    return vertexCount(a) == vertexCount(b) && edgeCount(a) == edgeCount(b) && containsPattern(a, b);
}

} // namespace atlas
