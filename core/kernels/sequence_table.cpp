#include "core/kernels/sequence_table.h"

#include "core/kernels/wide_integer.h"

#include <algorithm>

namespace atlas {

namespace {

std::uint32_t hashOf(std::span<const std::uint32_t> sequence)
{
    // The folded halves of a 64 x 64 bit product, as in wyhash.
    std::uint64_t state = 0x9e3779b97f4a7c15ULL + sequence.size();
    for (const std::uint32_t value : sequence) {
        const UInt128 product = static_cast<UInt128>(state ^ value) * 0xe7037ed1a0b428dbULL;
        state = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
    }
    return static_cast<std::uint32_t>(state ^ state >> 32U);
}

} // namespace

/// Where the sequence is, or the empty slot where it would go.
std::size_t SequenceTable::slotOf(std::span<const std::uint32_t> sequence, std::uint32_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    for (; m_slots[at].number != none; at = (at + 1) & mask) {
        if (m_slots[at].hash != hash)
            continue;
        const std::span<const std::uint32_t> known = this->sequence(m_slots[at].number);
        if (std::equal(known.begin(), known.end(), sequence.begin(), sequence.end()))
            break;
    }
    return at;
}

std::uint32_t SequenceTable::find(std::span<const std::uint32_t> sequence) const
{
    return m_slots[slotOf(sequence, hashOf(sequence))].number;
}

std::uint32_t SequenceTable::intern(std::span<const std::uint32_t> sequence)
{
    const std::uint32_t hash = hashOf(sequence);
    const std::size_t at = slotOf(sequence, hash);
    if (m_slots[at].number != none)
        return m_slots[at].number;
    const auto number = static_cast<std::uint32_t>(size());
    m_values.insert(m_values.end(), sequence.begin(), sequence.end());
    m_first.push_back(m_values.size());
    m_slots[at] = {hash, number};
    if (4 * size() > 3 * m_slots.size())
        grow();
    return number;
}

void SequenceTable::grow()
{
    std::vector<Slot> old(2 * m_slots.size());
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.number == none)
            continue;
        std::size_t at = slot.hash & mask;
        while (m_slots[at].number != none)
            at = (at + 1) & mask;
        m_slots[at] = slot;
    }
}

std::size_t SequenceTable::memoryBytes() const
{
    return m_first.capacity() * sizeof(std::size_t) + m_values.capacity() * sizeof(std::uint32_t)
        + m_slots.capacity() * sizeof(Slot);
}

} // namespace atlas
