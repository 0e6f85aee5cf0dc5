// DFS codes (Yan & Han 2002): a connected pattern as the list of its edges in the order
// of a depth-first search.
//
// Vertices are numbered in the order of discovery; a forward edge (to > from) discovers `to`, a backward edge
// (to < from) closes a cycle. The labels are ranks and kinds of a MiningGraphs. The order of codes is
// gSpan's: backward before forward, backward edges by target, forward edges from the deepest vertex first,
// then by kind (edge label, label of the head); a code stands before its extensions. Codes of one pattern set
// are compared with this order wherever ties are broken.
#pragma once

#include "core/data/graph.h"
#include "core/mining/mining_graphs.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace atlas {

struct CodeEdge {
    std::uint16_t from = 0;
    std::uint16_t to = 0;
    std::uint32_t kind = 0; ///< of the arc from -> to

    bool forward() const { return to > from; }
    friend bool operator==(const CodeEdge&, const CodeEdge&) = default;
};

/// The order of two edges that follow the same prefix.
std::strong_ordering compareEdges(const CodeEdge& a, const CodeEdge& b);

struct DfsCode {
    std::uint32_t rootLabel = 0; ///< rank of the label of vertex 0
    std::vector<CodeEdge> edges; ///< empty: a single vertex

    std::size_t vertexCount() const;
    friend bool operator==(const DfsCode&, const DfsCode&) = default;
};
std::strong_ordering operator<=>(const DfsCode& a, const DfsCode& b);

/// The pattern as a graph with the labels of the data set.
Graph patternGraph(const DfsCode& code, const MiningGraphs& graphs);

/// "(0 1 C 1 N)(1 2 N 2 O)": from, to, label, edge label, label; "(0 C)" for a single vertex.
std::string codeText(const DfsCode& code, const MiningGraphs& graphs);

/// Patterns with their supports in flat arrays.
class PatternSet {
public:
    std::size_t size() const { return m_rootLabels.size(); }
    DfsCode code(std::size_t i) const;
    std::uint32_t rootLabel(std::size_t i) const { return m_rootLabels[i]; }
    std::span<const CodeEdge> edges(std::size_t i) const
    {
        return std::span(m_edges).subspan(m_firstEdges[i], m_firstEdges[i + 1] - m_firstEdges[i]);
    }
    /// The rows of the graphs that contain it, increasing.
    std::span<const std::uint32_t> support(std::size_t i) const
    {
        return std::span(m_supports).subspan(m_firstSupports[i], m_firstSupports[i + 1] - m_firstSupports[i]);
    }
    /// In how many places it occurs, over all graphs; 0 where it was not asked.
    std::uint64_t occurrences(std::size_t i) const { return m_occurrences[i]; }

    void add(std::uint32_t rootLabel, std::span<const CodeEdge> edges, std::span<const std::uint32_t> support,
             std::uint64_t occurrences = 0);
    void append(const PatternSet& other, std::size_t begin, std::size_t end); ///< [begin, end) of other
    void truncate(std::size_t count);
    std::size_t bytes() const;

private:
    std::vector<std::uint32_t> m_rootLabels;
    std::vector<std::size_t> m_firstEdges{0};
    std::vector<CodeEdge> m_edges;
    std::vector<std::size_t> m_firstSupports{0};
    std::vector<std::uint32_t> m_supports;
    std::vector<std::uint64_t> m_occurrences;
};

} // namespace atlas
