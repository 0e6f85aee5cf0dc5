#include "core/mining/mining_graphs.h"

#include "core/support/text.h"

#include <boost/graph/connected_components.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>

namespace atlas {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Counts in how many graphs each of a set of things occurs, the things of one graph in a row.
class GraphFrequency {
public:
    explicit GraphFrequency(std::size_t things) : m_counts(things, 0), m_last(things, none) { }
    void see(std::size_t thing, std::size_t graph)
    {
        if (m_last[thing] == graph)
            return;
        m_last[thing] = static_cast<std::uint32_t>(graph);
        ++m_counts[thing];
    }
    std::size_t count(std::size_t thing) const { return m_counts[thing]; }

    /// The things with at least `minimum` graphs, those of the most graphs first.
    std::vector<std::size_t> ranked(std::size_t minimum) const
    {
        std::vector<std::size_t> things;
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            if (m_counts[i] >= minimum)
                things.push_back(i);
        std::stable_sort(things.begin(), things.end(),
                         [&](std::size_t a, std::size_t b) { return m_counts[a] > m_counts[b]; });
        return things;
    }

private:
    std::vector<std::size_t> m_counts;
    std::vector<std::uint32_t> m_last;
};

std::vector<std::uint32_t> ranksOf(const std::vector<std::size_t>& ranked, std::size_t things)
{
    std::vector<std::uint32_t> ranks(things, none);
    for (std::size_t rank = 0; rank < ranked.size(); ++rank)
        ranks[ranked[rank]] = static_cast<std::uint32_t>(rank);
    return ranks;
}

} // namespace

class MiningGraphsBuilder {
public:
    MiningGraphsBuilder(const Dataset& data, std::size_t minimumSupport) : m_data(data)
    {
        m_graphs.m_graphCount = data.size();
        m_graphs.m_minimumSupport = minimumSupport;
    }

    Result<MiningGraphs> build(const ProgressToken& progress)
    {
        rankLabels();
        findEdgeTypes();
        for (std::size_t i = 0; i < m_data.size(); ++i) {
            if (i % 256 == 0 && progress.cancelled())
                return Error{ErrorCode::Cancelled, "The computation was cancelled."};
            addGraph(i);
        }
        numberKinds();
        sortArcs();
        progress.report(1);
        return std::move(m_graphs);
    }

private:
    // An invalid label (the source gives none) counts as one label after all others.
    static std::size_t slot(LabelId label, const LabelDictionary& dictionary)
    {
        return label.valid() ? label.index() : dictionary.size();
    }
    std::size_t vertexSlot(const Graph& graph, std::size_t vertex) const
    {
        return slot(graph[vertex].label, m_data.nodeLabels());
    }
    std::size_t edgeSlot(const Graph& graph, Graph::edge_descriptor edge) const
    {
        return slot(graph[edge].label, m_data.edgeLabels());
    }

    void rankLabels()
    {
        GraphFrequency vertices(m_data.nodeLabels().size() + 1);
        GraphFrequency edges(m_data.edgeLabels().size() + 1);
        bool labelled = false;
        for (std::size_t i = 0; i < m_data.size(); ++i) {
            const Graph& graph = m_data.graph(RowId(i));
            for (std::size_t v = 0; v < atlas::vertexCount(graph); ++v) {
                vertices.see(vertexSlot(graph, v), i);
                labelled = labelled || graph[v].label.valid();
            }
            for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
                edges.see(edgeSlot(graph, *edge), i);
        }
        m_graphs.m_unlabelled = !labelled;
        const auto rankedVertices = vertices.ranked(m_graphs.m_minimumSupport);
        const auto rankedEdges = edges.ranked(m_graphs.m_minimumSupport);
        m_vertexRanks = ranksOf(rankedVertices, m_data.nodeLabels().size() + 1);
        m_edgeRanks = ranksOf(rankedEdges, m_data.edgeLabels().size() + 1);
        nameLabels(rankedVertices, m_data.nodeLabels(), m_graphs.m_vertexLabels, m_graphs.m_vertexTexts);
        nameLabels(rankedEdges, m_data.edgeLabels(), m_graphs.m_edgeLabels, m_graphs.m_edgeTexts);
    }

