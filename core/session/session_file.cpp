#include "core/session/session_file.h"

#include "core/io/data_options.h"
#include "core/session/bytes.h"
#include "core/session/dataset_codec.h"
#include "core/session/output_codec.h"
#include "core/session/session_database.h"
#include "core/session/session_parts.h"
#include "core/session/session_reader.h"

#include <QUuid>

#include <nlohmann/json.hpp>

#include <set>
#include <system_error>

namespace atlas {

namespace {

using namespace session_parts;
using Json = nlohmann::ordered_json;

std::string dump(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace); // texts may be no UTF-8
}

Json toJson(const ParameterValues& values)
{
    Json object = Json::object();
    for (const auto& [name, value] : values.all())
        object[name] = toString(value);
    return object;
}

std::string sessionHead(const StoredSession& session)
{
    Json runs = Json::array();
    for (const StoredRun& run : session.runs)
        runs.push_back(run.key);
    return dump({{"program", session.program},
                 {"data", session.dataKey},
                 {"structures", session.data->size()},
                 {"runs", runs},
                 {"current", session.currentTab},
                 {"colouring", session.colouring},
                 {"file", session.file},
                 {"source",
                  {{"path", session.source.path},
                   {"sha256", session.source.sha256},
                   {"folder", session.source.folder},
                   {"seed", session.source.seed},
                   {"options", toJson(toParameterValues(session.source.options))}}}});
}

std::string runHead(const StoredRun& run)
{
    const MethodOutput& output = *run.output;
    return dump({{"method", run.method->description.name},
                 {"parameters", toJson(run.parameters)},
                 {"seed", run.seed},
                 {"seconds", run.seconds},
                 {"automatic", run.automatic},
                 {"details", run.hasDetails},
                 {"tables", output.tables.size()},
                 {"figures", output.figures.size()},
                 {"files", output.files.size()}});
}

std::string selectionBytes(const StoredSession& session)
{
    ByteWriter bytes;
    bytes(std::uint64_t{session.selections.size()});
    for (const StoredSelection& selection : session.selections)
        bytes(selection.name, selection.rows);
    return bytes.take();
}

std::string fileBytes(const OutputFile& file)
{
    ByteWriter bytes;
    bytes(file.name, file.content);
    return bytes.take();
}

/// Parts of one item; the first failure stays, and what follows it is not written.
class ItemWriter {
public:
    ItemWriter(SessionDatabase& database, std::string item)
        : m_database(database), m_item(std::move(item)) { }

