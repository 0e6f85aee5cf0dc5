// A tree of a generator before it goes into a forest: nodes in any order, children by index.
#pragma once

#include "core/data/forest.h"

#include <cstddef>
#include <vector>

namespace atlas {

struct SketchNode {
    static constexpr std::size_t none = static_cast<std::size_t>(-1); ///< a missing child

    LabelId label = {};
    std::vector<std::size_t> children = {}; ///< by position; indices into the sketch, or none
};
using TreeSketch = std::vector<SketchNode>;

/// Adds the tree under sketch[root] as a complete, unfinished tree. Not recursive.
void addSketch(const TreeSketch& sketch, std::size_t root, ForestBuilder& forest);

} // namespace atlas
