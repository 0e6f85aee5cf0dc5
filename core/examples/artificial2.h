// Artificial2 (GTM-SD paper, section V.B and Fig. 5): four top-down hidden tree Markov models C1 to C4 with
// two states a and b, 80 complete binary trees of 15 nodes each.
//
// The paper leaves the numbers to a supplement; ours: prior 1/2 each, a child keeps its parent's state with
// probability 0.9 in C1 and C2 and 0.1 in C3 and C4; labels are Gaussian with covariance 0.5 times the
// identity and means (1, 3), (-1, 3) for a, b of C1 and C3, (3, 1), (-3, 1) for C2 and C4. So C1/C3 and C2/C4
// differ only in how states follow each other.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>

namespace atlas {

struct Artificial2Parameters {
    std::size_t treesPerClass = 80;
};

Result<DatasetPtr> makeArtificial2(std::uint64_t seed, const Artificial2Parameters& parameters = {},
                                   ProgressToken progress = {});

} // namespace atlas
