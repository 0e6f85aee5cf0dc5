// A session file holds what a run found, not the objects that its interactive views draw from. This runs
// restored runs again, one after another in the background, to get these. The stored output stays the result:
// a repetition that does not agree with it (another version of the program) is said to, and not taken. What
// took long is not repeated unasked.
#pragma once

#include "app/session.h"

#include <deque>

namespace atlas {

class RunRepeater : public QObject {
    Q_OBJECT

public:
    explicit RunRepeater(Session& session);

    static constexpr double longSeconds = 60;

    /// Repeats the restored runs that lack something and were quick; those that took long, oldest first, are
    /// left as they are and returned.
    std::vector<RunId> start();
    void repeat(const std::vector<RunId>& runs);

private:
    void next();
    void finish(const SessionRun& run, const Result<MethodOutput>& output);
    void stop();

    Session& m_session;
    DatasetPtr m_data; // that the queue is about
    std::deque<RunId> m_queue;
};

/// Whether two outputs hold the same tables and model files; times are not compared.
bool sameResults(const MethodOutput& a, const MethodOutput& b);

} // namespace atlas
