#include "core/mining/code_state.h"

#include <bit>
#include <cassert>

namespace atlas {

namespace {

constexpr std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }
std::size_t lowest(std::uint64_t mask) { return static_cast<std::size_t>(std::countr_zero(mask)); }

} // namespace

void CodeState::start(std::uint32_t rootLabel)
{
    m_vertices = 1;
    m_edgeCount = 0;
    m_labels[0] = rootLabel;
    m_parents[0] = 0;
    m_neighbours[0] = 0;
    m_backTargets[0] = 0;
}

void CodeState::start(std::uint32_t rootLabel, std::span<const CodeEdge> edges)
{
    start(rootLabel);
    for (const CodeEdge& edge : edges)
        push(edge);
}

void CodeState::push(const CodeEdge& edge)
{
    assert(m_edgeCount < maximumEdges);
    m_edges[m_edgeCount++] = edge;
    if (edge.forward()) {
        assert(edge.to == m_vertices && m_vertices < maximumVertices);
        ++m_vertices;
        m_labels[edge.to] = m_graphs->kindLabel(edge.kind);
        m_parents[edge.to] = static_cast<std::uint8_t>(edge.from);
        m_neighbours[edge.to] = 0;
        m_backTargets[edge.to] = 0;
    } else {
        m_backTargets[edge.from] |= bit(edge.to);
    }
    m_neighbours[edge.from] |= bit(edge.to);
    m_neighbours[edge.to] |= bit(edge.from);
    m_kinds[edge.from][edge.to] = edge.kind;
    m_kinds[edge.to][edge.from] = m_graphs->reverseKind(edge.kind, m_labels[edge.from]);
}

void CodeState::pop()
{
    assert(m_edgeCount > 0);
    const CodeEdge& edge = m_edges[--m_edgeCount];
    m_neighbours[edge.from] &= ~bit(edge.to);
    m_neighbours[edge.to] &= ~bit(edge.from);
    if (edge.forward())
        --m_vertices;
    else
        m_backTargets[edge.from] &= ~bit(edge.to);
}

std::size_t CodeState::firstBackTarget() const
{
    const std::uint64_t targets = m_backTargets[rightmost()];
    return targets == 0 ? 0 : maximumVertices - static_cast<std::size_t>(std::countl_zero(targets));
}

int CodeState::compareBackward(std::size_t t, std::size_t image, std::size_t tail) const
{
    std::uint64_t found = 0; // positions of the mapped neighbours of the image
    for (std::uint64_t rest = m_neighbours[image] & m_mapped & ~bit(tail); rest != 0; rest &= rest - 1)
        found |= bit(m_positions[lowest(rest)]);
    std::uint64_t expected = m_backTargets[t];
    while (found != 0 && expected != 0) {
        const std::size_t f = lowest(found);
        const std::size_t e = lowest(expected);
        if (f != e)
            return f < e ? -1 : 1;
        const std::uint32_t kindFound = m_kinds[image][m_images[f]];
        if (kindFound != m_kinds[t][e])
            return kindFound < m_kinds[t][e] ? -1 : 1;
        found &= found - 1;
        expected &= expected - 1;
    }
    return found != 0 ? -1 : (expected != 0 ? 1 : 0);
}

bool CodeState::smallerExists(std::size_t t)
{
    if (t == m_vertices)
        return false;
    const std::size_t from = m_parents[t];
    for (std::size_t x = t - 1; x != from; x = m_parents[x])
        if ((m_neighbours[m_images[x]] & ~m_mapped) != 0)
            return true; // a forward edge from a deeper vertex comes earlier
    const std::size_t tail = m_images[from];
    const std::uint32_t wanted = m_kinds[from][t];
    const std::uint64_t candidates = m_neighbours[tail] & ~m_mapped;
    std::uint64_t equal = 0;
    bool leafTaken = false;
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
        const std::size_t v = lowest(rest);
        const std::uint32_t kind = m_kinds[tail][v];
        if (kind < wanted)
            return true;
        if (kind > wanted)
            continue;
        const bool leaf = (m_neighbours[v] & (m_neighbours[v] - 1)) == 0;
        if (leaf && leafTaken)
            continue; // interchangeable with one already taken
        leafTaken = leafTaken || leaf;
        equal |= bit(v);
    }
    for (; equal != 0; equal &= equal - 1) {
        const std::size_t v = lowest(equal);
        const int order = compareBackward(t, v, tail);
        if (order < 0)
            return true;
        if (order > 0)
            continue;
        m_images[t] = static_cast<std::uint8_t>(v);
        m_positions[v] = static_cast<std::uint8_t>(t);
        m_mapped |= bit(v);
        if (smallerExists(t + 1))
            return true;
        m_mapped &= ~bit(v);
    }
    return false;
}

bool CodeState::isMinimal()
{
    for (std::size_t v = 0; v < m_vertices; ++v) {
        if (m_labels[v] > m_labels[0])
            continue;
        if (m_labels[v] < m_labels[0])
            return false;
        m_images[0] = static_cast<std::uint8_t>(v);
        m_positions[v] = 0;
        m_mapped = bit(v);
        if (smallerExists(1))
            return false;
    }
    return true;
}

std::uint64_t CodeState::leavesLike(std::uint64_t candidates, std::size_t tail, std::uint32_t kind) const
{
    std::uint64_t count = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        const std::size_t v = lowest(candidates);
        count += m_kinds[tail][v] == kind && std::has_single_bit(m_neighbours[v]) ? 1 : 0;
    }
    return count;
}

std::uint64_t CodeState::countImages(std::size_t t)
{
    if (t == m_vertices)
        return 1;
    const std::size_t from = m_parents[t];
    const std::size_t tail = m_images[from];
    const std::uint32_t wanted = m_kinds[from][t];
    const std::uint64_t candidates = m_neighbours[tail] & ~m_mapped;
    std::uint64_t count = 0;
    bool leafTaken = false;
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
        const std::size_t v = lowest(rest);
        const bool leaf = std::has_single_bit(m_neighbours[v]);
        if (m_kinds[tail][v] != wanted || (leaf && leafTaken) || compareBackward(t, v, tail) != 0)
            continue;
        leafTaken = leafTaken || leaf;
        m_images[t] = static_cast<std::uint8_t>(v);
        m_positions[v] = static_cast<std::uint8_t>(t);
        m_mapped |= bit(v);
        const std::uint64_t images = countImages(t + 1);
        m_mapped &= ~bit(v);
        count += leaf ? images * leavesLike(candidates, tail, wanted) : images;
    }
    return count;
}

std::uint64_t CodeState::automorphisms()
{
    std::uint64_t count = 0;
    for (std::size_t v = 0; v < m_vertices; ++v) {
        if (m_labels[v] != m_labels[0])
            continue;
        m_images[0] = static_cast<std::uint8_t>(v);
        m_positions[v] = 0;
        m_mapped = bit(v);
        count += countImages(1);
    }
    return count;
}

} // namespace atlas
