// Lines of a text, one at a time, in a buffer that is reused. Ends of line are LF, CR LF or CR. A line above
// the limit is skipped to its end without being kept, so that a 1 GB line costs no memory.
#pragma once

#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

class LineReader {
public:
    static constexpr std::size_t defaultLimit = std::size_t{64} << 20U; ///< bytes of a line

    /// With a progress token, each piece read is reported there, and a cancel ends the text:
    /// after End, ask progress.cancelled().
    explicit LineReader(TextInput& input, std::size_t limit = defaultLimit, ProgressToken progress = {});

    enum class Status { Line, TooLong, End };

    /// Reads the next line. After Line, line() is its text without the end of line; after TooLong it is the
    /// line's first 80 bytes or a little less: whole characters.
    Status next();
    std::string_view line() const { return m_line; }
    std::uint64_t number() const { return m_number; } ///< of the line read last, from 1
    std::size_t limit() const { return m_limit; }
    /// Whether the line read last had an end of line. Where the input failed(), one without is cut.
    bool terminated() const { return m_terminated; }

private:
    bool fill();

    TextInput& m_input;
    std::size_t m_limit;
    ProgressToken m_progress;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::string m_joined; // a line that crosses a buffer's end
    std::string_view m_line;
    std::uint64_t m_number = 0;
    bool m_skipLineFeed = false; // the last line ended with CR: a following LF belongs to it
    bool m_terminated = false;
};

/// Byte offset of the first invalid UTF-8 sequence, or npos.
std::size_t findInvalidUtf8(std::string_view text);

/// The text with '?' for every byte that is not UTF-8: for showing.
std::string replaceInvalidUtf8(std::string_view text);

} // namespace atlas
