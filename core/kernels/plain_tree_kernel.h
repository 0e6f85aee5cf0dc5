// The plain recursion behind treeKernel() and the standard perceptron: every pair of nodes, children first,
// each pair once.
//
// Value is double, or an integer for decay 1: uint64 where the caller knows that no C passes it, UInt128 with
// every operation checked.
#pragma once

#include "core/kernels/sequence_table.h"
#include "core/kernels/tree_kernel.h"

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace atlas {

/// A tree by itself, in post-order.
struct PlainTree {
    std::vector<std::uint32_t> labels;
    std::vector<std::uint32_t> productions;
    std::vector<std::uint32_t> firstChildren{0}; ///< one more than nodes
    std::vector<std::uint32_t> children; ///< node numbers in this tree

    std::size_t nodeCount() const { return labels.size(); }
    std::span<const std::uint32_t> childrenOf(std::size_t node) const
    {
        return {children.data() + firstChildren[node], firstChildren[node + 1] - firstChildren[node]};
    }
    std::size_t memoryBytes() const
    {
        return sizeof(std::uint32_t)
            * (labels.capacity() + productions.capacity() + firstChildren.capacity() + children.capacity());
    }
};

/// `productions` interns the productions (label, then position and label of each child);
/// trees that meet share it.
PlainTree plainTree(const Tree& tree, SequenceTable& productions);

/// PTK over the children of two nodes: sum over pairs of equally long, non-empty child sequences.
/// Gap-weighted all lengths at once: M(i,j) = C(i,j) (q^2 + sum_{i'<i, j'<j} q^(i-i'+j-j') M(i',j')), the sum
/// of all M. `column` is scratch. False where an integer overflows.
template <class Value, class Lookup>
bool partialTreeSum(std::size_t rows, std::size_t columns, double decay, const Lookup& c,
                    std::vector<Value>& column, Value& sum)
{
    column.assign(columns, Value(0)); // sum over i' < i of q^(i-i') M(i',j)
    sum = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        Value left = 0; // sum over j' < j of q^(j-j') column[j']
        for (std::size_t j = 0; j < columns; ++j) {
            const Value value = c(i, j);
            Value m = 0;
            if constexpr (std::is_floating_point_v<Value>) {
                m = value * (decay * decay + left);
                sum += m;
                left = decay * (left + column[j]);
                column[j] = decay * (column[j] + m);
            } else {
                if (value != 0 && !addProduct(m, value, left + 1))
                    return false;
                if (__builtin_add_overflow(sum, m, &sum) || __builtin_add_overflow(left, column[j], &left)
                    || __builtin_add_overflow(column[j], m, &column[j]) || left + 1 == 0)
                    return false;
            }
        }
    }
    return true;
}

template <class Value>
class PlainTreeKernel {
public:
    using Sum = std::conditional_t<std::is_floating_point_v<Value>, double, UInt128>;

    explicit PlainTreeKernel(const TreeKernelParameters& parameters)
        : m_kind(parameters.kind), m_decay(parameters.decay)
    {
    }

    /// K before normalisation; false where an integer overflows.
    [[nodiscard]] bool compute(const PlainTree& a, const PlainTree& b, Sum& sum)
    {
        return compute(a, b, sum, [](std::size_t, std::size_t, const Value&) {});
    }

    /// The same, and visit(i, j, C(i, j)) for every pair of nodes with the same key: K is the sum.
    template <class Visit>
    [[nodiscard]] bool compute(const PlainTree& a, const PlainTree& b, Sum& sum, const Visit& visit)
    {
        m_slots.resize(a.nodeCount());
        m_free.clear();
        m_slotCount = 0;
        sum = 0;
        for (std::size_t i = 0; i < a.nodeCount(); ++i) {
            const std::size_t slot = takeSlot(b.nodeCount());
            if (!fillRow(a, b, i, m_rows.data() + slot * b.nodeCount(), sum, visit))
                return false;
            m_slots[i] = slot;
            for (const std::uint32_t child : a.childrenOf(i))
                m_free.push_back(m_slots[child]);
        }
        return true;
    }

private:
    /// Rows live from a node to its parent: a chain of any depth needs two of them.
    std::size_t takeSlot(std::size_t length)
    {
        if (!m_free.empty()) {
            const std::size_t slot = m_free.back();
            m_free.pop_back();
            return slot;
        }
        const std::size_t slot = m_slotCount++;
        if (m_rows.size() < m_slotCount * length)
            m_rows.resize(2 * m_slotCount * length);
        return slot;
    }

    template <class Visit>
    bool fillRow(const PlainTree& a, const PlainTree& b, std::size_t i, Value* row, Sum& sum,
                 const Visit& visit)
    {
        const bool byLabel = m_kind == TreeKernelKind::PartialTree;
        const std::vector<std::uint32_t>& keys = byLabel ? b.labels : b.productions;
        const std::uint32_t key = byLabel ? a.labels[i] : a.productions[i];
        const bool leaf = a.childrenOf(i).empty();
        for (std::size_t j = 0; j < b.nodeCount(); ++j) {
            row[j] = 0;
            if (keys[j] != key)
                continue;
            if (!pairValue(a, b, i, j, row[j]))
                return false;
            if (leaf && !byLabel)
                continue; // a leaf alone scores 0; under ST its row tells the parent that it is equal
            visit(i, j, row[j]);
            if constexpr (std::is_floating_point_v<Value>)
                sum += row[j];
            else if (__builtin_add_overflow(sum, static_cast<Sum>(row[j]), &sum))
                return false;
        }
        return true;
    }

    bool pairValue(const PlainTree& a, const PlainTree& b, std::size_t i, std::size_t j, Value& value)
    {
        const std::span<const std::uint32_t> as = a.childrenOf(i);
        const std::span<const std::uint32_t> bs = b.childrenOf(j);
        const auto c = [&](std::size_t k, std::size_t l) {
            return m_rows[m_slots[as[k]] * b.nodeCount() + bs[l]];
        };
        if (m_kind == TreeKernelKind::PartialTree) {
            if (!partialTreeSum<Value>(as.size(), bs.size(), m_decay, c, m_column, value))
                return false;
            if constexpr (std::is_floating_point_v<Value>)
                value = m_decay * (m_decay * m_decay + value);
            else
                return !__builtin_add_overflow(value, Value(1), &value);
            return true;
        }
        const bool subtree = m_kind == TreeKernelKind::Subtree;
        if (as.empty()) {
            value = subtree ? 1 : 0;
            return true;
        }
        value = static_cast<Value>(std::is_floating_point_v<Value> ? m_decay : 1);
        for (std::size_t k = 0; k < as.size(); ++k) {
            const Value factor = c(k, k) + (subtree ? Value(0) : Value(1));
            if constexpr (std::is_same_v<Value, UInt128>) {
                if (__builtin_mul_overflow(value, factor, &value) || value > ~UInt128{0} - 1)
                    return false;
            } else {
                value *= factor;
            }
        }
        return true;
    }

    TreeKernelKind m_kind;
    double m_decay;
    std::vector<Value> m_rows;
    std::vector<std::size_t> m_slots; // of the nodes whose parents are still to come
    std::vector<std::size_t> m_free;
    std::size_t m_slotCount = 0;
    std::vector<Value> m_column;
};

} // namespace atlas
