#include "core/kernels/flat_graphs.h"

#include <boost/range/iterator_range.hpp>

#include <algorithm>

namespace atlas {

namespace {

bool anyVertexLabel(const Dataset& data)
{
    for (std::size_t row = 0; row < data.size(); ++row) {
        const Graph& graph = data.graph(RowId(row));
        for (std::size_t v = 0; v < vertexCount(graph); ++v)
            if (graph[v].label.valid())
                return true;
    }
    return false;
}

} // namespace

std::uint32_t FlatGraphs::intern(const std::string& text)
{
    const auto [entry, isNew] = m_labelIds.emplace(text, static_cast<std::uint32_t>(m_labelTexts.size()));
    if (isNew)
        m_labelTexts.push_back(text);
    return entry->second;
}

void FlatGraphs::appendGraph(const Graph& graph, const std::vector<std::uint32_t>& vertexLabels,
                             const std::vector<std::uint32_t>& edgeLabels, bool useDegrees)
{
    const std::size_t first = m_labels.size();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends; // neighbour, edge label
    for (std::size_t v = 0; v < atlas::vertexCount(graph); ++v) {
        ends.clear();
        for (const auto& edge : boost::make_iterator_range(boost::out_edges(v, graph))) {
            const LabelId label = graph[edge].label;
            ends.emplace_back(static_cast<std::uint32_t>(first + boost::target(edge, graph)),
                              label.valid() ? edgeLabels[label.index()] : 0);
        }
        std::sort(ends.begin(), ends.end());
        for (const auto& [neighbour, label] : ends) {
            m_neighbours.push_back(neighbour);
            m_edgeLabels.push_back(label);
        }
        m_firstEnds.push_back(m_neighbours.size());
        const LabelId label = graph[v].label;
        if (m_labelSource == VertexLabels::None)
            m_labels.push_back(intern("vertex"));
        else if (useDegrees)
            m_labels.push_back(intern("degree " + std::to_string(ends.size())));
        else
            m_labels.push_back(label.valid() ? vertexLabels[label.index()] : intern("unlabelled"));
    }
    m_firstVertices.push_back(m_labels.size());
}

Result<void> FlatGraphs::append(const Dataset& graphs)
{
    if (graphs.kind() != StructureKind::Graph)
        return Error{ErrorCode::BadUse,
                     std::string("Graph kernels need graphs, and the data holds ") + toString(graphs.kind())
                         + "s; read it with '--as graph'."};
    const bool useDegrees = m_labelSource == VertexLabels::Degree
        || (m_labelSource == VertexLabels::Given && !anyVertexLabel(graphs));
    std::vector<std::uint32_t> vertexLabels(graphs.nodeLabels().size());
    if (m_labelSource == VertexLabels::Given)
        for (std::size_t i = 0; i < vertexLabels.size(); ++i)
            vertexLabels[i] = intern(graphs.nodeLabels().text(LabelId(i)));
    std::vector<std::uint32_t> edgeLabels(graphs.edgeLabels().size());
    for (std::size_t i = 0; i < edgeLabels.size(); ++i) // 0 is "no label"
        edgeLabels[i] = m_edgeLabelIds
                            .emplace(graphs.edgeLabels().text(LabelId(i)),
                                     static_cast<std::uint32_t>(m_edgeLabelIds.size() + 1))
                            .first->second;
    for (std::size_t row = 0; row < graphs.size(); ++row)
        appendGraph(graphs.graph(RowId(row)), vertexLabels, edgeLabels, useDegrees);
    return {};
}

FlatGraphs FlatGraphs::subset(const std::vector<std::size_t>& graphs) const
{
    FlatGraphs part(m_labelSource);
    part.m_labelTexts = m_labelTexts;
    part.m_labelIds = m_labelIds;
    part.m_edgeLabelIds = m_edgeLabelIds;
    for (const std::size_t graph : graphs) {
        const std::size_t shift = part.m_labels.size();
        for (std::size_t v = firstVertex(graph); v < lastVertex(graph); ++v) {
            part.m_labels.push_back(m_labels[v]);
            for (std::size_t e = m_firstEnds[v]; e < m_firstEnds[v + 1]; ++e) {
                part.m_neighbours.push_back(
                    static_cast<std::uint32_t>(m_neighbours[e] - firstVertex(graph) + shift));
                part.m_edgeLabels.push_back(m_edgeLabels[e]);
            }
            part.m_firstEnds.push_back(part.m_neighbours.size());
        }
        part.m_firstVertices.push_back(part.m_labels.size());
    }
    return part;
}

std::string FlatGraphs::labelText(std::uint32_t label) const { return m_labelTexts[label]; }

} // namespace atlas
