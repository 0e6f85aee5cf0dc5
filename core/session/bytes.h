// Values as bytes and back, for session files: little-endian, lengths before contents.
// A reader never reads beyond its bytes and never allocates more than they can fill: after a fault it gives
// zeros, and ok() is false.
#pragma once

#include "core/support/strong_id.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace atlas {

static_assert(std::endian::native == std::endian::little, "numbers are stored as this machine has them");

template <class T>
constexpr bool isPlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class Tag, class Representation>
constexpr bool isPlainNumber<StrongId<Tag, Representation>> = true;

class ByteWriter {
public:
    template <class... Values>
    void operator()(const Values&... values)
    {
        (put(values), ...);
    }
    std::string take() { return std::move(m_bytes); }

private:
    template <class T>
    void put(const T& value)
    {
        static_assert(isPlainNumber<T> && std::is_trivially_copyable_v<T>);
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put(const std::string& text)
    {
        put(static_cast<std::uint64_t>(text.size()));
        m_bytes += text;
    }
    template <class T>
    void put(const std::vector<T>& values)
    {
        put(static_cast<std::uint64_t>(values.size()));
        if constexpr (isPlainNumber<T>)
            m_bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
        else
            for (const T& value : values)
                put(value);
    }
    template <class... Kinds>
    void put(const std::variant<Kinds...>& value)
    {
        put(static_cast<std::uint8_t>(value.index()));
        std::visit([this](const auto& held) { put(held); }, value);
    }

    std::string m_bytes;
};

class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) { }

    template <class... Values>
    void operator()(Values&... values)
    {
        (get(values), ...);
    }
    template <class T>
    T next()
    {
        T value{};
        get(value);
        return value;
    }

    bool ok() const { return m_ok; }
    bool complete() const { return m_ok && m_rest.empty(); } ///< nothing wrong, and nothing left over
    void fail()
    {
        m_ok = false;
        m_rest = {};
    }

    /// How many things follow, each of at least so many bytes; 0 after a fault.
    std::size_t count(std::size_t leastBytes)
    {
        const auto announced = next<std::uint64_t>();
        if (announced <= m_rest.size() / leastBytes)
            return static_cast<std::size_t>(announced);
        fail();
        return 0;
    }

private:
    template <class T>
    void get(T& value)
    {
        static_assert(isPlainNumber<T> && std::is_trivially_copyable_v<T>);
        copy(&value, sizeof value);
    }
    void get(bool& value) { value = next<std::uint8_t>() != 0; } // another value is no bool
    void get(std::string& text)
    {
        text.resize(count(1));
        copy(text.data(), text.size());
    }
    template <class T>
    void get(std::vector<T>& values)
    {
        if constexpr (isPlainNumber<T>) {
            values.resize(count(sizeof(T)));
            copy(values.data(), values.size() * sizeof(T));
        } else {
            values.clear();
            values.resize(count(sizeof(std::uint64_t))); // each has its length in front
            for (T& value : values)
                get(value);
        }
    }
    template <class... Kinds>
    void get(std::variant<Kinds...>& value)
    {
        const auto index = next<std::uint8_t>();
        if (index >= sizeof...(Kinds)) {
            fail();
            return;
        }
        emplace(value, index, std::index_sequence_for<Kinds...>());
        std::visit([this](auto& held) { get(held); }, value);
    }
    template <class Variant, std::size_t... Indices>
    static void emplace(Variant& value, std::size_t index, std::index_sequence<Indices...> /*all*/)
    {
        ((index == Indices ? void(value.template emplace<Indices>()) : void()), ...);
    }
    void copy(void* to, std::size_t size)
    {
        if (size > m_rest.size()) {
            fail();
            if (size <= sizeof(std::uint64_t)) // a single number; longer ones were counted before
                std::memset(to, 0, size);
            return;
        }
        if (size > 0)
            std::memcpy(to, m_rest.data(), size);
        m_rest.remove_prefix(size);
    }

    std::string_view m_rest;
    bool m_ok = true;
};

} // namespace atlas
