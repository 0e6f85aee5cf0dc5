// The pattern that a search is at: its code, and its graph in bit masks, changed one edge at a time.
//
// The minimality test asks whether the code is the smallest of all DFS codes of its graph.
// It follows the code in its own graph vertex by vertex: in a partial image of the code's first t vertices,
// a free neighbour of a vertex deeper than the next edge's tail, a smaller kind at the tail, or an earlier
// backward edge at the new vertex shows a smaller code; an equal one is followed. Nothing is allocated;
// interchangeable leaves are tried once. Worst case exponential in the symmetry of the pattern,
// in practice a few hundred operations.
#pragma once

#include "core/mining/dfs_code.h"

#include <array>
#include <cstdint>
#include <span>

namespace atlas {

class CodeState {
public:
    static constexpr std::size_t maximumVertices = 64;
    static constexpr std::size_t maximumEdges = 255;

    explicit CodeState(const MiningGraphs& graphs) : m_graphs(&graphs) { }

    void start(std::uint32_t rootLabel);
    void start(std::uint32_t rootLabel, std::span<const CodeEdge> edges);
    void push(const CodeEdge& edge);
    void pop();

    std::uint32_t rootLabel() const { return m_labels[0]; }
    std::size_t vertexCount() const { return m_vertices; }
    std::size_t edgeCount() const { return m_edgeCount; }
    std::span<const CodeEdge> edges() const { return {m_edges.data(), m_edgeCount}; }
    DfsCode code() const { return {m_labels[0], {edges().begin(), edges().end()}}; }
    std::size_t rightmost() const { return m_vertices - 1; }
    /// By forward edges; vertex > 0.
    std::size_t parent(std::size_t vertex) const { return m_parents[vertex]; }
    std::uint32_t kind(std::size_t from, std::size_t to) const { return m_kinds[from][to]; }
    bool adjacent(std::size_t a, std::size_t b) const { return (m_neighbours[a] >> b & 1U) != 0; }
    /// The smallest target that a further backward edge of the rightmost vertex may have.
    std::size_t firstBackTarget() const;

    bool isMinimal();
    /// The number of automorphisms of the pattern. Precondition: the code is minimal.
    std::uint64_t automorphisms();

private:
    bool smallerExists(std::size_t t);
    int compareBackward(std::size_t t, std::size_t image, std::size_t tail) const;
    std::uint64_t countImages(std::size_t t);
    std::uint64_t leavesLike(std::uint64_t candidates, std::size_t tail, std::uint32_t kind) const;

    const MiningGraphs* m_graphs;
    std::size_t m_vertices = 0;
    std::size_t m_edgeCount = 0;
    std::array<CodeEdge, maximumEdges> m_edges{};
    std::array<std::uint32_t, maximumVertices> m_labels{};
    std::array<std::uint8_t, maximumVertices> m_parents{};
    std::array<std::uint64_t, maximumVertices> m_neighbours{};
    std::array<std::uint64_t, maximumVertices> m_backTargets{};
    std::array<std::array<std::uint32_t, maximumVertices>, maximumVertices> m_kinds{};
    // The partial image of the minimality test.
    std::uint64_t m_mapped = 0;
    std::array<std::uint8_t, maximumVertices> m_images{};
    std::array<std::uint8_t, maximumVertices> m_positions{};
};

} // namespace atlas
