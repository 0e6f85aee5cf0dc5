// Explicit feature vectors of structures, and the Gram matrix K = F F^T as one product.
//
// Few features occur nearly everywhere, and most nearly nowhere. A feature that more than a fifth of the
// structures have goes into a dense matrix, whose product is OpenBLAS's; the others are multiplied by their
// lists of occurrences. With n structures and c_f of them having feature f the cost is O(n^2 D + sum_f c_f^2)
// for D dense features, memory 8 n^2 + 8 n D bytes. Exact (sums of whole numbers below 2^53), and the same
// for any number of threads.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace atlas {

/// One row a structure; the features of a row by increasing number, none twice.
struct SparseFeatures {
    std::size_t columns = 0;
    std::vector<std::size_t> firstEntries{0};
    std::vector<std::uint32_t> features;
    std::vector<double> values;

    std::size_t rows() const { return firstEntries.size() - 1; }
    std::span<const std::uint32_t> rowFeatures(std::size_t row) const
    {
        return {features.data() + firstEntries[row], firstEntries[row + 1] - firstEntries[row]};
    }
    std::span<const double> rowValues(std::size_t row) const
    {
        return {values.data() + firstEntries[row], firstEntries[row + 1] - firstEntries[row]};
    }
};

/// Joins rows that were made apart.
SparseFeatures joinRows(std::size_t columns,
                        const std::vector<std::vector<std::pair<std::uint32_t, double>>>& rows);

/// K_ij = <row i, row j>, n x n. ErrorCode::TooLarge states the memory where it is above the limit.
Result<Eigen::MatrixXd> gramMatrix(const SparseFeatures& features, const ProgressToken& progress = {});

/// K_ij = <row i, row selected[j]>, n x selected.size(): for Nystroem's approximation.
Result<Eigen::MatrixXd> gramColumns(const SparseFeatures& features, const std::vector<std::size_t>& selected,
                                    const ProgressToken& progress = {});

/// <row a, row b>.
double dotProduct(const SparseFeatures& features, std::size_t a, std::size_t b);

} // namespace atlas
