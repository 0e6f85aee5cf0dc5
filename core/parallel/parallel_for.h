// Parallel loops on oneTBB whose results do not depend on the number of threads: work is cut into blocks by
// size alone, and reductions combine the blocks in their order.
#pragma once

#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace atlas {

/// The number of threads that loops use from now on; 0 = as many as the machine has.
void setThreadCount(std::size_t count);
std::size_t threadCount();

/// Half-open range of indices given to one call of a loop body.
struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t number = 0; ///< 0, 1, ... in index order
};

/// Calls body(block) for consecutive blocks of at most `blockSize` of 0..count-1, in any order, on any
/// thread. Reports progress and looks for a cancel after each block: choose blocks of less than 50 ms. An
/// exception in the body stops the loop and is thrown here. Precondition: blockSize > 0.
Result<void> parallelForBlocks(std::size_t count, std::size_t blockSize,
                               const std::function<void(const Block&)>& body, ProgressToken progress = {});

/// Calls body(i) for each i of 0..count-1.
template <class Body>
Result<void> parallelFor(std::size_t count, std::size_t blockSize, Body&& body, ProgressToken progress = {})
{
    return parallelForBlocks(
        count, blockSize,
        [&](const Block& block) {
            for (std::size_t i = block.begin; i < block.end; ++i)
                body(i);
        },
        std::move(progress));
}

/// combine(...combine(combine(start, map(block 0)), map(block 1))..., map(block n)): the blocks are mapped in
/// parallel and combined in order, so that floating-point sums are the same for any number of threads.
template <class T, class Map, class Combine>
Result<T> parallelReduce(std::size_t count, std::size_t blockSize, T start, Map&& map, Combine&& combine,
                         ProgressToken progress = {})
{
    std::vector<T> parts((count + blockSize - 1) / blockSize, start);
    const Result<void> done = parallelForBlocks(
        count, blockSize, [&](const Block& block) { parts[block.number] = map(block); }, std::move(progress));
    if (!done)
        return done.error();
    for (T& part : parts)
        start = combine(std::move(start), std::move(part));
    return start;
}

} // namespace atlas
