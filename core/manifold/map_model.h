// A map as a model file: the structures that it is made of and the parameters. Since the same structures,
// parameters and seed give the same map, its coordinates need not be in the file.
#pragma once

#include "core/data/dataset.h"
#include "core/methods/method.h"

#include <string>

namespace atlas {

inline const std::string mapModelFormat = "structatlas-map-1";

struct MapModel {
    DatasetPtr structures; ///< graphs or trees
    ParameterValues parameters;
    std::uint64_t seed = 1;
};

/// JSON: format, seed, parameters, labels, and each structure's name, class and parts.
std::string mapModelText(const MapModel& model);

/// ErrorCode::Malformed says what is wrong with the text. `method` names the parameters.
Result<MapModel> readMapModel(const std::string& text, const MethodDescription& method);

} // namespace atlas
