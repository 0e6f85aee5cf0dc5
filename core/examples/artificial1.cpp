#include "core/examples/artificial1.h"

#include "core/data/dataset_builder.h"
#include "core/examples/tree_sketch.h"
#include "core/support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace atlas {

namespace {

constexpr std::size_t left = 0;
constexpr std::size_t right = 1;

/// A chain whose every child stands at `side`; node 0 is the root.
TreeSketch sequence(std::size_t depth, std::size_t side)
{
    TreeSketch tree(depth);
    for (std::size_t i = 0; i + 1 < depth; ++i) {
        tree[i].children.assign(side + 1, SketchNode::none);
        tree[i].children[side] = i + 1;
    }
    return tree;
}

/// Random children down to `depth` levels; the first path goes all the way.
TreeSketch randomBinary(std::size_t depth, Random& random)
{
    struct Open {
        std::size_t node;
        std::size_t level;
        bool onPath;
    };
    TreeSketch tree(1);
    std::vector<Open> open{{0, 1, true}};
    for (std::size_t next = 0; next < open.size(); ++next) {
        const Open parent = open[next];
        if (parent.level == depth)
            continue;
        const std::size_t pathSide = random.below(2);
        std::vector<std::size_t> children;
        for (const std::size_t side : {left, right}) {
            const bool onPath = parent.onPath && side == pathSide;
            const bool present = random.chance(0.5) || onPath;
            children.push_back(present ? tree.size() : SketchNode::none);
            if (present) {
                open.push_back({tree.size(), parent.level + 1, onPath});
                tree.emplace_back();
            }
        }
        if (children[right] == SketchNode::none)
            children.pop_back();
        if (children == std::vector{SketchNode::none})
            children.clear();
        tree[parent.node].children = std::move(children);
    }
    return tree;
}

bool hasTwoChildren(const TreeSketch& tree)
{
    return std::any_of(tree.begin(), tree.end(), [](const SketchNode& node) {
        return node.children.size() == 2 && node.children[left] != SketchNode::none;
    });
}

TreeSketch nonCompleteBinary(std::size_t depth, Random& random)
{
    const std::size_t complete = (std::size_t{1} << depth) - 1;
    TreeSketch tree;
    do
        tree = randomBinary(depth, random);
    while (!hasTwoChildren(tree) || (depth > 2 && tree.size() == complete));
    return tree;
}

/// From the Gaussian with mean 0 and covariance ((1, 0.5), (0.5, 1)).
std::array<double, 2> drawLabel(Random& random)
{
    const double first = random.normal();
    return {first, 0.5 * first + std::sqrt(0.75) * random.normal()};
}

} // namespace

Result<DatasetPtr> makeArtificial1(std::uint64_t seed, const Artificial1Parameters& parameters,
                                   ProgressToken progress)
{
    const std::string name = parameters.equalLabels ? "artificial1-equal" : "artificial1";
    DatasetBuilder builder(StructureKind::Tree, {"example:" + name, "example", "made by the program"});
    builder.beginFile("example:" + name);
    Random shapes(seed, 1);
    Random labels(seed, 2); // apart, so that equal labels leave the shapes as they are
    const std::array<const char*, 3> classes{"left", "right", "binary"};
    for (std::size_t i = 0; i < classes.size() * parameters.treesPerClass; ++i) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Making the example was cancelled."};
        const std::size_t kind = i / parameters.treesPerClass;
        TreeSketch tree = kind < 2 ? sequence(1 + shapes.below(parameters.maximumDepth), kind)
                                   : nonCompleteBinary(2 + shapes.below(parameters.maximumDepth - 1), shapes);
        for (SketchNode& node : tree) {
            const std::array<double, 2> label =
                parameters.equalLabels ? std::array{1.0, 1.0} : drawLabel(labels);
            node.label = builder.nodeLabels().intern(std::span<const double>(label));
        }
        addSketch(tree, 0, builder.forest());
        builder.acceptTree({"T" + std::to_string(i + 1), classes[kind], i + 1});
    }
    progress.report(1);
    return builder.finish();
}

} // namespace atlas
