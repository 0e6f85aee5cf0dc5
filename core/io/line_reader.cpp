#include "core/io/line_reader.h"

#include <algorithm>
#include <cstring>

namespace atlas
{

namespace
{

constexpr std::size_t bufferBytes = std::size_t{1} << 18U;
constexpr std::size_t excerptBytes = 80;

/// The first CR or LF in [begin, end), or end.
const char* findLineEnd(const char* begin, const char* end)
{
    const auto* lineFeed =
        static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
    const char* limit = lineFeed ? lineFeed : end;
    const auto* carriageReturn =
        static_cast<const char*>(std::memchr(begin, '\r', static_cast<std::size_t>(limit - begin)));
    return carriageReturn ? carriageReturn : limit;
}

} // namespace

LineReader::LineReader(TextInput& input, std::size_t limit)
    : m_input(input), m_limit(limit), m_buffer(bufferBytes)
{
}

bool LineReader::fill()
{
    m_begin = 0;
    m_end = m_input.read(m_buffer.data(), m_buffer.size());
    return m_end > 0;
}

LineReader::Status LineReader::next()
{
    m_joined.clear();
    bool tooLong = false;
    bool any = false;
    while (m_begin < m_end || fill()) {
        if (m_skipLineFeed) {
            m_skipLineFeed = false;
            if (m_buffer[m_begin] == '\n') {
                ++m_begin;
                continue;
            }
        }
        any = true;
        const char* begin = m_buffer.data() + m_begin;
        const char* bufferEnd = m_buffer.data() + m_end;
        const char* end = findLineEnd(begin, bufferEnd);
        const auto length = static_cast<std::size_t>(end - begin);
        m_begin += length + (end < bufferEnd ? 1 : 0);
        const bool whole = m_joined.empty() && end < bufferEnd;
        tooLong = tooLong || m_joined.size() + length > m_limit;
        if (tooLong) {
            m_joined.resize(std::min(m_joined.size(), excerptBytes));
            m_joined.append(begin, std::min(length, excerptBytes - m_joined.size()));
        } else if (!whole) {
            m_joined.append(begin, length);
        }
        if (end < bufferEnd) {
            m_skipLineFeed = *end == '\r';
            m_line = whole && !tooLong ? std::string_view(begin, length) : std::string_view(m_joined);
            ++m_number;
            return tooLong ? Status::TooLong : Status::Line;
        }
    }
    if (!any)
        return Status::End;
    m_line = m_joined; // the last line has no end of line
    ++m_number;
    return tooLong ? Status::TooLong : Status::Line;
}

std::size_t findInvalidUtf8(std::string_view text)
{
    std::size_t i = 0;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    while (i < text.size()) {
        if (byte(i) < 0x80) {
            ++i;
            continue;
        }
        std::size_t length = 0;
        unsigned lowest = 0x80; // of the second byte: shortest form only
        unsigned highest = 0xbf; // no surrogates, nothing above U+10FFFF
        const unsigned lead = byte(i);
        if (lead >= 0xc2 && lead <= 0xdf) {
            length = 2;
        } else if (lead >= 0xe0 && lead <= 0xef) {
            length = 3;
            lowest = lead == 0xe0 ? 0xa0 : 0x80;
            highest = lead == 0xed ? 0x9f : 0xbf;
        } else if (lead >= 0xf0 && lead <= 0xf4) {
            length = 4;
            lowest = lead == 0xf0 ? 0x90 : 0x80;
            highest = lead == 0xf4 ? 0x8f : 0xbf;
        }
        if (length == 0 || i + length > text.size() || byte(i + 1) < lowest || byte(i + 1) > highest)
            return i;
        for (std::size_t k = 2; k < length; ++k)
            if ((byte(i + k) & 0xc0U) != 0x80U)
                return i;
        i += length;
    }
    return std::string_view::npos;
}

} // namespace atlas
