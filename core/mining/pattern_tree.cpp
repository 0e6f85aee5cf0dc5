#include "core/mining/pattern_tree.h"

#include "core/mining/best_list.h"
#include "core/mining/extension.h"
#include "core/mining/pattern_arena.h"
#include "core/parallel/parallel_for.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <functional>
#include <utility>

namespace atlas {

namespace {

constexpr std::size_t taskDepth = 10;
constexpr std::size_t taskEmbeddings = 400; // a new branch with so many embeddings is worth a task
constexpr std::size_t keptTaskDepth = 5; // a kept branch is worth one near the root, where it branches itself
constexpr std::size_t keptTaskChildren = 6;

constexpr std::size_t scanBytes = std::size_t{1} << 30U; // working memory of one expansion

enum class Minimality : std::uint8_t { Unknown, Minimal, NotMinimal };

struct TreeNode {
    CodeEdge edge;
    PatternSupport support;
    TreeNode* children = nullptr;
    const Extension* extensions = nullptr; // its embeddings, by the rows of its parent; null = not kept
    std::uint32_t extensionCount = 0;
    std::uint32_t childCount = 0;
    Minimality minimality = Minimality::Unknown;
    bool expanded = false;
};

/// What a search needs at one depth.
struct SearchLevel {
    EmbeddingRows rows;
    // Rows, or those of a single vertex that the tree keeps; null = not made.
    const EmbeddingRows* present = nullptr;
    std::span<const Extension> pending; // where the parent's expansion left this pattern's embeddings
    std::vector<ChildCode> children;
    std::vector<Extension> extensions;
    std::vector<TreeNode> loose; // children that are not kept
    std::vector<std::uint32_t> supports; // of the children, one after the other
    std::vector<std::pair<PatternScore, std::uint32_t>> order;
};

struct SearchWorker {
    SearchWorker(const MiningGraphs& graphs, PatternArena& arena)
        : state(graphs), extender(graphs, scanBytes), own(arena)
    {
    }
    CodeState state;
    Extender extender;
    PatternArena::Local own;
    std::deque<SearchLevel> levels;
    std::vector<Extension> projected;

    SearchLevel& level(std::size_t depth)
    {
        while (levels.size() <= depth)
            levels.emplace_back();
        return levels[depth];
    }
};

using SearchWorkers = oneapi::tbb::enumerable_thread_specific<std::unique_ptr<SearchWorker>>;

} // namespace

struct PatternTree::Parts {
    Parts(const MiningGraphs& theGraphs, const PatternTreeParameters& theParameters)
        : graphs(theGraphs), parameters(theParameters), arena(theParameters.maximumBytes),
          workers([this] { return std::make_unique<SearchWorker>(graphs, arena); }),
          roots(graphs.labelCount()), rootSupports(graphs.labelCount()), rootRows(graphs.labelCount())
    {
        for (std::uint32_t v = 0; v < graphs.vertexCount(); ++v) {
            std::vector<std::uint32_t>& support = rootSupports[graphs.label(v)];
            if (support.empty() || support.back() != graphs.graphOf(v))
                support.push_back(graphs.graphOf(v));
        }
        const Extender extender(graphs, 0);
        for (std::uint32_t label = 0; label < roots.size(); ++label) {
            extender.rootRows(label, rootRows[label]);
            roots[label].support = PatternSupport(rootSupports[label]);
            roots[label].minimality = Minimality::Minimal;
        }
    }

    Result<std::vector<ScoredPattern>> search(std::span<const double> weights, std::size_t count,
                                              std::int64_t threshold, const GraphWeights& fixed,
                                              const PatternSearchOptions& options,
                                              const ProgressToken& progress);
    std::size_t testedBelow(const TreeNode& root, const GraphWeights& weights, std::int64_t gain) const;

