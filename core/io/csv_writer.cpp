#include "core/io/csv_writer.h"

#include "core/io/write_rows.h"
#include "core/support/text.h"

#include <cmath>

namespace atlas {

namespace {

/// "(S (NP (D the) (N dog)))"; "_" stands for a missing child, a backslash goes before signs in labels.
/// Without recursion: trees may be 100,000 deep.
std::string bracketed(const Dataset& dataset, const Tree& tree)
{
    struct Open {
        NodeId node;
        std::size_t nextChild = 0;
        std::size_t nextPosition = 0;
    };
    std::string text;
    std::vector<Open> stack;
    const auto enter = [&](NodeId node) {
        text += '(';
        for (const char c : dataset.nodeLabels().text(tree.label(node))) {
            if (std::string_view("() \\").find(c) != std::string_view::npos)
                text += '\\';
            text += c;
        }
        stack.push_back({node});
    };
    enter(tree.root());
    while (!stack.empty()) {
        Open& open = stack.back();
        const std::span<const Arc> children = tree.children(open.node);
        if (open.nextChild == children.size()) {
            text += ')';
            stack.pop_back();
            continue;
        }
        const Arc arc = children[open.nextChild++];
        for (; open.nextPosition < arc.position.index(); ++open.nextPosition)
            text += " _";
        ++open.nextPosition;
        text += ' ';
        enter(arc.child); // invalidates `open`
    }
    return text;
}

std::string structureText(const Dataset& dataset, RowId row)
{
    switch (dataset.kind()) {
    case StructureKind::Molecule:
        return dataset.molecule(row).canonicalSmiles();
    case StructureKind::Tree:
        return bracketed(dataset, dataset.tree(row));
    case StructureKind::Graph:
        break;
    }
    return countText(vertexCount(dataset.graph(row)), "vertex", "vertices") + ", "
        + countText(edgeCount(dataset.graph(row)), "edge", "edges");
}

std::string header(const Dataset& dataset)
{
    std::string text =
        dataset.kind() == StructureKind::Molecule ? "id,name,class,smiles" : "id,name,class,structure";
    for (const Property& property : dataset.properties())
        text += "," + csvField(property.name);
    return text + "\n";
}

} // namespace

std::string csvField(std::string_view text)
{
    const bool outerBlank = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    if (!outerBlank && text.find_first_of(",\"\r\n\t;") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

Result<void> writeCsv(const Dataset& dataset, std::ostream& stream, ProgressToken progress)
{
    stream << header(dataset);
    return writeRows(dataset, stream, progress, [&](RowId row) {
        const Record& record = dataset.record(row);
        std::string line = std::to_string(record.number.value()) + "," + csvField(record.name) + ","
            + csvField(className(dataset, row)) + "," + csvField(structureText(dataset, row));
        for (const Property& property : dataset.properties())
            line += "," + csvField(propertyText(property, row));
        return line + "\n";
    });
}

} // namespace atlas
