// Small data sets written down in a test.
#pragma once

#include "core/data/dataset_builder.h"

#include <QtTest>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace atlas::test {

struct HandMade {
    std::string text; ///< "(a (b c) _ d)" with _ for a missing child, or a SMILES
    std::string name = {};
    std::optional<std::string> className = {};
};

/// Opens and closes nodes as the text says; "(a b)" is a root a with a leaf b.
inline void buildTree(ForestBuilder& forest, LabelDictionary& labels, std::string_view text)
{
    std::string word;
    bool naming = false; // the next word names the node just opened by a bracket
    const auto flush = [&] {
        if (word.empty())
            return;
        if (word == "_") {
            forest.skip();
        } else {
            forest.open(labels.intern(word));
            if (!naming)
                forest.close();
        }
        naming = false;
        word.clear();
    };
    for (const char c : text) {
        if (c != '(' && c != ')' && c != ' ') {
            word += c;
            continue;
        }
        flush();
        if (c == '(')
            naming = true;
        if (c == ')')
            forest.close();
    }
    flush();
}

inline DatasetPtr finished(DatasetBuilder& builder)
{
    Result<DatasetPtr> data = builder.finish();
    return data ? *data : nullptr;
}

inline DatasetPtr trees(const std::vector<HandMade>& rows)
{
    DatasetBuilder builder(StructureKind::Tree, {"hand.mrg", "bracketed", "written in a test"});
    builder.beginFile("/data/hand.mrg");
    std::uint64_t line = 0;
    for (const HandMade& row : rows) {
        buildTree(builder.forest(), builder.nodeLabels(), row.text);
        builder.acceptTree({row.name, row.className, ++line});
    }
    return finished(builder);
}

inline DatasetPtr molecules(const std::vector<HandMade>& rows)
{
    DatasetBuilder builder(StructureKind::Molecule, {"hand.smi", "smiles", "written in a test"});
    builder.beginFile("/data/hand.smi");
    std::uint64_t line = 0;
    for (const HandMade& row : rows)
        builder.acceptMolecule({row.name, row.className, ++line}, *Molecule::fromSmiles(row.text));
    return finished(builder);
}

/// Rings of 3, 4, 5, ... vertices, each with a tail.
inline DatasetPtr graphs(std::size_t count)
{
    DatasetBuilder builder(StructureKind::Graph, {"hand.gsp", "gspan", "written in a test"});
    builder.beginFile("/data/hand.gsp");
    for (std::size_t i = 0; i < count; ++i) {
        Graph graph(i + 4);
        for (std::size_t v = 0; v < i + 4; ++v)
            graph[v].label = builder.nodeLabels().intern(v % 3 == 0 ? "N" : "C");
        for (std::size_t v = 0; v < i + 3; ++v)
            boost::add_edge(v, (v + 1) % (i + 3), GraphEdge{builder.edgeLabels().intern(v == 0 ? "=" : "-")},
                            graph);
        boost::add_edge(0, i + 3, GraphEdge{builder.edgeLabels().intern("-")}, graph);
        builder.acceptGraph({"ring " + std::to_string(i + 3), "ring", i + 1}, std::move(graph));
    }
    return finished(builder);
}

} // namespace atlas::test
