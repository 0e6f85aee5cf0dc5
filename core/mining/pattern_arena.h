// Memory of a kept pattern tree: blocks that only grow and are given back together, one writer a thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

namespace atlas {

/// A list of rows that somebody else owns.
class PatternSupport {
public:
    PatternSupport() = default;
    explicit PatternSupport(std::span<const std::uint32_t> graphs)
        : m_graphs(graphs.data()), m_count(static_cast<std::uint32_t>(graphs.size()))
    {
    }
    std::span<const std::uint32_t> graphs() const { return {m_graphs, m_count}; }

private:
    const std::uint32_t* m_graphs = nullptr;
    std::uint32_t m_count = 0;
};

class PatternArena {
public:
    explicit PatternArena(std::size_t maximumBytes) : m_maximumBytes(maximumBytes) { }
    std::size_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }

    /// A thread's own end of the arena.
    class Local {
    public:
        explicit Local(PatternArena& arena) : m_arena(&arena) { }

        /// Room for `count` default values; null where the budget, or the given part of it, is reached. For
        /// count == 0 a place that may not be written.
        template <class T>
        T* make(std::size_t count, std::size_t partOfBudget = 1)
        {
            if (partOfBudget > 1 && m_arena->bytes() > m_arena->m_maximumBytes / partOfBudget)
                return nullptr;
            static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignof(std::max_align_t));
            const std::size_t bytes = (count * sizeof(T) + granule - 1) / granule * granule;
            if (bytes > m_left && !refill(bytes))
                return nullptr;
            T* place = reinterpret_cast<T*>(m_next); // NOLINT: raw storage
            std::uninitialized_default_construct_n(place, count);
            m_next += bytes;
            m_left -= bytes;
            return place;
        }

    private:
        static constexpr std::size_t granule = alignof(std::max_align_t);

        bool refill(std::size_t bytes)
        {
            constexpr std::size_t blockBytes = std::size_t{1} << 20U;
            const std::size_t size = bytes > blockBytes ? bytes : blockBytes;
            std::byte* block = m_arena->newBlock(size);
            if (!block)
                return false;
            m_next = block;
            m_left = size;
            return true;
        }

        PatternArena* m_arena;
        std::byte* m_next = nullptr;
        std::size_t m_left = 0;
    };

private:
    std::byte* newBlock(std::size_t bytes)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_bytes + bytes > m_maximumBytes)
            return nullptr;
        m_bytes += bytes;
        m_blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
        return m_blocks.back().get();
    }

    std::size_t m_maximumBytes;
    std::atomic<std::size_t> m_bytes{0};
    std::mutex m_mutex;
    std::vector<std::unique_ptr<std::byte[]>> m_blocks;
};

} // namespace atlas
