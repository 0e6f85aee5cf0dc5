// Reads a session out of its database, as far as it is whole (see session_file.h).
#pragma once

#include "core/session/session_database.h"
#include "core/session/session_file.h"

namespace atlas {

class SessionReader {
public:
    SessionReader(SessionDatabase& database, const ProgressToken& progress)
        : m_database(database), m_progress(progress)
    {
    }

    Result<OpenedSession> read();

private:
    void readHead();
    Result<void> readStructures();
    void readRuns();
    Result<StoredRun> readRun(const std::string& key);
    void readSelections();
    std::vector<std::string> itemsOf(const std::string& prefix);
    void damage(const std::string& what) { m_opened.damages.push_back(what); }

    SessionDatabase& m_database;
    const ProgressToken& m_progress;
    OpenedSession m_opened;
    std::vector<std::string> m_runKeys; // in order; empty where the head is damaged
};

} // namespace atlas
