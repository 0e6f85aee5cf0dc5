#include "core/mining/pattern_score.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace atlas {

GraphWeights::GraphWeights(std::span<const double> weights, std::size_t minimumSupport)
    : m_minimumSupport(minimumSupport)
{
    double magnitude = 0;
    for (const double w : weights)
        magnitude += std::abs(w);
    if (magnitude > 0)
        m_scale = std::ldexp(1.0, 59 - std::ilogb(magnitude)); // sums stay below 2^61
    m_weights.reserve(weights.size());
    for (const double w : weights) {
        const std::int64_t value = std::llround(w * m_scale);
        m_weights.push_back({value, std::abs(value)});
        m_total += value;
    }
    boundSizes();
}

/// (9) with the largest weights of either sign in place of those of a support.
void GraphWeights::boundSizes()
{
    std::vector<std::int64_t> values;
    for (const Weight& weight : m_weights)
        values.push_back(weight.value);
    std::sort(values.begin(), values.end());
    std::int64_t above = 0;
    std::int64_t below = 0;
    m_boundOfSize.push_back(std::max(-m_total, m_total));
    for (std::size_t i = 0; i < values.size(); ++i) {
        above += std::max<std::int64_t>(0, values[values.size() - 1 - i]);
        below += std::max<std::int64_t>(0, -values[i]);
        m_boundOfSize.push_back(std::max(2 * above - m_total, 2 * below + m_total));
    }
}

std::int64_t GraphWeights::toFixed(double real) const
{
    const double scaled = std::ceil(real * m_scale);
    constexpr double limit = 9e18;
    return static_cast<std::int64_t>(std::clamp(scaled, -limit, limit));
}

std::int64_t GraphWeights::leastOf(std::span<const std::uint32_t> support, bool positive,
                                   std::size_t count) const
{
    thread_local std::vector<std::int64_t> least; // the `count` least so far, increasing
    least.clear();
    for (const std::uint32_t graph : support) {
        const Weight& weight = m_weights[graph];
        if (!(positive ? weight.value > 0 : weight.value < 0))
            continue;
        if (least.size() == count && weight.magnitude >= least.back())
            continue;
        if (least.size() == count)
            least.pop_back();
        least.insert(std::upper_bound(least.begin(), least.end(), weight.magnitude), weight.magnitude);
    }
    return std::accumulate(least.begin(), least.end(), std::int64_t{0});
}

PatternScore GraphWeights::score(std::span<const std::uint32_t> support, std::int64_t needed) const
{
    std::int64_t sum = 0;
    std::int64_t magnitude = 0;
    for (const std::uint32_t graph : support) {
        sum += m_weights[graph].value;
        magnitude += m_weights[graph].magnitude;
    }
    std::int64_t above = (magnitude + sum) / 2;
    std::int64_t below = (magnitude - sum) / 2;
    const std::int64_t loose = std::max(2 * above - m_total, 2 * below + m_total); // (7), (8), (9)
    if (loose < needed)
        return {2 * sum - m_total, loose};
    // Graphs of weight 0 serve both sides.
    std::size_t notNegative = 0;
    std::size_t notPositive = 0;
    for (std::size_t i = 0; i < support.size() && std::min(notNegative, notPositive) < m_minimumSupport;
         ++i) {
        notNegative += m_weights[support[i]].value >= 0 ? 1 : 0;
        notPositive += m_weights[support[i]].value <= 0 ? 1 : 0;
    }
    if (notNegative < m_minimumSupport)
        above -= leastOf(support, false, m_minimumSupport - notNegative);
    if (notPositive < m_minimumSupport)
        below -= leastOf(support, true, m_minimumSupport - notPositive);
    return {2 * sum - m_total, std::max(2 * above - m_total, 2 * below + m_total)};
}

} // namespace atlas
