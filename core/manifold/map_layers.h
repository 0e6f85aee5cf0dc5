// The numbers that only a map has for its points: how far each can be believed.
#pragma once

#include "core/manifold/map_quality.h"

#include <string>
#include <vector>

namespace atlas {

struct MapLayer {
    std::string title;
    std::vector<double> values; ///< one a row; NaN = no value
};

/// Empty where the quality was not computed.
std::vector<MapLayer> mapLayers(const MapQuality& quality);

} // namespace atlas
