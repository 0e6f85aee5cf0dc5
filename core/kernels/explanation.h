// Why two graphs are alike: the terms of k(a, b) = sum over features f of f(a) f(b), largest first, and the
// vertices that carry each feature in both graphs. For the random walk, which has no explicit features, a
// term is a pair of equal labels: the walks that start at vertices with that label.
#pragma once

#include "core/kernels/graph_kernel.h"

#include <string>
#include <vector>

namespace atlas {

struct SharedFeature {
    std::string text; ///< for people: "C and O, 3 steps apart"
    double contribution = 0; ///< to the kernel's value; they sum up to it
    double countA = 0;
    double countB = 0;
    std::vector<std::uint32_t> verticesA; ///< counted from 0 in their graph, increasing
    std::vector<std::uint32_t> verticesB;
};

struct KernelExplanation {
    double value = 0; ///< k(a, b), normalised where the parameters say so
    std::vector<SharedFeature> shared; ///< by falling contribution; ties in the order of the features
};

/// Preconditions: a, b < graphs.size().
Result<KernelExplanation> explainKernel(const FlatGraphs& graphs, const GraphKernelParameters& parameters,
                                        std::size_t a, std::size_t b);

} // namespace atlas
