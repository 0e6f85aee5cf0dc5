// How strongly a pattern tells two groups of structures apart: shares, odds ratio, exact significance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace atlas {

/// Two disjoint groups over the rows of a data set; rows of neither have no say.
class TwoGroups {
public:
    /// Preconditions: both not empty and disjoint, every row below `size`.
    TwoGroups(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second, std::size_t size);

    /// +1/size of the first group, -1/size of the second, 0 elsewhere: the gain of a pattern is then twice
    /// the difference of its shares.
    const std::vector<double>& weights() const { return m_weights; }
    std::size_t firstSize() const { return m_firstSize; }
    std::size_t secondSize() const { return m_secondSize; }

private:
    std::vector<double> m_weights;
    std::size_t m_firstSize;
    std::size_t m_secondSize;
};

struct Contrast {
    std::size_t inside = 0; ///< structures of the first group that contain it
    std::size_t outside = 0; ///< structures of the second
    double difference = 0; ///< share in the first minus share in the second, in [-1, 1]
    double oddsRatio = 1; ///< with 1/2 added to each count (Haldane, Anscombe), so always finite
    double pValue = 1; ///< Fisher's exact test, two-sided
    double correctedP = 1; ///< times the number of patterns tested (Bonferroni), at most 1
};

/// `tested`: by how many patterns the significance is corrected.
Contrast contrastOf(std::span<const std::uint32_t> support, const TwoGroups& groups, std::size_t tested);

/// Fisher's exact test of the table (a, b; c, d): the sum of the probabilities, margins fixed, of all tables
/// that are at most as likely. O(smallest margin).
double fisherExact(std::size_t a, std::size_t b, std::size_t c, std::size_t d);

} // namespace atlas
