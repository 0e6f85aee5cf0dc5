// JSON lines: {"id":"t1","class":"left","tree":{"label":"a","children":[null,{"label":"b"}]}}, one a line.
//
// A label is a text, a number (a vector of length 1) or a list of numbers; one kind and length for all trees.
// A child null is a missing child that keeps its position. Other keys of a record with a text, a number, true
// or false become properties; lists and objects there are left out with a warning; other keys of a node are
// ignored. Keys come in any order. The parser is nlohmann's event interface, which does not recurse.
#include "core/io/json_places.h"
#include "core/io/line_records.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <unordered_set>
#include <utility>
#include <vector>

namespace atlas {

namespace {

using Json = nlohmann::json;

class RecordHandler : public nlohmann::json_sax<Json> {
public:
    RecordHandler(DatasetBuilder& builder, const ProgressToken& progress)
        : m_builder(builder), m_forest(builder.forest()), m_labels(builder.nodeLabels()), m_progress(progress)
    {
    }

    std::optional<RecordProblem> read(std::string_view line, std::uint64_t number);

    bool null() override { return scalar({Token::Null, {}, 0}); }
    bool boolean(bool value) override { return scalar({Token::Boolean, value ? "true" : "false", 0}); }
    bool number_integer(std::int64_t value) override
    {
        return scalar({Token::Number, std::to_string(value), static_cast<double>(value)});
    }
    bool number_unsigned(std::uint64_t value) override
    {
        return scalar({Token::Number, std::to_string(value), static_cast<double>(value)});
    }
    bool number_float(double value, const std::string& /*text*/) override
    {
        return scalar({Token::Number, shortestText(value), value});
    }
    bool string(std::string& text) override { return scalar({Token::Text, std::move(text), 0}); }
    bool binary(Json::binary_t& /*value*/) override { return false; } // not in text
    bool start_object(std::size_t /*count*/) override;
    bool key(std::string& text) override;
    bool end_object() override;
    bool start_array(std::size_t /*count*/) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string& lastToken,
                     const nlohmann::detail::exception& exception) override;

private:
    enum class Token { Null, Boolean, Number, Text, Bracket };
    struct Scalar {
        Token token;
        std::string text; // of a number: the shortest
        double number;
    };
    enum class Place { Record, Node, Children, Vector };
    enum class Key { Id, Class, Tree, Label, Children, Other };
    struct Frame {
        Place place;
        Key key = Key::Other; // the one whose value comes
        unsigned seen = 0; // bits of the keys that came
    };

    static unsigned bit(Key key) { return 1U << static_cast<unsigned>(key); }
    void pushFrame(Place place) { m_frames.push_back({place}); }
    bool scalar(Scalar value);
    bool recordValue(Scalar value);
    bool nodeValue(const Scalar& value);
    bool textLabel(const std::string& text);
    bool vectorLabel();
    bool openNode();
    bool fail(std::string reason) { return failAt(tokenStart(), std::move(reason)); }
    bool failAt(std::size_t byte, std::string reason, ErrorCode code = ErrorCode::Malformed);
    bool mixedLabels(std::size_t byte, const std::string& here);
    std::size_t tokenStart() const;
    void accept(std::uint64_t number);

    DatasetBuilder& m_builder;
    ForestBuilder& m_forest;
    LabelDictionary& m_labels;
    const ProgressToken& m_progress;
    std::unordered_set<std::string> m_ids; // of the whole file, to find duplicates
    bool m_warnedOfNested = false;

