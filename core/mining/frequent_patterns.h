// Frequent subgraphs by gSpan (Yan & Han 2002): every connected pattern that is contained in at least
// `minimumSupport` graphs, once each, with the graphs that contain it.
//
// Depth-first over the tree of minimal DFS codes, with embeddings kept (extension.h). A branch is a task that
// another thread may take; what is found is put together in code order, so the number of threads does not
// matter. Cost: the number of embeddings of all frequent patterns times the arcs at their rightmost paths.
//
// Preconditions: 1 <= minimumSupport <= graphs. Departures: infrequent labels and edges are removed first (as
// in gSpan's preprocessing), twins (mining_graphs.h), patterns of at most 64 vertices and 255 edges.
#pragma once

#include "core/mining/dfs_code.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <string>

namespace atlas {

struct FrequentPatternParameters {
    std::size_t minimumEdges = 1; ///< 0: single vertices too
    std::size_t maximumEdges = 255;
    std::size_t maximumVertices = 64;
    bool closedOnly = false; ///< only patterns without a larger one of the same support
    bool countOccurrences = false; ///< distinct places (edge sets), over all graphs
    std::size_t maximumPatterns = 5'000'000;
    std::size_t maximumBytes = std::size_t{2} << 30U; ///< of embeddings and patterns together
};

struct FrequentPatterns {
    PatternSet patterns; ///< in code order
    bool complete = true;
    std::string note; ///< why it is not complete: a sentence
};

/// The patterns with at least graphs.minimumSupport() graphs. Where a cap is met: the first patterns in code
/// order that fit, and complete == false.
Result<FrequentPatterns> mineFrequentPatterns(const MiningGraphs& graphs,
                                              const FrequentPatternParameters& parameters,
                                              ProgressToken progress = {});

} // namespace atlas
