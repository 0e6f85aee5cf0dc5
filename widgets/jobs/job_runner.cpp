#include "widgets/jobs/job_runner.h"

#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace atlas {

namespace {

constexpr std::chrono::milliseconds progressInterval{50};

double seconds(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) * 1e-9; }

} // namespace

JobRunner::JobRunner(QObject* parent) : QObject(parent)
{
    m_progressTimer.setInterval(progressInterval);
    connect(&m_progressTimer, &QTimer::timeout, this, &JobRunner::reportProgress);
}

JobRunner::~JobRunner()
{
    cancelAll();
    for (auto& [id, job] : m_jobs)
        job.thread.join();
}

Error JobRunner::currentException()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {ErrorCode::TooLarge,
                "There is not enough memory for this. Close other programs or choose smaller data."};
    } catch (const std::exception& exception) {
        return {ErrorCode::Computation,
                std::string("The computation stopped unexpectedly: ") + exception.what()};
    } catch (...) {
        return {ErrorCode::Computation, "The computation stopped unexpectedly."};
    }
}

JobId JobRunner::startErased(const QString& slot, const QString& title, bool canFinish,
                             std::function<Ending(const ProgressToken&)> work)
{
    for (auto& [id, job] : m_jobs)
        if (job.slot == slot) {
            job.superseded = true;
            job.monitor.cancel();
        }

    const JobId id(m_started++);
    Job& job = m_jobs[id];
    job.slot = slot;
    job.canFinish = canFinish;
    job.clock.start();
    job.thread = std::thread([this, id, work = std::move(work), token = job.monitor.token()] {
        Ending ending = work(token);
        // Dropped by Qt where the runner is gone by then; the destructor waits for this thread.
        QMetaObject::invokeMethod(
            this, [this, id, ending = std::move(ending)] { finish(id, ending); }, Qt::QueuedConnection);
    });
    m_progressTimer.start();
    Q_EMIT jobStarted(id, title);
    return id;
}

void JobRunner::cancel(JobId job)
{
    if (const auto found = m_jobs.find(job); found != m_jobs.end())
        found->second.monitor.cancel();
}

void JobRunner::requestFinish(JobId job)
{
    if (const auto found = m_jobs.find(job); found != m_jobs.end())
        found->second.monitor.requestFinish();
}

bool JobRunner::canFinish(JobId job) const
{
    const auto found = m_jobs.find(job);
    return found != m_jobs.end() && found->second.canFinish;
}

void JobRunner::cancelSlot(const QString& slot)
{
    for (auto& [id, job] : m_jobs)
        if (job.slot == slot)
            job.monitor.cancel();
}

void JobRunner::cancelAll()
{
    for (auto& [id, job] : m_jobs)
        job.monitor.cancel();
}

void JobRunner::cancelNewest()
{
    for (auto job = m_jobs.rbegin(); job != m_jobs.rend(); ++job)
        if (!job->second.monitor.cancelled()) {
            job->second.monitor.cancel();
            return;
        }
}

void JobRunner::finish(JobId id, const Ending& ending)
{
    auto node = m_jobs.extract(id);
    Job& job = node.mapped();
    job.thread.join(); // it posted this call as its last act
    if (m_jobs.empty())
        m_progressTimer.stop();

    JobOutcome outcome = JobOutcome::Done;
    QString message;
    if (job.superseded)
        outcome = JobOutcome::Superseded;
    else if (ending.error && ending.error->code == ErrorCode::Cancelled)
        outcome = JobOutcome::Cancelled;
    else if (ending.error) {
        outcome = JobOutcome::Failed;
        message = QString::fromStdString(toString(*ending.error));
    }
    Q_EMIT jobFinished(id, outcome, seconds(job.clock), message);
    if (!job.superseded)
        ending.deliver();
}

void JobRunner::reportProgress()
{
    // A slot may start or cancel jobs: walk over a copy of the ids.
    std::vector<JobId> ids;
    for (const auto& [id, job] : m_jobs)
        ids.push_back(id);
    for (const JobId id : ids)
        if (const auto found = m_jobs.find(id); found != m_jobs.end()) {
            const Job& job = found->second;
            Q_EMIT jobProgressed(id, job.monitor.fraction(), QString::fromStdString(job.monitor.stageName()),
                                 seconds(job.clock));
        }
}

} // namespace atlas
