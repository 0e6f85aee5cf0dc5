// The model as one weighted minimal DAG (DAG-perceptron paper, section 3): the theorem's
// S(T) = sum over model subtrees m and subtrees t of T of f_m f_t C(m, t).
//
// Beyond the paper: subtrees stand in groups of equal production, so that only pairs that can score
// are touched. While a group is small (most are), C is computed once per pair of its members and kept,
// and so is every member's own sum s_m = sum_m' f_m' C(m', m), brought up to date where an insertion or
// removal changed f: a subtree that the model knows then costs one addition. In a large group rows of C are
// computed for each tree (KernelRows).
//
// Cost of a score: |T| + for the distinct subtrees t that the model does not know, group size times inner
// children of t. Memory: the DAG, and at most keptCells values of C.
#pragma once

#include "core/learning/perceptron_engine.h"

#include <deque>

namespace atlas {

template <class Numbers>
class DagPerceptron final : public PerceptronEngine<Numbers> {
public:
    using Value = typename Numbers::Value;
    using Weight = typename Numbers::Weight;
    using Score = typename Numbers::Score;

    DagPerceptron(const TreeKernelParameters& kernel, std::size_t classes);

    void begin(const KernelForest& forest) override;
    KernelStatus score(RowId tree, std::span<Score> scores, const ProgressToken& progress) override;
    void scoreRange(std::size_t begin, std::size_t end, std::span<Score> scores,
                    std::span<KernelStatus> statuses, const ProgressToken& progress) const override;
    KernelStatus insert(RowId tree, std::span<const Weight> weights) override;
    void removeOldest() override;
    std::size_t treeCount() const override { return m_trees.size(); }
    std::size_t vertexCount() const override { return m_live; }
    std::size_t memoryBytes() const override;
    void exportTrees(ForestBuilder& builder) const override;

    /// What each node of a tree adds to the score of a class; the sum is the score. By node, in post-order.
    Result<std::vector<double>> nodeScores(RowId tree, std::size_t classNumber,
                                           const ProgressToken& progress) const;

    /// The subtrees of the model, their weights f and sums s, for the lists of fragments.
    const SubtreeIndex& index() const { return m_index; }
    std::uint64_t occurrences(SubtreeId node) const { return m_counts[node.index()]; }
    Weight weight(SubtreeId node, std::size_t classNumber) const;
    /// For each subtree of the model its node in the DAG of the forest that begin()
    /// was given; invalid = not there.
    std::vector<DagNodeId> placesInForest() const;

private:
    static constexpr std::size_t maximumKept = 1024; // members of a group whose pairs are kept
    static constexpr std::size_t keptCells = std::size_t{1} << 23U; // over all groups

    struct Group {
        std::vector<Weight> weights; // f, by slot and class
        bool kept = true;
        std::size_t stride = 0;
        std::vector<Value> values; // C by slot: a zero, then the group's members
        std::vector<Score> sums; // s, by slot and class

        const Value* row(std::size_t slot) const { return values.data() + slot * stride; }
    };
    struct ModelTree {
        SubtreeId root;
        std::vector<Weight> weights;
    };
    struct Scratch {
        explicit Scratch(const TreeKernelParameters& kernel) : rows(kernel) { }
        TreeSubtrees subtrees;
        KernelRows<Value> rows;
        std::vector<Score> sums; // of one subtree
    };
    struct Occurrence {
        SubtreeId node;
        std::uint64_t count = 0;
    };

    bool scores(DagNodeId node) const; // whether a subtree can score at all: under SST and ST, no leaves
    const Group* keptGroup(SubtreeId node) const;
    template <class Visit>
    KernelStatus visitScores(Scratch& scratch, RowId tree, const Visit& visit,
                             const ProgressToken& progress) const;
    template <class Visit>
    KernelStatus visitEqualSubtrees(Scratch& scratch, const Visit& visit) const;
    KernelStatus scoreTree(Scratch& scratch, RowId tree, std::span<Score> scores,
                           const ProgressToken& progress) const;
    bool sumRow(const Group& group, const KernelRow<Value>& row, UInt128 largest,
                std::span<Score> sums) const;
    void addNode(std::size_t place);
    void growGroup(Group& group, std::size_t size);
    void dropKept(Group& group);
    KernelStatus keepNewValues(std::size_t firstNew);
    bool updateSums(std::span<const Occurrence> changed, std::span<const Weight> weights,
                    std::size_t firstNew);
    bool updateGroupSums(Group& group, SubtreeRef ref, std::span<const Weight> change, std::size_t firstNew);
    std::vector<Occurrence> occurrencesUnder(SubtreeId root) const;
    void compact();
    Group groupOfSlots(const Group& old, std::span<const std::uint32_t> slots) const;

    TreeKernelParameters m_kernel;
    std::size_t m_classes;
    SubtreeIndex m_index;
    std::vector<Group> m_groups;
    std::vector<std::uint64_t> m_counts; // how often a node occurs in the model's trees
    std::size_t m_live = 0; // nodes that occur
    std::deque<ModelTree> m_trees;
    double m_weightBound = 0; // no sum of |f| ever passes it
    std::size_t m_cells = 0;
    const KernelForest* m_forest = nullptr;
    SubtreeMap m_map;
    Scratch m_scratch;
};

} // namespace atlas
