// The gain of a pattern under weights of the graphs, and its bound (graph-PCA paper, section 5).
//
// s(p) = |sum_j w_j x_jp| with x_jp = 1 where graph j contains p and -1 elsewhere:
// |2 sum over the support - sum w|. Theorem 1 (7)-(9): no pattern above p gains more than max(s+(p), s-(p)),
// where s+ keeps the graphs of p with w >= 0 and s- those with w < 0. With a minimum support m a superpattern
// keeps at least m graphs of p, so where fewer than m have the wished sign, those of the other sign with the
// least weight are added: the bound tightens.
//
// Weights are turned into 64-bit integers (relative rounding below 2^-50 of sum |w|). Sums are then exact:
// they do not depend on the order of summation, equal gains are equal, and the bound never cuts a pattern by
// a rounding error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace atlas {

struct PatternScore {
    std::int64_t sum = 0; ///< sum_j w_j x_jp
    std::int64_t bound = 0; ///< of the gain of every superpattern, and of its own

    std::int64_t gain() const { return sum < 0 ? -sum : sum; }
};

class GraphWeights {
public:
    /// Precondition: every weight finite.
    GraphWeights(std::span<const double> weights, std::size_t minimumSupport);

    /// Where the bound without the minimum support is below `needed` already, it is not tightened further.
    PatternScore score(std::span<const std::uint32_t> support,
                       std::int64_t needed = std::numeric_limits<std::int64_t>::min()) const;
    /// The largest bound that any `size` graphs can have: no support of that size need be looked at where it
    /// is too small. Precondition: size <= number of weights.
    std::int64_t boundOfSize(std::size_t size) const { return m_boundOfSize[size]; }
    double toReal(std::int64_t fixed) const { return static_cast<double>(fixed) / m_scale; }
    std::int64_t toFixed(double real) const; ///< rounded up; saturates

private:
    struct Weight {
        std::int64_t value;
        std::int64_t magnitude;
    };
    void boundSizes();
    std::int64_t leastOf(std::span<const std::uint32_t> support, bool positive, std::size_t count) const;

    std::vector<Weight> m_weights;
    std::vector<std::int64_t> m_boundOfSize;
    std::int64_t m_total = 0;
    std::size_t m_minimumSupport = 1;
    double m_scale = 1;
};

} // namespace atlas
