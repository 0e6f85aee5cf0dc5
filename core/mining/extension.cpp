#include "core/mining/extension.h"

#include <algorithm>
#include <cstring>

namespace atlas {

namespace {

constexpr std::uint32_t stampStep = CodeState::maximumVertices;
constexpr std::size_t rowsBetweenCancels = 8192;

} // namespace

Extender::Extender(const MiningGraphs& graphs, std::size_t maximumBytes)
    : m_graphs(&graphs),
      m_maximumFound(std::min<std::size_t>(maximumBytes / (sizeof(Found) + sizeof(Extension)), none - 1)),
      m_stamps(graphs.vertexCount(), 0)
{
}

void Extender::rootRows(std::uint32_t label, EmbeddingRows& rows) const
{
    std::vector<std::uint32_t> images;
    for (std::uint32_t v = 0; v < m_graphs->vertexCount(); ++v)
        if (m_graphs->label(v) == label && m_graphs->firstTwin(v))
            images.push_back(v);
    std::uint32_t* out = rows.reset(1, images.size());
    for (const std::uint32_t image : images) {
        *out++ = m_graphs->graphOf(image);
        *out++ = image;
    }
}

void Extender::prepare(const CodeState& state)
{
    const std::size_t slots = 2 * state.vertexCount() * m_graphs->kindCount();
    if (m_slots.size() < slots)
        m_slots.resize(slots);
    m_found.clear();
    m_path.clear();
    m_backKinds.assign(state.vertexCount(), none);
    m_rootLabel = state.rootLabel();
    // A forward edge from a vertex of the rightmost path below the one that is there would have come first;
    // the same holds, seen from its target, for a backward edge. Both are necessary for a minimal code.
    std::size_t vertex = state.rightmost();
    m_path.push_back({static_cast<std::uint32_t>(vertex), 0});
    while (vertex != 0) {
        const std::size_t above = state.parent(vertex);
        m_path.push_back({static_cast<std::uint32_t>(above), state.kind(above, vertex)});
        if (vertex != state.rightmost() && above >= state.firstBackTarget())
            m_backKinds[above] = state.kind(above, vertex);
        vertex = above;
    }
}

void Extender::stampRow(const std::uint32_t* images, std::size_t vertices)
{
    m_stamp += stampStep;
    if (m_stamp > none - stampStep) {
        std::fill(m_stamps.begin(), m_stamps.end(), 0);
        m_stamp = stampStep;
    }
    for (std::size_t i = 0; i < vertices; ++i)
        m_stamps[images[i]] = m_stamp + static_cast<std::uint32_t>(i);
}

inline void Extender::see(std::uint32_t slotNumber, std::uint32_t graph)
{
    Slot& slot = m_slots[slotNumber];
    if (slot.count == 0)
        m_touched.push_back(slotNumber);
    ++slot.count;
    if (slot.lastGraph != graph) {
        slot.lastGraph = graph;
        ++slot.support;
    }
}

void Extender::scanBackward(const CodeState& state, const MiningArc& arc, std::uint32_t graph,
                            std::uint32_t number)
{
    const std::uint32_t target = m_stamps[arc.to] - m_stamp;
    const std::uint32_t least = m_backKinds[target];
    if (least == none)
        return;
    const std::uint32_t towards = m_graphs->reverseKind(
        arc.kind, m_graphs->kindLabel(state.kind(state.parent(state.rightmost()), state.rightmost())));
    if (towards < least)
        return;
    const std::uint32_t slot = 2 * target * m_graphs->kindCount() + arc.kind;
    see(slot, graph);
    m_found.push_back({slot, {number, 0}});
}

void Extender::scanRow(const CodeState& state, const std::uint32_t* row, std::uint32_t number)
{
    const std::uint32_t graph = row[0];
    const std::uint32_t* images = row + 1;
    stampRow(images, state.vertexCount());
    const bool canGrow = state.vertexCount() < CodeState::maximumVertices;
    const std::uint32_t kinds = m_graphs->kindCount();
    for (std::size_t step = 0; step < m_path.size(); ++step) {
        const PathVertex& path = m_path[step];
        const std::span<const MiningArc> arcs = m_graphs->arcs(images[path.vertex]);
        const std::uint32_t base = (2 * path.vertex + 1) * kinds;
        for (const MiningArc& arc : arcs) {
            if (arc.kind < path.firstKind)
                continue;
            if (stamped(arc.to)) {
                if (step == 0)
                    scanBackward(state, arc, graph, number);
                continue;
            }
            if (m_graphs->kindLabel(arc.kind) < m_rootLabel || (arc.twin != 0 && !stamped((&arc - 1)->to))
                || !canGrow)
                continue;
            see(base + arc.kind, graph);
            m_found.push_back({base + arc.kind, {number, arc.to}});
        }
    }
}

void Extender::collectChildren(const CodeState& state, std::uint32_t minimumSupport,
                               std::vector<ChildCode>& children)
{
    children.clear();
    const std::uint32_t kinds = m_graphs->kindCount();
    for (const std::uint32_t slotNumber : m_touched) {
        Slot& slot = m_slots[slotNumber];
        if (slot.support >= minimumSupport) {
            const auto vertex = static_cast<std::uint16_t>(slotNumber / kinds / 2);
            const bool forward = slotNumber / kinds % 2 == 1;
            const auto rightmost = static_cast<std::uint16_t>(state.rightmost());
            const auto fresh = static_cast<std::uint16_t>(state.vertexCount());
            const CodeEdge edge{forward ? vertex : rightmost, forward ? fresh : vertex, slotNumber % kinds};
            children.push_back({edge, slot.support, slot.count, 0, slotNumber});
        }
        slot = Slot();
    }
    m_touched.clear();
    std::sort(children.begin(), children.end(), [](const ChildCode& a, const ChildCode& b) {
        return compareEdges(a.edge, b.edge) == std::strong_ordering::less;
    });
}

bool Extender::scan(const CodeState& state, const EmbeddingRows& rows, std::uint32_t minimumSupport,
                    std::vector<ChildCode>& children, const ProgressToken& progress)
{
    prepare(state);
    bool finished = true;
    for (std::size_t i = 0; i < rows.size() && finished; ++i) {
        if (i % rowsBetweenCancels == rowsBetweenCancels - 1)
            finished = !progress.cancelled() && m_found.size() <= m_maximumFound;
        scanRow(state, rows.row(i), static_cast<std::uint32_t>(i));
    }
    collectChildren(state, minimumSupport, children);
    return finished;
}

void Extender::scatter(std::vector<ChildCode>& children, std::vector<Extension>& extensions)
{
    std::uint32_t total = 0;
    for (ChildCode& child : children) {
        child.begin = total;
        m_slots[child.slot].offset = total;
        total += child.count;
    }
    extensions.resize(total);
    for (const Found& found : m_found) {
        std::uint32_t& offset = m_slots[found.slot].offset;
        if (offset != none)
            extensions[offset++] = found.extension;
    }
    for (const ChildCode& child : children)
        m_slots[child.slot].offset = none;
}

void Extender::scatter(const EmbeddingRows& rows, std::vector<ChildCode>& children,
                       std::vector<Extension>& extensions, std::vector<std::uint32_t>& supports)
{
    std::uint32_t total = 0;
    std::uint32_t graphs = 0;
    for (ChildCode& child : children) {
        child.begin = total;
        m_slots[child.slot] = {none, graphs, 0, total}; // `support` is the place of its next graph
        total += child.count;
        graphs += child.support;
    }
    extensions.resize(total);
    supports.resize(graphs);
    for (const Found& found : m_found) {
        Slot& slot = m_slots[found.slot];
        if (slot.offset == none)
            continue;
        extensions[slot.offset++] = found.extension;
        const std::uint32_t graph = rows.row(found.extension.row)[0];
        if (slot.lastGraph != graph) {
            slot.lastGraph = graph;
            supports[slot.support++] = graph;
        }
    }
    for (const ChildCode& child : children)
        m_slots[child.slot] = Slot();
}

void Extender::project(const EmbeddingRows& rows, const CodeEdge& edge,
                       std::vector<Extension>& extensions) const
{
    extensions.clear();
    const std::size_t vertices = rows.stride() - 1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t* images = rows.row(i) + 1;
        const auto inRow = [&](std::uint32_t v) {
            return std::find(images, images + vertices, v) != images + vertices;
        };
        for (const MiningArc& arc : m_graphs->arcs(images[edge.from])) {
            if (arc.kind < edge.kind)
                continue;
            if (arc.kind > edge.kind)
                break;
            if (!edge.forward()) {
                if (arc.to == images[edge.to])
                    extensions.push_back({static_cast<std::uint32_t>(i), 0});
            } else if (!inRow(arc.to) && (arc.twin == 0 || inRow((&arc - 1)->to))) {
                extensions.push_back({static_cast<std::uint32_t>(i), arc.to});
            }
        }
    }
}

