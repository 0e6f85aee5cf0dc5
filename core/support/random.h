// Seeded random numbers that are the same on every machine: xoshiro256** (Blackman & Vigna 2018),
// seeded by splitmix64, with distributions of our own, since those of the standard library
// differ between implementations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace atlas {

class Random {
public:
    using result_type = std::uint64_t; // NOLINT(readability-identifier-naming): UniformRandomBitGenerator

    /// Different streams of one seed are independent: give each restart, fold or structure its own.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    result_type operator()();

    double uniform(); ///< in [0, 1)
    double uniform(double low, double high); ///< in [low, high)
    double normal(); ///< mean 0, variance 1
    std::size_t below(std::size_t bound); ///< uniform on 0 .. bound-1; precondition bound > 0
    bool chance(double probability) { return uniform() < probability; }

    template <class T>
    void shuffle(std::span<T> values)
    {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::array<std::uint64_t, 4> m_state{};
};

} // namespace atlas