    const MiningGraphs& graphs;
    PatternTreeParameters parameters;
    PatternArena arena;
    SearchWorkers workers;
    std::vector<TreeNode> roots; // by label rank
    std::vector<std::vector<std::uint32_t>> rootSupports;
    std::vector<EmbeddingRows> rootRows;
    std::atomic<std::size_t> kept{0};
    std::atomic<bool> budgetReached{false};
};

namespace {

/// One call of best() or above().
class Search {
public:
    Search(const MiningGraphs& graphs, const PatternTreeParameters& parameters, SearchWorkers& workers,
           const std::vector<EmbeddingRows>& rootRows, std::atomic<std::size_t>& kept,
           std::atomic<bool>& budgetReached, const GraphWeights& weights, BestList& best,
           std::size_t maximumEdges, ProgressToken progress)
        : m_graphs(graphs), m_parameters(parameters), m_workers(workers), m_rootRows(rootRows), m_kept(kept),
          m_budgetReached(budgetReached), m_weights(weights), m_best(best), m_maximumEdges(maximumEdges),
          m_progress(std::move(progress)), m_parallel(threadCount() > 1)
    {
    }

    /// False where a pattern had too many embeddings.
    bool run(std::vector<TreeNode>& roots)
    {
        for (std::uint32_t label = 0; label < roots.size(); ++label) {
            const auto visitRoot = [this, label, &roots] {
                SearchWorker& worker = *m_workers.local();
                worker.state.start(label);
                worker.level(0).present = nullptr;
                worker.level(0).pending = {};
                const PatternScore score = m_weights.score(roots[label].support.graphs());
                if (!m_best.excludes(score.bound, label, {}))
                    visit(worker, roots[label], score, true);
                m_progress.report(static_cast<double>(++m_finishedRoots) / static_cast<double>(roots.size()));
            };
            if (m_parallel)
                m_tasks.run(visitRoot);
            else
                visitRoot();
        }
        m_tasks.wait();
        return !m_tooLarge.load();
    }

private:
    static std::size_t depthOf(const SearchWorker& worker) { return worker.state.edgeCount(); }

    void visit(SearchWorker& worker, TreeNode& node, const PatternScore& score, bool mayKeep)
    {
        CodeState& state = worker.state;
        if (m_progress.cancelled() || m_tooLarge.load(std::memory_order_relaxed))
            return;
        if (state.edgeCount() >= m_parameters.minimumEdges)
            m_best.offer(score.sum, state.rootLabel(), state.edges(), node.support.graphs());
        const std::size_t depth = depthOf(worker);
        if (depth >= std::min({m_maximumEdges, m_parameters.maximumEdges, CodeState::maximumEdges}))
            return;
        SearchLevel& level = worker.level(depth);
        std::span<TreeNode> children(node.children, node.childCount);
        const bool isNew = !node.expanded;
        bool keptChildren = !isNew;
        if (isNew) {
            if (!expand(worker, level))
                return;
            keptChildren = mayKeep && m_parameters.keep && keepChildren(worker, level, node);
            if (!keptChildren)
                makeLoose(level);
            children = keptChildren ? std::span(node.children, node.childCount) : std::span(level.loose);
        }
        orderChildren(level, children, node.support.graphs().size(), score);
        visitChildren(worker, level, children, isNew, keptChildren);
    }

    /// The children that can matter, the most promising first.
    void orderChildren(SearchLevel& level, std::span<const TreeNode> children, std::size_t parentSize,
                       const PatternScore& parentScore) const
    {
        level.order.clear();
        const std::int64_t needed = m_best.threshold();
        for (std::uint32_t i = 0; i < children.size(); ++i) {
            if (children[i].minimality == Minimality::NotMinimal)
                continue;
            const std::span<const std::uint32_t> support = children[i].support.graphs();
            if (m_weights.boundOfSize(support.size()) < needed)
                continue;
            // A child in as many graphs as its parent is in the same ones.
            const PatternScore score =
                support.size() == parentSize ? parentScore : m_weights.score(support, needed);
            if (score.bound >= needed)
                level.order.emplace_back(score, i);
        }
        std::sort(level.order.begin(), level.order.end(), [](const auto& a, const auto& b) {
            return a.first.bound != b.first.bound ? a.first.bound > b.first.bound : a.second < b.second;
        });
    }

