#include "core/kernels/shortest_paths.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <bit>

namespace atlas {

namespace {

constexpr std::size_t graphBlock = 16;
constexpr std::size_t wordBits = 64;
constexpr unsigned lengthBits = 20;
constexpr unsigned labelBits = 22;

/// Calls visit(vertex, length, sources): the vertices (of first .. first+63, as bits) whose distance to
/// `vertex` is `length`. Vertices are counted from 0 in their graph.
class MultiSourceSearch {
public:
    template <class Visit>
    void run(const FlatGraphs& graphs, std::size_t graph, std::size_t firstSource, Visit&& visit)
    {
        const std::size_t first = graphs.firstVertex(graph);
        const std::size_t n = graphs.vertexCount(graph);
        m_seen.assign(n, 0);
        m_next.assign(n, 0);
        m_current.assign(n, 0);
        for (std::size_t s = firstSource; s < std::min(n, firstSource + wordBits); ++s) {
            m_seen[s] = m_current[s] = std::uint64_t{1} << (s - firstSource);
            visit(s, std::uint32_t{0}, m_current[s]);
        }
        bool reached = true;
        for (std::uint32_t length = 1; reached; ++length) {
            for (std::size_t v = 0; v < n; ++v)
                if (const std::uint64_t sources = m_current[v]; sources != 0)
                    for (const std::uint32_t u : graphs.neighbours(first + v))
                        m_next[u - first] |= sources;
            reached = false;
            for (std::size_t v = 0; v < n; ++v) {
                const std::uint64_t fresh = m_next[v] & ~m_seen[v];
                m_next[v] = 0;
                m_current[v] = fresh;
                if (fresh == 0)
                    continue;
                m_seen[v] |= fresh;
                visit(v, length, fresh);
                reached = true;
            }
        }
    }

private:
    std::vector<std::uint64_t> m_current;
    std::vector<std::uint64_t> m_next;
    std::vector<std::uint64_t> m_seen;
};

using FeatureRow = std::vector<std::pair<std::uint32_t, double>>;

/// Distances are symmetric: the sources that reach v at length l are the vertices at l from v, and counting
/// bits is all that steps and delta need.
FeatureRow stepsRow(const FlatGraphs& graphs, std::size_t graph, MultiSourceSearch& search)
{
    std::vector<std::uint64_t> sums(graphs.vertexCount(graph));
    for (std::size_t first = 0; first < sums.size(); first += wordBits)
        search.run(graphs, graph, first, [&](std::size_t v, std::uint32_t length, std::uint64_t sources) {
            sums[v] += std::uint64_t{length} * static_cast<std::uint64_t>(std::popcount(sources));
        });
    FeatureRow row;
    for (std::size_t v = 0; v < sums.size(); ++v)
        if (sums[v] > 0)
            row.emplace_back(static_cast<std::uint32_t>(v), static_cast<double>(sums[v]));
    return row;
}

FeatureRow deltaRow(const FlatGraphs& graphs, std::size_t graph, MultiSourceSearch& search)
{
    std::vector<std::uint64_t> histogram;
    for (std::size_t first = 0; first < graphs.vertexCount(graph); first += wordBits)
        search.run(graphs, graph, first, [&](std::size_t, std::uint32_t length, std::uint64_t sources) {
            if (length >= histogram.size())
                histogram.resize(length + 1);
            histogram[length] += static_cast<std::uint64_t>(std::popcount(sources));
        });
    FeatureRow row;
    for (std::size_t l = 0; l < histogram.size(); ++l)
        row.emplace_back(static_cast<std::uint32_t>(l), static_cast<double>(histogram[l]));
    return row;
}

std::uint64_t pathKey(std::uint64_t from, std::uint64_t to, std::uint64_t length)
{
    return from << (labelBits + lengthBits) | to << lengthBits | length;
}

LabelledPath pathOf(std::uint64_t key)
{
    constexpr std::uint64_t labelMask = (std::uint64_t{1} << labelBits) - 1;
    constexpr std::uint64_t lengthMask = (std::uint64_t{1} << lengthBits) - 1;
    return {static_cast<std::uint32_t>(key >> (labelBits + lengthBits)),
            static_cast<std::uint32_t>(key >> lengthBits & labelMask),
            static_cast<std::uint32_t>(key & lengthMask)};
}

using KeyCounts = std::vector<std::pair<std::uint64_t, double>>;

/// The labels of one graph, numbered from 0.
struct LocalLabels {
    std::vector<std::uint32_t> labels; // sorted
    std::vector<std::uint32_t> ofVertex;

