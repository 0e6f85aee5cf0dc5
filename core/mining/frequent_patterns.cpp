#include "core/mining/frequent_patterns.h"

#include "core/mining/extension.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <deque>
#include <memory>
#include <utility>

namespace atlas {

namespace {

// A branch becomes a task of its own while it is near the root and has enough embeddings to be worth it.
constexpr std::size_t taskDepth = 8;
constexpr std::size_t taskEmbeddings = 400;

/// What one task found, with the places where the tasks it started belong.
struct Segment {
    PatternSet patterns;
    std::vector<std::pair<std::size_t, std::unique_ptr<Segment>>> branches;
};

struct Level {
    EmbeddingRows rows;
    std::vector<ChildCode> children;
    std::vector<Extension> extensions;
};

/// The working memory of one thread.
struct Worker {
    Worker(const MiningGraphs& graphs, std::size_t maximumBytes)
        : state(graphs), extender(graphs, maximumBytes)
    {
    }
    CodeState state;
    Extender extender;
    std::deque<Level> levels; // a deque: references stay while it grows
    std::vector<std::uint32_t> support;

    Level& level(std::size_t depth)
    {
        while (levels.size() <= depth)
            levels.emplace_back();
        return levels[depth];
    }
};

enum class Stop { No, Patterns, Memory, Cancelled };

class Miner {
public:
    Miner(const MiningGraphs& graphs, const FrequentPatternParameters& parameters, ProgressToken progress,
          bool parallel)
        : m_graphs(graphs), m_parameters(parameters), m_progress(std::move(progress)), m_parallel(parallel),
          m_workers([this] { return std::make_unique<Worker>(m_graphs, m_parameters.maximumBytes); })
    {
    }

    Stop run(PatternSet& patterns)
    {
        std::vector<Segment> roots(m_graphs.labelCount());
        for (std::uint32_t label = 0; label < m_graphs.labelCount(); ++label) {
            const auto mineRoot = [this, label, &roots] {
                Worker& worker = *m_workers.local();
                worker.state.start(label);
                Level& level = worker.level(0);
                worker.extender.rootRows(label, level.rows);
                visit(worker, 0, roots[label]);
                m_progress.report(static_cast<double>(++m_finishedRoots) / m_graphs.labelCount());
            };
            if (m_parallel)
                m_tasks.run(mineRoot);
            else
                mineRoot();
        }
        m_tasks.wait();
        for (const Segment& root : roots)
            flatten(root, patterns);
        return m_stop.load();
    }

private:
    bool stopped()
    {
        if (m_progress.cancelled())
            stop(Stop::Cancelled);
        return m_stop.load(std::memory_order_relaxed) != Stop::No;
    }
    void stop(Stop reason)
    {
        Stop none = Stop::No;
        m_stop.compare_exchange_strong(none, reason);
    }
    bool hold(std::size_t bytes) // counts memory; false where there is too much
    {
        if (m_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes <= m_parameters.maximumBytes)
            return true;
        stop(Stop::Memory);
        return false;
    }
    void release(std::size_t bytes) { m_bytes.fetch_sub(bytes, std::memory_order_relaxed); }

    /// False where the pattern cannot grow.
    bool canGrow(const CodeState& state) const
    {
        return state.edgeCount() < m_parameters.maximumEdges && state.edgeCount() < CodeState::maximumEdges;
    }

    std::uint64_t occurrences(Worker& worker, const EmbeddingRows& rows) const
    {
        std::uint64_t embeddings = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::uint64_t product = 1;
            for (std::size_t v = 1; v < rows.stride(); ++v)
                product *= m_graphs.twinFactor(rows.row(i)[v]);
            embeddings += product;
        }
        return embeddings / worker.state.automorphisms();
    }

    void report(Worker& worker, const EmbeddingRows& rows, Segment& out)
    {
        if (worker.state.edgeCount() < m_parameters.minimumEdges)
            return;
        worker.support.clear();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (worker.support.empty() || worker.support.back() != rows.row(i)[0])
                worker.support.push_back(rows.row(i)[0]);
        if (m_parameters.closedOnly
            && worker.extender.hasEqualSupport(worker.state, rows,
                                               static_cast<std::uint32_t>(worker.support.size())))
            return;
        if (m_found.fetch_add(1, std::memory_order_relaxed) >= m_parameters.maximumPatterns) {
            stop(Stop::Patterns);
            return;
        }
        if (!hold(worker.support.size() * sizeof(std::uint32_t)
                  + worker.state.edgeCount() * sizeof(CodeEdge)))
            return;
        out.patterns.add(worker.state.rootLabel(), worker.state.edges(), worker.support,
                         m_parameters.countOccurrences ? occurrences(worker, rows) : 0);
    }

