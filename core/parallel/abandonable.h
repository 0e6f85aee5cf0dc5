// A call into a library that cannot be interrupted, made so that the person need not wait for its end: it
// runs on a thread of its own, and a cancel leaves it behind. It finishes in the background and its memory is
// freed then; whatever it uses must therefore be its own.
#pragma once

#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace atlas {

/// Counts the calls that were left behind and still run. For runAbandonable().
void abandonedCallBegins();
void abandonedCallEnds();

/// Result<T> of a T, and of a Result<T> itself.
template <class T>
struct FlatResult {
    using Type = Result<T>;
};
template <class T>
struct FlatResult<Result<T>> {
    using Type = Result<T>;
};

/// work() on another thread; ErrorCode::Cancelled within some 20 ms of a cancel. `work` owns what it uses: by
/// value or through shared pointers. An exception of the work is thrown here.
template <class Work>
typename FlatResult<std::invoke_result_t<Work&>>::Type runAbandonable(Work work,
                                                                      const ProgressToken& progress)
{
    using Value = std::invoke_result_t<Work&>;
    struct State {
        explicit State(Work&& given) : work(std::move(given)) { }
        Work work;
        std::mutex mutex;
        std::condition_variable ended;
        bool done = false;
        bool abandoned = false;
        std::optional<Value> value;
        std::exception_ptr exception;
    };
    constexpr std::chrono::milliseconds patience(20);
    const auto state = std::make_shared<State>(std::move(work));
    std::thread([state] {
        std::optional<Value> value;
        std::exception_ptr exception;
        try {
            value.emplace(state->work());
        } catch (...) {
            exception = std::current_exception();
        }
        const std::scoped_lock lock(state->mutex);
        state->value = std::move(value);
        state->exception = exception;
        state->done = true;
        if (state->abandoned)
            abandonedCallEnds();
        state->ended.notify_all();
    }).detach();
    std::unique_lock lock(state->mutex);
    while (!state->done) {
        state->ended.wait_for(lock, patience);
        if (!state->done && progress.cancelled()) {
            state->abandoned = true;
            abandonedCallBegins();
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        }
    }
    if (state->exception)
        std::rethrow_exception(state->exception);
    return std::move(*state->value);
}

} // namespace atlas
