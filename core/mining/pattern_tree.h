// Weighted mining (graph-PCA paper, section 5, Algorithm 5) on a DFS-code tree that
// can be kept between calls.
//
// best(w, L): the L patterns with the largest gain |sum_j w_j x_jp| of all patterns with the minimum support
// and at most the largest size; ties by DFS code, the smaller first. above(w, eps): all with at least that
// gain, condition (5). A branch is cut where Theorem 1's bound (pattern_score.h) cannot reach the L-th gain
// so far, or reaches it just with a larger code. The result is a set defined by the data alone: neither
// threads nor the order of the search nor what is kept change it.
//
// Kept tree (named in the paper's section 6, not done there): codes and supports of all children
// that were ever made stay, so a later call scores them without touching the graphs; embeddings are
// remade only where a branch is expanded for the first time. Above the memory budget new branches are
// searched without being kept.
//
// Memory: 40 bytes plus 4 per supporting graph for each kept pattern. Children are
// visited by decreasing bound.
#pragma once

#include "core/mining/dfs_code.h"
#include "core/mining/pattern_score.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace atlas {

struct ScoredPattern {
    DfsCode code;
    std::vector<std::uint32_t> support; ///< rows, increasing
    std::int64_t fixedSum = 0; ///< exact; comparable within one call
    double sum = 0; ///< sum_j w_j x_jp; the gain is its magnitude

    double gain() const { return sum < 0 ? -sum : sum; }
};

struct PatternTreeParameters {
    std::size_t minimumEdges = 0; ///< 0: single vertices are patterns, as in Algorithm 5
    std::size_t maximumEdges = 255;
    std::size_t maximumVertices = 15;
    bool keep = true; ///< false: every call mines anew
    std::size_t maximumBytes = std::size_t{2} << 30U; ///< of the kept tree
};

struct PatternSearchOptions {
    /// A gain that at least `count` patterns are known to reach (those of earlier calls, scored with the new
    /// weights): the threshold starts there.
    double startGain = 0;
    std::size_t maximumEdges = 255; ///< of this call; what it leaves unexpanded a later call may expand
    /// Called now and then, from a working thread, with the best patterns so far, the best first.
    std::function<void(const std::vector<ScoredPattern>&)> partial;
    double partialSeconds = 0.5; ///< the least time between two such calls
};

class PatternTree {
public:
    /// `graphs` must outlive the tree.
    PatternTree(const MiningGraphs& graphs, const PatternTreeParameters& parameters);
    ~PatternTree();
    PatternTree(PatternTree&&) noexcept;
    PatternTree& operator=(PatternTree&&) noexcept;

    /// Preconditions: one finite weight a graph, else ErrorCode::NonFinite;
    /// count > 0, else ErrorCode::BadUse.
    Result<std::vector<ScoredPattern>> best(std::span<const double> weights, std::size_t count,
                                            const PatternSearchOptions& options = {},
                                            ProgressToken progress = {});
    Result<std::vector<ScoredPattern>> above(std::span<const double> weights, double gain,
                                             ProgressToken progress = {});

    std::size_t keptPatterns() const;
    std::size_t keptBytes() const;
    bool budgetReached() const; ///< some branches were not kept
    /// How many patterns any search for this gain has to score: single vertices, and the children (codes that
    /// are not minimal included) of every pattern whose bound is above `fixedGain` (a magnitude of fixedSum).
    /// Defined by the data; walks the kept tree, so it holds after best() or above() with these weights while
    /// budgetReached() is false.
    std::size_t testedPatterns(std::span<const double> weights, std::int64_t fixedGain) const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace atlas
