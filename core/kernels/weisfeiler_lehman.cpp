#include "core/kernels/weisfeiler_lehman.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <bit>

namespace atlas {

namespace {

constexpr std::size_t vertexBlock = 4096;
constexpr std::size_t graphBlock = 64;

std::uint64_t mix(std::uint64_t x)
{
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ (x >> 32U);
}

/// What the labels of one iteration stand for: s_i(v), a vertex's own label and the sorted ends of its edges.
struct Signatures {
    std::vector<std::uint64_t> ends; // as FlatGraphs stores the ends of edges
    std::vector<std::uint64_t> hashes; // by vertex
};

void sign(const FlatGraphs& graphs, const std::vector<std::uint32_t>& labels, bool edgeLabels,
          std::size_t vertex, Signatures& signatures)
{
    const auto neighbours = graphs.neighbours(vertex);
    const auto edges = graphs.edgeLabels(vertex);
    std::uint64_t* const ends = signatures.ends.data() + graphs.firstEnd(vertex);
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
        const std::uint64_t edge = edgeLabels ? edges[i] : 0;
        ends[i] = edge << 32U | labels[neighbours[i]];
    }
    std::sort(ends, ends + neighbours.size());
    std::uint64_t hash = mix(labels[vertex] + 0x9e3779b97f4a7c15ULL);
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        hash = mix(hash * 31 + ends[i]);
    signatures.hashes[vertex] = hash;
}

/// Equal signatures get equal numbers, from `first` on in the order of the vertices. Open addressing; an
/// entry is the first vertex that has the signature.
std::uint32_t compress(const FlatGraphs& graphs, const std::vector<std::uint32_t>& labels,
                       const Signatures& signatures, std::uint32_t first,
                       std::vector<std::uint32_t>& compressed)
{
    constexpr std::uint32_t empty = ~0U;
    const std::size_t n = graphs.vertexCount();
    std::vector<std::uint32_t> table(std::bit_ceil(2 * n + 2), empty);
    const std::size_t mask = table.size() - 1;
    const auto equal = [&](std::size_t a, std::size_t b) {
        if (signatures.hashes[a] != signatures.hashes[b] || labels[a] != labels[b]
            || graphs.degree(a) != graphs.degree(b))
            return false;
        const std::uint64_t* const endsOfA = signatures.ends.data() + graphs.firstEnd(a);
        return std::equal(endsOfA, endsOfA + graphs.degree(a), signatures.ends.data() + graphs.firstEnd(b));
    };
    std::uint32_t next = first;
    for (std::size_t v = 0; v < n; ++v) {
        std::size_t slot = signatures.hashes[v] & mask;
        while (table[slot] != empty && !equal(table[slot], v))
            slot = (slot + 1) & mask;
        if (table[slot] == empty) {
            table[slot] = static_cast<std::uint32_t>(v);
            compressed[v] = next++;
        } else
            compressed[v] = compressed[table[slot]];
    }
    return next;
}

/// The given labels, renumbered in the order of the vertices.
std::uint32_t initialLabels(const FlatGraphs& graphs, std::vector<std::uint32_t>& labels)
{
    constexpr std::uint32_t unseen = ~0U;
    std::vector<std::uint32_t> numbers;
    std::uint32_t next = 0;
    for (std::size_t v = 0; v < graphs.vertexCount(); ++v) {
        const std::uint32_t label = graphs.label(v);
        if (label >= numbers.size())
            numbers.resize(label + 1, unseen);
        if (numbers[label] == unseen)
            numbers[label] = next++;
        labels[v] = numbers[label];
    }
    return next;
}

/// The numbers of vertices by label, over all iterations. Numbers grow with the iterations, so that a
/// graph's features stay sorted.
Result<SparseFeatures> countLabels(const FlatGraphs& graphs,
                                   const std::vector<std::vector<std::uint32_t>>& labels,
                                   std::size_t labelCount, const ProgressToken& progress)
{
    std::vector<std::vector<std::pair<std::uint32_t, double>>> rows(graphs.size());
    const auto count = [&](const Block& block) {
        std::vector<std::uint32_t> sorted;
        for (std::size_t g = block.begin; g < block.end; ++g) {
            rows[g].reserve(2 * graphs.vertexCount(g));
            for (const std::vector<std::uint32_t>& iteration : labels) {
                sorted.assign(iteration.begin() + static_cast<std::ptrdiff_t>(graphs.firstVertex(g)),
                              iteration.begin() + static_cast<std::ptrdiff_t>(graphs.lastVertex(g)));
                std::sort(sorted.begin(), sorted.end());
                for (std::size_t i = 0; i < sorted.size();) {
                    std::size_t end = i + 1;
                    while (end < sorted.size() && sorted[end] == sorted[i])
                        ++end;
                    rows[g].emplace_back(sorted[i], static_cast<double>(end - i));
                    i = end;
                }
            }
        }
    };
    if (Result<void> done = parallelForBlocks(graphs.size(), graphBlock, count, progress); !done)
        return done.error();
    return joinRows(labelCount, rows);
}

} // namespace

Result<WeisfeilerLehmanResult> weisfeilerLehman(const FlatGraphs& graphs,
                                                const WeisfeilerLehmanParameters& parameters,
                                                const ProgressToken& progress)
{
    WeisfeilerLehmanResult result;
    result.vertexLabels.emplace_back(graphs.vertexCount());
    std::uint32_t labelCount = initialLabels(graphs, result.vertexLabels.front());
    result.labelCounts.push_back(labelCount);
    Signatures signatures{std::vector<std::uint64_t>(graphs.endCount()),
                          std::vector<std::uint64_t>(graphs.vertexCount())};
    const double share = 0.8 / static_cast<double>(parameters.depth + 1);
    for (std::size_t i = 1; i <= parameters.depth; ++i) {
        const std::vector<std::uint32_t>& labels = result.vertexLabels.back();
        const auto signVertex = [&](std::size_t v) {
            sign(graphs, labels, parameters.edgeLabels, v, signatures);
        };
        if (Result<void> done =
                parallelFor(graphs.vertexCount(), vertexBlock, signVertex,
                            progress.stage("Refining labels", static_cast<double>(i - 1) * share,
                                           static_cast<double>(i) * share));
            !done)
            return done.error();
        std::vector<std::uint32_t> compressed(graphs.vertexCount());
        labelCount = compress(graphs, labels, signatures, labelCount, compressed);
        result.vertexLabels.push_back(std::move(compressed));
        result.labelCounts.push_back(labelCount);
    }
    Result<SparseFeatures> features =
        countLabels(graphs, result.vertexLabels, labelCount, progress.stage("Counting labels", 0.8, 1));
    if (!features)
        return features.error();
    result.features = std::move(*features);
    return result;
}

} // namespace atlas
