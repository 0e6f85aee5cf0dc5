// Rows of kernel values: for every distinct subtree t of a tree, C(m, t) against all members m of its group
// in an index, children before parents. This is where the time of scores and Gram matrices goes.
//
// A row lives until the last parent of its subtree is done, so that memory is a few rows, whatever the depth.
// Cost of a row: group size times the children of t that are not leaves and whose group is in the index.
//
// Value is double, or for decay 1 uint64 or UInt128. With integers, SST products are not checked: no C(m, t)
// passes KernelForest::fragmentCount(t), which the caller has compared with Value's range. PTK is checked.
#pragma once

#include "core/kernels/plain_tree_kernel.h"
#include "core/kernels/subtree_index.h"
#include "core/parallel/progress_token.h"

#include <array>
#include <limits>
#include <memory>

namespace atlas {

enum class KernelStatus { Done, TooLarge, Cancelled };

/// The value of slot s is values[(s & mask) + 1], and values[0] is 0: a member of another group is read
/// there, without a branch. A row of one constant has the mask 0. No values: all zero.
template <class Value>
struct KernelRow {
    const Value* values = nullptr;
    std::uint32_t mask = 0;

    Value operator[](std::size_t slot) const { return values[(slot & mask) + 1]; }
};

template <class Value>
class KernelRows {
public:
    explicit KernelRows(const TreeKernelParameters& parameters)
        : m_kind(parameters.kind), m_decay(static_cast<Value>(parameters.decay)),
          m_realDecay(parameters.decay), m_constant{Value(0), m_decay}
    {
    }

    /// For each subtree i of the tree: ready(i) may give its row, computed before; otherwise the row is
    /// computed if wanted(i) and shown to visit(i, row). Precondition: not the ST kernel, whose rows are
    /// trivial; what a wanted subtree's children are is wanted or ready.
    template <class Ready, class Wanted, class Visit>
    KernelStatus compute(const KernelForest& forest, const SubtreeIndex& index, const SubtreeMap& map,
                         const TreeSubtrees& tree, const Ready& ready, const Wanted& wanted,
                         const Visit& visit, const ProgressToken& progress)
    {
        begin(forest, tree);
        std::size_t work = 0;
        for (std::size_t i = 0; i < tree.size(); ++i) {
            const DagNodeId node = tree.node(i);
            if (const Value* known = ready(i)) {
                m_rows[i] = {known, std::numeric_limits<std::uint32_t>::max()};
            } else if (wanted(i)) {
                const GroupId group = map.group(forest, node);
                const std::size_t size = index.groupSize(group);
                work += size;
                if (work > (std::size_t{1} << 22U)) {
                    if (progress.cancelled())
                        return KernelStatus::Cancelled;
                    work = 0;
                }
                if (size > 0 && !fill(forest, index, map, tree, i))
                    return KernelStatus::TooLarge;
                if (m_rows[i].values)
                    visit(i, m_rows[i]);
            }
            release(forest, tree, i);
        }
        return KernelStatus::Done;
    }

private:
    using Buffer = std::vector<Value>;
    struct ActiveChild {
        std::uint32_t number = 0; // among the children
        GroupId group;
        KernelRow<Value> row;
    };

    void begin(const KernelForest& forest, const TreeSubtrees& tree)
    {
        m_rows.assign(tree.size(), {});
        m_uses.assign(tree.size(), 0);
        for (std::size_t i = 0; i < m_buffers.size(); ++i)
            if (m_buffers[i])
                m_spare.push_back(std::move(m_buffers[i]));
        m_buffers.clear();
        m_buffers.resize(tree.size());
        for (std::size_t i = 0; i < tree.size(); ++i)
            for (const DagArc& arc : forest.dag().children(tree.node(i)))
                ++m_uses[tree.place(arc.child)];
    }

    void release(const KernelForest& forest, const TreeSubtrees& tree, std::size_t i)
    {
        for (const DagArc& arc : forest.dag().children(tree.node(i)))
            if (const std::size_t child = tree.place(arc.child); --m_uses[child] == 0 && m_buffers[child])
                m_spare.push_back(std::move(m_buffers[child]));
    }

    Value* takeBuffer(std::size_t i, std::size_t size)
    {
        if (m_spare.empty())
            m_spare.push_back(std::make_unique<Buffer>());
        m_buffers[i] = std::move(m_spare.back());
        m_spare.pop_back();
        if (m_buffers[i]->size() <= size)
            m_buffers[i]->resize(size + size / 4 + 1);
        Value* values = m_buffers[i]->data();
        values[0] = 0;
        m_rows[i] = {values, std::numeric_limits<std::uint32_t>::max()};
        return values + 1;
    }

