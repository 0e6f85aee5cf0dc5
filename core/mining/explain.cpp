#include "core/mining/explain.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace atlas {

namespace {

std::vector<ExplainedPattern> explained(const std::vector<ScoredPattern>& best, const TwoGroups& groups,
                                        std::size_t tested)
{
    std::vector<ExplainedPattern> patterns;
    patterns.reserve(best.size());
    for (const ScoredPattern& pattern : best)
        patterns.push_back({pattern.code, pattern.support, contrastOf(pattern.support, groups, tested)});
    return patterns;
}

} // namespace

Result<void> checkGroups(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second)
{
    if (first.empty() || second.empty())
        return Error{ErrorCode::BadUse,
                     "One of the two groups is empty; there must be structures on both sides to compare."};
    std::vector<std::uint32_t> sorted(second.begin(), second.end());
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint32_t row : first)
        if (std::binary_search(sorted.begin(), sorted.end(), row))
            return Error{ErrorCode::BadUse, "A structure is in both groups; take it out of one of them."};
    return {};
}

Result<ExplainResult> explainGroups(const MiningGraphs& graphs, std::span<const std::uint32_t> first,
                                    std::span<const std::uint32_t> second,
                                    const ExplainParameters& parameters, ProgressToken progress)
{
    if (Result<void> checked = checkGroups(first, second); !checked)
        return checked.error();
    const TwoGroups groups(first, second, graphs.graphCount());
    PatternTreeParameters treeParameters;
    treeParameters.minimumEdges = parameters.minimumEdges;
    treeParameters.maximumVertices = parameters.maximumVertices;
    treeParameters.maximumEdges = parameters.maximumEdges;
    treeParameters.maximumBytes = parameters.maximumBytes;
    PatternTree tree(graphs, treeParameters);

    PatternSearchOptions options;
    if (parameters.partial)
        options.partial = [&](const std::vector<ScoredPattern>& best) {
            parameters.partial(explained(best, groups, 1));
        };
    std::vector<ScoredPattern> best;
    constexpr std::array<std::size_t, 3> depths{2, 4, 255};
    for (std::size_t stage = 0; stage < depths.size(); ++stage) {
        options.maximumEdges = depths[stage];
        const ProgressToken part = progress.stage(
            "Searching patterns of up to " + std::to_string(std::min(depths[stage], parameters.maximumEdges))
                + " edges",
            static_cast<double>(stage) / depths.size(), static_cast<double>(stage + 1) / depths.size());
        Result<std::vector<ScoredPattern>> found = tree.best(groups.weights(), parameters.top, options, part);
        if (!found)
            return found.error();
        best = std::move(*found);
        if (best.size() == parameters.top)
            options.startGain = best.back().gain();
        if (parameters.partial)
            parameters.partial(explained(best, groups, 1));
    }
    ExplainResult result;
    const std::int64_t last = best.empty() ? 0 : std::abs(best.back().fixedSum);
    result.tested = std::max(best.size(), tree.testedPatterns(groups.weights(), last));
    result.patterns = explained(best, groups, result.tested);
    return result;
}

} // namespace atlas
