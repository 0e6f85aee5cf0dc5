#include "core/examples/tree_sketch.h"

#include <utility>

namespace atlas {

void addSketch(const TreeSketch& sketch, std::size_t root, ForestBuilder& forest)
{
    std::vector<std::pair<std::size_t, std::size_t>> open{{root, 0}}; // a node and its next child
    forest.open(sketch[root].label);
    while (!open.empty()) {
        auto& [node, next] = open.back();
        if (next == sketch[node].children.size()) {
            forest.close();
            open.pop_back();
            continue;
        }
        const std::size_t child = sketch[node].children[next++];
        if (child == SketchNode::none) {
            forest.skip();
            continue;
        }
        forest.open(sketch[child].label);
        open.emplace_back(child, 0);
    }
}

} // namespace atlas
