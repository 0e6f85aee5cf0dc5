#include "support/watchdog.h"

#include <QAbstractEventDispatcher>
#include <QEvent>
#include <QMetaEnum>

#include <algorithm>
#include <ctime>

namespace atlas::test {

namespace {

double milliseconds(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

} // namespace

double threadCpuMilliseconds() { return milliseconds(CLOCK_THREAD_CPUTIME_ID); }

Watchdog::Watchdog(QObject* parent) : QObject(parent)
{
    const QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance();
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] {
        endSpin();
        resume();
    });
    connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] {
        endSpin();
        m_paused = true;
    });
}

void Watchdog::restart()
{
    m_longest = {};
    m_longestWait = 0;
    m_spent = m_waited = m_largestPart = 0;
}

void Watchdog::resume()
{
    m_paused = false;
    m_cpuStart = threadCpuMilliseconds();
    m_wallStart = milliseconds(CLOCK_MONOTONIC);
}

/// Adds what was spent since the last look at the clocks, and returns it.
double Watchdog::take()
{
    if (m_depth == 0 || m_paused)
        return 0;
    const double cpuNow = threadCpuMilliseconds();
    const double wallNow = milliseconds(CLOCK_MONOTONIC);
    const double cpu = cpuNow - m_cpuStart;
    m_spent += cpu;
    m_waited += std::max(0.0, wallNow - m_wallStart - cpu);
    m_cpuStart = cpuNow;
    m_wallStart = wallNow;
    if (m_spent > m_longest.cpuMilliseconds)
        m_longest = {m_spent, m_largest};
    m_longestWait = std::max(m_longestWait, m_waited);
    return cpu;
}

void Watchdog::enter()
{
    if (m_depth == 0 || m_paused)
        resume();
    ++m_depth;
}

void Watchdog::leave(const char* receiverClass, int eventType)
{
    const double part = take();
    if (part > m_largestPart) {
        m_largestPart = part;
        const char* key = QMetaEnum::fromType<QEvent::Type>().valueToKey(eventType);
        m_largest = QString("%1 of %2").arg(key ? QString(key) : QString::number(eventType), receiverClass);
        if (m_longest.cpuMilliseconds == m_spent)
            m_longest.what = m_largest;
    }
    --m_depth;
}

void Watchdog::endSpin()
{
    take();
    m_spent = m_waited = m_largestPart = 0;
    m_largest.clear();
}

} // namespace atlas::test
