// Random trees with gaps, for tests against slow references.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/support/random.h"

#include <string>
#include <vector>

namespace atlas::test {

struct RandomForestParameters {
    std::size_t trees = 20;
    std::size_t nodes = 12; ///< of a tree, at most
    std::size_t outdegree = 3; ///< positions
    std::size_t labels = 3;
    std::size_t dimension = 0; ///< 0 = symbols "0", "1", ...; else vectors
    double gap = 0.2; ///< chance that a position is left empty
};

inline LabelId randomLabel(DatasetBuilder& builder, const RandomForestParameters& parameters, Random& random)
{
    const std::size_t which = random.below(parameters.labels);
    if (parameters.dimension == 0)
        return builder.nodeLabels().intern(std::to_string(which));
    std::vector<double> vector(parameters.dimension);
    for (std::size_t d = 0; d < vector.size(); ++d)
        vector[d] = static_cast<double>(which * (d + 1)) - 0.5 * static_cast<double>(d);
    return builder.nodeLabels().intern(std::span<const double>(vector));
}

/// Classes "even" and "odd" by the number of the tree.
inline DatasetPtr randomForest(const RandomForestParameters& parameters, Random& random)
{
    DatasetBuilder builder(StructureKind::Tree, {"random", "jsonl", ""});
    builder.beginFile("random");
    for (std::size_t tree = 0; tree < parameters.trees; ++tree) {
        std::size_t left = 1 + random.below(parameters.nodes);
        builder.forest().open(randomLabel(builder, parameters, random));
        --left;
        while (builder.forest().depth() > 0) {
            if (left > 0 && random.chance(0.6)) {
                if (random.chance(parameters.gap))
                    builder.forest().skip();
                builder.forest().open(randomLabel(builder, parameters, random));
                --left;
            } else {
                builder.forest().close();
            }
        }
        builder.acceptTree({"", tree % 2 == 0 ? "even" : "odd", tree + 1});
    }
    return *builder.finish();
}

} // namespace atlas::test
