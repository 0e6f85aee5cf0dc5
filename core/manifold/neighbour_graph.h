// The neighbourhood graph of manifold learning (kernels-manifold paper, section 4.1, step 1):
// an edge where one of two objects is among the k nearest of the other, as long as their distance.
// Where it falls into components, they are joined by the shortest links between them (a minimum spanning tree
// of the components), or left apart.
#pragma once

#include "core/linalg/nearest_neighbours.h"

namespace atlas {

struct NeighbourGraph {
    std::vector<std::size_t> firstArcs{0};
    std::vector<std::uint32_t> targets;
    std::vector<double> lengths;
    std::vector<std::uint32_t> components; ///< by object, before joining; numbered by their first object
    std::size_t componentCount = 0; ///< before joining
    std::size_t links = 0; ///< edges added to join them

    std::size_t size() const { return firstArcs.size() - 1; }
};

/// `join`: add the shortest links. Cost O(n k), and O(n^2) distances where there is something to join.
Result<NeighbourGraph> neighbourGraph(const DistanceSource& source, const NeighbourLists& lists, bool join,
                                      const ProgressToken& progress = {});

/// The lengths of shortest paths from each source to all, one column a source; infinite where there is none.
/// By buckets of distances, from every source in parallel: O(n k) each where lengths do not differ wildly.
Result<Eigen::MatrixXd> geodesicDistances(const NeighbourGraph& graph,
                                          const std::vector<std::size_t>& sources,
                                          const ProgressToken& progress = {});

/// From one new object, given its links into the graph.
Eigen::VectorXd geodesicsFrom(const NeighbourGraph& graph,
                              const std::vector<std::pair<double, std::uint32_t>>& links);

} // namespace atlas
