#include "core/kernels/sparse_features.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"

namespace atlas {

namespace {

// A multiplication of the dense product costs about a twentieth of an update through a list,
// hence c^2 / n^2 = 1/20 is where the two meet.
constexpr double denseShare = 0.2;
constexpr std::size_t stripRows = 64;
constexpr std::uint32_t notDense = ~0U;

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Features split into a dense matrix and lists of (row, value) by feature.
struct SplitFeatures {
    RowMajorMatrix dense; // rows x dense features
    std::vector<std::size_t> firstOccurrences; // by feature; dense features have none
    std::vector<std::uint32_t> rows;
    std::vector<double> values;
    std::vector<std::uint32_t> denseColumns; // by feature
};

SplitFeatures split(const SparseFeatures& features)
{
    const std::size_t n = features.rows();
    std::vector<std::size_t> counts(features.columns);
    for (const std::uint32_t feature : features.features)
        ++counts[feature];
    SplitFeatures result;
    result.denseColumns.assign(features.columns, notDense);
    std::uint32_t denseCount = 0;
    result.firstOccurrences.assign(features.columns + 1, 0);
    for (std::size_t f = 0; f < features.columns; ++f) {
        const bool isDense = static_cast<double>(counts[f]) > denseShare * static_cast<double>(n);
        if (isDense)
            result.denseColumns[f] = denseCount++;
        // A feature of one structure only meets itself: its list is worth as little as any, and kept simple.
        result.firstOccurrences[f + 1] = result.firstOccurrences[f] + (isDense ? 0 : counts[f]);
    }
    result.dense = RowMajorMatrix::Zero(static_cast<Eigen::Index>(n), denseCount);
    result.rows.resize(result.firstOccurrences.back());
    result.values.resize(result.firstOccurrences.back());
    std::vector<std::size_t> next(result.firstOccurrences.begin(), result.firstOccurrences.end() - 1);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t e = features.firstEntries[row]; e < features.firstEntries[row + 1]; ++e) {
            const std::uint32_t f = features.features[e];
            if (result.denseColumns[f] != notDense) {
                result.dense(static_cast<Eigen::Index>(row), result.denseColumns[f]) = features.values[e];
                continue;
            }
            result.rows[next[f]] = static_cast<std::uint32_t>(row);
            result.values[next[f]++] = features.values[e];
        }
    return result;
}

/// Adds value * occurrence over the lists of one row's features, for rows up to `last`.
void addSparse(const SparseFeatures& features, const SplitFeatures& splitted, std::size_t row, double* sums)
{
    for (std::size_t e = features.firstEntries[row]; e < features.firstEntries[row + 1]; ++e) {
        const std::uint32_t f = features.features[e];
        const double value = features.values[e];
        const std::size_t end = splitted.firstOccurrences[f + 1];
        for (std::size_t o = splitted.firstOccurrences[f]; o < end && splitted.rows[o] <= row; ++o)
            sums[splitted.rows[o]] += value * splitted.values[o];
    }
}

/// Copies the filled upper triangle into the lower one, tile by tile. The columns are contiguous.
Result<void> mirror(Eigen::MatrixXd& gram, const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(gram.rows());
    constexpr std::size_t tile = 64;
    return parallelForBlocks(
        n, tile,
        [&](const Block& block) {
            for (std::size_t j0 = block.begin; j0 < n; j0 += tile)
                for (std::size_t i = block.begin; i < block.end; ++i)
                    for (std::size_t j = std::max(j0, i + 1); j < std::min(n, j0 + tile); ++j)
                        gram(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) =
                            gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        },
        progress);
}

} // namespace

SparseFeatures joinRows(std::size_t columns,
                        const std::vector<std::vector<std::pair<std::uint32_t, double>>>& rows)
{
    SparseFeatures joined;
    joined.columns = columns;
    for (const auto& row : rows) {
        for (const auto& [feature, value] : row) {
            joined.features.push_back(feature);
            joined.values.push_back(value);
        }
        joined.firstEntries.push_back(joined.features.size());
    }
    return joined;
}

Result<Eigen::MatrixXd> gramMatrix(const SparseFeatures& features, const ProgressToken& progress)
{
    const std::size_t n = features.rows();
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "The Gram matrix"); !fits)
        return fits.error();
    useSingleThreadedBlas();
    const SplitFeatures splitted = split(features);
    const auto dense = splitted.dense.cols();
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd gram(size, size);
    // Column j gets its rows 0..j: a strip of columns is a product of all rows before its end with its own.
    const auto strip = [&](const Block& block) {
        const auto begin = static_cast<Eigen::Index>(block.begin);
        const auto end = static_cast<Eigen::Index>(block.end);
        auto target = gram.block(0, begin, end, end - begin);
        if (dense > 0)
            target.noalias() =
                splitted.dense.topRows(end) * splitted.dense.middleRows(begin, end - begin).transpose();
        else
            target.setZero();
        for (std::size_t j = block.begin; j < block.end; ++j)
            addSparse(features, splitted, j, gram.col(static_cast<Eigen::Index>(j)).data());
    };
    if (Result<void> done =
            parallelForBlocks(n, stripRows, strip, progress.stage("Multiplying features", 0, 0.9));
        !done)
        return done.error();
    if (Result<void> done = mirror(gram, progress.stage("Multiplying features", 0.9, 1)); !done)
        return done.error();
    return gram;
}

Result<Eigen::MatrixXd> gramColumns(const SparseFeatures& features, const std::vector<std::size_t>& selected,
                                    const ProgressToken& progress)
{
    const std::size_t n = features.rows();
    if (Result<void> fits = checkMemory(n * selected.size() * sizeof(double), "The part of the Gram matrix");
        !fits)
        return fits.error();
    Eigen::MatrixXd gram(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(selected.size()));
    const auto column = [&](std::size_t j) {
        std::vector<double> values(features.columns); // the selected row, spread out
        const std::size_t row = selected[j];
        for (std::size_t e = features.firstEntries[row]; e < features.firstEntries[row + 1]; ++e)
            values[features.features[e]] = features.values[e];
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t e = features.firstEntries[i]; e < features.firstEntries[i + 1]; ++e)
                sum += features.values[e] * values[features.features[e]];
            gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = sum;
        }
    };
    if (Result<void> done = parallelFor(selected.size(), 1, column, progress); !done)
        return done.error();
    return gram;
}

double dotProduct(const SparseFeatures& features, std::size_t a, std::size_t b)
{
    double sum = 0;
    std::size_t i = features.firstEntries[a];
    std::size_t j = features.firstEntries[b];
    while (i < features.firstEntries[a + 1] && j < features.firstEntries[b + 1]) {
        if (features.features[i] < features.features[j])
            ++i;
        else if (features.features[j] < features.features[i])
            ++j;
        else
            sum += features.values[i++] * features.values[j++];
    }
    return sum;
}

} // namespace atlas
