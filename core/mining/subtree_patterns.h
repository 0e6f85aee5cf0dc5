// The questions of the miner, answered for trees on the minimal DAG.
//
// Bottom-up subtrees (a node with everything below it): every distinct one is a DAG node, so frequent,
// weighted and discriminating subtrees are looked up, O(forest nodes * log trees) for all of them. Subset
// trees (a node with all of its children or none, for every node of the fragment: the fragments of the SST
// kernel): grown production by production. A fragment's places are DAG nodes, at most one a node, so growing
// costs O(places) and each distinct subtree is looked at once, however often it occurs. A fragment is
// expanded in the order in which its nodes were added, so each is made once. Theorem 1's bound cuts the
// search as for graphs.
//
// Support counts trees, occurrences count forest nodes.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"
#include "core/mining/tree_pattern.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace atlas {

enum class SubtreeKind { BottomUp, Subset };

struct SubtreeParameters {
    SubtreeKind kind = SubtreeKind::BottomUp;
    std::size_t minimumSupport = 2; ///< trees
    std::size_t minimumNodes = 2;
    std::size_t maximumNodes = 64; ///< at most 64 for subset trees
    std::size_t maximumPatterns = 1'000'000;
    bool closedOnly = false; ///< whole subtrees only: none where a larger one is in the same trees
};

struct SubtreePattern {
    std::string text; ///< in brackets
    TreePattern tree;
    std::vector<std::uint32_t> support; ///< rows, increasing
    std::uint64_t occurrences = 0;
    NodeId example; ///< a forest node where it occurs
    double sum = 0; ///< sum_j w_j x_jp, where weights were given

    double gain() const { return sum < 0 ? -sum : sum; }
};

struct SubtreePatterns {
    std::vector<SubtreePattern> patterns;
    std::size_t tested = 0; ///< patterns scored
    bool complete = true;
};

/// Every subtree with the minimum support, those with the larger support first.
/// Precondition: data.kind() == Tree.
Result<SubtreePatterns> frequentSubtrees(const Dataset& data, const SubtreeParameters& parameters,
                                         ProgressToken progress = {});

/// The `count` subtrees with the largest gain, the best first; of equal gains the one that
/// occurs first in the forest.
Result<SubtreePatterns> bestSubtrees(const Dataset& data, std::span<const double> weights, std::size_t count,
                                     const SubtreeParameters& parameters, ProgressToken progress = {});

} // namespace atlas
