// Finding a pattern in a graph again (VF2 of Boost.Graph), for highlighting and for counting.
//
// A match maps every vertex of the pattern to a vertex of the graph with the same label so that edges go to
// edges with the same label (subgraph monomorphism: further edges between the images are allowed, as in the
// miner). Precondition: pattern and graph use the label ids of one data set.
#pragma once

#include "core/data/graph.h"

#include <cstddef>
#include <vector>

namespace atlas {

/// The graph's vertex for each vertex of the pattern.
using PatternMatch = std::vector<std::size_t>;

/// At most `limit` matches, in the order in which VF2 finds them; automorphic ones are separate matches.
std::vector<PatternMatch> findPattern(const Graph& pattern, const Graph& graph, std::size_t limit = 1000);

bool containsPattern(const Graph& pattern, const Graph& graph);

/// The vertices of all matches (at most `limit` of them), increasing.
std::vector<std::size_t> patternVertices(const Graph& pattern, const Graph& graph, std::size_t limit = 1000);

/// Whether two patterns are the same labelled graph.
bool samePattern(const Graph& a, const Graph& b);

} // namespace atlas
