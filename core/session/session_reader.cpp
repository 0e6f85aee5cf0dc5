#include "core/session/session_reader.h"

#include "core/io/data_options.h"
#include "core/session/bytes.h"
#include "core/session/dataset_codec.h"
#include "core/session/output_codec.h"
#include "core/session/session_parts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace atlas {

namespace {

using namespace session_parts;
using Json = nlohmann::ordered_json;

/// A head that was damaged, or that is not as this program writes it, is nothing.
Json jsonOf(const Result<std::string>& text)
{
    return text ? Json::parse(*text, nullptr, false) : Json(Json::value_t::discarded);
}

std::vector<std::pair<std::string, std::string>> textsOf(const Json& object)
{
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [name, value] : object.items())
        texts.emplace_back(name, value.get<std::string>());
    return texts;
}

ReadOptions readOptionsOf(const Json& object)
{
    ParameterValues values = toParameterValues({});
    for (const auto& [name, given] : textsOf(object))
        for (const ParameterDescription& parameter : dataParameters())
            if (parameter.name == name)
                if (const Result<ParameterValue> value = parseParameter(parameter, given))
                    values.set(name, *value);
    return toReadOptions(values);
}

template <class T, class Decode>
void readParts(SessionDatabase& database, const std::string& item, const char* kind, const Json& head,
               std::vector<T>& parts, Decode decode, bool& complete)
{
    const auto count = head.at(kind + std::string("s")).get<std::size_t>();
    for (std::size_t i = 0; i < count; ++i) {
        const Result<std::string> bytes = database.part(item, partName(kind, i));
        Result<T> part = bytes ? decode(*bytes) : Result<T>(bytes.error());
        if (part)
            parts.push_back(*std::move(part));
        else
            complete = false;
        if (!bytes && bytes.error().code == ErrorCode::NotFound)
            return; // `count` may be anything where the file is odd: no need to ask for each
    }
}

/// What of a run's output can be read.
MethodOutput readOutput(SessionDatabase& database, const std::string& item, const Json& head,
                        std::size_t rows, bool& complete)
{
    const Result<std::string> outcome = database.part(item, "outcome");
    Result<MethodOutput> output = outcome ? decodeOutcome(*outcome) : Result<MethodOutput>(outcome.error());
    complete = output.ok();
    MethodOutput result = output ? *std::move(output) : MethodOutput{};
    readParts(database, item, "table", head, result.tables, decodeTable, complete);
    readParts(
        database, item, "figure", head, result.figures,
        [rows](const std::string& bytes) { return decodeFigure(bytes, rows); }, complete);
    readParts(
        database, item, "file", head, result.files,
        [](const std::string& stored) -> Result<OutputFile> {
            ByteReader bytes(stored);
            OutputFile file;
            bytes(file.name, file.content);
            if (!bytes.complete())
                return Error{ErrorCode::Malformed, "The stored file cannot be read."};
            return file;
        },
        complete);
    return result;
}

} // namespace

std::vector<std::string> SessionReader::itemsOf(const std::string& prefix)
{
    std::vector<std::string> keys;
    for (const SessionDatabase::Item& item : m_database.items())
        if (item.key.starts_with(prefix))
            keys.push_back(item.key.substr(prefix.size()));
    return keys;
}

void SessionReader::readHead()
{
    StoredSession& session = m_opened.session;
    try {
        const Json head = jsonOf(m_database.part(sessionItem, "head"));
        session.program = head.at("program").get<std::string>();
        session.dataKey = head.at("data").get<std::string>();
        m_opened.structures = head.at("structures").get<std::size_t>();
        session.currentTab = head.at("current").get<std::uint64_t>();
        session.colouring = head.value("colouring", std::string()); // older files have none
        session.file = head.at("file").get<std::string>();
        m_runKeys = head.at("runs").get<std::vector<std::string>>();
        const Json& source = head.at("source");
        session.source.path = source.at("path").get<std::string>();
        session.source.sha256 = source.at("sha256").get<std::string>();
        session.source.folder = source.at("folder").get<bool>();
        session.source.seed = source.at("seed").get<std::uint64_t>();
        session.source.options = readOptionsOf(source.at("options"));
        if (const Result<std::string> layout = m_database.part(sessionItem, "layout"))
            session.layout = *layout;
        else
            damage("The window's layout is lost.");
    } catch (const Json::exception&) {
        damage("The session's own record is damaged: the source's hash and the reading options are lost.");
        const std::vector<std::string> known = itemsOf(dataPrefix);
        session.dataKey = known.empty() ? std::string() : known.front();
        m_runKeys = itemsOf(runPrefix);
    }
}

