// Integers that cannot be mixed up: a label is not a node is not a row.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace atlas {

template <class Tag, class Representation = std::uint32_t>
class StrongId {
public:
    using Value = Representation;

    constexpr StrongId() = default; ///< the invalid id
    constexpr explicit StrongId(std::size_t value) : m_value(static_cast<Representation>(value)) { }

    constexpr Representation value() const { return m_value; }
    constexpr std::size_t index() const { return m_value; } ///< for subscripts
    constexpr bool valid() const { return m_value != invalidValue; }
    friend constexpr auto operator<=>(StrongId, StrongId) = default; // NOLINT(modernize-use-nullptr)

private:
    static constexpr Representation invalidValue = std::numeric_limits<Representation>::max();
    Representation m_value = invalidValue;
};

} // namespace atlas

template <class Tag, class Representation>
struct std::hash<atlas::StrongId<Tag, Representation>> {
    std::size_t operator()(atlas::StrongId<Tag, Representation> id) const noexcept
    {
        return std::hash<Representation>{}(id.value());
    }
};
