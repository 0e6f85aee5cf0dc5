#include "app/session_loading.h"

#include "core/io/open_data.h"
#include "core/io/source_hash.h"

#include <array>
#include <fstream>

namespace atlas {

namespace {

/// Where a source may lie now: where it was, or where it lay as seen from the session's folder.
std::vector<std::filesystem::path> candidates(const StoredSession& session, const std::filesystem::path& path)
{
    const std::filesystem::path source = session.source.path;
    std::vector<std::filesystem::path> places{source};
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    if (!session.file.empty()) {
        const std::filesystem::path before = std::filesystem::path(session.file).parent_path();
        places.push_back((folder / source.lexically_relative(before)).lexically_normal());
    }
    places.push_back(folder / source.filename());
    return places;
}

/// The first candidate with the right hash, else the place where it was.
SourceState locateSource(StoredSession& session, const std::filesystem::path& path,
                         const ProgressToken& progress)
{
    if (!exampleName(session.source.path).empty())
        return SourceState::Same;
    SourceState state = SourceState::Missing;
    for (const std::filesystem::path& place : candidates(session, path)) {
        const Result<std::string> hash = sha256OfSource(place, progress);
        if (!hash)
            continue;
        if (*hash == session.source.sha256 || session.source.sha256.empty()) {
            session.source.path = place.string();
            return SourceState::Same;
        }
        if (place == session.source.path)
            state = SourceState::Changed;
    }
    return state;
}

Result<void> readStructuresAgain(LoadedSession& loaded, std::size_t structures, const ProgressToken& progress)
{
    StoredSession& session = loaded.session;
    const bool same = loaded.source == SourceState::Same && !session.source.path.empty();
    Result<DatasetPtr> data = same
        ? openData(session.source.path, session.source.options, session.source.seed, progress)
        : Result<DatasetPtr>(Error{ErrorCode::NotFound, "The source is not there as it was."});
    if (!data && data.error().code == ErrorCode::Cancelled)
        return data.error();
    if (!data || (*data)->size() != structures)
        return Error{ErrorCode::Malformed,
                     "The session's structures are damaged, and their source '" + session.source.path
                         + "' is not there as it was; "
                         + (session.runs.size() == 1 ? "one analysis"
                                                     : std::to_string(session.runs.size()) + " analyses")
                         + " could be read. Put the source back beside the session and open it again."};
    session.data = *std::move(data);
    session.dataKey = newSessionKey();
    loaded.damages.push_back("They were read again from " + session.source.path + ".");
    return {};
}

} // namespace

Result<LoadedSession> loadSession(const std::filesystem::path& path, const ProgressToken& progress)
{
    Result<OpenedSession> opened = readSession(path, progress.stage("Reading the session", 0, 0.7));
    if (!opened)
        return opened.error();
    LoadedSession loaded{std::move(opened->session), std::move(opened->damages), SourceState::Same};
    loaded.source = locateSource(loaded.session, path, progress.stage("Checking the source", 0.7, 0.9));
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "Opening was cancelled."};
    if (!loaded.session.data)
        if (const Result<void> read =
                readStructuresAgain(loaded, opened->structures, progress.stage("Reading the source", 0.9, 1));
            !read) {
            Error error = read.error();
            error.location.file = path.string();
            return error;
        }
    return loaded;
}

bool isSessionFile(const std::filesystem::path& path)
{
    std::error_code status;
    if (!std::filesystem::is_regular_file(path, status))
        return path.extension() == ".atlas" && !std::filesystem::exists(path, status);
    if (path.extension() == ".atlas")
        return true;
    constexpr std::size_t applicationAt = 68; // sqlite.org/fileformat.html, section 1.3
    std::array<char, applicationAt + 4> head{};
    std::ifstream stream(path, std::ios::binary);
    return stream.read(head.data(), head.size()) && std::string_view(head.data(), 15) == "SQLite format 3"
        && std::string_view(head.data() + applicationAt, 4) == "ATLS";
}

} // namespace atlas
