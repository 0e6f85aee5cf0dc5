#include "core/kernels/tree_gram.h"

#include "core/kernels/kernel_rows.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

/// Every subtree of a forest in an index.
struct IndexedForest {
    IndexedForest(const KernelForest& kernelForest, TreeKernelKind kind)
        : forest(kernelForest), index(kind), map(mapSubtrees(kernelForest, index))
    {
        for (std::size_t i = 0; i < forest.dag().nodeCount(); ++i)
            addSubtree(forest, DagNodeId(i), index, map);
    }

    const KernelForest& forest;
    SubtreeIndex index;
    SubtreeMap map;
};

/// Adds to sums[m] the count of t times C(m, t), over the subtrees t of a tree and all m of the index.
class SubtreeSums {
public:
    explicit SubtreeSums(const TreeKernelParameters& parameters)
        : m_parameters(parameters), m_rows(parameters)
    {
    }

    KernelStatus add(const KernelForest& forest, const TreeSubtrees& tree, const SubtreeIndex& index,
                     const SubtreeMap& map, std::vector<double>& sums, const ProgressToken& progress)
    {
        if (m_parameters.kind == TreeKernelKind::Subtree) {
            for (std::size_t i = 0; i < tree.size(); ++i) {
                const SubtreeId node = map.nodes[tree.node(i).index()];
                if (node.valid() && forest.innerNodes(tree.node(i)) > 0)
                    sums[node.index()] +=
                        tree.count(i) * std::pow(m_parameters.decay, forest.innerNodes(tree.node(i)));
            }
            return KernelStatus::Done;
        }
        return m_rows.compute(
            forest, index, map, tree, [](std::size_t) -> const double* { return nullptr; },
            [](std::size_t) { return true; },
            [&](std::size_t i, const KernelRow<double>& row) {
                const auto& members = index.group(map.group(forest, tree.node(i))).members;
                const double count = tree.count(i);
                for (std::size_t m = 0; m < members.size(); ++m)
                    sums[members[m].index()] += count * row[m];
            },
            progress);
    }

private:
    TreeKernelParameters m_parameters;
    KernelRows<double> m_rows;
};

/// The trees of a forest that differ, and their subtrees that can score.
struct DistinctTrees {
    DistinctTrees(const IndexedForest& indexed, bool withLeaves)
    {
        const KernelForest& forest = indexed.forest;
        std::vector<std::uint32_t> known(forest.dag().nodeCount(), SequenceTable::none);
        TreeSubtrees subtrees;
        for (std::size_t row = 0; row < forest.treeCount(); ++row) {
            std::uint32_t& number = known[forest.dag().root(RowId(row)).index()];
            if (number == SequenceTable::none) {
                number = static_cast<std::uint32_t>(rows.size());
                rows.emplace_back(row);
                subtrees.collect(forest, RowId(row));
                for (std::size_t i = 0; i < subtrees.size(); ++i)
                    if (withLeaves || forest.innerNodes(subtrees.node(i)) > 0)
                        entries.push_back({indexed.map.nodes[subtrees.node(i).index()].value(),
                                           static_cast<double>(subtrees.count(i))});
                first.push_back(entries.size());
            }
            numberOf.push_back(number);
        }
    }

    double product(std::size_t number, const std::vector<double>& sums) const
    {
        double value = 0;
        for (std::size_t e = first[number]; e < first[number + 1]; ++e)
            value += entries[e].count * sums[entries[e].node];
        return value;
    }

    struct Entry {
        std::uint32_t node = 0;
        double count = 0;
    };
    std::vector<RowId> rows; // the first of each
    std::vector<std::uint32_t> numberOf; // by row
    std::vector<std::size_t> first{0};
    std::vector<Entry> entries;
};

Result<void> checkMemory(std::size_t trees)
{
    const double needed = 8.0 * static_cast<double>(trees) * static_cast<double>(trees);
    const double machine =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (needed <= machine / 2)
        return {};
    return Error{ErrorCode::TooLarge,
                 "The kernel matrix of " + countText(trees, "tree", "trees") + " needs "
                     + countText(static_cast<std::size_t>(needed / (1U << 20U)), "MB", "MB")
                     + ", more than half of this machine's memory. Take fewer trees."};
}

/// Lower triangle over the distinct trees.
Result<void> fillDistinct(const IndexedForest& indexed, const DistinctTrees& trees,
                          const TreeKernelParameters& parameters, Eigen::MatrixXd& values,
                          const ProgressToken& progress)
{
    constexpr std::size_t block = 16;
    return parallelForBlocks(
        trees.rows.size(), block,
        [&](const Block& part) {
            SubtreeSums rows(parameters);
            TreeSubtrees subtrees;
            std::vector<double> sums;
            for (std::size_t i = part.begin; i < part.end && !progress.cancelled(); ++i) {
                subtrees.collect(indexed.forest, trees.rows[i]);
                sums.assign(indexed.index.nodeCount(), 0.0);
                if (rows.add(indexed.forest, subtrees, indexed.index, indexed.map, sums, progress)
                    != KernelStatus::Done)
                    return;
                for (std::size_t j = 0; j <= i; ++j)
                    values(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) =
                        trees.product(j, sums);
            }
        },
        progress);
}

