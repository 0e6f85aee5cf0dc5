// Tree kernels: K(T, T') = sum over nodes t of T and t' of T' of C(t, t')  (DAG-perceptron paper, section 2).
//
// Two nodes have the same *production* iff their labels, the positions of their children and the labels there
// are equal; a missing position therefore belongs to the production. With decay q:
//
//   SST  C(t,t') = q prod_j (1 + C(ch_j t, ch_j t'))   equal productions, t and t' not leaves; else 0.
//        A node all of whose children are leaves thus scores q, and a leaf alone 0. K counts pairs of equal
//        fragments that hold each production whole or not at all.
//   ST   C(t,t') = q^n where t and t' are equal subtrees of n inner nodes, n > 0; else 0.
//   PTK  C(t,t') = q (q^2 + sum over equally long child sequences J of t, J' of t' of
//                     q^(d(J) + d(J')) prod_i C(J_i, J'_i))   equal labels; else 0,
//        with d(J) the span of J among the children (Moschitti 2006, with both decays q). Leaves score q^3.
//        Children count by order, gaps apart.
//
// normalise: K(T,T') / sqrt(K(T,T) K(T',T')), and 0 where a self-kernel is 0 (a tree of one node under SST).
//
// treeKernel() is the plain recursion over all pairs of nodes, bottom-up with each pair computed once: the
// oracle and baseline of everything on the DAG. O(|T| |T'|) times the outdegree (PTK: times both), memory
// O(|T'|) times the pending siblings; nothing recurses. Departure from the paper: its rule ii, C = 1 at a
// preterminal, is the product over leaves and needs no rule of its own.
#pragma once

#include "core/data/forest.h"
#include "core/kernels/wide_integer.h"
#include "core/support/result.h"

namespace atlas {

enum class TreeKernelKind { SubsetTree, Subtree, PartialTree };

struct TreeKernelParameters {
    TreeKernelKind kind = TreeKernelKind::SubsetTree;
    double decay = 1; ///< 0 < decay <= 1
    bool normalise = false;

    /// Whether values and scores are whole numbers, which are then computed without rounding.
    bool exact() const { return decay == 1 && !normalise; }
};

const char* toString(TreeKernelKind kind); ///< "sst", "st", "ptk"
Result<TreeKernelKind> treeKernelKind(std::string_view name);
Result<void> check(const TreeKernelParameters& parameters);

/// Precondition: the labels of both trees are of one dictionary. ErrorCode::TooLarge where the value is
/// beyond the range of a double.
Result<double> treeKernel(const Tree& a, const Tree& b, const TreeKernelParameters& parameters = {});

/// The same with decay 1 as a whole number; ErrorCode::TooLarge from 2^128 on.
Result<UInt128> exactTreeKernel(const Tree& a, const Tree& b,
                                TreeKernelKind kind = TreeKernelKind::SubsetTree);

} // namespace atlas
