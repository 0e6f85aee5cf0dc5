// How well a map keeps what is near (Venna & Kaski 2001): with U_k(i) the objects among the k nearest of i on
// the map but not in the data, V_k(i) those the other way round, and r, r' the ranks by distance from i in
// the data and on the map,
//
//   trustworthiness = 1 - 2 / (n k (2n - 3k - 1)) sum_i sum_{j in U_k(i)} (r(i, j) - k)
//   continuity      = 1 - 2 / (n k (2n - 3k - 1)) sum_i sum_{j in V_k(i)} (r'(i, j) - k)
//
// and the residual variance 1 - R^2 between distances in the data and on the map (Tenenbaum et al. 2000).
// Each point has its own trustworthiness and continuity, of which the map's are the means. Ties go to the
// smaller number. O(k n^2) time, O(n) memory a thread: no matrix is made.
#pragma once

#include "core/linalg/nearest_neighbours.h"

namespace atlas {

struct MapQualityParameters {
    std::size_t neighbours = 10; ///< k; at most (n - 1) / 2 are used, for which the values lie in [0, 1]
};

struct MapQuality {
    std::size_t neighbours = 0; ///< used
    double trustworthiness = 1;
    double continuity = 1;
    double residualVariance = 0; ///< 1 where one side does not vary
    std::vector<double> pointTrustworthiness;
    std::vector<double> pointContinuity;
};

/// Precondition: map.size() == data.size(). With fewer than 3 objects the values are perfect.
Result<MapQuality> mapQuality(const DistanceSource& data, const DistanceSource& map,
                              const MapQualityParameters& parameters = {},
                              const ProgressToken& progress = {});

/// Where falling eigenvalues break off: the largest quotient of two that follow each other.
struct SpectrumGap {
    std::size_t after = 0; ///< the number of eigenvalues before the gap; 0 where there is none
    double ratio = 1; ///< of the last before to the first behind
};
/// Looks at positive values of at least a millionth of the largest.
SpectrumGap spectrumGap(const Eigen::VectorXd& fallingValues);

} // namespace atlas
