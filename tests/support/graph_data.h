// Graphs for tests: made by hand, at random, or read by parsers of a few lines that owe nothing
// to the program's readers.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/support/random.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

struct PlainGraph {
    std::vector<std::string> labels; ///< "" = none
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    std::vector<std::string> edgeLabels = {}; ///< empty = none
    std::string className = {};
};

inline DatasetPtr graphDataset(const std::vector<PlainGraph>& graphs)
{
    DatasetBuilder builder(StructureKind::Graph, {"test", "test", ""});
    builder.beginFile("test");
    for (const PlainGraph& plain : graphs) {
        Graph graph(plain.labels.size());
        for (std::size_t v = 0; v < plain.labels.size(); ++v)
            if (!plain.labels[v].empty())
                graph[v].label = builder.nodeLabels().intern(plain.labels[v]);
        for (std::size_t e = 0; e < plain.edges.size(); ++e) {
            const auto edge = boost::add_edge(plain.edges[e].first, plain.edges[e].second, graph).first;
            if (!plain.edgeLabels.empty())
                graph[edge].label = builder.edgeLabels().intern(plain.edgeLabels[e]);
        }
        RecordInfo info;
        if (!plain.className.empty())
            info.className = plain.className;
        builder.acceptGraph(std::move(info), std::move(graph));
    }
    return builder.finish().valueOr(nullptr);
}

inline PlainGraph randomGraph(Random& random, std::size_t vertices, double density, std::size_t labels)
{
    PlainGraph graph;
    for (std::size_t v = 0; v < vertices; ++v)
        graph.labels.push_back(labels == 0 ? ""
                                           : std::string(1, static_cast<char>('a' + random.below(labels))));
    for (std::size_t u = 0; u < vertices; ++u)
        for (std::size_t v = u + 1; v < vertices; ++v)
            if (random.chance(density)) {
                graph.edges.emplace_back(u, v);
                graph.edgeLabels.push_back(std::to_string(random.below(2)));
            }
    return graph;
}

/// "t # id class", "v id label", "e from to label".
inline DatasetPtr readGSpanFile(const std::filesystem::path& path)
{
    std::vector<PlainGraph> graphs;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string kind;
        std::string a;
        std::string b;
        std::string c;
        words >> kind >> a >> b >> c;
        if (kind == "t" && b != "-1") {
            graphs.emplace_back();
            graphs.back().className = c;
        } else if (kind == "v") {
            graphs.back().labels.push_back(b);
        } else if (kind == "e") {
            graphs.back().edges.emplace_back(std::stoul(a), std::stoul(b));
            graphs.back().edgeLabels.push_back(c);
        }
    }
    return graphDataset(graphs);
}

/// STEM_A.txt, STEM_graph_indicator.txt, STEM_graph_labels.txt; no vertex labels.
inline DatasetPtr readTuFolder(const std::filesystem::path& folder, const std::string& stem)
{
    std::vector<PlainGraph> graphs;
    std::vector<std::pair<std::size_t, std::size_t>> places{{0, 0}}; // graph, vertex by number from 1
    std::ifstream indicator(folder / (stem + "_graph_indicator.txt"));
    for (std::size_t graph = 0; indicator >> graph;) {
        if (graph > graphs.size())
            graphs.resize(graph);
        places.emplace_back(graph - 1, graphs[graph - 1].labels.size());
        graphs[graph - 1].labels.emplace_back();
    }
    std::ifstream edges(folder / (stem + "_A.txt"));
    for (std::string line; std::getline(edges, line);) {
        const auto a = std::stoul(line);
        const auto b = std::stoul(line.substr(line.find(',') + 1));
        if (a < b)
            graphs[places[a].first].edges.emplace_back(places[a].second, places[b].second);
    }
    std::ifstream classes(folder / (stem + "_graph_labels.txt"));
    for (PlainGraph& graph : graphs)
        classes >> graph.className;
    return graphDataset(graphs);
}

} // namespace atlas::test
