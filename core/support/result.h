// The one way in which a function of this program says "it did not work": a value or an Error.
#pragma once

#include "core/support/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace atlas {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) // NOLINT(google-explicit-constructor): `return value;` is the point
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Precondition: ok().
    const T& value() const&
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T& value() &
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T&& value() &&
    {
        assert(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    T valueOr(T fallback) const& { return ok() ? value() : std::move(fallback); }

    /// Precondition: !ok().
    const Error& error() const
    {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_error(std::move(error))
    {
    }

    bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }
    const Error& error() const
    {
        assert(!ok());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace atlas
