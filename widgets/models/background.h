// Small work of a view off the GUI thread: the result comes back in the receiver's thread, or not at all
// where the receiver is gone. (Work that a person waits for and may cancel is a job: widgets/jobs.)
#pragma once

#include <QFuture>
#include <QObject>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace atlas {

template <class Work, class Done>
void runInBackground(QThreadPool& pool, QObject* receiver, Work work, Done done)
{
    using Value = std::invoke_result_t<Work>;
    auto promise = std::make_shared<QPromise<Value>>();
    promise->start();
    promise->future().then(receiver, std::move(done));
    pool.start([promise, work = std::move(work)]() mutable {
        try {
            promise->addResult(work());
        } catch (...) { // nothing to show; the receiver keeps what it has
            promise->setException(std::current_exception());
        }
        promise->finish();
    });
}

} // namespace atlas
