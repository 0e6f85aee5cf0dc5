// XML documents by expat, as a stream: elements are nodes labelled with their tags (prefixes kept).
//
// options.xmlAttributes adds a leaf "@name" for each attribute in front of the element's children,
// options.xmlText a leaf for each run of text between tags, its white space collapsed. options.xmlRecord
// makes each element of that name a record, named after its attribute "id" or "name"; one inside another
// belongs to the outer. Nothing outside the document is ever read: external DTDs and entities are left out,
// and an entity that only they would define is kept as its name. Entity bombs are stopped by expat:
// above 8 MB, a document may not grow more than a hundredfold.
#include "core/io/line_reader.h"
#include "core/io/line_records.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <expat.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t chunkBytes = std::size_t{1} << 18U;
// Entities may nest as deep as there are declarations, and expat recurses over them.
constexpr std::size_t maximumEntities = 4000;

struct ParserFree {
    void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
};

/// From a tag to its label without building a std::string: one probe in a flat table
/// for nearly every element.
class TagTable {
public:
    explicit TagTable(LabelDictionary& labels) : m_labels(labels), m_slots(256) { }

    LabelId label(const char* tag)
    {
        std::uint64_t hash = 0xcbf29ce484222325U; // FNV-1a
        const char* end = tag;
        for (; *end != 0; ++end)
            hash = (hash ^ static_cast<unsigned char>(*end)) * 0x100000001b3U;
        const std::string_view text(tag, static_cast<std::size_t>(end - tag));
        Slot* slot = find(hash, text);
        if (!slot->label.valid()) {
            const LabelId label = m_labels.intern(text);
            if (++m_used * 2 > m_slots.size()) {
                grow();
                slot = find(hash, text);
            }
            *slot = {hash, m_labels.text(label), label};
        }
        return slot->label;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::string_view text; // in the dictionary
        LabelId label;
    };

    Slot* find(std::uint64_t hash, std::string_view text)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = (hash ^ (hash >> 32U)) & mask;
        while (m_slots[at].label.valid() && (m_slots[at].hash != hash || m_slots[at].text != text))
            at = (at + 1) & mask;
        return &m_slots[at];
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.label.valid())
                *find(slot.hash, slot.text) = slot;
    }

    LabelDictionary& m_labels;
    std::vector<Slot> m_slots; // a power of two, at most half of them used
    std::size_t m_used = 0;
};

class XmlReader {
public:
    XmlReader(TextInput& input, const ReadOptions& options, const XmlRecordInfo& info,
              DatasetBuilder& builder, ProgressToken progress)
        : m_input(input), m_options(options), m_info(info), m_builder(builder), m_forest(builder.forest()),
          m_progress(std::move(progress)), m_tags(builder.nodeLabels()), m_parser(XML_ParserCreate(nullptr)),
          m_knownLabels(builder.nodeLabels().size())
    {
        installHandlers();
    }

    Result<void> run();

private:
    static XmlReader& self(void* data) { return *static_cast<XmlReader*>(data); }
    static void XMLCALL onStart(void* data, const XML_Char* tag, const XML_Char** attributes);
    static void XMLCALL onEnd(void* data, const XML_Char* tag);
    static void XMLCALL onText(void* data, const XML_Char* text, int length);
    static void XMLCALL onSkippedEntity(void* data, const XML_Char* name, int isParameter);
    static int XMLCALL onExternalEntity(XML_Parser parser, const XML_Char* context, const XML_Char* base,
                                        const XML_Char* systemId, const XML_Char* publicId);
    static void XMLCALL onEntityDeclaration(void* data, const XML_Char* name, int isParameter,
                                            const XML_Char* value, int valueLength, const XML_Char* base,
                                            const XML_Char* systemId, const XML_Char* publicId,
                                            const XML_Char* notation);

