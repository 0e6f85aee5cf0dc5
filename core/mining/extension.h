// Rightmost extension (gSpan): from the embeddings of a pattern to those of its
// children in the DFS-code tree.
//
// The embeddings of a pattern are rows [graph, image of vertex 0, image of vertex 1, ...]; those of a child
// are first kept as (row of the parent, new vertex), 8 bytes each, and become rows only when the child is
// visited. Cost of a scan: embeddings times the arcs at the rightmost path.
#pragma once

#include "core/mining/code_state.h"
#include "core/parallel/progress_token.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace atlas {

class EmbeddingRows {
public:
    std::size_t size() const { return m_size; }
    std::size_t stride() const { return m_stride; }
    const std::uint32_t* row(std::size_t i) const { return m_data.get() + i * m_stride; }
    std::size_t bytes() const { return m_size * m_stride * sizeof(std::uint32_t); }

    /// Room for so many rows of so many vertices; what was there is lost. The rows are not cleared.
    std::uint32_t* reset(std::size_t vertices, std::size_t rows)
    {
        m_stride = vertices + 1;
        m_size = rows;
        if (rows * m_stride > m_capacity) {
            m_capacity = rows * m_stride + m_capacity / 2;
            m_data = std::make_unique_for_overwrite<std::uint32_t[]>(m_capacity);
        }
        return m_data.get();
    }

private:
    std::size_t m_stride = 1;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    std::unique_ptr<std::uint32_t[]> m_data; // not a vector, which would clear what is written next
};

/// One embedding of a child: the parent's row and the vertex that a forward edge adds.
struct Extension {
    std::uint32_t row = 0;
    std::uint32_t vertex = 0;
};

/// A child of a pattern in the DFS-code tree.
struct ChildCode {
    CodeEdge edge;
    std::uint32_t support = 0; ///< graphs
    std::uint32_t count = 0; ///< embeddings
    std::uint32_t begin = 0; ///< of its extensions, after scatter()
    std::uint32_t slot = 0;
};

class Extender {
public:
    /// A scan that needs more than `maximumBytes` of working memory is given up.
    Extender(const MiningGraphs& graphs, std::size_t maximumBytes);

    /// The embeddings of a single vertex: every vertex with the label (of twins, the first).
    void rootRows(std::uint32_t label, EmbeddingRows& rows) const;

    /// Finds the children with at least `minimumSupport` graphs, in code order. False where
    /// cancelled or too large.
    bool scan(const CodeState& state, const EmbeddingRows& rows, std::uint32_t minimumSupport,
              std::vector<ChildCode>& children, const ProgressToken& progress);
    /// After scan() with the same rows: the extensions of the children that the caller kept.
    void scatter(std::vector<ChildCode>& children, std::vector<Extension>& extensions);
    /// The same, and the graphs of each child, one child's behind the other's.
    void scatter(const EmbeddingRows& rows, std::vector<ChildCode>& children,
                 std::vector<Extension>& extensions, std::vector<std::uint32_t>& supports);
    /// The extensions by one given edge. `state` does not have the edge yet.
    void project(const EmbeddingRows& rows, const CodeEdge& edge, std::vector<Extension>& extensions) const;

    /// Whether an edge anywhere (not only on the rightmost path) could be added without losing a graph.
    bool hasEqualSupport(const CodeState& state, const EmbeddingRows& rows, std::uint32_t support);

    static void makeRows(const EmbeddingRows& parent, std::span<const Extension> extensions, bool forward,
                         EmbeddingRows& rows);

private:
    struct Slot {
        std::uint32_t lastGraph = none;
        std::uint32_t support = 0;
        std::uint32_t count = 0;
        std::uint32_t offset = none; // of the next extension in scatter()
    };
    struct Found {
        std::uint32_t slot;
        Extension extension;
    };
    struct PathVertex {
        std::uint32_t vertex; // on the rightmost path
        std::uint32_t firstKind; // forward edges need at least this kind
    };

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void prepare(const CodeState& state);
    void stampRow(const std::uint32_t* images, std::size_t vertices);
    bool stamped(std::uint32_t vertex) const { return m_stamps[vertex] >= m_stamp; }
    void see(std::uint32_t slot, std::uint32_t graph);
    void scanRow(const CodeState& state, const std::uint32_t* row, std::uint32_t number);
    void scanBackward(const CodeState& state, const MiningArc& arc, std::uint32_t graph,
                      std::uint32_t number);
    void collectChildren(const CodeState& state, std::uint32_t minimumSupport,
                         std::vector<ChildCode>& children);

    const MiningGraphs* m_graphs;
    std::size_t m_maximumFound;
    std::vector<Slot> m_slots; // by (pattern vertex, backward or forward, kind)
    std::vector<std::uint32_t> m_touched;
    std::vector<Found> m_found;
    std::vector<PathVertex> m_path; // from the rightmost vertex to the root
    std::vector<std::uint32_t> m_backKinds; // by pattern vertex: see prepare()
    std::vector<std::uint32_t> m_stamps; // by data vertex: m_stamp + pattern vertex where it is in the row
    std::uint32_t m_stamp = 0;
    std::uint32_t m_rootLabel = 0;
};

} // namespace atlas