    static void nameLabels(const std::vector<std::size_t>& ranked, const LabelDictionary& dictionary,
                           std::vector<LabelId>& ids, std::vector<std::string>& texts)
    {
        for (const std::size_t thing : ranked) {
            const bool known = thing < dictionary.size();
            ids.push_back(known ? LabelId(thing) : LabelId());
            texts.push_back(known ? dictionary.text(LabelId(thing)) : "*");
        }
    }

    using EdgeType = std::array<std::uint32_t, 3>; // smaller vertex rank, edge rank, larger vertex rank
    EdgeType typeOf(const Graph& graph, Graph::edge_descriptor edge) const
    {
        const std::uint32_t a = m_vertexRanks[vertexSlot(graph, boost::source(edge, graph))];
        const std::uint32_t b = m_vertexRanks[vertexSlot(graph, boost::target(edge, graph))];
        return {std::min(a, b), m_edgeRanks[edgeSlot(graph, edge)], std::max(a, b)};
    }

    void findEdgeTypes()
    {
        std::map<EdgeType, std::pair<std::size_t, std::size_t>> seen; // last graph + 1, count
        for (std::size_t i = 0; i < m_data.size(); ++i) {
            const Graph& graph = m_data.graph(RowId(i));
            for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
                auto& [last, count] = seen[typeOf(graph, *edge)];
                count += last == i + 1 ? 0 : 1;
                last = i + 1;
            }
        }
        for (const auto& [type, lastAndCount] : seen)
            if (type[1] != none && type[2] != none && lastAndCount.second >= m_graphs.m_minimumSupport)
                m_edgeTypes.emplace(type, true);
    }

    struct RawArc {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t edge; // ranks
        std::uint32_t label; // of `to`
    };

    void addGraph(std::size_t number)
    {
        const Graph& graph = m_data.graph(RowId(number));
        m_graphs.m_sizes.push_back(static_cast<std::uint32_t>(atlas::edgeCount(graph)));
        if (atlas::vertexCount(graph) == 0) {
            ++m_graphs.m_emptyGraphs;
            return;
        }
        std::vector<std::size_t> component(atlas::vertexCount(graph));
        m_graphs.m_disconnectedGraphs += boost::connected_components(graph, component.data()) > 1 ? 1 : 0;
        std::vector<std::uint32_t> ids(atlas::vertexCount(graph), none);
        for (std::size_t v = 0; v < ids.size(); ++v) {
            const std::uint32_t rank = m_vertexRanks[vertexSlot(graph, v)];
            if (rank == none)
                continue;
            ids[v] = static_cast<std::uint32_t>(m_graphs.m_labels.size());
            m_graphs.m_labels.push_back(rank);
            m_graphs.m_graphOf.push_back(static_cast<std::uint32_t>(number));
        }
        for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
            if (m_edgeTypes.count(typeOf(graph, *edge)) == 0)
                continue;
            const std::uint32_t a = ids[boost::source(*edge, graph)];
            const std::uint32_t b = ids[boost::target(*edge, graph)];
            const std::uint32_t rank = m_edgeRanks[edgeSlot(graph, *edge)];
            m_raw.push_back({a, b, rank, m_graphs.m_labels[b]});
            m_raw.push_back({b, a, rank, m_graphs.m_labels[a]});
        }
    }

    void numberKinds()
    {
        const std::size_t labels = m_graphs.m_vertexLabels.size();
        m_graphs.m_kinds.assign(labels * m_graphs.m_edgeLabels.size(), none);
        for (const RawArc& arc : m_raw)
            m_graphs.m_kinds[arc.edge * labels + arc.label] = 0;
        for (std::size_t i = 0; i < m_graphs.m_kinds.size(); ++i) {
            if (m_graphs.m_kinds[i] == none)
                continue;
            m_graphs.m_kinds[i] = m_graphs.kindCount();
            m_graphs.m_kindEdge.push_back(static_cast<std::uint32_t>(i / labels));
            m_graphs.m_kindVertex.push_back(static_cast<std::uint32_t>(i % labels));
        }
    }

    void sortArcs()
    {
        const std::size_t vertices = m_graphs.m_labels.size();
        std::vector<std::uint32_t> degrees(vertices, 0);
        for (const RawArc& arc : m_raw)
            ++degrees[arc.from];
        m_graphs.m_firstArcs.resize(vertices + 1, 0);
        std::partial_sum(degrees.begin(), degrees.end(), m_graphs.m_firstArcs.begin() + 1);
        std::vector<std::uint32_t> next(m_graphs.m_firstArcs.begin(), m_graphs.m_firstArcs.end() - 1);
        m_graphs.m_arcs.resize(m_raw.size());
        const std::size_t labels = m_graphs.m_vertexLabels.size();
        for (const RawArc& arc : m_raw) {
            MiningArc& placed = m_graphs.m_arcs[next[arc.from]++];
            placed.to = arc.to;
            placed.kind = m_graphs.m_kinds[arc.edge * labels + arc.label] & 0x7fff'ffffU;
        }
        m_graphs.m_twinFactors.assign(vertices, 1);
        m_graphs.m_firstTwins.assign(vertices, 1);
        for (std::size_t v = 0; v < vertices; ++v)
            markTwins(std::span(m_graphs.m_arcs).subspan(m_graphs.m_firstArcs[v], degrees[v]), degrees);
    }

    void markTwins(std::span<MiningArc> arcs, const std::vector<std::uint32_t>& degrees)
    {
        const auto key = [&](const MiningArc& arc) {
            return std::array<std::uint32_t, 3>{arc.kind, degrees[arc.to] == 1 ? 1U : 0U, arc.to};
        };
        std::sort(arcs.begin(), arcs.end(),
                  [&](const MiningArc& a, const MiningArc& b) { return key(a) < key(b); });
        for (std::size_t begin = 0; begin < arcs.size();) {
            std::size_t end = begin + 1;
            while (degrees[arcs[begin].to] == 1 && end < arcs.size() && arcs[end].kind == arcs[begin].kind)
                ++end;
            for (std::size_t i = begin + 1; i < end; ++i) {
                arcs[i].twin = 1;
                m_graphs.m_firstTwins[arcs[i].to] = 0;
            }
            for (std::size_t i = begin; i < end; ++i)
                if (end - begin > 1)
                    m_graphs.m_twinFactors[arcs[i].to] = static_cast<std::uint32_t>(end - i);
            begin = end;
        }
    }

    const Dataset& m_data;
    MiningGraphs m_graphs;
    std::vector<std::uint32_t> m_vertexRanks;
    std::vector<std::uint32_t> m_edgeRanks;
    std::map<EdgeType, bool> m_edgeTypes;
    std::vector<RawArc> m_raw;
};

