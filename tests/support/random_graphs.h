// Random small labelled graphs, and an enumerator of their connected subgraphs that owes nothing to the
// miner: all subsets of edges, brought together by Boost's isomorphism test.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/support/random.h"

#include <boost/graph/connected_components.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace atlas::test {

struct RandomGraphs {
    std::size_t graphs = 12;
    std::size_t vertices = 6; // at most
    std::size_t extraEdges = 2; // at most, over a spanning tree
    std::size_t vertexLabels = 2;
    std::size_t edgeLabels = 2;
    double connected = 1; // the chance of each edge of the spanning tree
};

inline DatasetPtr randomGraphs(const RandomGraphs& shape, std::uint64_t seed)
{
    Random random(seed);
    DatasetBuilder builder(StructureKind::Graph, {"random", "gspan", ""});
    builder.beginFile("random");
    for (std::size_t i = 0; i < shape.graphs; ++i) {
        Graph graph;
        const std::size_t vertices = 1 + random.below(shape.vertices);
        for (std::size_t v = 0; v < vertices; ++v)
            boost::add_vertex(GraphVertex{builder.nodeLabels().intern(
                                  std::string(1, static_cast<char>('A' + random.below(shape.vertexLabels))))},
                              graph);
        const auto addEdge = [&](std::size_t a, std::size_t b) {
            if (a != b && !boost::edge(a, b, graph).second)
                boost::add_edge(
                    a, b,
                    GraphEdge{builder.edgeLabels().intern(std::to_string(random.below(shape.edgeLabels)))},
                    graph);
        };
        for (std::size_t v = 1; v < vertices; ++v)
            if (random.chance(shape.connected))
                addEdge(v, random.below(v));
        for (std::size_t e = random.below(shape.extraEdges + 1); e > 0; --e)
            addEdge(random.below(vertices), random.below(vertices));
        builder.acceptGraph({}, graph);
    }
    return builder.finish().value();
}

struct EnumeratedPattern {
    Graph graph;
    std::vector<std::uint32_t> support;
    std::uint64_t occurrences = 0;
};

inline bool isomorphic(const Graph& a, const Graph& b)
{
    if (vertexCount(a) != vertexCount(b) || edgeCount(a) != edgeCount(b))
        return false;
    return boost::vf2_graph_iso(
        a, b, [](auto, auto) { return false; }, boost::vertex_order_by_mult(a),
        boost::edges_equivalent([&](auto x, auto y) {
            return a[x].label == b[y].label;
        }).vertices_equivalent([&](auto x, auto y) { return a[x].label == b[y].label; }));
}

inline void countSubgraph(const Graph& part, std::uint32_t row, std::vector<EnumeratedPattern>& patterns)
{
    auto known = std::find_if(patterns.begin(), patterns.end(),
                              [&](const EnumeratedPattern& p) { return isomorphic(p.graph, part); });
    if (known == patterns.end())
        known = patterns.insert(patterns.end(), {part, {}, 0});
    ++known->occurrences;
    if (known->support.empty() || known->support.back() != row)
        known->support.push_back(row);
}

/// Every connected subgraph with at least `minimumEdges` edges (0: single vertices too) of at
/// least `minimumSupport` graphs.
inline std::vector<EnumeratedPattern> enumerateSubgraphs(const Dataset& data, std::size_t minimumSupport,
                                                         std::size_t minimumEdges)
{
    std::vector<EnumeratedPattern> patterns;
    for (std::uint32_t row = 0; row < data.size(); ++row) {
        const Graph& graph = data.graph(RowId(row));
        if (minimumEdges == 0)
            for (std::size_t v = 0; v < vertexCount(graph); ++v) {
                Graph single(1);
                single[0] = graph[v];
                countSubgraph(single, row, patterns);
            }
        const std::vector<Graph::edge_descriptor> edges(boost::edges(graph).first,
                                                        boost::edges(graph).second);
        for (std::size_t subset = 1; subset < std::size_t{1} << edges.size(); ++subset) {
            Graph part;
            std::vector<std::size_t> ids(vertexCount(graph), vertexCount(graph));
            const auto place = [&](std::size_t v) {
                if (ids[v] == vertexCount(graph))
                    ids[v] = boost::add_vertex(graph[v], part);
                return ids[v];
            };
            for (std::size_t e = 0; e < edges.size(); ++e)
                if ((subset >> e & 1U) != 0) {
                    const std::size_t a = place(boost::source(edges[e], graph));
                    const std::size_t b = place(boost::target(edges[e], graph));
                    boost::add_edge(a, b, graph[edges[e]], part);
                }
            std::vector<std::size_t> component(vertexCount(part));
            if (boost::connected_components(part, component.data()) == 1 && edgeCount(part) >= minimumEdges)
                countSubgraph(part, row, patterns);
        }
    }
    std::erase_if(patterns, [&](const EnumeratedPattern& p) { return p.support.size() < minimumSupport; });
    return patterns;
}

} // namespace atlas::test
