// The decision regions of a linear support vector machine on a map of two coordinates: which class it would
// give to a structure at each place. The cost is the one with the best accuracy of a plain cross-validation,
// the smallest of equals; above 2,000 structures, where that takes long, it is the first.
#pragma once

#include "core/learning/cross_validation.h"
#include "core/methods/figure.h"

namespace atlas {

struct MapRegionsParameters {
    std::size_t columns = 240; ///< of the grid; >= 1
    std::size_t rows = 180; ///< >= 1
    double margin = 0.3; ///< beyond the points on each side, as a part of their extent
    std::vector<double> costs{1, 10, 100};
    std::uint64_t seed = 1;
};

struct MapRegions {
    ScatterFigure::Regions grid;
    double cost = 1;
    double accuracy = 0; ///< of the cross-validation; NaN where none was made
};

/// Precondition: plane is n x 2 and finite. ErrorCode::BadUse with fewer than two classes.
Result<MapRegions> mapRegions(const Eigen::MatrixXd& plane, std::span<const ClassId> classes,
                              std::size_t classCount, const MapRegionsParameters& parameters = {},
                              const ProgressToken& progress = {});

} // namespace atlas
