#include "core/mining/dfs_code.h"

#include <algorithm>

namespace atlas {

std::strong_ordering compareEdges(const CodeEdge& a, const CodeEdge& b)
{
    if (a.forward() != b.forward())
        return a.forward() ? std::strong_ordering::greater : std::strong_ordering::less;
    if (a.forward() && a.from != b.from)
        return b.from <=> a.from;
    if (!a.forward() && a.to != b.to)
        return a.to <=> b.to;
    return a.kind <=> b.kind;
}

std::size_t DfsCode::vertexCount() const
{
    std::size_t count = 1;
    for (const CodeEdge& edge : edges)
        count += edge.forward() ? 1 : 0;
    return count;
}

std::strong_ordering operator<=>(const DfsCode& a, const DfsCode& b)
{
    if (a.rootLabel != b.rootLabel)
        return a.rootLabel <=> b.rootLabel;
    const std::size_t common = std::min(a.edges.size(), b.edges.size());
    for (std::size_t i = 0; i < common; ++i)
        if (const auto order = compareEdges(a.edges[i], b.edges[i]); order != std::strong_ordering::equal)
            return order;
    return a.edges.size() <=> b.edges.size();
}

Graph patternGraph(const DfsCode& code, const MiningGraphs& graphs)
{
    Graph graph(code.vertexCount());
    graph[0].label = graphs.vertexLabel(code.rootLabel);
    for (const CodeEdge& edge : code.edges) {
        if (edge.forward())
            graph[edge.to].label = graphs.vertexLabel(graphs.kindLabel(edge.kind));
        boost::add_edge(edge.from, edge.to, GraphEdge{graphs.edgeLabel(edge.kind)}, graph);
    }
    return graph;
}

std::string codeText(const DfsCode& code, const MiningGraphs& graphs)
{
    if (code.edges.empty())
        return "(0 " + graphs.vertexText(code.rootLabel) + ")";
    std::vector<std::uint32_t> labels{code.rootLabel};
    std::string text;
    for (const CodeEdge& edge : code.edges) {
        if (edge.forward())
            labels.push_back(graphs.kindLabel(edge.kind));
        text += "(" + std::to_string(edge.from) + " " + std::to_string(edge.to) + " "
            + graphs.vertexText(labels[edge.from]) + " " + graphs.edgeText(edge.kind) + " "
            + graphs.vertexText(labels[edge.to]) + ")";
    }
    return text;
}

DfsCode PatternSet::code(std::size_t i) const
{
    const auto span = edges(i);
    return {m_rootLabels[i], {span.begin(), span.end()}};
}

void PatternSet::add(std::uint32_t rootLabel, std::span<const CodeEdge> edges,
                     std::span<const std::uint32_t> support, std::uint64_t occurrences)
{
    m_rootLabels.push_back(rootLabel);
    m_edges.insert(m_edges.end(), edges.begin(), edges.end());
    m_firstEdges.push_back(m_edges.size());
    m_supports.insert(m_supports.end(), support.begin(), support.end());
    m_firstSupports.push_back(m_supports.size());
    m_occurrences.push_back(occurrences);
}

void PatternSet::append(const PatternSet& other, std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i)
        add(other.rootLabel(i), other.edges(i), other.support(i), other.occurrences(i));
}

void PatternSet::truncate(std::size_t count)
{
    if (count >= size())
        return;
    m_rootLabels.resize(count);
    m_firstEdges.resize(count + 1);
    m_edges.resize(m_firstEdges.back());
    m_firstSupports.resize(count + 1);
    m_supports.resize(m_firstSupports.back());
    m_occurrences.resize(count);
}

std::size_t PatternSet::bytes() const
{
    return m_edges.size() * sizeof(CodeEdge) + m_supports.size() * sizeof(std::uint32_t) + size() * 32;
}

} // namespace atlas