bool Extender::hasEqualSupport(const CodeState& state, const EmbeddingRows& rows, std::uint32_t support)
{
    const std::uint32_t kinds = m_graphs->kindCount();
    const std::size_t vertices = state.vertexCount();
    // Forward by (vertex, kind); backward by (pair of vertices, kind) behind them.
    const std::size_t needed = (vertices + vertices * vertices) * kinds;
    if (m_slots.size() < needed)
        m_slots.resize(needed);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t* images = rows.row(i) + 1;
        stampRow(images, vertices);
        for (std::size_t v = 0; v < vertices; ++v)
            for (const MiningArc& arc : m_graphs->arcs(images[v])) {
                if (!stamped(arc.to)) {
                    see(static_cast<std::uint32_t>(v * kinds + arc.kind), rows.row(i)[0]);
                    continue;
                }
                const std::size_t other = m_stamps[arc.to] - m_stamp;
                if (other < v && !state.adjacent(v, other))
                    see(static_cast<std::uint32_t>((vertices + v * vertices + other) * kinds + arc.kind),
                        rows.row(i)[0]);
            }
    }
    bool found = false;
    for (const std::uint32_t slot : m_touched) {
        found = found || m_slots[slot].support == support;
        m_slots[slot] = Slot();
    }
    m_touched.clear();
    return found;
}

void Extender::makeRows(const EmbeddingRows& parent, std::span<const Extension> extensions, bool forward,
                        EmbeddingRows& rows)
{
    std::uint32_t* out = rows.reset(parent.stride() - 1 + (forward ? 1 : 0), extensions.size());
    const std::size_t width = parent.stride();
    for (const Extension& extension : extensions) {
        std::memcpy(out, parent.row(extension.row), width * sizeof(std::uint32_t));
        out += width;
        if (forward)
            *out++ = extension.vertex;
    }
}

} // namespace atlas
