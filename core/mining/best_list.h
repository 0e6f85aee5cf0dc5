// The best patterns of a search so far, shared by its threads, with the threshold that they set.
#pragma once

#include "core/mining/pattern_tree.h"

#include <atomic>
#include <chrono>
#include <mutex>

namespace atlas {

class BestList {
public:
    /// Keeps the `count` best with a gain of at least `threshold`.
    BestList(std::size_t count, std::int64_t threshold, const GraphWeights& weights,
             const PatternSearchOptions& options);

    /// Nothing with a gain below it can enter.
    std::int64_t threshold() const { return m_threshold.load(std::memory_order_relaxed); }
    /// Whether nothing with this bound, and a code not before the given, can enter.
    bool excludes(std::int64_t bound, std::uint32_t rootLabel, std::span<const CodeEdge> edges) const;
    void offer(std::int64_t sum, std::uint32_t rootLabel, std::span<const CodeEdge> edges,
               std::span<const std::uint32_t> support);
    std::vector<ScoredPattern> take(); ///< the best first

private:
    void showPartial();

    std::size_t m_count;
    std::atomic<std::int64_t> m_threshold;
    const GraphWeights& m_weights;
    const PatternSearchOptions& m_options;
    mutable std::mutex m_mutex;
    std::vector<ScoredPattern> m_heap; // the worst on top
    std::chrono::steady_clock::time_point m_lastPartial = std::chrono::steady_clock::now();
};

} // namespace atlas
