#include "app/console_progress.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>

namespace atlas {

namespace {

std::atomic<bool> interrupted{false}; // lock-free, so that the signal handler may store to it

void noteInterrupt(int)
{
    interrupted = true;
    std::signal(SIGINT, SIG_DFL); // a second Ctrl-C ends the program at once
}

} // namespace

ConsoleProgress::ConsoleProgress() : m_terminal(isatty(STDERR_FILENO) != 0)
{
    std::signal(SIGINT, noteInterrupt);
    m_thread = std::thread([this] { watch(); });
}

ConsoleProgress::~ConsoleProgress()
{
    m_finished = true;
    m_thread.join();
    std::signal(SIGINT, SIG_DFL);
    if (m_terminal)
        std::fputs("\r\033[K", stderr);
}

void ConsoleProgress::watch()
{
    for (int tick = 0; !m_finished; ++tick) {
        if (interrupted)
            m_monitor.cancel();
        if (m_terminal && tick % 4 == 3)
            std::fprintf(stderr, "\r\033[K%3.0f %%  %s", 100 * m_monitor.fraction(),
                         m_monitor.stageName().c_str());
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
}

} // namespace atlas
