#include "core/support/random.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>

namespace atlas {

namespace {

std::uint64_t splitMix(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream)
{
    std::uint64_t streamState = stream;
    std::uint64_t state = seed ^ (stream == 0 ? 0 : splitMix(streamState));
    for (std::uint64_t& word : m_state)
        word = splitMix(state);
}

Random::result_type Random::operator()()
{
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

double Random::uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Random::normal()
{
    // Box-Muller; the second value is dropped so that the state alone determines what follows.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::size_t Random::below(std::size_t bound)
{
    assert(bound > 0);
    // Rejection removes the bias of a plain remainder.
    const std::uint64_t limit = max() - max() % bound;
    std::uint64_t value = (*this)();
    while (value >= limit)
        value = (*this)();
    return static_cast<std::size_t>(value % bound);
}

} // namespace atlas