std::string MiningGraphs::notes() const
{
    std::string text;
    const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
    if (m_emptyGraphs > 0)
        add(countText(m_emptyGraphs, "graph has", "graphs have") + " no vertex and so contains no pattern.");
    if (m_disconnectedGraphs > 0)
        add(countText(m_disconnectedGraphs, "graph is", "graphs are")
            + " not connected; patterns are connected and were looked for in each component.");
    if (m_unlabelled)
        add("The graphs have no vertex labels; all vertices count as alike.");
    return text;
}

Result<MiningGraphs> buildMiningGraphs(const Dataset& data, std::size_t minimumSupport,
                                       ProgressToken progress)
{
    assert(data.kind() == StructureKind::Graph);
    if (minimumSupport == 0)
        return Error{ErrorCode::BadUse,
                     "A minimum support of 0 is met by every pattern there could be; give at least 1."};
    if (minimumSupport > data.size())
        return Error{ErrorCode::BadUse,
                     "A minimum support of " + std::to_string(minimumSupport)
                         + " is above the number of graphs, " + std::to_string(data.size())
                         + "; no pattern can reach it."};
    std::size_t vertices = 0;
    for (std::size_t i = 0; i < data.size(); ++i)
        vertices += vertexCount(data.graph(RowId(i)));
    if (vertices == 0)
        return Error{ErrorCode::Empty, "No graph has a vertex, so there is nothing to mine."};
    return MiningGraphsBuilder(data, minimumSupport).build(progress);
}

} // namespace atlas