    void put(const std::string& name, const std::string& bytes)
    {
        if (m_result)
            m_result = m_database.putPart(m_item, name, bytes);
    }
    const Result<void>& result() const { return m_result; }

private:
    SessionDatabase& m_database;
    std::string m_item;
    Result<void> m_result;
};

Result<void> putRun(SessionDatabase& database, const StoredRun& run)
{
    ItemWriter item(database, runPrefix + run.key);
    const MethodOutput& output = *run.output;
    item.put("head", runHead(run));
    item.put("outcome", encodeOutcome(output));
    for (std::size_t i = 0; i < output.tables.size(); ++i)
        item.put(partName("table", i), encodeTable(output.tables[i]));
    for (std::size_t i = 0; i < output.figures.size(); ++i)
        item.put(partName("figure", i), encodeFigure(output.figures[i]));
    for (std::size_t i = 0; i < output.files.size(); ++i)
        item.put(partName("file", i), fileBytes(output.files[i]));
    return item.result();
}

Result<void> putStructures(SessionDatabase& database, const StoredSession& session,
                           const ProgressToken& progress)
{
    const Result<std::string> bytes = encodeDataset(*session.data, progress);
    if (!bytes)
        return bytes.error();
    return database.putPart(dataPrefix + session.dataKey, "structures", *bytes);
}

Result<void> putSession(SessionDatabase& database, const StoredSession& session)
{
    if (const Result<void> removed = database.removeItem(sessionItem); !removed)
        return removed;
    ItemWriter item(database, sessionItem);
    item.put("head", sessionHead(session));
    item.put("selections", selectionBytes(session));
    item.put("layout", session.layout);
    return item.result();
}

/// Removes the items that the session no longer has; the keys that stay.
Result<std::set<std::string>> removeOthers(SessionDatabase& database, const StoredSession& session)
{
    std::set<std::string> wanted{dataPrefix + session.dataKey};
    for (const StoredRun& run : session.runs)
        wanted.insert(runPrefix + run.key);
    std::set<std::string> kept;
    for (const SessionDatabase::Item& item : database.items()) {
        if (wanted.contains(item.key))
            kept.insert(item.key);
        else if (const Result<void> removed = database.removeItem(item.key); !removed)
            return removed.error();
    }
    return kept;
}

Result<void> writeInto(const std::filesystem::path& path, const StoredSession& session,
                       const ProgressToken& progress)
{
    Result<std::unique_ptr<SessionDatabase>> opened = SessionDatabase::openToWrite(path);
    if (!opened)
        return opened.error();
    SessionDatabase& database = **opened;
    if (const Result<void> begun = database.begin(); !begun)
        return begun;
    const Result<std::set<std::string>> kept = removeOthers(database, session);
    if (!kept)
        return kept.error();
    if (database.hasDamage())
        return Error{ErrorCode::Malformed, "The file is damaged.", {path.string()}};
    if (!kept->contains(dataPrefix + session.dataKey))
        if (Result<void> put = putStructures(database, session, progress.stage("Structures", 0, 0.6)); !put)
            return put;
    std::size_t done = 0;
    const ProgressToken share = progress.stage("Analyses", 0.6, 0.9);
    for (const StoredRun& run : session.runs) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Saving was cancelled; the file is as it was."};
        if (!kept->contains(runPrefix + run.key))
            if (Result<void> put = putRun(database, run); !put)
                return put;
        share.report(static_cast<double>(++done) / static_cast<double>(session.runs.size()));
    }
    if (Result<void> put = putSession(database, session); !put)
        return put;
    progress.stage("Writing", 0.9, 1);
    return database.commit();
}

void removeWithJournals(const std::filesystem::path& path)
{
    std::error_code status;
    for (const char* ending : {"-wal", "-shm", ""}) // the journal first: it must not meet another file
        std::filesystem::remove(path.string() + ending, status);
}

/// In place of a file that is no session, or is damaged: whole beside it, then by renaming.
Result<void> replaceBy(const std::filesystem::path& path, const StoredSession& session,
                       const ProgressToken& progress)
{
    const std::filesystem::path fresh = path.string() + ".part";
    removeWithJournals(fresh);
    if (Result<void> written = writeInto(fresh, session, progress); !written) {
        removeWithJournals(fresh);
        return written;
    }
    std::error_code status;
    std::filesystem::remove(path.string() + "-wal", status);
    std::filesystem::remove(path.string() + "-shm", status);
    std::filesystem::rename(fresh, path, status);
    if (status)
        return Error{
            ErrorCode::WriteFailed, "The file cannot be written: " + status.message() + ".", {path.string()}};
    return {};
}

} // namespace

std::string newSessionKey() { return QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString(); }

Result<void> writeSession(const StoredSession& session, const std::filesystem::path& path,
                          const ProgressToken& progress)
{
    Result<void> written = writeInto(path, session, progress);
    if (!written
        && (written.error().code == ErrorCode::Malformed || written.error().code == ErrorCode::TooLarge))
        written = replaceBy(path, session, progress);
    if (!written && written.error().code == ErrorCode::Unreadable)
        return Error{ErrorCode::WriteFailed, written.error().message, written.error().location};
    if (written)
        progress.report(1);
    return written;
}

Result<OpenedSession> readSession(const std::filesystem::path& path, const ProgressToken& progress)
{
    Result<std::unique_ptr<SessionDatabase>> database = SessionDatabase::openToRead(path);
    if (!database)
        return database.error();
    Result<OpenedSession> opened = SessionReader(**database, progress).read();
    if (opened && !opened->session.data && opened->session.runs.empty()
        && opened->session.source.path.empty())
        return Error{ErrorCode::Malformed,
                     "The session is damaged, and nothing in it can be read. Open its source again, or an "
                     "older copy of the session.",
                     {path.string()}};
    return opened;
}

} // namespace atlas
