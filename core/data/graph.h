// Undirected graphs with labelled vertices and edges: Boost.Graph's adjacency list, so that its
// algorithms apply as they are. Vertices are 0 .. n-1. A graph has neither self loops nor parallel
// edges: readers refuse them.
#pragma once

#include "core/data/ids.h"

#include <boost/graph/adjacency_list.hpp>

#include <cstddef>

namespace atlas {

struct GraphVertex {
    LabelId label; ///< invalid where the source gives no labels
};

struct GraphEdge {
    LabelId label; ///< invalid where the source gives no labels
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, GraphVertex, GraphEdge>;

inline std::size_t vertexCount(const Graph& graph) { return boost::num_vertices(graph); }
inline std::size_t edgeCount(const Graph& graph) { return boost::num_edges(graph); }

} // namespace atlas
