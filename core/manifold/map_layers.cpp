#include "core/manifold/map_layers.h"

namespace atlas {

std::vector<MapLayer> mapLayers(const MapQuality& quality)
{
    if (quality.pointTrustworthiness.empty())
        return {};
    return {{"Trustworthiness", quality.pointTrustworthiness}, {"Continuity", quality.pointContinuity}};
}

} // namespace atlas
