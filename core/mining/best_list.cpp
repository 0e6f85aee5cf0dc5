#include "core/mining/best_list.h"

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

std::int64_t fixedGain(const ScoredPattern& pattern)
{
    return pattern.fixedSum < 0 ? -pattern.fixedSum : pattern.fixedSum;
}

bool better(const ScoredPattern& a, const ScoredPattern& b)
{
    if (fixedGain(a) != fixedGain(b))
        return fixedGain(a) > fixedGain(b);
    return a.code < b.code;
}

bool codeAfter(std::uint32_t rootLabel, std::span<const CodeEdge> edges, const DfsCode& other)
{
    if (rootLabel != other.rootLabel)
        return rootLabel > other.rootLabel;
    const std::size_t common = std::min(edges.size(), other.edges.size());
    for (std::size_t i = 0; i < common; ++i)
        if (const auto order = compareEdges(edges[i], other.edges[i]); order != std::strong_ordering::equal)
            return order == std::strong_ordering::greater;
    return edges.size() > other.edges.size();
}

} // namespace

BestList::BestList(std::size_t count, std::int64_t threshold, const GraphWeights& weights,
                   const PatternSearchOptions& options)
    : m_count(count), m_threshold(threshold), m_weights(weights), m_options(options)
{
}

bool BestList::excludes(std::int64_t bound, std::uint32_t rootLabel, std::span<const CodeEdge> edges) const
{
    const std::int64_t threshold = m_threshold.load(std::memory_order_relaxed);
    if (bound != threshold)
        return bound < threshold;
    const std::scoped_lock lock(m_mutex);
    return m_heap.size() == m_count && fixedGain(m_heap.front()) == bound
        && codeAfter(rootLabel, edges, m_heap.front().code);
}

void BestList::offer(std::int64_t sum, std::uint32_t rootLabel, std::span<const CodeEdge> edges,
                     std::span<const std::uint32_t> support)
{
    const std::int64_t gain = sum < 0 ? -sum : sum;
    if (gain < m_threshold.load(std::memory_order_relaxed))
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_heap.size() == m_count) {
        const ScoredPattern& worst = m_heap.front();
        if (gain < fixedGain(worst) || (gain == fixedGain(worst) && codeAfter(rootLabel, edges, worst.code)))
            return;
        std::pop_heap(m_heap.begin(), m_heap.end(), better);
    } else {
        m_heap.emplace_back();
    }
    ScoredPattern& entry = m_heap.back(); // its arrays are used again
    entry.code.rootLabel = rootLabel;
    entry.code.edges.assign(edges.begin(), edges.end());
    entry.support.assign(support.begin(), support.end());
    entry.fixedSum = sum;
    entry.sum = m_weights.toReal(sum);
    std::push_heap(m_heap.begin(), m_heap.end(), better);
    if (m_heap.size() == m_count && fixedGain(m_heap.front()) > m_threshold.load(std::memory_order_relaxed))
        m_threshold.store(fixedGain(m_heap.front()), std::memory_order_relaxed);
    if (m_options.partial)
        showPartial();
}

void BestList::showPartial()
{
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - m_lastPartial).count() < m_options.partialSeconds)
        return;
    std::vector<ScoredPattern> sorted = m_heap;
    std::sort(sorted.begin(), sorted.end(), better);
    m_options.partial(sorted);
    m_lastPartial = std::chrono::steady_clock::now();
}

std::vector<ScoredPattern> BestList::take()
{
    const std::scoped_lock lock(m_mutex);
    std::sort(m_heap.begin(), m_heap.end(), better);
    return std::exchange(m_heap, {});
}

} // namespace atlas
