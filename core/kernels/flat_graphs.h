// All graphs of a data set in flat arrays, vertex after vertex, for the loops of the kernels: neighbours
// stand side by side, labels are plain numbers, and an edge is stored at both its ends. 4 bytes a vertex and
// 8 bytes an end of an edge, besides the offsets.
#pragma once

#include "core/data/dataset.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace atlas {

/// Where a vertex's label comes from.
enum class VertexLabels {
    Given, ///< the data's; the degree where the data gives no vertex a label
    Degree, ///< the number of neighbours
    None ///< all equal
};

class FlatGraphs {
public:
    explicit FlatGraphs(VertexLabels labels = VertexLabels::Given) : m_labelSource(labels) { }

    /// Adds the graphs of a data set. Labels are matched by their text, so that several data sets (training
    /// and new structures) share one numbering. ErrorCode::BadUse where the data holds no graphs.
    Result<void> append(const Dataset& graphs);

    /// These graphs alone, in this order, with the same labels.
    FlatGraphs subset(const std::vector<std::size_t>& graphs) const;

    std::size_t size() const { return m_firstVertices.size() - 1; }
    std::size_t vertexCount() const { return m_labels.size(); }
    std::size_t vertexCount(std::size_t graph) const { return lastVertex(graph) - firstVertex(graph); }
    std::size_t firstVertex(std::size_t graph) const { return m_firstVertices[graph]; }
    std::size_t lastVertex(std::size_t graph) const { return m_firstVertices[graph + 1]; } ///< one behind

    std::uint32_t label(std::size_t vertex) const { return m_labels[vertex]; }
    std::span<const std::uint32_t> labels() const { return m_labels; }
    std::size_t degree(std::size_t vertex) const { return m_firstEnds[vertex + 1] - m_firstEnds[vertex]; }
    /// Vertices are numbered across all graphs.
    std::span<const std::uint32_t> neighbours(std::size_t vertex) const
    {
        return {m_neighbours.data() + m_firstEnds[vertex], degree(vertex)};
    }
    /// In the order of neighbours().
    std::span<const std::uint32_t> edgeLabels(std::size_t vertex) const
    {
        return {m_edgeLabels.data() + m_firstEnds[vertex], degree(vertex)};
    }
    std::size_t firstEnd(std::size_t vertex) const { return m_firstEnds[vertex]; }
    std::size_t endCount() const { return m_neighbours.size(); } ///< twice the number of edges

    /// A label for people: the data's text, "degree 3", or "vertex".
    std::string labelText(std::uint32_t label) const;

private:
    std::uint32_t intern(const std::string& text);
    void appendGraph(const Graph& graph, const std::vector<std::uint32_t>& vertexLabels,
                     const std::vector<std::uint32_t>& edgeLabels, bool useDegrees);

    VertexLabels m_labelSource;
    std::vector<std::size_t> m_firstVertices{0};
    std::vector<std::uint32_t> m_labels;
    std::vector<std::size_t> m_firstEnds{0};
    std::vector<std::uint32_t> m_neighbours;
    std::vector<std::uint32_t> m_edgeLabels;
    std::vector<std::string> m_labelTexts;
    std::unordered_map<std::string, std::uint32_t> m_labelIds;
    std::unordered_map<std::string, std::uint32_t> m_edgeLabelIds;
};

} // namespace atlas
