// Finding places in a line of JSON: nlohmann's events carry none.
#pragma once

#include <cctype>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace atlas {

/// A pointer that tells how far the parser is.
class WatchedPointer {
public:
    using iterator_category = std::input_iterator_tag; // NOLINT(readability-identifier-naming)
    using value_type = char; // NOLINT(readability-identifier-naming)
    using difference_type = std::ptrdiff_t; // NOLINT(readability-identifier-naming)
    using pointer = const char*; // NOLINT(readability-identifier-naming)
    using reference = const char&; // NOLINT(readability-identifier-naming)

    WatchedPointer(const char* at, const char** reached) : m_at(at), m_reached(reached) { }
    const char& operator*() const { return *m_at; }
    WatchedPointer& operator++()
    {
        *m_reached = ++m_at;
        return *this;
    }
    bool operator==(const WatchedPointer& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    const char** m_reached;
};

inline bool isNumberCharacter(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

inline bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Where the text starts whose closing quote is at `quote`: inside it, every quote is behind an
/// odd number of backslashes.
inline std::size_t openingQuote(std::string_view line, std::size_t quote)
{
    for (std::size_t at = quote; at-- > 0;) {
        if (line[at] != '"')
            continue;
        std::size_t slashes = 0;
        while (slashes < at && line[at - 1 - slashes] == '\\')
            ++slashes;
        if (slashes % 2 == 0)
            return at;
    }
    return quote;
}

/// The letters around a byte, in lower case, at most 9; `byte` becomes that of the first.
inline std::string wordAround(std::string_view line, std::size_t& byte)
{
    std::string word;
    while (byte > 0 && isLetter(line[byte]) && isLetter(line[byte - 1]))
        --byte;
    for (std::size_t i = byte; i < line.size() && isLetter(line[i]) && word.size() < 9; ++i)
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(line[i])));
    return word;
}

} // namespace atlas
