// 128-bit integers for exact kernel values: the number of fragments two parse trees share passes
// 2^57 on ordinary sentences.
#pragma once

#include <algorithm>
#include <string>

namespace atlas {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// sum += a * b; false where a 128-bit integer cannot hold it.
template <class T, class A, class B>
[[nodiscard]] inline bool addProduct(T& sum, A a, B b)
{
    T product = 0;
    return !__builtin_mul_overflow(static_cast<T>(a), static_cast<T>(b), &product)
        && !__builtin_add_overflow(sum, product, &sum);
}

inline std::string toString(UInt128 value)
{
    std::string text;
    do {
        text.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value > 0);
    std::reverse(text.begin(), text.end());
    return text;
}

inline std::string toString(Int128 value)
{
    const UInt128 magnitude = value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
    return (value < 0 ? "-" : "") + toString(magnitude);
}

} // namespace atlas
