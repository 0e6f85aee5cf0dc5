// How a long computation tells how far it is, and hears that it should stop.
//
// A ProgressToken is a cheap handle given by value to an algorithm. A default token is silent and never
// cancelled, so that a test or a small call needs none. The other end is a ProgressMonitor: it is polled
// (never called back from worker threads), so that reporting costs an atomic store and a window can refresh
// at its own pace.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace atlas {

class ProgressMonitor;

class ProgressToken {
public:
    ProgressToken() = default;

    /// fraction in [0, 1] of this token's share. What the monitor shows never goes
    /// back. Safe from any thread.
    void report(double fraction) const;

    /// A nested stage that covers [from, to] of this token's share: what it reports as 0..1 appears there.
    /// `name` is a phrase in the present tense for the person waiting: "Reading molecules".
    ProgressToken stage(std::string_view name, double from, double to) const;

    /// To be asked at least every 50 ms of work; an algorithm that sees true returns ErrorCode::Cancelled.
    bool cancelled() const;

    /// The person wants what there is so far: an iterative algorithm that sees true returns its last finished
    /// iteration as its result, and says so in its status.
    bool finishRequested() const;

private:
    friend class ProgressMonitor;
    struct State;
    std::shared_ptr<State> m_state;
    double m_from = 0;
    double m_to = 1;
};

class ProgressMonitor {
public:
    ProgressMonitor();

    ProgressToken token() const;
    double fraction() const;
    std::string stageName() const;
    void cancel();
    bool cancelled() const;
    void requestFinish();

private:
    std::shared_ptr<ProgressToken::State> m_state;
};

} // namespace atlas
