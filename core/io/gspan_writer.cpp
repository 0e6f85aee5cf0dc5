#include "core/io/gspan_writer.h"

#include "core/io/write_rows.h"

namespace atlas {

namespace {

std::string labelText(const LabelDictionary& labels, LabelId label)
{
    return label.valid() ? oneWord(labels.text(label)) : "0";
}

std::string transaction(const Dataset& dataset, RowId row)
{
    const Record& record = dataset.record(row);
    std::string text = "t # " + std::to_string(record.number.value());
    if (record.classId.valid()) {
        text += " " + oneWord(className(dataset, row));
        text += record.name.empty() ? "" : " " + oneLine(record.name);
    }
    text += "\n";
    const Graph& graph = dataset.graph(row);
    for (std::size_t vertex = 0; vertex < vertexCount(graph); ++vertex)
        text +=
            "v " + std::to_string(vertex) + " " + labelText(dataset.nodeLabels(), graph[vertex].label) + "\n";
    for (const auto& edge : boost::make_iterator_range(boost::edges(graph)))
        text += "e " + std::to_string(boost::source(edge, graph)) + " "
            + std::to_string(boost::target(edge, graph)) + " "
            + labelText(dataset.edgeLabels(), graph[edge].label) + "\n";
    return text;
}

} // namespace

Result<void> writeGSpan(const Dataset& dataset, std::ostream& stream, ProgressToken progress)
{
    if (dataset.kind() != StructureKind::Graph)
        return Error{ErrorCode::BadUse, "Only graphs can be written as gSpan transactions."};
    return writeRows(dataset, stream, progress, [&](RowId row) { return transaction(dataset, row); });
}

} // namespace atlas