    void visitChildren(SearchWorker& worker, SearchLevel& level, std::span<TreeNode> children, bool isNew,
                       bool keptChildren)
    {
        const std::size_t depth = depthOf(worker);
        for (const auto& [score, i] : level.order) {
            if (score.bound < m_best.threshold())
                break; // and so are all that follow
            TreeNode& child = children[i];
            worker.state.push(child.edge);
            if (!m_best.excludes(score.bound, worker.state.rootLabel(), worker.state.edges())
                && isMinimal(worker.state, child)) {
                SearchLevel& next = worker.level(depth + 1);
                next.present = nullptr;
                next.pending = {child.extensions, child.extensionCount};
                if (isNew) {
                    const ChildCode& code = level.children[i];
                    next.pending = std::span(level.extensions).subspan(code.begin, code.count);
                }
                if (worthTask(next, child, depth, isNew))
                    startTask(worker, child, score, keptChildren);
                else
                    visit(worker, child, score, keptChildren);
            }
            worker.state.pop();
        }
    }

    static bool isMinimal(CodeState& state, TreeNode& node)
    {
        if (node.minimality == Minimality::Unknown)
            node.minimality = state.isMinimal() ? Minimality::Minimal : Minimality::NotMinimal;
        return node.minimality == Minimality::Minimal;
    }

    bool worthTask(const SearchLevel& next, const TreeNode& child, std::size_t depth, bool isNew) const
    {
        if (!m_parallel)
            return false;
        return isNew ? depth < taskDepth && next.pending.size() >= taskEmbeddings
                     : depth < keptTaskDepth && child.childCount >= keptTaskChildren;
    }

    struct Task {
        DfsCode code;
        EmbeddingRows rows;
        bool hasRows = false;
        std::vector<std::span<const Extension>> pending; // of the ancestors, where there are no rows
        TreeNode* node = nullptr;
        TreeNode loose;
        std::vector<std::uint32_t> looseSupport;
        PatternScore score;
        bool keptNode = false;
    };

    void startTask(SearchWorker& worker, TreeNode& child, const PatternScore& score, bool keptNode)
    {
        auto task = std::make_shared<Task>();
        task->code = worker.state.code();
        task->score = score;
        task->keptNode = keptNode;
        const std::size_t depth = depthOf(worker);
        if (!worker.level(depth).pending.empty() && worker.level(depth - 1).present) {
            Extender::makeRows(*worker.level(depth - 1).present, worker.level(depth).pending,
                               child.edge.forward(), task->rows);
            task->hasRows = true;
        } else {
            for (std::size_t i = 0; i <= depth; ++i)
                task->pending.push_back(worker.level(i).pending); // kept by the tree
        }
        task->node = &child;
        if (!keptNode) {
            const auto support = child.support.graphs();
            task->looseSupport.assign(support.begin(), support.end());
            task->loose = child;
            task->loose.support = PatternSupport(task->looseSupport);
            task->node = &task->loose;
        }
        m_tasks.run([this, task] { runTask(*task); });
    }

    void runTask(Task& task)
    {
        SearchWorker& worker = *m_workers.local();
        worker.state.start(task.code.rootLabel, task.code.edges);
        const std::size_t depth = task.code.edges.size();
        for (std::size_t i = 0; i <= depth; ++i) {
            worker.level(i).present = nullptr;
            worker.level(i).pending = task.hasRows ? std::span<const Extension>() : task.pending[i];
        }
        SearchLevel& level = worker.level(depth);
        if (task.hasRows) {
            std::swap(level.rows, task.rows);
            level.present = &level.rows;
        }
        if (!m_best.excludes(task.score.bound, worker.state.rootLabel(), worker.state.edges()))
            visit(worker, *task.node, task.score, task.keptNode);
    }

