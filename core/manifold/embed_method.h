// The method "embed": a map on which alike structures lie near each other.
#pragma once

#include "core/kernels/kernel_options.h"
#include "core/manifold/embedding.h"
#include "core/manifold/map_quality.h"

namespace atlas {

/// What a view of the map may ask for.
struct EmbedRun {
    SimilarityRun similarity;
    Embedding embedding;
    MapQuality quality;
};

/// Two components of a map as points with their classes; a component that there is not is 0.
ScatterFigure mapFigure(const Dataset& data, const Eigen::MatrixXd& coordinates, std::size_t x,
                        std::size_t y);

Method embedMethod();

} // namespace atlas
