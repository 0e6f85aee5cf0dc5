#include "core/parallel/parallel_for.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>

#include <cassert>
#include <memory>
#include <mutex>

namespace atlas {

namespace {

std::mutex controlMutex;
std::unique_ptr<oneapi::tbb::global_control> control; // guarded by controlMutex

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
    oneapi::tbb::parallel_for(std::size_t{0}, blocks, runBlock, oneapi::tbb::simple_partitioner(), context);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    return {};
}

} // namespace atlas