    void installHandlers();
    bool parseChunk(bool& last);
    void beginRecord(const XML_Char** attributes);
    void addAttributes(const XML_Char** attributes);
    void addText(std::string_view text);
    void flushText();
    void addLeaf(LabelId label);
    void acceptRecord();
    void stop(RecordProblem problem);
    void fail();
    RecordProblem problemOfParser() const;
    bool hasRecordElement() const { return !m_options.xmlRecord.empty(); }

    TextInput& m_input;
    const ReadOptions& m_options;
    const XmlRecordInfo& m_info;
    DatasetBuilder& m_builder;
    ForestBuilder& m_forest;
    ProgressToken m_progress;
    TagTable m_tags;
    std::unique_ptr<XML_ParserStruct, ParserFree> m_parser;

    std::size_t m_fed = 0; // bytes given to the parser
    std::size_t m_depth = 0; // open elements of the record
    RecordInfo m_record;
    std::size_t m_knownLabels; // before the record
    bool m_anyRecord = false;
    std::string m_text; // the run of text so far, collapsed
    bool m_blankPending = false;
    std::string m_attributeLabel;
    std::size_t m_entities = 0;
    bool m_externalEntity = false;
    std::optional<RecordProblem> m_stopped; // our own reason to stop
};

void XmlReader::installHandlers()
{
    XML_Parser parser = m_parser.get();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, onStart, onEnd);
    XML_SetExternalEntityRefHandler(parser, onExternalEntity);
    XML_SetExternalEntityRefHandlerArg(parser, this);
    XML_SetEntityDeclHandler(parser, onEntityDeclaration);
    if (m_options.xmlText) {
        XML_SetCharacterDataHandler(parser, onText);
        XML_SetSkippedEntityHandler(parser, onSkippedEntity);
    }
}

Result<void> XmlReader::run()
{
    bool last = false;
    while (!last) {
        if (m_progress.cancelled()) {
            m_forest.discardTree();
            return cancelledError();
        }
        if (!parseChunk(last)) {
            fail();
            return {};
        }
        m_progress.report(m_input.fraction());
    }
    if (!hasRecordElement())
        acceptRecord();
    else if (!m_anyRecord)
        m_builder.warn(ErrorCode::Empty, 0, 0,
                       "The document has no element <" + m_options.xmlRecord
                           + ">; choose another record element.");
    if (m_externalEntity)
        m_builder.warn(
            ErrorCode::Unreadable, 0, 0,
            "The document refers to an external entity, which is never fetched; its place is empty.");
    return {};
}

/// Feeds the parser; false where it stopped.
bool XmlReader::parseChunk(bool& last)
{
    // A token that is not complete yet is looked at again from its start: read as much again as it holds, so
    // that a long one costs linear time, and refuse one without end.
    const XML_Index reached = std::max<XML_Index>(0, XML_GetCurrentByteIndex(m_parser.get()));
    const std::size_t pending = m_fed - std::min(m_fed, static_cast<std::size_t>(reached));
    if (pending > m_options.maximumLineBytes) {
        m_stopped = RecordProblem{ErrorCode::TooLarge, 0,
                                  "A tag, comment or attribute is longer than the limit of "
                                      + countText(m_options.maximumLineBytes, "byte", "bytes") + "."};
        return false;
    }
    const auto size = static_cast<int>(std::clamp(pending, chunkBytes, std::size_t{1} << 28U));
    void* buffer = XML_GetBuffer(m_parser.get(), size);
    if (!buffer)
        return false;
    const std::size_t count = m_input.read(static_cast<char*>(buffer), static_cast<std::size_t>(size));
    m_fed += count;
    last = count == 0;
    return XML_ParseBuffer(m_parser.get(), static_cast<int>(count), last ? 1 : 0) == XML_STATUS_OK;
}

