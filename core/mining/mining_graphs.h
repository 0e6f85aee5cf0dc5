// The graphs of a data set in flat arrays, as the miner reads them: built once, then only read.
//
// Vertices of all graphs are numbered together. Vertices and edges that cannot be part of a frequent pattern
// (a vertex label or an edge type in fewer than `minimumSupport` graphs) are left out. Labels are ranked by
// the number of graphs that have them, and an arc carries a *kind*: the rank of (edge label, label of its
// head), so that comparing two kinds compares both labels at once.
//
// Twins are leaves with the same neighbour, label and edge label (the hydrogens of a methyl group).
// Exchanging them is an automorphism of the graph, so the miner uses them in their order only: an arc marked
// `twin` may be taken only after the arc before it. This keeps one embedding in place of k!/(k-m)! (not in
// the gSpan paper).
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace atlas {

struct MiningArc {
    std::uint32_t to = 0;
    std::uint32_t kind : 31 = 0;
    std::uint32_t twin : 1 = 0; ///< the arc before it leads to an interchangeable leaf
};

class MiningGraphs {
public:
    std::size_t graphCount() const { return m_graphCount; }
    std::size_t vertexCount() const { return m_labels.size(); }
    std::uint32_t label(std::uint32_t vertex) const { return m_labels[vertex]; } ///< a rank
    std::uint32_t graphOf(std::uint32_t vertex) const { return m_graphOf[vertex]; }
    std::span<const MiningArc> arcs(std::uint32_t vertex) const ///< by kind, twins side by side
    {
        return {m_arcs.data() + m_firstArcs[vertex], m_arcs.data() + m_firstArcs[vertex + 1]};
    }
    /// How many of its twins, itself included, are free when this vertex is used: the number of embeddings
    /// that it stands for.
    std::uint32_t twinFactor(std::uint32_t vertex) const { return m_twinFactors[vertex]; }
    bool firstTwin(std::uint32_t vertex) const { return m_firstTwins[vertex] != 0; }

    std::uint32_t labelCount() const { return static_cast<std::uint32_t>(m_vertexLabels.size()); }
    std::uint32_t kindCount() const { return static_cast<std::uint32_t>(m_kindEdge.size()); }
    /// Rank of the head's label.
    std::uint32_t kindLabel(std::uint32_t kind) const { return m_kindVertex[kind]; }
    /// The kind of the same edge walked the other way, from a head to a tail with label `tailLabel`.
    std::uint32_t reverseKind(std::uint32_t kind, std::uint32_t tailLabel) const
    {
        return m_kinds[m_kindEdge[kind] * std::size_t{labelCount()} + tailLabel];
    }

    LabelId vertexLabel(std::uint32_t rank) const { return m_vertexLabels[rank]; } ///< of the data set
    LabelId edgeLabel(std::uint32_t kind) const { return m_edgeLabels[m_kindEdge[kind]]; }
    const std::string& vertexText(std::uint32_t rank) const { return m_vertexTexts[rank]; }
    const std::string& edgeText(std::uint32_t kind) const { return m_edgeTexts[m_kindEdge[kind]]; }

    std::size_t minimumSupport() const { return m_minimumSupport; }
    std::size_t emptyGraphs() const { return m_emptyGraphs; }
    std::size_t disconnectedGraphs() const { return m_disconnectedGraphs; }
    bool unlabelled() const { return m_unlabelled; } ///< no vertex has a label
    /// Edges of each graph as read, infrequent ones included.
    const std::vector<std::uint32_t>& sizes() const { return m_sizes; }
    /// What the person should know about the graphs, as sentences; empty where there is nothing.
    std::string notes() const;

private:
    friend class MiningGraphsBuilder;
    std::size_t m_graphCount = 0;
    std::size_t m_minimumSupport = 1;
    std::size_t m_emptyGraphs = 0;
    std::size_t m_disconnectedGraphs = 0;
    bool m_unlabelled = false;
    std::vector<std::uint32_t> m_sizes;
    std::vector<std::uint32_t> m_labels;
    std::vector<std::uint32_t> m_graphOf;
    std::vector<std::uint32_t> m_firstArcs{0};
    std::vector<MiningArc> m_arcs;
    std::vector<std::uint32_t> m_twinFactors;
    std::vector<std::uint8_t> m_firstTwins;
    std::vector<std::uint32_t> m_kindEdge; // rank of the edge label
    std::vector<std::uint32_t> m_kindVertex; // rank of the head's label
    std::vector<std::uint32_t> m_kinds; // by edge label rank and vertex label rank
    std::vector<LabelId> m_vertexLabels;
    std::vector<LabelId> m_edgeLabels;
    std::vector<std::string> m_vertexTexts;
    std::vector<std::string> m_edgeTexts;
};

/// Precondition: data.kind() == Graph. ErrorCode::BadUse where minimumSupport is 0 or above the number of
/// graphs, ErrorCode::Empty where no graph has a vertex.
Result<MiningGraphs> buildMiningGraphs(const Dataset& data, std::size_t minimumSupport,
                                       ProgressToken progress = {});

} // namespace atlas
