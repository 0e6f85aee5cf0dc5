#include "core/parallel/parallel_for.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cassert>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace atlas {

namespace {

std::mutex controlMutex;
std::unique_ptr<oneapi::tbb::global_control> control; // guarded by controlMutex

#ifdef __SANITIZE_THREAD__

/// The thread sanitizer cannot see how oneTBB synchronises, and would have to look away from all that loops
/// do. So that it watches them, they run on plain threads there.
void forEach(std::size_t blocks, const std::function<void(std::size_t)>& body,
             oneapi::tbb::task_group_context& /*the body asks the token itself*/)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::mutex thrownMutex;
    const auto work = [&] {
        try {
            for (std::size_t number = next++; number < blocks; number = next++)
                body(number);
        } catch (...) {
            const std::scoped_lock lock(thrownMutex);
            thrown = thrown ? thrown : std::current_exception();
            next = blocks;
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(threadCount(), blocks); ++i)
        others.emplace_back(work);
    work();
    for (std::thread& other : others)
        other.join();
    if (thrown)
        std::rethrow_exception(thrown);
}

#else

void forEach(std::size_t blocks, const std::function<void(std::size_t)>& body,
             oneapi::tbb::task_group_context& context)
{
    oneapi::tbb::parallel_for(std::size_t{0}, blocks, body, oneapi::tbb::simple_partitioner(), context);
}

#endif

} // namespace

void setThreadCount(std::size_t count)
{
    const std::scoped_lock lock(controlMutex);
    control.reset();
    if (count > 0)
        control = std::make_unique<oneapi::tbb::global_control>(
            oneapi::tbb::global_control::max_allowed_parallelism, count);
}

std::size_t threadCount()
{
    return oneapi::tbb::global_control::active_value(oneapi::tbb::global_control::max_allowed_parallelism);
}

Result<void> parallelForBlocks(std::size_t count, std::size_t blockSize,
                               const std::function<void(const Block&)>& body, ProgressToken progress)
{
    assert(blockSize > 0);
    const std::size_t blocks = (count + blockSize - 1) / blockSize;
    std::atomic<std::size_t> finished{0};
    oneapi::tbb::task_group_context context;
    const auto runBlock = [&](std::size_t number) {
        if (progress.cancelled()) {
            context.cancel_group_execution();
            return;
        }
        body({number * blockSize, std::min(count, (number + 1) * blockSize), number});
        progress.report(static_cast<double>(++finished) / static_cast<double>(blocks));
    };
    forEach(blocks, runBlock, context);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    return {};
}

} // namespace atlas
