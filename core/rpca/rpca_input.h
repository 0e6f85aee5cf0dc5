// What recursive PCA works on, whatever the structures are: *items* (vectors that stand for a node's label,
// or for a vertex with its edges) on the minimal DAG of all substructures (recursive-PCA paper, sections 2.2
// to 2.4 and 3.4).
//
// - Trees (eq. 7): an item is a label's vector. A sequence is a tree of outdegree 1.
// - Graphs (eq. 9): the list of vertices in the data's order, pushed one after the other. The item of
//   vertex i is [label, edges], where component j of the edges says how i is bound to vertex j. Undirected
//   graphs tell each edge at its later vertex, so that only the first i - 1 components may be non-null;
//   N - 1 edge components are needed (no self loops), and the shift operator forgets one more of them with
//   every push. Directed graphs tell at each vertex the edges that enter it, with N components.
//   Substructures are the beginnings of the list.
//
// Labels: one-hot; "paper": 0 for a terminal (a label that only leaves have) or 3 for a nonterminal, then
// one-hot among its kind (section 4); or the labels' own vectors. A null vector could not be told from a
// missing child: where one occurs, a presence component of 1 is added to all. Edges: the code of the n-th
// edge label (numbers by value, then texts) is n, as the paper's 1, 2, 3 for bonds; 0 is no edge.
//
// Cost: expected O(nodes + arcs) (vertices + edges for graphs).
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace atlas {

enum class RpcaStructure { Tree, UndirectedGraph, DirectedGraph };
enum class RpcaLabels { OneHot, Paper, Vector };
const char* toString(RpcaStructure structure); ///< "tree", "graph", "directed graph"
const char* toString(RpcaLabels labels); ///< as on the command line

/// Sparse vectors of one dimension.
class RpcaItems {
public:
    struct Entry {
        std::uint32_t component;
        double value;

        friend bool operator==(const Entry&, const Entry&) = default;
    };

    std::size_t size() const { return m_first.size() - 1; }
    std::size_t entryCount() const { return m_entries.size(); }
    std::span<const Entry> entries(std::size_t item) const
    {
        return {m_entries.data() + m_first[item], m_first[item + 1] - m_first[item]};
    }
    double squaredNorm(std::size_t item) const;
    double product(std::size_t a, std::size_t b) const; ///< precondition: components rise

    std::uint32_t add(std::span<const Entry> entries); ///< components rise

private:
    std::vector<std::size_t> m_first{0};
    std::vector<Entry> m_entries;
};

/// How labels and edges become numbers, and back.
struct RpcaCoding {
    RpcaStructure structure = RpcaStructure::Tree;
    RpcaLabels labels = RpcaLabels::OneHot;
    std::vector<std::string> labelTexts; ///< of the labels that occur
    std::vector<std::vector<double>> labelNumbers; ///< as the data give them; RpcaLabels::Vector only
    RpcaItems labelVectors; ///< one a label, labelDimension components
    std::size_t labelDimension = 0; ///< k
    bool presence = false; ///< the last component of a label vector is 1
    std::size_t maximumVertices = 0; ///< N; graphs only
    std::vector<std::string> edgeTexts; ///< the n-th has code n + 1; "" where edges have no labels

    /// d: the components of one item.
    std::size_t dimension() const;
};

/// The substructures, each once. Children stand before parents, and nodes are sorted by level (height).
struct RpcaDag {
    struct Arc {
        std::uint32_t child;
        std::uint32_t position;

        friend bool operator==(const Arc&, const Arc&) = default;
    };
    std::vector<std::uint32_t> items; ///< of each node
    std::vector<std::uint32_t> firstArcs{0};
    std::vector<Arc> arcs;
    std::vector<double> frequencies; ///< mu: how often the substructure occurs
    std::vector<std::uint32_t> levels;
    std::vector<std::uint32_t> roots; ///< one a structure

    std::size_t size() const { return items.size(); }
    std::span<const Arc> children(std::size_t node) const
    {
        return {arcs.data() + firstArcs[node], firstArcs[node + 1] - firstArcs[node]};
    }
    std::size_t outdegree() const; ///< largest position + 1
    std::vector<double> sizes() const; ///< nodes of each substructure, as a tree
};

/// Where a substructure occurs first: for trees the node, for graphs the vertex pushed last.
struct RpcaOccurrence {
    RowId row;
    std::uint32_t node = 0; ///< of the forest (trees), or of the graph
};

struct RpcaInput {
    RpcaCoding coding;
    RpcaItems items;
    RpcaDag dag;
    std::vector<RpcaOccurrence> occurrences; ///< one a DAG node; empty where loaded from a model

    double columnCount() const; ///< all substructures, with repetition
};

struct RpcaInputParameters {
    RpcaLabels labels = RpcaLabels::OneHot;
    std::size_t maximumVertices = 0; ///< N; 0 = the largest graph's
};

/// Trees, graphs, or molecules (as graphs). ErrorCode::BadUse: vector labels asked of texts, the paper's
/// coding of graphs. ErrorCode::TooLarge names the first graph above N.
Result<RpcaInput> rpcaInput(const Dataset& data, const RpcaInputParameters& parameters = {},
                            ProgressToken progress = {});

/// A graph as a list, for directed ones. Edges (from, to): a label number below `edgeTexts`.
struct ListGraph {
    struct Edge {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t label = 0;

        friend auto operator<=>(const Edge&, const Edge&) = default;
    };
    std::vector<std::uint32_t> labels;
    std::vector<Edge> edges;
};
Result<RpcaInput> rpcaInput(std::span<const ListGraph> directed, std::vector<std::string> labelTexts,
                            std::vector<std::string> edgeTexts, const RpcaInputParameters& parameters = {},
                            ProgressToken progress = {});

/// New structures in the numbers of a known coding, which grows: labels and edge labels
/// never seen get numbers behind the known ones, and components that no known structure has.
/// `unseen` counts nodes with such labels, by structure. ErrorCode::TooLarge names the first graph above N;
/// ErrorCode::BadUse a data set of another kind.
struct RpcaNewInput {
    RpcaInput input;
    std::vector<std::size_t> unseen;
};
Result<RpcaNewInput> rpcaNewInput(const Dataset& data, const RpcaCoding& known, ProgressToken progress = {});

} // namespace atlas
