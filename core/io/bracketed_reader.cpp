// Bracketed parse trees: (S (NP (D the) (N dog)) (VP (V barks))).
//
// A bracket's first word is the label of its node; further words are leaves, so (D the) is a node D with a
// leaf "the". A tree may span lines, and an empty outer bracket around it, ( (S ...) ), is dropped. The text
// is parsed as it comes: nothing but the tree is kept, whatever its depth and the length of its lines.
//
// Stanford Sentiment trees are told by the first tree: each of its labels is a number 0 to 4. Their class is
// the root's number; with Sentiment::Binary it is negative (0, 1) or positive (3, 4), neutral trees are left
// out, and all inner nodes get the one label "" (not ".", which is a word too).
//
// After a problem: where brackets still balance (an empty bracket, bad UTF-8), the rest of the tree is
// skipped. A stray ')' or word outside brackets is skipped up to the next line that starts with '(', or the
// next '(' behind a blank line. A line that starts with '(' in the first column ends an unfinished tree: the
// one before it lacks brackets. Only where the beginning of the file shows trees that have such lines inside
// and do balance is it taken for a part of the tree.
#include "core/io/bracket_survey.h"
#include "core/io/line_reader.h"
#include "core/io/line_records.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t chunkBytes = std::size_t{1} << 18U;
constexpr std::size_t contextBytes = 160; // kept of the chunk before, for excerpts

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

class BracketedReader {
public:
    BracketedReader(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                    ProgressToken progress)
        : m_input(input), m_options(options), m_builder(builder), m_forest(builder.forest()),
          m_progress(std::move(progress)), m_buffer(contextBytes + chunkBytes)
    {
    }

    Result<void> run();

private:
    enum class State { Between, Skipping, InTree };
    struct Mark {
        std::uint64_t line = 1;
        std::uint64_t column = 1;
    };

    bool fill();
    void survey();
    void readChunk();
    void endLine(char c);
    void readWord();
    void word(std::string_view text);
    void openBracket();
    void closeBracket();
    void openNode(std::string_view label);
    void leaf(std::string_view text);
    void beginRecord();
    void acceptTree();
    void finish();
    void fault(ErrorCode code, const Mark& mark, std::string reason);
    void faultHere(std::string reason) { fault(ErrorCode::Malformed, m_place, std::move(reason)); }
    void rejectUnclosed();
    void dropRecord();
    bool building() const { return m_state == State::InTree && !m_bad; }

    TextInput& m_input;
    const ReadOptions& m_options;
    DatasetBuilder& m_builder;
    ForestBuilder& m_forest;
    ProgressToken m_progress;
    BracketSurvey m_survey;

    std::vector<char> m_buffer; // context, then the chunk
    std::size_t m_contextBegin = contextBytes;
    std::size_t m_at = contextBytes;
    std::size_t m_end = contextBytes;
    Mark m_place; // of m_at
    bool m_afterReturn = false; // a LF belongs to the CR before it
    bool m_lineBlank = true; // nothing but blanks so far
    bool m_afterBlankLine = false;

    std::string m_word; // the beginning of a word that crosses chunks
    Mark m_wordPlace;
    bool m_inWord = false;
    bool m_wordTooLong = false;

    State m_state = State::Between;
    std::size_t m_depth = 0; // open brackets
    bool m_bad = false; // the tree is rejected already; its brackets are still counted
    bool m_complete = false; // a whole tree waits for what follows it on its line
    bool m_labelExpected = false; // behind '('
    bool m_wrapped = false; // the outermost bracket is empty
    Mark m_recordPlace;
    std::string m_recordHead; // the record's first characters
    std::string m_rootLabel;
    std::size_t m_knownLabels = 0;
};

Result<void> BracketedReader::run()
{
    const RecordId firstRecord = m_builder.nextRecord();
    bool first = true;
    while (fill()) {
        if (first)
            survey();
        first = false;
        readChunk();
    }
    if (m_progress.cancelled()) {
        m_forest.discardTree();
        return cancelledError();
    }
    finish();
    return finishInput(m_input, m_builder, firstRecord, m_place.line);
}

/// The next chunk, behind the last bytes of the one before.
bool BracketedReader::fill()
{
    m_progress.report(m_input.fraction());
    if (m_progress.cancelled())
        return false;
    const std::size_t kept = std::min(contextBytes, m_end - m_contextBegin);
    std::memmove(m_buffer.data() + contextBytes - kept, m_buffer.data() + m_end - kept, kept);
    m_contextBegin = contextBytes - kept;
    m_at = contextBytes;
    m_end = contextBytes + m_input.read(m_buffer.data() + contextBytes, chunkBytes);
    return m_end > m_at;
}