    bool fill(const KernelForest& forest, const SubtreeIndex& index, const SubtreeMap& map,
              const TreeSubtrees& tree, std::size_t i)
    {
        const std::span<const DagArc> children = forest.dag().children(tree.node(i));
        const SubtreeIndex::Group& group = index.group(map.group(forest, tree.node(i)));
        const bool partial = m_kind == TreeKernelKind::PartialTree;
        if (children.empty() && !partial)
            return true; // a leaf alone scores 0
        m_active.clear();
        for (std::size_t k = 0; k < children.size(); ++k) {
            const KernelRow<Value> row = m_rows[tree.place(children[k].child)];
            if (row.values || partial)
                m_active.push_back(
                    {static_cast<std::uint32_t>(k), map.group(forest, children[k].child), row});
        }
        if (partial)
            return fillPartial(index, group, takeBuffer(i, group.members.size()));
        if (m_active.empty()) {
            m_rows[i] = {m_constant.data(), 0};
            return true;
        }
        Value* const out = takeBuffer(i, group.members.size());
        const SubtreeRef* const arcs = index.arcs().data();
        if (m_active.size() == 1)
            fillProducts<1>(group.firstArcs, arcs, out);
        else if (m_active.size() == 2)
            fillProducts<2>(group.firstArcs, arcs, out);
        else
            fillProducts<0>(group.firstArcs, arcs, out);
        return true;
    }

    static Value valueOf(const ActiveChild& child, const SubtreeRef& ref)
    {
        // Arithmetic, not a branch: which children are words and which are phrases cannot be predicted.
        const std::size_t same = ref.group == child.group ? 1 : 0;
        return child.row.values[(std::size_t{ref.slot & child.row.mask} + 1) & (0 - same)];
    }

    /// C = q prod_j (1 + C(ch_j, ch_j)): children that are leaves, or meet nothing, are factors 1.
    template <std::size_t active>
    void fillProducts(std::span<const std::uint32_t> firstArcs, const SubtreeRef* arcs, Value* out) const
    {
        const std::size_t size = firstArcs.size();
        if constexpr (active == 1) {
            const ActiveChild child = m_active[0];
            for (std::size_t m = 0; m < size; ++m)
                out[m] = m_decay * (Value(1) + valueOf(child, arcs[firstArcs[m] + child.number]));
        } else if constexpr (active == 2) {
            const ActiveChild a = m_active[0];
            const ActiveChild b = m_active[1];
            for (std::size_t m = 0; m < size; ++m) {
                const SubtreeRef* const refs = arcs + firstArcs[m];
                out[m] = m_decay * (Value(1) + valueOf(a, refs[a.number]))
                    * (Value(1) + valueOf(b, refs[b.number]));
            }
        } else {
            for (std::size_t m = 0; m < size; ++m) {
                const SubtreeRef* const refs = arcs + firstArcs[m];
                Value product = m_decay;
                for (const ActiveChild& child : m_active)
                    product *= Value(1) + valueOf(child, refs[child.number]);
                out[m] = product;
            }
        }
    }

    bool fillPartial(const SubtreeIndex& index, const SubtreeIndex::Group& group, Value* out)
    {
        for (std::size_t m = 0; m < group.members.size(); ++m) {
            const SubtreeRef* const refs = index.arcs().data() + group.firstArcs[m];
            const auto c = [&](std::size_t i, std::size_t j) {
                return m_active[i].row.values ? valueOf(m_active[i], refs[j]) : Value(0);
            };
            const std::size_t columns = index.childCount(group.members[m]);
            if (!partialTreeSum<Value>(m_active.size(), columns, m_realDecay, c, m_column, out[m]))
                return false;
            if constexpr (std::is_floating_point_v<Value>)
                out[m] = m_decay * (m_decay * m_decay + out[m]);
            else if (__builtin_add_overflow(out[m], Value(1), &out[m]))
                return false;
        }
        return true;
    }

    TreeKernelKind m_kind;
    Value m_decay;
    double m_realDecay;
    std::array<Value, 2> m_constant;
    std::vector<KernelRow<Value>> m_rows; // by subtree of the tree
    std::vector<std::uint32_t> m_uses; // parents still to come
    std::vector<std::unique_ptr<Buffer>> m_buffers;
    std::vector<std::unique_ptr<Buffer>> m_spare;
    std::vector<ActiveChild> m_active;
    std::vector<Value> m_column;
};

} // namespace atlas
