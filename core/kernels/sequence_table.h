// Every distinct sequence of 32-bit numbers, stored once: the productions of a forest, and the nodes of a
// minimal DAG that grows. Append-only; expected O(length) a look-up; equality never rests on a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace atlas {

class SequenceTable {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The number of a sequence, or `none`.
    std::uint32_t find(std::span<const std::uint32_t> sequence) const;

    /// The number of a sequence, new (then it is size() - 1) or known.
    std::uint32_t intern(std::span<const std::uint32_t> sequence);

    std::size_t size() const { return m_first.size() - 1; }
    std::span<const std::uint32_t> sequence(std::uint32_t number) const
    {
        return {m_values.data() + m_first[number], m_first[number + 1] - m_first[number]};
    }
    std::size_t memoryBytes() const;

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = none;
    };

    std::size_t slotOf(std::span<const std::uint32_t> sequence, std::uint32_t hash) const;
    void grow();

    std::vector<std::size_t> m_first{0};
    std::vector<std::uint32_t> m_values;
    std::vector<Slot> m_slots = std::vector<Slot>(64);
};

} // namespace atlas