void BracketedReader::survey()
{
    // The survey wants the whole chunk, however small the pieces are that the input gives.
    while (m_end < m_buffer.size()) {
        const std::size_t more = m_input.read(m_buffer.data() + m_end, m_buffer.size() - m_end);
        if (more == 0)
            break;
        m_end += more;
    }
    const std::string_view head(m_buffer.data() + m_at, m_end - m_at);
    m_survey = surveyBrackets(head, m_end < m_buffer.size());
}

void BracketedReader::readChunk()
{
    while (m_at < m_end) {
        const char c = m_buffer[m_at];
        if (m_inWord || isWordByte(c)) {
            readWord();
            continue;
        }
        if (isLineEnd(c)) {
            endLine(c);
        } else {
            if (c == '(')
                openBracket();
            else if (c == ')')
                closeBracket();
            if (!isBlank(c))
                m_lineBlank = m_afterBlankLine = false;
            m_afterReturn = false;
            ++m_place.column;
        }
        ++m_at;
    }
}

void BracketedReader::endLine(char c)
{
    const bool secondHalf = c == '\n' && m_afterReturn;
    m_afterReturn = c == '\r';
    if (secondHalf)
        return;
    if (m_complete)
        acceptTree();
    m_afterBlankLine = m_afterBlankLine || m_lineBlank;
    m_lineBlank = true;
    ++m_place.line;
    m_place.column = 1;
}

/// Takes a word, or as much of it as the chunk holds. What is skipped is not kept.
void BracketedReader::readWord()
{
    if (!m_inWord) {
        m_wordPlace = m_place;
        m_word.clear();
        m_wordTooLong = false;
    }
    const char* begin = m_buffer.data() + m_at;
    const char* bufferEnd = m_buffer.data() + m_end;
    const char* end = std::find_if_not(begin, bufferEnd, isWordByte);
    m_at += static_cast<std::size_t>(end - begin);
    m_place.column += static_cast<std::uint64_t>(std::count_if(begin, end, std::not_fn(isContinuation)));
    const bool whole = !m_inWord && end < bufferEnd;
    m_inWord = end == bufferEnd;
    m_wordTooLong =
        m_wordTooLong || m_word.size() + static_cast<std::size_t>(end - begin) > m_options.maximumLineBytes;
    if (!whole && !m_wordTooLong && m_state != State::Skipping && !m_bad)
        m_word.append(begin, end);
    if (!m_inWord)
        word(whole ? std::string_view(begin, static_cast<std::size_t>(end - begin))
                   : std::string_view(m_word));
    m_lineBlank = m_afterBlankLine = m_afterReturn = false;
}

void BracketedReader::word(std::string_view text)
{
    if (m_state == State::Skipping || m_bad)
        return;
    if (m_state == State::Between) {
        fault(ErrorCode::Malformed, m_wordPlace,
              m_complete ? "The tree has ended; text behind it must be on a new line and in brackets."
                         : "A word outside brackets; a tree starts with '('.");
        return;
    }
    if (m_wordTooLong) {
        fault(ErrorCode::TooLarge, m_wordPlace,
              "The word is longer than the limit of " + countText(m_options.maximumLineBytes, "byte", "bytes")
                  + ".");
        return;
    }
    const std::size_t bad = findInvalidUtf8(text);
    if (bad != std::string_view::npos) {
        const Mark mark{m_wordPlace.line, m_wordPlace.column + columnOfByte(text, bad) - 1};
        fault(ErrorCode::Unreadable, mark,
              "The text is not UTF-8 here; convert the file to UTF-8, for example with "
              "'iconv -f ISO-8859-1 -t UTF-8'.");
        return;
    }
    if (m_labelExpected)
        openNode(text);
    else
        leaf(text);
}

void BracketedReader::openNode(std::string_view label)
{
    m_labelExpected = false;
    if (m_survey.sentiment && !isSentiment(label)) {
        fault(ErrorCode::Malformed, m_wordPlace,
              "A number 0 to 4 is expected: the first tree of this file has one on every node.");
        return;
    }
    if (m_forest.full()) {
        fault(ErrorCode::TooLarge, m_wordPlace, tooManyNodes(0).reason);
        return;
    }
    if (m_forest.depth() == 0)
        m_rootLabel = label;
    const bool stripped = m_survey.sentiment && m_options.sentiment == Sentiment::Binary;
    m_forest.open(m_builder.nodeLabels().intern(stripped ? std::string_view() : label));
}

void BracketedReader::leaf(std::string_view text)
{
    if (m_wrapped && m_depth == 1) {
        fault(ErrorCode::Malformed, m_wordPlace,
              "A word beside the tree in an outer bracket that has no label.");
        return;
    }
    if (m_forest.full()) {
        fault(ErrorCode::TooLarge, m_wordPlace, tooManyNodes(0).reason);
        return;
    }
    m_forest.open(m_builder.nodeLabels().intern(text));
    m_forest.close();
}

