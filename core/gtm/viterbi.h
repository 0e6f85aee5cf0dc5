// Reversed Viterbi: the most likely joint assignment of hidden states to all nodes of a tree (GTM-SD paper,
// section III-C; Part I), where the upward posterior looks at one node at a time.
//
//   leaf   D_u(i) = log b_i(y_u) + log pi^pos(u)_i
//   inner  D_u(i) = log b_i(y_u) + sum_l max_j D_chl(j)
//                   + max_l [ log phi_{l|u} + max_j (log A^l_ij + D_chl(j)) - max_j D_chl(j) ]
//
// The states and the switches are maximised together. D depends on the subtree alone and is computed once a
// distinct subtree; the states of a tree's nodes then follow from its root down. O(C^2) a distinct (position,
// child) pair upward, O(nodes C) a forest downward. Ties go to the smaller state and position.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/gtm/tree_model.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <vector>

namespace atlas {

struct ViterbiStates {
    std::vector<std::size_t> states; ///< by forest node
    std::vector<double> logProbabilities; ///< by tree: of labels, states and switches together
};

/// Preconditions: `dag` is that of `forest`, with positional leaves; `logEmission` is states x labels.
Result<ViterbiStates> reversedViterbi(const Forest& forest, const MinimalDag& dag, const TreeModel& model,
                                      const Eigen::MatrixXd& logEmission, ProgressToken progress = {});

} // namespace atlas
