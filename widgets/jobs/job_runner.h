// Runs work off the GUI thread: progress, cancel, and only the newest result of each kind arrives. A job has
// a slot, its kind ("open", "thumbnail"): starting another job of the same slot cancels the older one, whose
// result is dropped however far it came. Each job has a thread of its own; loops inside use the worker
// threads of core/parallel. All functions belong to the GUI thread.
#pragma once

#include "core/parallel/progress_token.h"
#include "core/support/result.h"
#include "core/support/strong_id.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>

namespace atlas {

using JobId = StrongId<struct JobTag>;

enum class JobOutcome { Done, Failed, Cancelled, Superseded };

class JobRunner : public QObject {
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override; ///< cancels what runs and waits for it; nothing is delivered any more

    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// Runs work(token) on a thread and then, on the GUI thread, onDone(result), unless a newer job of the
    /// slot was started meanwhile. An exception in the work arrives as an Error; after cancel() the result
    /// is ErrorCode::Cancelled, even where the work came to its end.
    /// `canFinish`: the work hears ProgressToken::finishRequested().
    template <class T, class Work, class OnDone>
    JobId start(const QString& slot, const QString& title, Work work, OnDone onDone, bool canFinish = false)
    {
        return startErased(slot, title, canFinish,
                           [work = std::move(work), onDone = std::move(onDone)](const ProgressToken& token) {
                               auto result = std::make_shared<Result<T>>(guarded<T>(work, token));
                               return Ending{result->ok() ? nullptr : &result->error(),
                                             [result, onDone] { onDone(std::move(*result)); }};
                           });
    }

    void cancel(JobId job); ///< nothing happens where it has ended
    void cancelSlot(const QString& slot);
    void cancelAll();
    void cancelNewest(); ///< the job last started of those that run

    void requestFinish(JobId job); ///< what there is so far becomes the result
    bool canFinish(JobId job) const;

    bool isRunning(JobId job) const { return m_jobs.contains(job); }
    bool isIdle() const { return m_jobs.empty(); }

Q_SIGNALS:
    void jobStarted(atlas::JobId job, const QString& title);
    /// About twenty times a second.
    void jobProgressed(atlas::JobId job, double fraction, const QString& stage, double seconds);
    /// `message` says what went wrong where the outcome is Failed. Comes before the result is delivered.
    void jobFinished(atlas::JobId job, atlas::JobOutcome outcome, double seconds, const QString& message);

private:
    /// What a thread leaves behind.
    struct Ending {
        const Error* error = nullptr; ///< lives in what `deliver` holds
        std::function<void()> deliver;
    };
    struct Job {
        QString slot;
        ProgressMonitor monitor;
        QElapsedTimer clock;
        std::thread thread;
        bool superseded = false;
        bool canFinish = false;
    };

    template <class T, class Work>
    static Result<T> guarded(const Work& work, const ProgressToken& token)
    {
        try {
            Result<T> result = work(token);
            if (token.cancelled())
                return Error{ErrorCode::Cancelled, "Cancelled."};
            return result;
        } catch (...) {
            return currentException();
        }
    }
    static Error currentException();

    JobId startErased(const QString& slot, const QString& title, bool canFinish,
                      std::function<Ending(const ProgressToken&)> work);
    void finish(JobId job, const Ending& ending);
    void reportProgress();

    std::map<JobId, Job> m_jobs;
    std::size_t m_started = 0;
    QTimer m_progressTimer;
};

} // namespace atlas
