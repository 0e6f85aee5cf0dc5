// gSpan transactions as a data set, by a parser of a few lines that owes nothing to the program's reader.
#pragma once

#include "core/data/dataset_builder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace atlas::test {

/// "t # id [class]", "v i label", "e a b label". "t # -1" ends the file.
inline DatasetPtr readGSpanStream(std::istream& stream, const std::string& name)
{
    DatasetBuilder builder(StructureKind::Graph, {name, "gspan", ""});
    builder.beginFile(name);
    Graph graph;
    RecordInfo info;
    bool open = false;
    const auto finish = [&] {
        if (open)
            builder.acceptGraph(info, graph);
        graph = Graph();
        info = RecordInfo();
        open = false;
    };
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string kind;
        std::string first;
        std::string second;
        std::string third;
        words >> kind >> first >> second >> third;
        if (kind == "t") {
            finish();
            open = second != "-1";
            if (!third.empty())
                info.className = third;
        } else if (kind == "v") {
            boost::add_vertex(GraphVertex{builder.nodeLabels().intern(second)}, graph);
        } else if (kind == "e") {
            boost::add_edge(std::stoul(first), std::stoul(second),
                            GraphEdge{builder.edgeLabels().intern(third)}, graph);
        }
    }
    finish();
    return builder.finish().value();
}

inline DatasetPtr readGSpanFile(const std::filesystem::path& path)
{
    std::ifstream stream(path);
    return readGSpanStream(stream, path.string());
}

inline DatasetPtr gspanText(const std::string& text)
{
    std::istringstream stream(text);
    return readGSpanStream(stream, "test");
}

} // namespace atlas::test
