// Measures how long the GUI thread is busy before it looks at its events again: the time that a person waits
// for an answer to a click. A WatchedApplication (watched_application.h) tells it of every event.
//
// Judged by the thread's CPU time, so that a busy machine changes little. The time on the clock is measured
// too, event by event: where it is far larger, the thread waited for a lock, a file or another thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

namespace atlas::test {

/// What the calling thread has worked so far.
double threadCpuMilliseconds();

/// One stretch of work between two looks at the events.
struct Busy {
    double cpuMilliseconds = 0;
    QString what; ///< the event in it that took most, for the person who mends it
};

class Watchdog : public QObject {
    Q_OBJECT

public:
    explicit Watchdog(QObject* parent = nullptr);

    /// Around each event; nested ones too.
    void enter();
    void leave(const char* receiverClass, int eventType);

    /// Forgets what was measured so far.
    void restart();
    const Busy& longest() const { return m_longest; }
    double longestWaitMilliseconds() const { return m_longestWait; } ///< the clock's time beyond the CPU's

private:
    void endSpin();
    void resume();
    double take();

    bool m_paused = false; ///< the event loop waits
    int m_depth = 0;
    double m_cpuStart = 0;
    double m_wallStart = 0;
    double m_spent = 0; ///< CPU of the spin so far
    double m_waited = 0;
    double m_largestPart = 0;
    QString m_largest;
    Busy m_longest;
    double m_longestWait = 0;
};

} // namespace atlas::test
