// What the methods embed and classify have in common: the parameters of an embedding.
#pragma once

#include "core/manifold/embedding.h"
#include "core/methods/method.h"

namespace atlas {

/// The choices pca ... diffusion, with "none" in front where `optional`.
ParameterDescription embeddingChoice(bool optional);

/// neighbours, components, disconnected, landmarks.
std::vector<ParameterDescription> embeddingParameters();

/// Neighbours for few structures: half of the others, where that is less than the default.
GivenParameters suitedNeighbours(const Dataset& data);

/// Precondition: the parameter "method" is not "none".
EmbeddingParameters embeddingParametersOf(const ParameterValues& values, std::uint64_t seed);

} // namespace atlas
