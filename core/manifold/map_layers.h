// The numbers that a map's points can be coloured by, beside their class: how far each can be believed, the
// sizes of the structures, and the data's numeric properties.
#pragma once

#include "core/data/dataset.h"
#include "core/manifold/map_quality.h"

#include <string>
#include <vector>

namespace atlas {

struct MapLayer {
    std::string title;
    std::vector<double> values; ///< one a row; NaN = no value
};

std::vector<MapLayer> mapLayers(const Dataset& data, const MapQuality& quality);

} // namespace atlas
