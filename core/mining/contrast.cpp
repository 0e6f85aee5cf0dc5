#include "core/mining/contrast.h"

#include <algorithm>
#include <cmath>

namespace atlas {

TwoGroups::TwoGroups(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second,
                     std::size_t size)
    : m_weights(size, 0), m_firstSize(first.size()), m_secondSize(second.size())
{
    for (const std::uint32_t row : first)
        m_weights[row] = 1.0 / static_cast<double>(first.size());
    for (const std::uint32_t row : second)
        m_weights[row] = -1.0 / static_cast<double>(second.size());
}

double fisherExact(std::size_t a, std::size_t b, std::size_t c, std::size_t d)
{
    const auto logFactorial = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
    const std::size_t row = a + b;
    const std::size_t column = a + c;
    const std::size_t total = a + b + c + d;
    const double margins = logFactorial(row) + logFactorial(total - row) + logFactorial(column)
        + logFactorial(total - column) - logFactorial(total);
    const auto logProbability = [&](std::size_t x) {
        return margins - logFactorial(x) - logFactorial(row - x) - logFactorial(column - x)
            - logFactorial(total - row - column + x);
    };
    const std::size_t low = row + column > total ? row + column - total : 0;
    const double observed = logProbability(a);
    double sum = 0;
    for (std::size_t x = low; x <= std::min(row, column); ++x)
        if (const double value = logProbability(x); value <= observed + 1e-7)
            sum += std::exp(value);
    return std::min(1.0, sum);
}

Contrast contrastOf(std::span<const std::uint32_t> support, const TwoGroups& groups, std::size_t tested)
{
    Contrast contrast;
    for (const std::uint32_t row : support) {
        contrast.inside += groups.weights()[row] > 0 ? 1 : 0;
        contrast.outside += groups.weights()[row] < 0 ? 1 : 0;
    }
    const auto inside = static_cast<double>(contrast.inside);
    const auto outside = static_cast<double>(contrast.outside);
    const auto first = static_cast<double>(groups.firstSize());
    const auto second = static_cast<double>(groups.secondSize());
    contrast.difference = inside / first - outside / second;
    contrast.oddsRatio =
        (inside + 0.5) * (second - outside + 0.5) / ((first - inside + 0.5) * (outside + 0.5));
    contrast.pValue = fisherExact(contrast.inside, groups.firstSize() - contrast.inside, contrast.outside,
                                  groups.secondSize() - contrast.outside);
    contrast.correctedP =
        std::min(1.0, contrast.pValue * static_cast<double>(std::max<std::size_t>(1, tested)));
    return contrast;
}

} // namespace atlas
