// "What makes this selection special?": the patterns that tell two groups of graphs apart best.
//
// Weighted mining (pattern_tree.h) with w = +1/size for the first group and -1/size for the second, so that
// the gain is twice the difference of the shares of the groups that contain the pattern. The search deepens
// (patterns of up to 2 edges, then 4, then all) on one kept tree, so that good answers come early; each
// stage, and the search itself twice a second, hands on what is best so far.
//
// Significance: Fisher's exact test, corrected (Bonferroni) for the number of patterns that any search with
// this threshold must score. That number is defined by the data, not by the run. Patterns that the bound
// excluded are not counted: the level says how surprising the pattern is among those looked at.
#pragma once

#include "core/mining/contrast.h"
#include "core/mining/pattern_tree.h"

#include <functional>

namespace atlas {

struct ExplainedPattern {
    DfsCode code;
    std::vector<std::uint32_t> support; ///< over all graphs
    Contrast contrast;
};

struct ExplainParameters {
    std::size_t top = 50;
    std::size_t minimumEdges = 0;
    std::size_t maximumVertices = 15;
    std::size_t maximumEdges = 255;
    std::size_t maximumBytes = std::size_t{2} << 30U;
    /// The best so far, uncorrected; called from a working thread.
    std::function<void(const std::vector<ExplainedPattern>&)> partial;
};

struct ExplainResult {
    std::vector<ExplainedPattern> patterns; ///< the largest difference first
    std::size_t tested = 0; ///< patterns by which the significance is corrected
};

/// ErrorCode::BadUse where a group is empty or the groups overlap.
Result<ExplainResult> explainGroups(const MiningGraphs& graphs, std::span<const std::uint32_t> first,
                                    std::span<const std::uint32_t> second,
                                    const ExplainParameters& parameters = {}, ProgressToken progress = {});

/// Whether two groups can be compared: both not empty, nothing in both.
Result<void> checkGroups(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second);

} // namespace atlas