    // of the line
    std::string_view m_line;
    const char* m_reached = nullptr;
    std::uint64_t m_number = 0;
    std::size_t m_knownLabels = 0;
    std::size_t m_events = 0;
    Token m_token = Token::Bracket; // of the event
    std::size_t m_labelStart = 0; // byte of a vector label
    std::size_t m_skipped = 0; // open brackets of a value that is left out
    std::vector<Frame> m_frames;
    std::vector<double> m_vector;
    std::string m_otherKey;
    std::optional<std::string> m_id;
    std::optional<std::string> m_class;
    std::vector<std::pair<std::string, std::string>> m_properties;
    std::optional<RecordProblem> m_problem;
};

std::optional<RecordProblem> RecordHandler::read(std::string_view line, std::uint64_t number)
{
    m_line = line;
    m_reached = line.data();
    m_number = number;
    m_knownLabels = m_labels.size();
    m_skipped = 0;
    m_frames.clear();
    m_id.reset();
    m_class.reset();
    m_properties.clear();
    m_problem.reset();
    const WatchedPointer begin(line.data(), &m_reached);
    const WatchedPointer end(line.data() + line.size(), &m_reached);
    const bool parsed = Json::sax_parse(begin, end, this);
    if (m_problem)
        return std::move(m_problem);
    if (!parsed)
        return RecordProblem{ErrorCode::Malformed, 0, "The line could not be read."}; // cancelled
    if (!m_forest.hasTree())
        return RecordProblem{ErrorCode::Malformed, 0, "The record has no key \"tree\"."};
    accept(number);
    return std::nullopt;
}

void RecordHandler::accept(std::uint64_t number)
{
    if (m_id && !m_id->empty() && !m_ids.insert(*m_id).second)
        m_builder.warn(ErrorCode::Ambiguous, number, 1,
                       "The id \"" + *m_id + "\" occurs more than once; the trees are all kept.", m_line);
    m_builder.acceptTree({m_id.value_or(std::string()), std::move(m_class), number});
    for (const auto& [name, value] : m_properties)
        m_builder.setProperty(name, value);
}

bool RecordHandler::start_object(std::size_t /*count*/)
{
    m_token = Token::Bracket;
    if (m_skipped > 0) {
        ++m_skipped;
        return true;
    }
    if (m_frames.empty()) {
        pushFrame(Place::Record);
        return true;
    }
    const Frame& frame = m_frames.back();
    switch (frame.place) {
    case Place::Record:
        if (frame.key == Key::Tree)
            return openNode();
        break;
    case Place::Children:
        return openNode();
    case Place::Vector:
        return fail("A label's list may hold numbers only.");
    case Place::Node:
        if (frame.key == Key::Children)
            return fail("\"children\" must be a list.");
        break;
    }
    if (frame.key != Key::Other)
        return fail(frame.place == Place::Record ? "\"id\" and \"class\" must be texts or numbers."
                                                 : "A label must be a text, a number or a list of numbers.");
    m_skipped = 1;
    return true;
}

bool RecordHandler::start_array(std::size_t /*count*/)
{
    m_token = Token::Bracket;
    if (m_skipped > 0) {
        ++m_skipped;
        return true;
    }
    if (m_frames.empty())
        return fail("A line must be an object: {\"tree\": ...}.");
    const Frame& frame = m_frames.back();
    if (frame.place == Place::Children)
        return fail("A child must be an object with a label, or null.");
    if (frame.place == Place::Vector)
        return fail("A label's list may hold numbers only.");
    if (frame.key == Key::Label) {
        m_vector.clear();
        m_labelStart = tokenStart();
        pushFrame(Place::Vector);
    } else if (frame.key == Key::Children) {
        pushFrame(Place::Children);
    } else if (frame.key == Key::Tree) {
        return fail("\"tree\" must be an object with a label.");
    } else if (frame.key != Key::Other) {
        return fail("\"id\" and \"class\" must be texts or numbers.");
    } else {
        m_skipped = 1;
    }
    return true;
}

bool RecordHandler::openNode()
{
    if (m_forest.full()) {
        m_problem = tooManyNodes(tokenStart());
        return false;
    }
    pushFrame(Place::Node);
    m_forest.open(LabelId());
    return true;
}

bool RecordHandler::key(std::string& text)
{
    m_token = Token::Text;
    if (m_skipped > 0)
        return true;
    Frame& frame = m_frames.back();
    const bool record = frame.place == Place::Record;
    frame.key = Key::Other;
    if (record && text == "id")
        frame.key = Key::Id;
    else if (record && text == "class")
        frame.key = Key::Class;
    else if (record && text == "tree")
        frame.key = Key::Tree;
    else if (!record && text == "label")
        frame.key = Key::Label;
    else if (!record && text == "children")
        frame.key = Key::Children;
    if (frame.key == Key::Other) {
        m_otherKey = std::move(text);
        return true;
    }
    if ((frame.seen & bit(frame.key)) != 0)
        return fail("The key \"" + text + "\" occurs twice.");
    frame.seen |= bit(frame.key);
    return true;
}

bool RecordHandler::end_object()
{
    m_token = Token::Bracket;
    if (m_skipped > 0) {
        if (--m_skipped == 0 && m_frames.back().place == Place::Record && !m_warnedOfNested) {
            m_warnedOfNested = true;
            m_builder.warn(
                ErrorCode::Malformed, m_number, columnOfByte(m_line, tokenStart()),
                "The key \"" + m_otherKey
                    + "\" holds a list or an object, which is no property; such keys are left out.",
                m_line);
        }
        return true;
    }
    const Frame frame = m_frames.back();
    if (frame.place == Place::Node) {
        if ((frame.seen & bit(Key::Label)) == 0)
            return fail("The node that ends here has no \"label\".");
        m_forest.close();
    }
    m_frames.pop_back();
    return true;
}

bool RecordHandler::end_array()
{
    if (m_skipped > 0)
        return end_object();
    const Place place = m_frames.back().place;
    m_frames.pop_back();
    return place != Place::Vector || vectorLabel();
}

bool RecordHandler::scalar(Scalar value)
{
    constexpr std::size_t eventsBetweenCancels = 4096;
    if (++m_events % eventsBetweenCancels == 0 && m_progress.cancelled())
        return false;
    m_token = value.token;
    if (m_skipped > 0)
        return true;
    if (m_frames.empty())
        return fail("A line must be an object: {\"tree\": ...}.");
    switch (m_frames.back().place) {
    case Place::Record:
        return recordValue(std::move(value));
    case Place::Node:
        return nodeValue(value);
    case Place::Vector:
        if (value.token != Token::Number)
            return fail("A label's list may hold numbers only.");
        m_vector.push_back(value.number);
        return true;
    case Place::Children:
        if (value.token != Token::Null)
            return fail("A child must be an object with a label, or null.");
        m_forest.skip();
        return true;
    }
    return false;
}

bool RecordHandler::recordValue(Scalar value)
{
    const Key key = m_frames.back().key;
    if (key == Key::Tree)
        return fail("\"tree\" must be an object with a label.");
    if (value.token == Token::Null)
        return true; // as if it were not there
    if (key == Key::Other) {
        m_properties.emplace_back(std::move(m_otherKey), std::move(value.text));
        return true;
    }
    if (value.token == Token::Boolean && key == Key::Id)
        return fail("\"id\" must be a text or a number.");
    (key == Key::Id ? m_id : m_class) = std::move(value.text);
    return true;
}

bool RecordHandler::nodeValue(const Scalar& value)
{
    const Key key = m_frames.back().key;
    if (key == Key::Children && value.token != Token::Null)
        return fail("\"children\" must be a list.");
    if (key != Key::Label)
        return true;
    if (value.token == Token::Text)
        return textLabel(value.text);
    if (value.token != Token::Number)
        return fail("A label must be a text, a number or a list of numbers.");
    m_vector.assign(1, value.number);
    m_labelStart = tokenStart();
    return vectorLabel();
}

bool RecordHandler::textLabel(const std::string& text)
{
    if (m_labels.dimension() > 0)
        return mixedLabels(tokenStart(), "is a text");
    m_forest.relabel(m_labels.intern(text));
    return true;
}

bool RecordHandler::vectorLabel()
{
    if (m_vector.empty())
        return failAt(m_labelStart, "A label's list must hold at least one number.");
    if (m_labels.size() > 0 && m_labels.dimension() != m_vector.size())
        return mixedLabels(m_labelStart, "has " + countText(m_vector.size(), "number", "numbers"));
    m_forest.relabel(m_labels.intern(m_vector));
    return true;
}

bool RecordHandler::mixedLabels(std::size_t byte, const std::string& here)
{
    const std::string others = m_labels.dimension() == 0
        ? "are texts"
        : "have " + countText(m_labels.dimension(), "number", "numbers");
    return failAt(byte,
                  "This label " + here + ", while the labels "
                      + (m_knownLabels == 0 ? "before it in this tree " : "of the trees before ") + others
                      + "; all labels must be of one kind.");
}

/// Where the token of the event starts.
std::size_t RecordHandler::tokenStart() const
{
    auto at = static_cast<std::size_t>(m_reached - m_line.data());
    switch (m_token) {
    case Token::Text:
        return openingQuote(m_line, at - 1);
    case Token::Bracket:
        return at - 1;
    case Token::Number: // the parser looks one character further to see its end
        if (!isNumberCharacter(m_line[at - 1]))
            --at;
        while (at > 0 && isNumberCharacter(m_line[at - 1]))
            --at;
        return at;
    case Token::Null:
    case Token::Boolean:
        while (at > 0 && isLetter(m_line[at - 1]))
            --at;
        return at;
    }
    return at;
}

bool RecordHandler::failAt(std::size_t byte, std::string reason, ErrorCode code)
{
    m_problem = RecordProblem{code, byte, std::move(reason)};
    return false;
}

bool RecordHandler::parse_error(std::size_t position, const std::string& /*lastToken*/,
                                const nlohmann::detail::exception& exception)
{
    constexpr int numberOverflow = 406;
    if (exception.id == numberOverflow) {
        m_token = Token::Number;
        return failAt(tokenStart(), "The number is too large for a 64-bit floating-point number.",
                      ErrorCode::NonFinite);
    }
    const std::size_t at = std::min(position == 0 ? 0 : position - 1, m_line.size());
    std::size_t begin = std::min(at, m_line.size() - 1);
    const std::string word = wordAround(m_line, begin);
    if (word == "nan" || word == "inf" || word == "infinity")
        return failAt(begin, "NaN and infinity are no labels.", ErrorCode::NonFinite);
    // "[json...] parse error at line 1, column 9: syntax error while parsing value - ..."
    std::string reason = exception.what();
    const std::size_t colon = reason.find(": ");
    if (colon != std::string::npos)
        reason.erase(0, colon + 2);
    const std::size_t lastRead = reason.find("; last read");
    if (lastRead != std::string::npos)
        reason.erase(lastRead);
    return failAt(at, "This is not JSON: " + reason + ".");
}

} // namespace

Result<void> readJsonLines(
    TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
    ProgressToken progress) // NOLINT(performance-unnecessary-value-param): as all readers
{
    RecordHandler handler(builder, progress);
    return readLineRecords(
        input, options, builder, progress,
        [&](std::string_view line, std::uint64_t number) { return handler.read(line, number); });
}

} // namespace atlas