    /// Makes the embeddings of the present pattern, from the nearest ancestor that has them.
    void needRows(SearchWorker& worker)
    {
        const std::size_t depth = depthOf(worker);
        std::size_t from = depth;
        while (from > 0 && !worker.level(from).present)
            --from;
        const auto edges = worker.state.edges();
        for (; from <= depth; ++from) {
            SearchLevel& level = worker.level(from);
            if (level.present)
                continue;
            if (from == 0) {
                level.present = &m_rootRows[worker.state.rootLabel()];
            } else {
                const EmbeddingRows& above = *worker.level(from - 1).present;
                std::span<const Extension> extensions = level.pending;
                if (extensions.empty()) {
                    worker.extender.project(above, edges[from - 1], worker.projected);
                    extensions = worker.projected;
                }
                Extender::makeRows(above, extensions, edges[from - 1].forward(), level.rows);
                level.present = &level.rows;
            }
        }
    }

    bool expand(SearchWorker& worker, SearchLevel& level)
    {
        needRows(worker);
        if (!worker.extender.scan(worker.state, *level.present,
                                  static_cast<std::uint32_t>(m_graphs.minimumSupport()), level.children,
                                  m_progress)) {
            m_tooLarge = m_tooLarge || !m_progress.cancelled();
            return false;
        }
        if (worker.state.vertexCount() >= m_parameters.maximumVertices)
            std::erase_if(level.children, [](const ChildCode& child) { return child.edge.forward(); });
        worker.extender.scatter(*level.present, level.children, level.extensions, level.supports);
        return true;
    }

    bool keepChildren(SearchWorker& worker, const SearchLevel& level, TreeNode& node)
    {
        TreeNode* children = worker.own.make<TreeNode>(level.children.size());
        std::uint32_t* supports = children ? worker.own.make<std::uint32_t>(level.supports.size()) : nullptr;
        if (!supports && !level.children.empty()) {
            m_budgetReached = true;
            return false;
        }
        std::copy(level.supports.begin(), level.supports.end(), supports);
        Extension* extensions = worker.own.make<Extension>(level.extensions.size(), 2);
        if (extensions)
            std::copy(level.extensions.begin(), level.extensions.end(), extensions);
        fillNodes(level, supports, extensions, children);
        node.children = children;
        node.childCount = static_cast<std::uint32_t>(level.children.size());
        node.expanded = true;
        m_kept.fetch_add(level.children.size(), std::memory_order_relaxed);
        return true;
    }

    static void makeLoose(SearchLevel& level)
    {
        level.loose.assign(level.children.size(), TreeNode());
        fillNodes(level, level.supports.data(), nullptr, level.loose.data());
    }

    static void fillNodes(const SearchLevel& level, const std::uint32_t* supports,
                          const Extension* extensions, TreeNode* nodes)
    {
        for (const ChildCode& child : level.children) {
            TreeNode& node = *nodes++;
            node.edge = child.edge;
            node.support = PatternSupport({supports, child.support});
            supports += child.support;
            if (extensions) {
                node.extensions = extensions + child.begin;
                node.extensionCount = child.count;
            }
        }
    }

    const MiningGraphs& m_graphs;
    const PatternTreeParameters& m_parameters;
    SearchWorkers& m_workers;
    const std::vector<EmbeddingRows>& m_rootRows;
    std::atomic<std::size_t>& m_kept;
    std::atomic<bool>& m_budgetReached;
    const GraphWeights& m_weights;
    BestList& m_best;
    std::size_t m_maximumEdges;
    ProgressToken m_progress;
    bool m_parallel;
    oneapi::tbb::task_group m_tasks;
    std::atomic<std::size_t> m_finishedRoots{0};
    std::atomic<bool> m_tooLarge{false};
};

Error notFinite()
{
    return {ErrorCode::NonFinite, "A weight is not a finite number; every graph needs a finite weight."};
}

bool allFinite(std::span<const double> weights)
{
    return std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); });
}

} // namespace

