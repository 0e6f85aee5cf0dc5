// Graphlet features (Shervashidze et al. 2009): the numbers of induced subgraphs on 3 or 4 vertices by their
// shape, disconnected shapes among them, counted exactly without looking at every set of vertices. The
// numbers of not necessarily induced shapes follow from degrees, triangles by edge and common neighbours; the
// induced ones follow by subtracting what larger shapes contain (Pinar, Seshadhri & Vishal 2017). Labels are
// ignored. Cost O(sum of degree^2 + triangles * degree) a graph.
#pragma once

#include "core/kernels/flat_graphs.h"
#include "core/kernels/sparse_features.h"

#include <array>

namespace atlas {

/// By the numbers of edges.
enum class Graphlet3 { Empty, Edge, Wedge, Triangle };
enum class Graphlet4 { Empty, Edge, TwoEdges, Wedge, Triangle, Path, Star, Cycle, Paw, Diamond, Complete };
constexpr std::size_t graphlet3Count = 4;
constexpr std::size_t graphlet4Count = 11;

/// "triangle and a vertex apart": for people. `size` is 3 or 4.
const char* graphletText(std::size_t size, std::size_t shape);

std::array<double, graphlet3Count> countGraphlets3(const FlatGraphs& graphs, std::size_t graph);
std::array<double, graphlet4Count> countGraphlets4(const FlatGraphs& graphs, std::size_t graph);

/// One feature a shape. Precondition: size is 3 or 4.
Result<SparseFeatures> graphletFeatures(const FlatGraphs& graphs, std::size_t size,
                                        const ProgressToken& progress = {});

/// The vertices of one graph that lie in an induced connected subgraph of each shape; at most `limit`
/// subgraphs are looked at. Disconnected shapes have none: they lie everywhere.
std::vector<std::vector<std::uint32_t>> graphletVertices(const FlatGraphs& graphs, std::size_t graph,
                                                         std::size_t size, std::size_t limit);

} // namespace atlas
