#include "core/examples/artificial2.h"

#include "core/data/dataset_builder.h"
#include "core/examples/tree_sketch.h"
#include "core/support/random.h"

#include <array>
#include <cmath>
#include <string>

namespace atlas {

namespace {

struct HiddenTreeModel {
    const char* name;
    double keepState; // probability that a child has its parent's state
    double meanX; // of state a; state b has -meanX
    double meanY;
};

constexpr std::array<HiddenTreeModel, 4> models{{
    {"C1", 0.9, 1, 3},
    {"C2", 0.9, 3, 1},
    {"C3", 0.1, 1, 3},
    {"C4", 0.1, 3, 1},
}};
constexpr std::size_t nodesPerTree = 15;

/// Node i has the children 2i + 1 and 2i + 2.
TreeSketch drawTree(const HiddenTreeModel& model, Random& random, LabelDictionary& labels)
{
    const double deviation = std::sqrt(0.5);
    TreeSketch tree(nodesPerTree);
    std::array<bool, nodesPerTree> inStateA{};
    for (std::size_t i = 0; i < nodesPerTree; ++i) {
        inStateA[i] = i == 0 ? random.chance(0.5) : inStateA[(i - 1) / 2] == random.chance(model.keepState);
        const double x = (inStateA[i] ? model.meanX : -model.meanX) + deviation * random.normal();
        const double y = model.meanY + deviation * random.normal();
        tree[i].label = labels.intern(std::span<const double>(std::array{x, y}));
        if (2 * i + 2 < nodesPerTree)
            tree[i].children = {2 * i + 1, 2 * i + 2};
    }
    return tree;
}

} // namespace

Result<DatasetPtr> makeArtificial2(std::uint64_t seed, const Artificial2Parameters& parameters,
                                   ProgressToken progress)
{
    DatasetBuilder builder(StructureKind::Tree, {"example:artificial2", "example", "made by the program"});
    builder.beginFile("example:artificial2");
    std::size_t number = 0;
    for (std::size_t m = 0; m < models.size(); ++m) {
        Random random(seed, m + 1);
        for (std::size_t i = 0; i < parameters.treesPerClass; ++i) {
            if (progress.cancelled())
                return Error{ErrorCode::Cancelled, "Making the example was cancelled."};
            addSketch(drawTree(models[m], random, builder.nodeLabels()), 0, builder.forest());
            ++number;
            builder.acceptTree(
                {std::string(models[m].name) + "-" + std::to_string(i + 1), models[m].name, number});
        }
    }
    progress.report(1);
    return builder.finish();
}

} // namespace atlas