/// The value of two trees from the upper triangle over distinct ones.
double valueAt(const Eigen::MatrixXd& values, Eigen::Index a, Eigen::Index b, bool normalise)
{
    const double value = values(std::min(a, b), std::max(a, b));
    if (!normalise)
        return value;
    const double norms = std::sqrt(values(a, a)) * std::sqrt(values(b, b));
    return norms > 0 ? value / norms : 0;
}

} // namespace

Result<Eigen::MatrixXd> treeGram(const Forest& forest, const TreeKernelParameters& parameters,
                                 ProgressToken progress)
{
    if (const Result<void> checked = check(parameters); !checked)
        return checked.error();
    if (const Result<void> checked = checkMemory(forest.treeCount()); !checked)
        return checked.error();
    const Result<KernelForest> kernelForest = KernelForest::make(forest, {}, progress.stage("", 0, 0.05));
    if (!kernelForest)
        return kernelForest.error();
    const IndexedForest indexed(*kernelForest, parameters.kind);
    const DistinctTrees trees(indexed, parameters.kind == TreeKernelKind::PartialTree);
    const auto distinct = static_cast<Eigen::Index>(trees.rows.size());
    Eigen::MatrixXd values(distinct, distinct);
    const Result<void> filled =
        fillDistinct(indexed, trees, parameters, values, progress.stage("Comparing trees", 0.05, 0.9));
    if (!filled)
        return filled.error();
    for (Eigen::Index i = 0; i < distinct; ++i)
        if (!std::isfinite(values(i, i)))
            return Error{ErrorCode::TooLarge,
                         "Tree " + std::to_string(trees.rows[static_cast<std::size_t>(i)].value())
                             + " has more fragments than a number can hold; use a smaller decay."};
    const auto n = static_cast<Eigen::Index>(forest.treeCount());
    Eigen::MatrixXd gram(n, n);
    const Result<void> spread = parallelFor(
        forest.treeCount(), 64,
        [&](std::size_t column) {
            for (Eigen::Index row = 0; row < n; ++row)
                gram(row, static_cast<Eigen::Index>(column)) =
                    valueAt(values, trees.numberOf[static_cast<std::size_t>(row)], trees.numberOf[column],
                            parameters.normalise);
        },
        progress.stage("Writing the matrix", 0.9, 1));
    if (!spread)
        return spread.error();
    return gram;
}

Result<double> dagKernel(const KernelForest& a, const KernelForest& b, const TreeKernelParameters& parameters,
                         ProgressToken progress)
{
    if (const Result<void> checked = check(parameters); !checked)
        return checked.error();
    const auto product = [&](const KernelForest& left, const KernelForest& right) -> Result<double> {
        const IndexedForest indexed(left, parameters.kind);
        const SubtreeMap map = mapSubtrees(right, indexed.index);
        TreeSubtrees all;
        all.collectAll(right);
        std::vector<double> sums(indexed.index.nodeCount(), 0.0);
        if (SubtreeSums(parameters).add(right, all, indexed.index, map, sums, progress) != KernelStatus::Done)
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        double value = 0;
        for (std::size_t i = 0; i < left.dag().nodeCount(); ++i)
            value += left.dag().frequency(DagNodeId(i)) * sums[indexed.map.nodes[i].index()];
        return value;
    };
    Result<double> value = product(a, b);
    if (!value || !parameters.normalise)
        return value;
    const Result<double> selfA = product(a, a);
    const Result<double> selfB = product(b, b);
    if (!selfA || !selfB)
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    return *selfA > 0 && *selfB > 0 ? *value / std::sqrt(*selfA) / std::sqrt(*selfB) : 0.0;
}

SubtreeFeatures subtreeFeatures(const KernelForest& forest, double decay)
{
    SubtreeFeatures features;
    std::vector<std::uint32_t> featureOf(forest.dag().nodeCount());
    for (std::size_t i = 0; i < forest.dag().nodeCount(); ++i)
        if (forest.innerNodes(DagNodeId(i)) > 0) {
            featureOf[i] = static_cast<std::uint32_t>(features.subtrees.size());
            features.subtrees.emplace_back(i);
        }
    TreeSubtrees subtrees;
    features.first.push_back(0);
    for (std::size_t row = 0; row < forest.treeCount(); ++row) {
        subtrees.collect(forest, RowId(row));
        for (std::size_t i = 0; i < subtrees.size(); ++i)
            if (const std::uint32_t inner = forest.innerNodes(subtrees.node(i)); inner > 0)
                features.entries.push_back({featureOf[subtrees.node(i).index()],
                                            subtrees.count(i) * std::sqrt(std::pow(decay, inner))});
        std::sort(features.entries.begin() + static_cast<std::ptrdiff_t>(features.first.back()),
                  features.entries.end(), [](const auto& a, const auto& b) { return a.feature < b.feature; });
        features.first.push_back(features.entries.size());
    }
    return features;
}

} // namespace atlas