void XmlReader::onStart(void* data, const XML_Char* tag, const XML_Char** attributes)
{
    XmlReader& reader = self(data);
    if (reader.m_stopped)
        return;
    if (reader.m_depth == 0) {
        if (reader.hasRecordElement() && reader.m_options.xmlRecord != tag)
            return;
        reader.beginRecord(attributes);
    } else if (reader.m_options.xmlText) {
        reader.flushText();
    }
    if (reader.m_forest.full())
        return reader.stop(tooManyNodes(0));
    reader.m_forest.open(reader.m_tags.label(tag));
    ++reader.m_depth;
    if (reader.m_options.xmlAttributes)
        reader.addAttributes(attributes);
}

void XmlReader::onEnd(void* data, const XML_Char* /*tag*/)
{
    XmlReader& reader = self(data);
    if (reader.m_depth == 0 || reader.m_stopped)
        return;
    if (reader.m_options.xmlText)
        reader.flushText();
    reader.m_forest.close();
    // Without a record element the document is the record, and it may still turn out to be bad.
    if (--reader.m_depth == 0 && reader.hasRecordElement())
        reader.acceptRecord();
}

void XmlReader::onText(void* data, const XML_Char* text, int length)
{
    XmlReader& reader = self(data);
    if (reader.m_depth > 0 && !reader.m_stopped)
        reader.addText({text, static_cast<std::size_t>(length)});
}

void XmlReader::onSkippedEntity(void* data, const XML_Char* name, int isParameter)
{
    XmlReader& reader = self(data);
    if (reader.m_depth > 0 && isParameter == 0 && !reader.m_stopped)
        reader.addText("&" + std::string(name) + ";");
}

int XmlReader::onExternalEntity(XML_Parser parser, const XML_Char* /*context*/, const XML_Char* /*base*/,
                                const XML_Char* /*systemId*/, const XML_Char* /*publicId*/)
{
    // expat passes what was set as the handler's argument in the parser's place.
    self(reinterpret_cast<void*>(parser)).m_externalEntity = true;
    return XML_STATUS_OK;
}

void XmlReader::onEntityDeclaration(void* data, const XML_Char* /*name*/, int /*isParameter*/,
                                    const XML_Char* /*value*/, int /*valueLength*/, const XML_Char* /*base*/,
                                    const XML_Char* /*systemId*/, const XML_Char* /*publicId*/,
                                    const XML_Char* /*notation*/)
{
    XmlReader& reader = self(data);
    if (++reader.m_entities > maximumEntities && !reader.m_stopped)
        reader.stop({ErrorCode::TooLarge, 0,
                     "The document declares more than " + countText(maximumEntities, "entity", "entities")
                         + "; it is refused as a possible attack."});
}

void XmlReader::beginRecord(const XML_Char** attributes)
{
    m_anyRecord = true;
    m_knownLabels = m_builder.nodeLabels().size();
    m_record = {m_info.name, m_info.className, XML_GetCurrentLineNumber(m_parser.get())};
    m_text.clear();
    m_blankPending = false;
    if (!hasRecordElement())
        return;
    m_record.name.clear();
    for (const XML_Char** attribute = attributes; *attribute; attribute += 2) {
        const std::string_view name = attribute[0];
        if (name == "id" || (name == "name" && m_record.name.empty()))
            m_record.name = attribute[1];
    }
}

void XmlReader::addAttributes(const XML_Char** attributes)
{
    for (const XML_Char** attribute = attributes; *attribute; attribute += 2) {
        m_attributeLabel = '@';
        m_attributeLabel += attribute[0];
        addLeaf(m_tags.label(m_attributeLabel.c_str()));
    }
}

void XmlReader::addText(std::string_view text)
{
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            m_blankPending = !m_text.empty();
            continue;
        }
        if (m_blankPending)
            m_text += ' ';
        m_blankPending = false;
        m_text += c;
    }
}

void XmlReader::flushText()
{
    if (!m_text.empty())
        addLeaf(m_builder.nodeLabels().intern(m_text));
    m_text.clear();
    m_blankPending = false;
}

