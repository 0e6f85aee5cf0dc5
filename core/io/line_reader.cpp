#include "core/io/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace atlas {

namespace {

constexpr std::size_t bufferBytes = std::size_t{1} << 18U;
constexpr std::size_t excerptBytes = 80;

/// The first CR or LF in [begin, end), or end. Looks at a window at a time: a text with only one of the two
/// must not be searched to its end for the other, line after line.
const char* findLineEnd(const char* begin, const char* end)
{
    constexpr std::ptrdiff_t window = 1024;
    while (begin < end) {
        const auto length = static_cast<std::size_t>(std::min(window, end - begin));
        const auto* lineFeed = static_cast<const char*>(std::memchr(begin, '\n', length));
        const std::size_t rest = lineFeed ? static_cast<std::size_t>(lineFeed - begin) : length;
        if (const auto* carriageReturn = static_cast<const char*>(std::memchr(begin, '\r', rest)))
            return carriageReturn;
        if (lineFeed)
            return lineFeed;
        begin += length;
    }
    return end;
}

/// Cuts a character off whose last bytes are missing.
void trimPartialCharacter(std::string& text)
{
    const std::size_t bad = findInvalidUtf8(text);
    if (bad != std::string::npos && text.size() - bad < 4)
        text.resize(bad);
}

} // namespace

LineReader::LineReader(TextInput& input, std::size_t limit, ProgressToken progress)
    : m_input(input), m_limit(limit), m_progress(std::move(progress)), m_buffer(bufferBytes)
{
}

bool LineReader::fill()
{
    m_begin = 0;
    m_end = m_progress.cancelled() ? 0 : m_input.read(m_buffer.data(), m_buffer.size());
    m_progress.report(m_input.fraction());
    return m_end > 0;
}

LineReader::Status LineReader::next()
{
    m_joined.clear();
    m_terminated = false;
    bool tooLong = false;
    bool any = false;
    while (!m_terminated && (m_begin < m_end || fill())) {
        if (m_skipLineFeed) {
            m_skipLineFeed = false;
            if (m_buffer[m_begin] == '\n') {
                ++m_begin;
                continue;
            }
        }
        const char* begin = m_buffer.data() + m_begin;
        const char* bufferEnd = m_buffer.data() + m_end;
        const char* end = findLineEnd(begin, bufferEnd);
        const auto length = static_cast<std::size_t>(end - begin);
        m_terminated = end < bufferEnd;
        m_skipLineFeed = m_terminated && *end == '\r';
        m_begin += length + (m_terminated ? 1 : 0);
        const bool whole = !any && m_terminated; // in one piece: no need to copy it
        any = true;
        tooLong = tooLong || m_joined.size() + length > m_limit;
        if (tooLong) {
            m_joined.resize(std::min(m_joined.size(), excerptBytes));
            m_joined.append(begin, std::min(length, excerptBytes - m_joined.size()));
        } else if (!whole) {
            m_joined.append(begin, length);
        }
        m_line = whole && !tooLong ? std::string_view(begin, length) : std::string_view(m_joined);
    }
    if (!any)
        return Status::End;
    ++m_number;
    if (!tooLong)
        return Status::Line;
    trimPartialCharacter(m_joined);
    m_line = m_joined;
    return Status::TooLong;
}

std::size_t findInvalidUtf8(std::string_view text)
{
    std::size_t i = 0;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    while (i < text.size()) {
        if (i + 8 <= text.size()) {
            std::uint64_t eight = 0; // most text is ASCII
            std::memcpy(&eight, text.data() + i, 8);
            if ((eight & 0x8080808080808080U) == 0) {
                i += 8;
                continue;
            }
        }
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

std::string replaceInvalidUtf8(std::string_view text)
{
    std::string shown(text);
    std::size_t from = 0;
    while (true) {
        const std::size_t bad = findInvalidUtf8(std::string_view(shown).substr(from));
        if (bad == std::string_view::npos)
            return shown;
        shown[from + bad] = '?';
        from += bad + 1;
    }
}

} // namespace atlas
