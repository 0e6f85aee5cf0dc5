// What a person asks of a recursive PCA's plot: what lives at a place of the plane, and how a structure looks
// when it is rebuilt from its first p numbers.
#pragma once

#include "core/rpca/rpca_report.h"

#include <vector>

namespace atlas {

/// A vector for the place (x, y) of the first two components: these, and for the other components the mean of
/// the five nearest structures in the plane, weighted by 1 / distance^2. A plane does not say what the other
/// components are; its neighbours do best. At a structure's own place it is that structure's encoding.
/// Precondition: at least one structure. O(structures * p).
Eigen::VectorXd vectorAt(const RpcaReport& report, double x, double y);

/// A structure rebuilt from a vector, beside a real one.
struct RebuiltStructure {
    DatasetPtr data; ///< one row: the rebuilt structure
    RowId real; ///< in report.data
    double confidence = 0;
    bool exact = false;
    /// 1 where a node (vertex) of the rebuilt structure differs from the real one's at the same place, else
    /// 0; in the order of the data set's own nodes.
    std::vector<double> differences;
};

/// From the first p numbers of `vector`, beside `real`, or beside the nearest
/// structure where that is invalid.
Result<RebuiltStructure> rebuild(const RpcaReport& report, const Eigen::VectorXd& vector, std::size_t p,
                                 RowId real = {});

} // namespace atlas