    void findChildren(Worker& worker, Level& level)
    {
        CodeState& state = worker.state;
        if (!worker.extender.scan(state, level.rows, static_cast<std::uint32_t>(m_graphs.minimumSupport()),
                                  level.children, m_progress)) {
            level.children.clear();
            level.extensions.clear();
            if (!m_progress.cancelled())
                stop(Stop::Memory);
            return;
        }
        const bool full = state.vertexCount() >= m_parameters.maximumVertices;
        std::erase_if(level.children, [&](const ChildCode& child) {
            if (full && child.edge.forward())
                return true;
            state.push(child.edge);
            const bool minimal = state.isMinimal();
            state.pop();
            return !minimal;
        });
        worker.extender.scatter(level.children, level.extensions);
    }

    void visit(Worker& worker, std::size_t depth, Segment& out)
    {
        Level& level = worker.level(depth);
        const std::size_t bytes = level.rows.bytes();
        if (!stopped() && hold(bytes)) {
            report(worker, level.rows, out);
            if (canGrow(worker.state) && !stopped()) {
                findChildren(worker, level);
                const std::size_t held = level.extensions.size() * sizeof(Extension);
                if (hold(held))
                    for (const ChildCode& child : level.children)
                        descend(worker, depth, child, out);
                release(held);
            }
        }
        release(bytes);
    }

    void descend(Worker& worker, std::size_t depth, const ChildCode& child, Segment& out)
    {
        Level& level = worker.level(depth);
        const auto extensions = std::span(level.extensions).subspan(child.begin, child.count);
        worker.state.push(child.edge);
        if (m_parallel && depth < taskDepth && child.count >= taskEmbeddings)
            startTask(worker, level.rows, extensions, child.edge.forward(), out);
        else {
            Extender::makeRows(level.rows, extensions, child.edge.forward(), worker.level(depth + 1).rows);
            visit(worker, depth + 1, out);
        }
        worker.state.pop();
    }

    void startTask(Worker& worker, const EmbeddingRows& parent, std::span<const Extension> extensions,
                   bool forward, Segment& out)
    {
        auto rows = std::make_shared<EmbeddingRows>();
        Extender::makeRows(parent, extensions, forward, *rows);
        const std::size_t bytes = rows->bytes();
        hold(bytes);
        Segment& branch = *out.branches.emplace_back(out.patterns.size(), std::make_unique<Segment>()).second;
        m_tasks.run([this, rows, bytes, code = worker.state.code(), &branch] {
            Worker& own = *m_workers.local();
            own.state.start(code.rootLabel, code.edges);
            const std::size_t depth = code.edges.size();
            std::swap(own.level(depth).rows, *rows);
            visit(own, depth, branch);
            release(bytes);
        });
    }

    static void flatten(const Segment& segment, PatternSet& patterns)
    {
        std::size_t next = 0;
        for (const auto& [place, branch] : segment.branches) {
            patterns.append(segment.patterns, next, place);
            next = place;
            flatten(*branch, patterns); // at most taskDepth deep
        }
        patterns.append(segment.patterns, next, segment.patterns.size());
    }

    const MiningGraphs& m_graphs;
    const FrequentPatternParameters& m_parameters;
    ProgressToken m_progress;
    bool m_parallel;
    oneapi::tbb::enumerable_thread_specific<std::unique_ptr<Worker>> m_workers;
    oneapi::tbb::task_group m_tasks;
    std::atomic<Stop> m_stop{Stop::No};
    std::atomic<std::size_t> m_bytes{0};
    std::atomic<std::size_t> m_found{0};
    std::atomic<std::size_t> m_finishedRoots{0};
};

std::string stopNote(Stop stop, const FrequentPatternParameters& parameters)
{
    if (stop == Stop::Patterns)
        return "Stopped at the limit of " + countText(parameters.maximumPatterns, "pattern", "patterns")
            + "; there are more. Raise the minimum support or lower the largest size.";
    return "Stopped at the memory limit of " + countText(parameters.maximumBytes >> 20U, "MB", "MB")
        + "; there are more patterns. Raise the minimum support or lower the largest size.";
}

} // namespace

Result<FrequentPatterns> mineFrequentPatterns(const MiningGraphs& graphs,
                                              const FrequentPatternParameters& parameters,
                                              ProgressToken progress)
{
    FrequentPatterns result;
    Stop stop = Miner(graphs, parameters, progress, threadCount() > 1).run(result.patterns);
    if (stop == Stop::Patterns || stop == Stop::Memory) {
        // Which patterns several threads found before the cap is chance: one thread decides, in code order.
        result.patterns = PatternSet();
        stop = Miner(graphs, parameters, progress, false).run(result.patterns);
    }
    if (stop == Stop::Cancelled)
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    if (stop != Stop::No) {
        result.complete = false;
        result.note = stopNote(stop, parameters);
    }
    return result;
}

} // namespace atlas
