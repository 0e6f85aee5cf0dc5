// Artificial1 (GTM-SD paper, section V.A): 200 left sequences, 200 right sequences and 200 non-complete
// binary trees. Depth counts levels and is uniform on 1 to 6; labels are drawn from one bivariate Gaussian
// with covariance ((1, 0.5), (0.5, 1)), whatever class, tree and node, or are all equal.
//
// The class *binary* has at least one node with two children, so that its depth is uniform on 2 to 6, and
// from three levels on its trees are not complete. Below the root each child is there with probability 1/2,
// and one path always reaches the last level.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>

namespace atlas {

struct Artificial1Parameters {
    std::size_t treesPerClass = 200;
    std::size_t maximumDepth = 6; ///< levels, at least 2
    bool equalLabels = false; ///< every label (1, 1); the shapes are those of the same seed without this
};

Result<DatasetPtr> makeArtificial1(std::uint64_t seed, const Artificial1Parameters& parameters = {},
                                   ProgressToken progress = {});

} // namespace atlas