void BracketedReader::openBracket()
{
    const bool startsLine = m_place.column == 1;
    if (m_state == State::InTree && startsLine && m_survey.lineStartsTree) {
        if (!m_bad)
            rejectUnclosed();
        m_state = State::Between;
    }
    if (m_state == State::Skipping && !startsLine && !m_afterBlankLine)
        return;
    if (m_complete)
        acceptTree();
    if (m_state != State::InTree)
        beginRecord();
    else if (!m_bad && m_labelExpected && m_depth > 1)
        faultHere("A label is expected in front of this '('.");
    else if (!m_bad && m_labelExpected)
        m_wrapped = true;
    else if (!m_bad && m_wrapped && m_depth == 1)
        faultHere("An outer bracket without a label may hold one tree only.");
    ++m_depth;
    m_labelExpected = true;
}

void BracketedReader::closeBracket()
{
    if (m_state == State::Skipping)
        return;
    if (m_state == State::Between) {
        faultHere("Unbalanced brackets: this ')' closes nothing.");
        return;
    }
    if (!m_bad && m_labelExpected)
        faultHere("The brackets are empty; a node needs a label.");
    m_labelExpected = false;
    if (!m_bad && !(m_wrapped && m_depth == 1))
        m_forest.close();
    if (--m_depth > 0)
        return;
    m_state = State::Between;
    m_complete = !m_bad;
    m_bad = false;
}

void BracketedReader::beginRecord()
{
    m_state = State::InTree;
    m_depth = 0;
    m_bad = false;
    m_wrapped = false;
    m_recordPlace = m_place;
    m_rootLabel.clear();
    m_knownLabels = m_builder.nodeLabels().size();
    const char* begin = m_buffer.data() + m_at;
    const char* end = std::find_if(begin, begin + std::min(contextBytes, m_end - m_at), isLineEnd);
    m_recordHead.assign(begin, end);
}

void BracketedReader::acceptTree()
{
    m_complete = false;
    RecordInfo info{{}, std::nullopt, m_recordPlace.line};
    if (m_survey.sentiment && m_options.sentiment == Sentiment::Binary) {
        if (m_rootLabel == "2") {
            m_builder.leaveOut();
            m_builder.nodeLabels().truncate(m_knownLabels);
            return;
        }
        info.className = m_rootLabel < "2" ? "negative" : "positive";
    } else if (m_survey.sentiment) {
        info.className = m_rootLabel;
    }
    m_builder.acceptTree(std::move(info));
}

/// Rejects the record at a place in the current line. Its remaining brackets are counted where it is open;
/// outside a tree, the text is skipped.
void BracketedReader::fault(ErrorCode code, const Mark& mark, std::string reason)
{
    const char* at = m_buffer.data() + m_at;
    const char* begin = at;
    while (begin > m_buffer.data() + m_contextBegin && !isLineEnd(begin[-1]))
        --begin;
    while (begin < at && isContinuation(*begin))
        ++begin;
    const char* end = std::find_if(at, at + std::min(contextBytes, m_end - m_at), isLineEnd);
    const auto before = static_cast<std::uint64_t>(std::count_if(begin, at, std::not_fn(isContinuation)));
    const std::uint64_t textColumn = m_place.column > before ? m_place.column - before : 1;
    const std::string text = replaceInvalidUtf8({begin, static_cast<std::size_t>(end - begin)});
    if (textColumn <= mark.column)
        m_builder.reject(code, mark.line, mark.column, std::move(reason), text, textColumn);
    else // a word that began chunks ago
        m_builder.reject(code, mark.line, mark.column, std::move(reason), m_word.substr(0, contextBytes),
                         mark.column);
    dropRecord();
}

void BracketedReader::rejectUnclosed()
{
    m_builder.reject(ErrorCode::Malformed, m_recordPlace.line, m_recordPlace.column,
                     "Unbalanced brackets: the tree that starts here lacks "
                         + countText(m_depth, "closing bracket", "closing brackets") + " before line "
                         + std::to_string(m_place.line) + ", column " + std::to_string(m_place.column) + ".",
                     replaceInvalidUtf8(m_recordHead), m_recordPlace.column);
    dropRecord();
}

void BracketedReader::dropRecord()
{
    if (m_state == State::InTree || m_complete)
        m_builder.nodeLabels().truncate(m_knownLabels);
    m_complete = false;
    if (m_state == State::InTree)
        m_bad = true;
    else
        m_state = State::Skipping;
}

void BracketedReader::finish()
{
    if (m_inWord) {
        m_inWord = false;
        word(m_word);
    }
    if (m_complete)
        acceptTree();
    if (building())
        rejectUnclosed();
}

} // namespace

Result<void> readBracketed(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                           ProgressToken progress)
{
    return BracketedReader(input, options, builder, std::move(progress)).run();
}

} // namespace atlas
