#include "core/manifold/map_layers.h"

#include "core/data/structure_numbers.h"

namespace atlas {

namespace {

struct SizeWords {
    const char* parts;
    const char* extent;
};

SizeWords wordsFor(StructureKind kind)
{
    switch (kind) {
    case StructureKind::Tree:
        return {"Nodes", "Depth (levels)"};
    case StructureKind::Graph:
        return {"Vertices", "Edges"};
    case StructureKind::Molecule:
        break;
    }
    return {"Atoms", "Bonds"};
}

} // namespace

std::vector<MapLayer> mapLayers(const Dataset& data, const MapQuality& quality)
{
    std::vector<MapLayer> layers;
    if (quality.pointTrustworthiness.size() == data.size()) {
        layers.push_back({"Trustworthiness", quality.pointTrustworthiness});
        layers.push_back({"Continuity", quality.pointContinuity});
    }
    const SizeWords words = wordsFor(data.kind());
    MapLayer parts{words.parts, {}};
    MapLayer extent{words.extent, {}};
    for (const StructureSize& size : structureSizes(data)) {
        parts.values.push_back(size.parts);
        extent.values.push_back(size.extent);
    }
    layers.push_back(std::move(parts));
    layers.push_back(std::move(extent));
    for (const Property& property : data.properties())
        if (const auto* numbers = std::get_if<std::vector<double>>(&property.values))
            layers.push_back({property.name, *numbers});
    return layers;
}

} // namespace atlas
