// Progress on standard error while a command runs, where that is a terminal; Ctrl-C cancels.
#pragma once

#include "core/parallel/progress_token.h"

#include <atomic>
#include <thread>

namespace atlas {

class ConsoleProgress {
public:
    ConsoleProgress();
    ~ConsoleProgress(); ///< wipes the line
    ConsoleProgress(const ConsoleProgress&) = delete;
    ConsoleProgress& operator=(const ConsoleProgress&) = delete;

    ProgressToken token() const { return m_monitor.token(); }

private:
    void watch();

    ProgressMonitor m_monitor;
    std::atomic<bool> m_finished{false};
    bool m_terminal;
    std::thread m_thread;
};

} // namespace atlas
