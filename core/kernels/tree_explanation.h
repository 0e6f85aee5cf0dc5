// Why two trees are alike under a tree kernel: the terms C(t, t') of K, put together by what t and t' have in
// common, and the nodes that carry it in both trees.
//
//   ST   one term a shared subtree, shown with all its nodes
//   SST  one term a shared production: all fragments that are rooted at it; shown with its children
//   PTK  one term a shared label: all partial trees that are rooted there
//
// O(|A| |B|) times the outdegree, as the plain kernel.
#pragma once

#include "core/data/dataset.h"
#include "core/kernels/explanation.h"
#include "core/kernels/tree_kernel.h"

namespace atlas {

/// Vertices are nodes, counted from 0 at the tree's first node in post-order. Preconditions: the data holds
/// trees; a, b < trees.size(). ErrorCode::TooLarge above 200 million pairs of nodes.
Result<KernelExplanation> explainTreeKernel(const Dataset& trees, const TreeKernelParameters& parameters,
                                            RowId a, RowId b);

} // namespace atlas