void XmlReader::addLeaf(LabelId label)
{
    if (m_stopped)
        return;
    if (m_forest.full())
        return stop(tooManyNodes(0));
    m_forest.open(label);
    m_forest.close();
}

void XmlReader::acceptRecord() { m_builder.acceptTree(std::move(m_record)); }

void XmlReader::stop(RecordProblem problem)
{
    m_stopped = std::move(problem);
    XML_StopParser(m_parser.get(), XML_FALSE);
}

/// Rejects the record that the parser stopped in. What was complete before stays.
void XmlReader::fail()
{
    const RecordProblem problem = problemOfParser();
    const std::uint64_t line = XML_GetCurrentLineNumber(m_parser.get());
    const std::uint64_t column = XML_GetCurrentColumnNumber(m_parser.get()) + 1;
    int offset = 0;
    int size = 0;
    const char* context = XML_GetInputContext(m_parser.get(), &offset, &size);
    std::string text;
    std::uint64_t textColumn = 1;
    if (context && offset >= 0 && offset <= size) {
        const char* at = context + offset;
        const char* begin = at;
        while (begin > context && at - begin < 160 && begin[-1] != '\n' && begin[-1] != '\r')
            --begin;
        const char* end = std::find(at, at + std::min(160, size - offset), '\n');
        text = replaceInvalidUtf8({begin, static_cast<std::size_t>(end - begin)});
        const std::uint64_t before =
            columnOfByte({begin, static_cast<std::size_t>(at - begin)}, static_cast<std::size_t>(at - begin))
            - 1;
        textColumn = column > before ? column - before : 1;
    }
    const bool outsideRecords = hasRecordElement() && m_depth == 0;
    if (outsideRecords && m_anyRecord) {
        m_builder.warn(problem.code, line, column, problem.reason, text, textColumn);
        return;
    }
    m_builder.reject(problem.code, line, column, problem.reason, text, textColumn);
    m_builder.nodeLabels().truncate(m_knownLabels);
}

RecordProblem XmlReader::problemOfParser() const
{
    if (m_stopped)
        return *m_stopped;
    if (m_input.failed())
        return {ErrorCode::Unreadable, 0, m_input.failure()};
    const XML_Error code = XML_GetErrorCode(m_parser.get());
    const std::string reason = XML_ErrorString(code);
    switch (code) {
    case XML_ERROR_NO_MEMORY:
        return {ErrorCode::TooLarge, 0, "There is not enough memory for this document."};
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
        return {ErrorCode::TooLarge, 0,
                "The document's entities expand to more than a hundred times its size; it is refused as an "
                "attack."};
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
        return {ErrorCode::Unreadable, 0,
                "The document's encoding cannot be read (" + reason + "); convert it to UTF-8."};
    case XML_ERROR_NO_ELEMENTS:
        return {ErrorCode::Malformed, 0,
                m_fed == 0 ? "The document is empty." : "The document ends before its last tag is closed."};
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
        return {ErrorCode::Malformed, 0,
                "The document ends in the middle of a tag or text (" + reason + ")."};
    default:
        break;
    }
    int offset = 0;
    int size = 0;
    const char* context = XML_GetInputContext(m_parser.get(), &offset, &size);
    if (code == XML_ERROR_INVALID_TOKEN && context && offset < size
        && findInvalidUtf8({context + offset, static_cast<std::size_t>(std::min(4, size - offset))}) == 0)
        return {
            ErrorCode::Unreadable, 0,
            "The text is not UTF-8 here; name the encoding in the first line, as in <?xml version=\"1.0\" "
            "encoding=\"ISO-8859-1\"?>, or convert the file."};
    return {ErrorCode::Malformed, 0, "This is not well-formed XML: " + reason + "."};
}

} // namespace

Result<void> readXml(TextInput& input, const ReadOptions& options, const XmlRecordInfo& info,
                     DatasetBuilder& builder, ProgressToken progress)
{
    return XmlReader(input, options, info, builder, std::move(progress)).run();
}

} // namespace atlas
