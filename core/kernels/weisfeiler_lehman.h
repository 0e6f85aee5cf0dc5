// The Weisfeiler-Lehman subtree features (Shervashidze et al. 2011; kernels-manifold paper, section 3.4,
// algorithm 3): a vertex's label of iteration i stands for its label of iteration i-1 together with the
// multiset of its neighbours' labels of iteration i-1, and a graph's features are the numbers of vertices by
// label, over the iterations 0 .. depth.
//
// Labels are compressed by a table that compares the whole multisets, not their hashes alone, so that two
// labels are equal if and only if what they stand for is. The labels of different iterations are different
// numbers. Cost O(depth * (vertices + edges log degree)) and as much memory for the labels. The numbering
// follows the order of the vertices, whatever the number of threads.
#pragma once

#include "core/kernels/flat_graphs.h"
#include "core/kernels/sparse_features.h"

namespace atlas {

struct WeisfeilerLehmanParameters {
    std::size_t depth = 3; ///< iterations after the 0th
    bool edgeLabels = false; ///< a neighbour counts together with the label of the edge that leads to it
};

struct WeisfeilerLehmanResult {
    SparseFeatures features;
    /// By iteration and vertex; they are the features' numbers.
    std::vector<std::vector<std::uint32_t>> vertexLabels;
    std::vector<std::size_t> labelCounts; ///< distinct labels up to and with each iteration
};

Result<WeisfeilerLehmanResult> weisfeilerLehman(const FlatGraphs& graphs,
                                                const WeisfeilerLehmanParameters& parameters,
                                                const ProgressToken& progress = {});

} // namespace atlas
