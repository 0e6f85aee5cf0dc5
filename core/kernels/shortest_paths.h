// Shortest-path features of graphs with edges of length 1 (kernels-manifold paper, sections 3.1 to 3.3),
// by breadth-first search from 64 vertices at once: a machine word a vertex says which of the 64
// sources have reached it, so that a level of all 64 searches is one pass over the edges.
// Cost O(levels * edges * vertices / 64) a graph, against the paper's O(vertices^3) by Floyd and Warshall;
// unreachable pairs are left out.
//
//  steps     feature v = sum over u of d(v, u), v the number of the vertex (section 3.3; zero padded). It
//            depends on the order of the vertices in the file: two numberings of one graph are not alike.
//  delta     feature l = number of ordered pairs (u, v) with d(u, v) = l, pairs (v, v) among them
//  labelled  feature (a, b, l) = number of ordered pairs u != v with labels a, b and d(u, v) = l
//            (Borgwardt & Kriegel 2005)
#pragma once

#include "core/kernels/flat_graphs.h"
#include "core/kernels/sparse_features.h"

#include <array>

namespace atlas {

enum class ShortestPathFeature { Steps, Delta, Labelled };

/// What a labelled feature stands for.
struct LabelledPath {
    std::uint32_t from = 0; ///< labels of FlatGraphs
    std::uint32_t to = 0;
    std::uint32_t length = 0;
};

struct ShortestPathResult {
    SparseFeatures features;
    std::vector<LabelledPath> paths; ///< by feature, for Labelled
};

/// ErrorCode::TooLarge for a graph of more than a million vertices.
Result<ShortestPathResult> shortestPathFeatures(const FlatGraphs& graphs, ShortestPathFeature kind,
                                                const ProgressToken& progress = {});

/// The lengths between all vertices of one graph, row by row; `unreachable` where there is no path.
constexpr std::uint32_t unreachable = ~0U;
std::vector<std::uint32_t> shortestPathLengths(const FlatGraphs& graphs, std::size_t graph);

} // namespace atlas
