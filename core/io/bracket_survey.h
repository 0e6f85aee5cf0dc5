// What the beginning of a file of bracketed trees tells about the rest of it.
#pragma once

#include "core/io/line_records.h"

#include <string_view>

namespace atlas {

struct BracketSurvey {
    /// A line that starts with '(' begins a tree, even where the one before is not closed. So it is in files
    /// with a tree a line or with indented lines inside trees. It is not where the brackets balance and a
    /// tree goes on over such a line.
    bool lineStartsTree = true;
    bool sentiment = false; ///< every label of the first tree is a number 0 to 4
};

/// `whole`: the head is all of the file.
BracketSurvey surveyBrackets(std::string_view head, bool whole);

inline bool isLineEnd(char c) { return c == '\n' || c == '\r'; }
inline bool isWordByte(char c) { return c != '(' && c != ')' && !isBlank(c) && !isLineEnd(c); }
inline bool isSentiment(std::string_view label)
{
    return label.size() == 1 && label[0] >= '0' && label[0] <= '4';
}

} // namespace atlas