Result<std::vector<ScoredPattern>> PatternTree::Parts::search(std::span<const double> weights,
                                                              std::size_t count, std::int64_t threshold,
                                                              const GraphWeights& fixed,
                                                              const PatternSearchOptions& options,
                                                              const ProgressToken& progress)
{
    if (weights.size() != graphs.graphCount())
        return Error{ErrorCode::BadUse, "There must be one weight a graph."};
    // The margin covers the rounding of the caller's sums.
    threshold = std::max(threshold, fixed.toFixed(options.startGain * (1 - 1e-9)));
    BestList best(count, threshold, fixed, options);
    const bool fits = Search(graphs, parameters, workers, rootRows, kept, budgetReached, fixed, best,
                             options.maximumEdges, progress)
                          .run(roots);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    if (!fits)
        return Error{
            ErrorCode::TooLarge,
            "A pattern has so many embeddings that extending it needs more than 1 GB. Lower the largest "
            "pattern size or raise the minimum support."};
    return best.take();
}

PatternTree::PatternTree(const MiningGraphs& graphs, const PatternTreeParameters& parameters)
    : m_parts(std::make_unique<Parts>(graphs, parameters))
{
}
PatternTree::~PatternTree() = default;
PatternTree::PatternTree(PatternTree&&) noexcept = default;
PatternTree& PatternTree::operator=(PatternTree&&) noexcept = default;

Result<std::vector<ScoredPattern>> PatternTree::best(std::span<const double> weights, std::size_t count,
                                                     const PatternSearchOptions& options,
                                                     ProgressToken progress)
{
    if (count == 0)
        return Error{ErrorCode::BadUse, "The number of patterns to find must be at least 1."};
    if (!allFinite(weights))
        return notFinite();
    return m_parts->search(weights, count, 0, {weights, m_parts->graphs.minimumSupport()}, options, progress);
}

Result<std::vector<ScoredPattern>> PatternTree::above(std::span<const double> weights, double gain,
                                                      ProgressToken progress)
{
    if (!allFinite(weights) || !std::isfinite(gain))
        return notFinite();
    const GraphWeights fixed(weights, m_parts->graphs.minimumSupport());
    return m_parts->search(weights, std::numeric_limits<std::size_t>::max(), fixed.toFixed(gain), fixed, {},
                           progress);
}

std::size_t PatternTree::keptPatterns() const { return m_parts->kept + m_parts->roots.size(); }
std::size_t PatternTree::keptBytes() const { return m_parts->arena.bytes(); }
bool PatternTree::budgetReached() const { return m_parts->budgetReached; }

std::size_t PatternTree::Parts::testedBelow(const TreeNode& root, const GraphWeights& weights,
                                            std::int64_t gain) const
{
    std::size_t tested = 0;
    std::vector<const TreeNode*> open{&root};
    while (!open.empty()) {
        const TreeNode& node = *open.back();
        open.pop_back();
        ++tested;
        if (node.minimality != Minimality::Minimal || weights.score(node.support.graphs()).bound <= gain)
            continue;
        for (std::uint32_t i = 0; i < node.childCount; ++i)
            open.push_back(node.children + i);
    }
    return tested;
}

std::size_t PatternTree::testedPatterns(std::span<const double> weights, std::int64_t fixedGain) const
{
    const GraphWeights fixed(weights, m_parts->graphs.minimumSupport());
    std::size_t tested = 0;
    for (const TreeNode& root : m_parts->roots)
        tested += m_parts->testedBelow(root, fixed, fixedGain);
    return tested;
}

} // namespace atlas
