// Parse trees of the context-free grammar of the recursive-PCA paper (Fig. 2, after Pollack):
//
//   s  -> np vp | np V      np -> D ap | D N | np pp      vp -> V np | V pp
//   pp -> P np              ap -> A ap | A N
//
// 421 distinct trees, drawn at random; the paper's have 14,815 nodes in total. It does not give the rules'
// probabilities: ours, with the largest depth, make about as many nodes.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>

namespace atlas {

struct GrammarParameters {
    std::size_t trees = 421; ///< distinct ones
    double recursion = 0.4; ///< probability of np -> np pp and of ap -> A ap
    std::size_t maximumDepth = 14; ///< levels; a tree that would be deeper is drawn again
    std::size_t maximumNodes = 127;
};

Result<DatasetPtr> makeGrammar(std::uint64_t seed, const GrammarParameters& parameters = {},
                               ProgressToken progress = {});

} // namespace atlas
