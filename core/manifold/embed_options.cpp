#include "core/manifold/embed_options.h"

#include <algorithm>
#include <string>

namespace atlas {

ParameterDescription embeddingChoice(bool optional)
{
    ChoiceType choice{optional ? "none" : "isomap",
                      {{"pca", "kernel principal components"},
                       {"mds", "classical scaling of the distances"},
                       {"isomap", "distances along the neighbourhood graph, then scaling"},
                       {"lle", "locally linear embedding"},
                       {"laplacian", "Laplacian eigenmaps of the neighbourhood graph"},
                       {"diffusion", "diffusion map"}}};
    if (optional)
        choice.options.insert(choice.options.begin(), {"none", "no map"});
    return {"method", "Map", "How distances become coordinates (kernels-manifold paper, section 4).", "",
            std::move(choice)};
}

std::vector<ParameterDescription> embeddingParameters()
{
    const ParameterUse anyMap{"method", {"pca", "mds", "isomap", "lle", "laplacian", "diffusion"}};
    const ParameterUse graph{"method", {"isomap", "lle", "laplacian"}};
    return {
        {"neighbours", "Neighbours", "Isomap, LLE, Laplacian: neighbours of each structure in the graph.",
         "structures", IntegerType{10, 1, 1'000'000}, graph},
        {"components", "Components", "Coordinates of the map.", "", IntegerType{2, 1, 1000}, anyMap},
        {"disconnected", "Disconnected graph", "What to do where the neighbourhood graph falls apart.", "",
         ChoiceType{"join",
                    {{"join", "add the shortest links"}, {"components", "embed each part, side by side"}}},
         graph},
        {"landmarks", "Landmarks",
         "Isomap: measure along the graph from so many structures only; 0 = from all where memory allows.",
         "structures", IntegerType{0, 0, 1'000'000}, ParameterUse{"method", {"isomap"}}}};
}

GivenParameters suitedNeighbours(const Dataset& data)
{
    constexpr std::size_t usual = 10;
    const std::size_t half = std::max<std::size_t>(1, data.size() / 2);
    if (half >= usual)
        return {};
    return {{"neighbours", std::to_string(half)}};
}

EmbeddingParameters embeddingParametersOf(const ParameterValues& values, std::uint64_t seed)
{
    EmbeddingParameters parameters;
    parameters.method = embeddingMethodNamed(values.text("method")).valueOr(EmbeddingMethod::Isomap);
    parameters.neighbours = static_cast<std::size_t>(values.integer("neighbours"));
    parameters.components = static_cast<std::size_t>(values.integer("components"));
    parameters.byComponent = values.text("disconnected") == "components";
    parameters.landmarks = static_cast<std::size_t>(values.integer("landmarks"));
    parameters.seed = seed;
    return parameters;
}

} // namespace atlas
