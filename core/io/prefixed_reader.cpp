// Class-prefixed trees, one a line: "class:label(child child($))".
//
// A node is a label, or a label directly followed by its children in brackets, separated by blanks. '$'
// stands for a missing child and keeps its position: in a($ b) the child b has position 1; a($) and a alike
// are leaves. The class is the text in front of the first ':'.
#include "core/io/line_records.h"
#include "core/io/readers.h"

namespace atlas {

namespace {

constexpr std::size_t itemsBetweenCancels = 65536;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

class PrefixedLine {
public:
    PrefixedLine(std::string_view line, DatasetBuilder& builder, const ProgressToken& progress)
        : m_line(line), m_builder(builder), m_forest(builder.forest()), m_progress(progress)
    {
    }

    std::optional<RecordProblem> read(std::uint64_t number)
    {
        const std::size_t colon = m_line.find(':');
        if (colon > m_line.find('(') || colon == std::string_view::npos
            || trimmed(m_line.substr(0, colon)).empty())
            return problem("A class and ':' are expected in front of the tree, as in 'class:label(child)'.");
        m_at = colon + 1;
        if (std::optional<RecordProblem> found = readTree())
            return found;
        m_builder.acceptTree({{}, std::string(trimmed(m_line.substr(0, colon))), number});
        return std::nullopt;
    }

private:
    std::optional<RecordProblem> problem(std::string reason) const
    {
        return RecordProblem{ErrorCode::Malformed, m_at, std::move(reason)};
    }
    bool atEnd() const { return m_at == m_line.size(); }
    bool at(char c) const { return !atEnd() && m_line[m_at] == c; }

    std::optional<RecordProblem> readTree()
    {
        for (std::size_t items = 1;; ++items) {
            while (!atEnd() && isBlank(m_line[m_at]))
                ++m_at;
            if (atEnd() || (items % itemsBetweenCancels == 0 && m_progress.cancelled()))
                break;
            std::optional<RecordProblem> found = at(')') ? closeBracket() : readItem();
            if (found)
                return found;
        }
        if (m_forest.depth() > 0)
            return problem("Unbalanced brackets: " + std::to_string(m_forest.depth())
                           + " ')' missing at the end of the line.");
        if (!m_forest.hasTree())
            return problem("There is no tree behind the class.");
        return std::nullopt;
    }

    std::optional<RecordProblem> closeBracket()
    {
        if (m_forest.depth() == 0)
            return problem("Unbalanced brackets: this ')' closes nothing.");
        if (m_justOpened)
            return problem("The brackets are empty; write ($) for a node without children.");
        m_forest.close();
        ++m_at;
        if (!atEnd() && !at(')') && !isBlank(m_line[m_at]))
            return problem("A blank or ')' is expected behind ')'.");
        return std::nullopt;
    }

    std::optional<RecordProblem> readItem()
    {
        if (m_forest.hasTree())
            return problem("The tree has ended; nothing may follow it on the line.");
        const std::size_t begin = m_at;
        while (!atEnd() && !isBlank(m_line[m_at]) && !at('(') && !at(')'))
            ++m_at;
        const std::string_view label = m_line.substr(begin, m_at - begin);
        if (label.empty())
            return problem("A label is missing in front of '('.");
        m_justOpened = false;
        if (label == "$")
            return readMissingChild(begin);
        if (m_forest.full())
            return tooManyNodes(begin);
        m_forest.open(m_builder.nodeLabels().intern(label));
        if (!at('(')) {
            m_forest.close();
            return std::nullopt;
        }
        ++m_at;
        m_justOpened = true;
        return std::nullopt;
    }

    std::optional<RecordProblem> readMissingChild(std::size_t begin)
    {
        if (at('('))
            return problem("'$' stands for no child and cannot have children.");
        if (m_forest.depth() == 0) {
            m_at = begin;
            return problem("'$' stands for no child; a tree needs a root with a label.");
        }
        m_forest.skip();
        return std::nullopt;
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    DatasetBuilder& m_builder;
    ForestBuilder& m_forest;
    const ProgressToken& m_progress;
    bool m_justOpened = false; // behind '(' nothing has come yet
};

} // namespace

Result<void> readPrefixed(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                          ProgressToken progress)
{
    return readLineRecords(input, options, builder, progress,
                           [&](std::string_view line, std::uint64_t number) {
                               return PrefixedLine(line, builder, progress).read(number);
                           });
}

} // namespace atlas