Result<void> SessionReader::readStructures()
{
    StoredSession& session = m_opened.session;
    const Result<std::string> bytes = m_database.part(dataPrefix + session.dataKey, "structures");
    Result<DatasetPtr> data = bytes ? decodeDataset(*bytes, m_progress.stage("Structures", 0.2, 0.7))
                                    : Result<DatasetPtr>(bytes.error());
    if (!data && data.error().code == ErrorCode::Cancelled)
        return data.error();
    if (!data) {
        damage("The structures are damaged.");
        return {};
    }
    session.data = *std::move(data);
    m_opened.structures = session.data->size();
    if (session.source.path.empty())
        session.source.path = session.data->source().path;
    return {};
}

Result<StoredRun> SessionReader::readRun(const std::string& key)
{
    const std::string item = runPrefix + key;
    try {
        const Json head = jsonOf(m_database.part(item, "head"));
        StoredRun run;
        run.key = key;
        const auto name = head.at("method").get<std::string>();
        run.method = findMethod(name);
        if (!run.method)
            return Error{ErrorCode::Malformed, "this program has no method '" + name + "'"};
        const Result<ParameterValues> values =
            parameterValues(run.method->description, textsOf(head.at("parameters")));
        if (!values)
            return Error{ErrorCode::Malformed, values.error().message};
        run.parameters = *values;
        run.seed = head.at("seed").get<std::uint64_t>();
        run.seconds = head.at("seconds").get<double>();
        run.automatic = head.at("automatic").get<bool>();
        run.hasDetails = head.at("details").get<bool>();
        run.output = std::make_shared<const MethodOutput>(
            readOutput(m_database, item, head, m_opened.structures, run.complete));
        return run;
    } catch (const Json::exception&) {
        return Error{ErrorCode::Malformed, "it is damaged"};
    }
}

void SessionReader::readRuns()
{
    for (std::size_t i = 0; i < m_runKeys.size(); ++i) {
        Result<StoredRun> run = readRun(m_runKeys[i]);
        const std::string number = "Analysis " + std::to_string(i + 1);
        if (!run) {
            damage(number + " is left out: " + run.error().message + ".");
            continue;
        }
        if (!run->complete)
            damage(number + " (" + run->method->description.title + ") has lost some tables or figures.");
        m_opened.session.runs.push_back(*std::move(run));
        m_progress.report(0.7 + 0.3 * static_cast<double>(i + 1) / static_cast<double>(m_runKeys.size()));
    }
}

void SessionReader::readSelections()
{
    const Result<std::string> stored = m_database.part(sessionItem, "selections");
    ByteReader bytes(stored ? *stored : std::string_view());
    std::vector<StoredSelection> selections(bytes.count(2 * sizeof(std::uint64_t)));
    for (StoredSelection& selection : selections)
        bytes(selection.name, selection.rows);
    const bool fits = std::all_of(selections.begin(), selections.end(), [&](const StoredSelection& s) {
        return std::all_of(s.rows.begin(), s.rows.end(),
                           [&](RowId row) { return row.index() < m_opened.structures; });
    });
    if (bytes.complete() && fits)
        m_opened.session.selections = std::move(selections);
    else
        damage("The selections are damaged.");
}

Result<OpenedSession> SessionReader::read()
{
    m_progress.stage("Checking", 0, 0.2).report(0);
    readHead();
    if (const Result<void> read = readStructures(); !read)
        return read.error();
    readRuns();
    readSelections();
    if (m_database.hasDamage() && m_opened.damages.empty())
        damage("SQLite finds faults in the file; all that the session holds could be read.");
    return std::move(m_opened);
}

} // namespace atlas
