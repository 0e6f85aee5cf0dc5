#include "core/parallel/progress_token.h"

#include <algorithm>

namespace atlas {

struct ProgressToken::State {
    std::atomic<double> fraction{0};
    std::atomic<bool> cancelled{false};
    std::atomic<bool> finishRequested{false};
    std::mutex nameMutex;
    std::string name;
};

void ProgressToken::report(double fraction) const
{
    if (!m_state)
        return;
    const double overall = m_from + (m_to - m_from) * std::clamp(fraction, 0.0, 1.0);
    double seen = m_state->fraction.load(std::memory_order_relaxed);
    // Workers finish out of order; only a larger fraction is stored.
    while (overall > seen
           && !m_state->fraction.compare_exchange_weak(seen, overall, std::memory_order_relaxed)) { }
}

ProgressToken ProgressToken::stage(std::string_view name, double from, double to) const
{
    ProgressToken nested = *this;
    nested.m_from = m_from + (m_to - m_from) * from;
    nested.m_to = m_from + (m_to - m_from) * to;
    if (m_state) {
        const std::scoped_lock lock(m_state->nameMutex);
        m_state->name = name;
    }
    nested.report(0);
    return nested;
}

bool ProgressToken::cancelled() const
{
    return m_state && m_state->cancelled.load(std::memory_order_relaxed);
}

bool ProgressToken::finishRequested() const
{
    return m_state && m_state->finishRequested.load(std::memory_order_relaxed);
}

ProgressMonitor::ProgressMonitor() : m_state(std::make_shared<ProgressToken::State>()) { }

ProgressToken ProgressMonitor::token() const
{
    ProgressToken token;
    token.m_state = m_state;
    return token;
}

double ProgressMonitor::fraction() const { return m_state->fraction.load(std::memory_order_relaxed); }

std::string ProgressMonitor::stageName() const
{
    const std::scoped_lock lock(m_state->nameMutex);
    return m_state->name;
}

void ProgressMonitor::cancel() { m_state->cancelled.store(true, std::memory_order_relaxed); }

void ProgressMonitor::requestFinish() { m_state->finishRequested.store(true, std::memory_order_relaxed); }

bool ProgressMonitor::cancelled() const { return m_state->cancelled.load(std::memory_order_relaxed); }

} // namespace atlas
