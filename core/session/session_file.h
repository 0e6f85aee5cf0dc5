// A session as one file (.atlas, SQLite): the source with its SHA-256 and the parsed structures, the runs
// with parameters, seed, tables, metrics, figures and model files, the selections, the window's layout.
//
// Writing is one transaction in WAL mode: a file holds the save before or this one, whatever happens to the
// process. Structures and runs have keys that never change and are written once; a later save adds what is
// new, removes what is gone, and writes the short rest again.
//
// `MethodOutput::details`, the objects that interactive views draw from, is not in the file: it differs from
// method to method and may be larger than the data. A reopened run shows its stored tables and figures at
// once; results are deterministic, so that running it again in the background gives its views their details
// (Session::restore). The stored output stays the result: where the repetition disagrees, the run says so.
//
// A damaged file gives what its checksums vouch for. The bytes of molecules go to RDKit as they are: open
// sessions only from people whom you would also trust with a program's project file.
#pragma once

#include "core/data/dataset.h"
#include "core/io/read_options.h"
#include "core/methods/method.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace atlas {

/// Where the structures came from.
struct StoredSource {
    std::string path; ///< absolute, or "example:NAME"
    std::string sha256; ///< "" = an example, or not known
    bool folder = false;
    std::uint64_t seed = 1; ///< of an example
    ReadOptions options = {};
};

struct StoredRun {
    std::string key; ///< of this run alone, for ever
    const Method* method = nullptr;
    ParameterValues parameters = {};
    std::uint64_t seed = 1;
    double seconds = 0; ///< that it took
    bool automatic = false; ///< the program started it, not the person
    bool hasDetails = false; ///< its views need what is not stored
    bool complete = true; ///< false = a part was damaged
    std::shared_ptr<const MethodOutput> output = nullptr;
};

struct StoredSelection {
    std::string name; ///< "" = the current selection
    std::vector<RowId> rows;
};

struct StoredSession {
    std::string program; ///< the version that wrote it
    std::string dataKey; ///< of these structures alone, for ever
    StoredSource source;
    DatasetPtr data; ///< null = damaged
    std::vector<StoredRun> runs; ///< oldest first
    std::vector<StoredSelection> selections;
    std::string layout; ///< as the window gave it
    std::uint64_t currentTab = 0; ///< the result in sight
    std::string colouring; ///< the title of what points are coloured by; "" = their classes
    std::string file; ///< where the person saved it: a recovery file lies elsewhere; "" = nowhere yet
};

/// A key for a new data set or run.
std::string newSessionKey();

/// Saves. An existing session is brought up to date; another file is replaced whole. Any thread; the
/// connection is the call's own. Precondition: session.data and every run's method and output.
Result<void> writeSession(const StoredSession& session, const std::filesystem::path& path,
                          const ProgressToken& progress = {});

struct OpenedSession {
    StoredSession session;
    std::size_t structures = 0; ///< their number, also where these are damaged
    std::vector<std::string> damages; ///< a sentence each; empty = the file is whole
};
/// ErrorCode::NotFound; Malformed: no session, or nothing in it can be read; TooLarge: of a newer version.
/// A damaged file opens with what can be read, perhaps without its structures.
Result<OpenedSession> readSession(const std::filesystem::path& path, const ProgressToken& progress = {});

} // namespace atlas
