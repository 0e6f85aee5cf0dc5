#include "core/io/bracket_survey.h"

#include <cstddef>

namespace atlas {

namespace {

bool surveySentiment(std::string_view head)
{
    std::size_t depth = 0;
    std::size_t labels = 0;
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head[i] == ')' && (depth == 0 || --depth == 0))
            break;
        if (head[i] != '(')
            continue;
        ++depth;
        std::size_t begin = i + 1;
        while (begin < head.size() && (isBlank(head[begin]) || isLineEnd(head[begin])))
            ++begin;
        std::size_t end = begin;
        while (end < head.size() && isWordByte(head[end]))
            ++end;
        if (end == begin)
            continue; // the outer bracket
        if (!isSentiment(head.substr(begin, end - begin)))
            return false;
        ++labels;
    }
    return labels > 0;
}

/// How brackets close over the lines of a text, and within each.
class LineSurvey {
public:
    explicit LineSurvey(std::string_view head)
    {
        for (std::size_t i = 0; i < head.size(); ++i) {
            if (i == 0 || isLineEnd(head[i - 1]))
                startLine(head[i]);
            if (head[i] == '(') {
                ++m_depth;
                ++m_lineDepth;
            } else if (head[i] == ')') {
                close(i);
            }
        }
        endLine();
        m_bytes = head.size();
    }

    bool lineStartsTree(bool whole) const
    {
        const bool balanced = !m_stray && (whole ? m_depth == 0 : m_lastEnd > m_bytes / 2);
        return balanced ? !m_insideComplete : m_indented > 0 || m_completeLines * 2 >= m_bracketLines;
    }

private:
    void startLine(char c)
    {
        endLine();
        m_startsLine = c == '(';
        m_bracketLines += m_startsLine ? 1 : 0;
        m_indented += isBlank(c) ? 1 : 0;
        m_inside = m_inside || (m_startsLine && m_depth > 0);
    }

    void endLine()
    {
        m_completeLines += m_startsLine && m_lineDepth == 0 ? 1 : 0;
        m_lineDepth = 0;
    }

    void close(std::size_t at)
    {
        --m_lineDepth;
        if (m_depth == 0) {
            m_stray = true;
        } else if (--m_depth == 0) {
            m_lastEnd = at;
            m_insideComplete = m_insideComplete || m_inside;
            m_inside = false;
        }
    }

    std::size_t m_bytes = 0;
    std::size_t m_depth = 0;
    std::size_t m_lastEnd = 0; // of a complete tree
    bool m_stray = false; // a ')' that closes nothing
    bool m_inside = false; // in the tree that is open, a line starts with '('
    bool m_insideComplete = false; // ... in one that was complete
    std::size_t m_indented = 0; // lines
    std::size_t m_bracketLines = 0; // that start with '('
    std::size_t m_completeLines = 0; // of these, the ones that balance in themselves
    std::ptrdiff_t m_lineDepth = 0;
    bool m_startsLine = false; // the line starts with '('
};

} // namespace

BracketSurvey surveyBrackets(std::string_view head, bool whole)
{
    return {LineSurvey(head).lineStartsTree(whole), surveySentiment(head)};
}

} // namespace atlas
