// Gram matrices of tree kernels, the kernel between DAGs, and bags of subtrees, all on the minimal DAG.
//
// Gram: with Phi the counts of distinct subtrees in trees and C their kernel values, K = Phi C Phi^T. For
// each distinct tree i the vector v_i = C Phi_i comes from its rows (KernelRows), and K(i, j) is then a sum
// over the distinct inner subtrees of j. Expected cost: the rows once per distinct tree, and the number of
// distinct inner subtrees per pair. Memory: 8 n^2 bytes for n trees; more than half of the machine's is
// refused. Values are doubles, exact below 2^53 with decay 1.
//
// Kernel between DAGs (DAG-perceptron paper, section 5): sum over t_k of D1 and t_j of D2 of
// f_k f_j C(t_k, t_j), positive definite for annotated DAGs made from forests, which these are:
// it is the sum of K over all pairs.
#pragma once

#include "core/kernels/kernel_forest.h"
#include "core/linalg/dense.h"

namespace atlas {

/// The n x n matrix of K over the trees of a forest, the same for any number of threads. Fails by cancel, by
/// size, and where a value is beyond the range of a double: the error names the tree by its number.
Result<Eigen::MatrixXd> treeGram(const Forest& forest, const TreeKernelParameters& parameters = {},
                                 ProgressToken progress = {});

/// Precondition: the labels of both are of one dictionary.
Result<double> dagKernel(const KernelForest& a, const KernelForest& b,
                         const TreeKernelParameters& parameters = {}, ProgressToken progress = {});

/// Each tree as a sparse vector over the distinct subtrees of the forest.
struct SubtreeFeatures {
    struct Entry {
        std::uint32_t feature = 0;
        /// Occurrences times sqrt(decay^inner nodes): products of vectors are the ST kernel.
        double value = 0;
    };
    std::vector<DagNodeId> subtrees; ///< of each feature; leaves are left out
    std::vector<std::size_t> first; ///< trees + 1 offsets into entries
    std::vector<Entry> entries; ///< of each tree by increasing feature
};
SubtreeFeatures subtreeFeatures(const KernelForest& forest, double decay = 1);

} // namespace atlas