    LocalLabels(const FlatGraphs& graphs, std::size_t graph)
    {
        const auto all = graphs.labels().subspan(graphs.firstVertex(graph), graphs.vertexCount(graph));
        labels.assign(all.begin(), all.end());
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        for (const std::uint32_t label : all)
            ofVertex.push_back(static_cast<std::uint32_t>(
                std::lower_bound(labels.begin(), labels.end(), label) - labels.begin()));
    }
};

/// Few labels: a table of counts by (length, from, to), filled by counting the bits of each label's mask.
KeyCounts countPathsByTable(const FlatGraphs& graphs, std::size_t graph, const LocalLabels& local,
                            MultiSourceSearch& search)
{
    const std::size_t labelCount = local.labels.size();
    std::vector<std::uint32_t> counts;
    std::vector<std::uint64_t> masks(labelCount);
    for (std::size_t first = 0; first < local.ofVertex.size(); first += wordBits) {
        std::fill(masks.begin(), masks.end(), 0);
        for (std::size_t s = first; s < std::min(local.ofVertex.size(), first + wordBits); ++s)
            masks[local.ofVertex[s]] |= std::uint64_t{1} << (s - first);
        search.run(graphs, graph, first, [&](std::size_t v, std::uint32_t length, std::uint64_t sources) {
            if (length == 0)
                return;
            if (counts.size() < length * labelCount * labelCount)
                counts.resize(length * labelCount * labelCount);
            std::uint32_t* const row =
                counts.data() + ((length - 1) * labelCount + local.ofVertex[v]) * labelCount;
            for (std::size_t a = 0; a < labelCount; ++a)
                if (const std::uint64_t common = sources & masks[a]; common != 0)
                    row[a] += static_cast<std::uint32_t>(std::popcount(common));
        });
    }
    KeyCounts result;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            result.emplace_back(pathKey(local.labels[i / labelCount % labelCount],
                                        local.labels[i % labelCount], i / (labelCount * labelCount) + 1),
                                counts[i]);
    std::sort(result.begin(), result.end());
    return result;
}

/// Many labels: the keys of all pairs, sorted and counted.
KeyCounts countPathsBySorting(const FlatGraphs& graphs, std::size_t graph, MultiSourceSearch& search)
{
    std::vector<std::uint64_t> keys;
    const std::size_t begin = graphs.firstVertex(graph);
    for (std::size_t first = 0; first < graphs.vertexCount(graph); first += wordBits)
        search.run(graphs, graph, first, [&](std::size_t v, std::uint32_t length, std::uint64_t sources) {
            for (; length > 0 && sources != 0; sources &= sources - 1) {
                const auto s = static_cast<std::size_t>(std::countr_zero(sources));
                keys.push_back(pathKey(graphs.label(begin + v), graphs.label(begin + first + s), length));
            }
        });
    std::sort(keys.begin(), keys.end());
    KeyCounts result;
    for (const std::uint64_t key : keys) {
        if (result.empty() || result.back().first != key)
            result.emplace_back(key, 0);
        ++result.back().second;
    }
    return result;
}

KeyCounts countPaths(const FlatGraphs& graphs, std::size_t graph, MultiSourceSearch& search)
{
    constexpr std::size_t manyLabels = 24;
    const LocalLabels local(graphs, graph);
    return local.labels.size() < manyLabels ? countPathsByTable(graphs, graph, local, search)
                                            : countPathsBySorting(graphs, graph, search);
}

/// Numbers the keys of all graphs by their order.
Result<ShortestPathResult> numberKeys(const std::vector<KeyCounts>& counts, const ProgressToken& progress)
{
    std::vector<std::uint64_t> keys;
    for (const KeyCounts& graph : counts)
        for (const auto& [key, count] : graph)
            keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<FeatureRow> rows(counts.size());
    const auto number = [&](std::size_t g) {
        rows[g].reserve(counts[g].size());
        auto from = keys.begin();
        for (const auto& [key, count] : counts[g]) {
            from = std::lower_bound(from, keys.end(), key);
            rows[g].emplace_back(static_cast<std::uint32_t>(from - keys.begin()), count);
        }
    };
    if (Result<void> done = parallelFor(counts.size(), graphBlock, number, progress); !done)
        return done.error();
    ShortestPathResult result{joinRows(keys.size(), rows), {}};
    for (const std::uint64_t key : keys)
        result.paths.push_back(pathOf(key));
    return result;
}

Result<void> checkSizes(const FlatGraphs& graphs)
{
    for (std::size_t g = 0; g < graphs.size(); ++g)
        if (graphs.vertexCount(g) >> lengthBits != 0)
            return Error{
                ErrorCode::TooLarge,
                "Graph " + std::to_string(g) + " has " + std::to_string(graphs.vertexCount(g))
                    + " vertices; shortest paths are computed for up to a million. Choose another kernel."};
    return {};
}

} // namespace

Result<ShortestPathResult> shortestPathFeatures(const FlatGraphs& graphs, ShortestPathFeature kind,
                                                const ProgressToken& progress)
{
    if (Result<void> fits = checkSizes(graphs); !fits)
        return fits.error();
    const std::size_t n = graphs.size();
    const ProgressToken searching = progress.stage("Finding shortest paths", 0, 0.9);
    if (kind == ShortestPathFeature::Labelled) {
        std::vector<KeyCounts> counts(n);
        const auto countBlock = [&](const Block& block) {
            MultiSourceSearch search;
            for (std::size_t g = block.begin; g < block.end; ++g)
                counts[g] = countPaths(graphs, g, search);
        };
        if (Result<void> done = parallelForBlocks(n, graphBlock, countBlock, searching); !done)
            return done.error();
        return numberKeys(counts, progress.stage("Numbering paths", 0.9, 1));
    }
    std::vector<FeatureRow> rows(n);
    const auto rowBlock = [&](const Block& block) {
        MultiSourceSearch search;
        for (std::size_t g = block.begin; g < block.end; ++g)
            rows[g] = kind == ShortestPathFeature::Steps ? stepsRow(graphs, g, search)
                                                         : deltaRow(graphs, g, search);
    };
    if (Result<void> done = parallelForBlocks(n, graphBlock, rowBlock, searching); !done)
        return done.error();
    std::size_t columns = 0;
    for (const FeatureRow& row : rows)
        columns = std::max<std::size_t>(columns, row.empty() ? 0 : row.back().first + 1);
    progress.report(1);
    return ShortestPathResult{joinRows(columns, rows), {}};
}

std::vector<std::uint32_t> shortestPathLengths(const FlatGraphs& graphs, std::size_t graph)
{
    const std::size_t n = graphs.vertexCount(graph);
    std::vector<std::uint32_t> lengths(n * n, unreachable);
    MultiSourceSearch search;
    for (std::size_t first = 0; first < n; first += wordBits)
        search.run(graphs, graph, first, [&](std::size_t v, std::uint32_t length, std::uint64_t sources) {
            for (; sources != 0; sources &= sources - 1)
                lengths[v * n + first + static_cast<std::size_t>(std::countr_zero(sources))] = length;
        });
    return lengths;
}

} // namespace atlas
