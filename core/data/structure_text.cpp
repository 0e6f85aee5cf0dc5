#include "core/data/structure_text.h"

#include <vector>

namespace atlas {

namespace {

std::string bracketedLabel(const std::string& label)
{
    std::string text;
    for (const char c : label) {
        if (c == '(')
            text += "-LRB-";
        else if (c == ')')
            text += "-RRB-";
        else
            text += c == ' ' || c == '\t' || c == '\n' || c == '\r' ? '_' : c;
    }
    return text;
}

std::string missingText(std::size_t count)
{
    constexpr std::size_t longest = 8;
    if (count > longest)
        return "$*" + std::to_string(count);
    std::string text = "$";
    for (std::size_t i = 1; i < count; ++i)
        text += " $";
    return text;
}

std::string graphText(const Dataset& data, RowId row)
{
    const Graph& graph = data.graph(row);
    const auto label = [](const LabelDictionary& labels, LabelId id) {
        return id.valid() ? labels.text(id) : std::string("0");
    };
    std::string text = "t # " + std::to_string(data.record(row).number.value()) + "\n";
    for (std::size_t v = 0; v < vertexCount(graph); ++v)
        text += "v " + std::to_string(v) + " " + label(data.nodeLabels(), graph[v].label) + "\n";
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
        text += "e " + std::to_string(boost::source(*edge, graph)) + " "
            + std::to_string(boost::target(*edge, graph)) + " " + label(data.edgeLabels(), graph[*edge].label)
            + "\n";
    return text;
}

} // namespace

std::string bracketedText(const Dataset& data, NodeId subtree)
{
    const Forest& forest = data.forest();
    struct Step {
        NodeId node;
        bool close = false;
        std::size_t missing = 0; // positions without a child
    };
    std::string text;
    std::vector<Step> steps{{subtree}};
    while (!steps.empty()) {
        const Step step = steps.back();
        steps.pop_back();
        if (step.close) {
            text += ')';
            continue;
        }
        if (!text.empty())
            text += ' ';
        if (step.missing > 0) {
            text += missingText(step.missing);
            continue;
        }
        const std::string label = bracketedLabel(data.nodeLabels().text(forest.label(step.node)));
        const std::span<const Arc> children = forest.children(step.node);
        if (children.empty() && step.node != subtree) {
            text += label;
            continue;
        }
        text += '(' + label;
        steps.push_back({step.node, true});
        // From the last child to the first, since the last pushed is written first.
        for (std::size_t i = children.size(); i-- > 0;) {
            steps.push_back({children[i].child});
            const std::size_t expected = i == 0 ? 0 : children[i - 1].position.index() + 1;
            if (children[i].position.index() > expected)
                steps.push_back({NodeId(), false, children[i].position.index() - expected});
        }
    }
    return text;
}

std::string structureText(const Dataset& data, RowId row)
{
    switch (data.kind()) {
    case StructureKind::Tree:
        return bracketedText(data, data.tree(row).root());
    case StructureKind::Graph:
        return graphText(data, row);
    case StructureKind::Molecule:
        return data.molecule(row).canonicalSmiles();
    }
    return {};
}

} // namespace atlas
