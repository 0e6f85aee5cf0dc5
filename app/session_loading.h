// A session file read for the window: with its source looked for, and with damaged structures read from it
// again where it is still the same.
#pragma once

#include "core/session/session_file.h"

namespace atlas {

enum class SourceState {
    Same, ///< there, with the hash that was saved; or an example
    Changed, ///< there, with another hash
    Missing ///< neither where it was nor beside the session
};

struct LoadedSession {
    StoredSession session; ///< with data; source.path is where the source is now, if it was found
    std::vector<std::string> damages;
    SourceState source = SourceState::Same;
};

/// Any thread. Errors as of readSession(), and where the structures are lost for good.
Result<LoadedSession> loadSession(const std::filesystem::path& path, const ProgressToken& progress = {});

/// A session by its name, or by the first bytes of the file.
bool isSessionFile(const std::filesystem::path& path);

} // namespace atlas
