// The explicit state space of the recursive-PCA paper: one column a substructure, one group of rows a path
// that occurs in the data (sections 2.2 to 2.4, 3.1 and 3.3).
//
// The column X_t holds, in the group of path q, the item that lies there in substructure t (null where t has
// none). *Full*: every path has all components of an item: paths times k for trees, T k for sequences,
// k + N - 1 - i at depth i for undirected graphs (shrinking shift), k + N at each of N depths for directed
// ones. *Minimal*: every path has a basis of the items that occur there; its size is their rank.
//
// Cost: the walk over paths visits each pair (path, node that lies there) once; a column of substructure t
// takes as many entries as t has nodes. Nothing recurses.
#pragma once

#include "core/linalg/dense.h"
#include "core/rpca/rpca_input.h"

#include <functional>

namespace atlas {

struct StateSizes {
    std::size_t paths = 0;
    std::size_t full = 0;
    std::size_t minimal = 0;
    double complete = 0; ///< of the complete b-ary space, only counted
};

Result<StateSizes> stateSizes(const RpcaInput& input, ProgressToken progress = {});

enum class RpcaState { Full, Minimal };

/// Dense, a column for each DAG node, unweighted. ErrorCode::TooLarge above the memory limit; `copies` is how
/// many matrices of that size the caller is going to hold in all.
Result<Eigen::MatrixXd> denseColumns(const RpcaInput& input, RpcaState state, double copies,
                                     ProgressToken progress = {});

/// Sparse, by rows and by columns, without null rows. Rows that are multiples of each other are one
/// row (their squares added), which leaves X^T X as it is and makes X X^T small: a grammar says the
/// same thing at many paths.
struct SparseColumns {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<std::size_t> firstInRow{0};
    std::vector<std::uint32_t> columnOf; ///< by row, rising
    std::vector<double> valueInRow;
    std::vector<std::size_t> firstInColumn;
    std::vector<std::uint32_t> rowOf; ///< by column, rising
    std::vector<double> valueInColumn;

    std::size_t entryCount() const { return columnOf.size(); }
};
Result<SparseColumns> sparseColumns(const RpcaInput& input, ProgressToken progress = {});

/// The number of entries that sparseColumns() holds at most.
double sparseEntryCount(const RpcaInput& input);

} // namespace atlas
