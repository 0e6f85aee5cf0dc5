#include "core/learning/dag_perceptron.h"

#include "core/learning/unfold_tree.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace atlas {

template <class N>
DagPerceptron<N>::DagPerceptron(const TreeKernelParameters& kernel, std::size_t classes)
    : m_kernel(kernel), m_classes(classes), m_index(kernel.kind), m_scratch(kernel)
{
}

template <class N>
void DagPerceptron<N>::begin(const KernelForest& forest)
{
    m_forest = &forest;
    m_map = mapSubtrees(forest, m_index);
    m_scratch = Scratch(m_kernel);
}

template <class N>
bool DagPerceptron<N>::scores(DagNodeId node) const
{
    return m_kernel.kind == TreeKernelKind::PartialTree || m_forest->dag().level(node) > 0;
}

/// The group of a node, where its pairs are kept.
template <class N>
auto DagPerceptron<N>::keptGroup(SubtreeId node) const -> const Group*
{
    if (!node.valid())
        return nullptr;
    const Group& group = m_groups[m_index.ref(node).group.index()];
    return group.kept ? &group : nullptr;
}

template <class N>
typename N::Weight DagPerceptron<N>::weight(SubtreeId node, std::size_t classNumber) const
{
    const SubtreeRef ref = m_index.ref(node);
    return m_groups[ref.group.index()].weights[ref.slot * m_classes + classNumber];
}

template <class N>
std::vector<DagNodeId> DagPerceptron<N>::placesInForest() const
{
    std::vector<DagNodeId> places(m_index.nodeCount());
    for (std::size_t i = 0; i < m_map.nodes.size(); ++i)
        if (m_map.nodes[i].valid())
            places[m_map.nodes[i].index()] = DagNodeId(i);
    return places;
}

/// ST: a subtree meets itself alone.
template <class N>
template <class Visit>
KernelStatus DagPerceptron<N>::visitEqualSubtrees(Scratch& scratch, const Visit& visit) const
{
    const TreeSubtrees& subtrees = scratch.subtrees;
    for (std::size_t i = 0; i < subtrees.size(); ++i) {
        const SubtreeId node = m_map.nodes[subtrees.node(i).index()];
        if (!node.valid() || !scores(subtrees.node(i)))
            continue;
        const double self = std::pow(m_kernel.decay, m_forest->innerNodes(subtrees.node(i)));
        for (std::size_t c = 0; c < m_classes; ++c)
            scratch.sums[c] = static_cast<Score>(weight(node, c)) * static_cast<Score>(self);
        if (!visit(i, std::span<const Score>(scratch.sums)))
            return KernelStatus::TooLarge;
    }
    return KernelStatus::Done;
}

/// Calls visit(i, s) for each distinct subtree i of the tree that can score, with its sums s by class.
template <class N>
template <class Visit>
KernelStatus DagPerceptron<N>::visitScores(Scratch& scratch, RowId tree, const Visit& visit,
                                           const ProgressToken& progress) const
{
    TreeSubtrees& subtrees = scratch.subtrees;
    subtrees.collect(*m_forest, tree);
    scratch.sums.assign(m_classes, Score(0));
    const auto nodeOf = [&](std::size_t i) { return m_map.nodes[subtrees.node(i).index()]; };
    if (m_kernel.kind == TreeKernelKind::Subtree)
        return visitEqualSubtrees(scratch, visit);
    bool fits = true;
    bool unknown = false;
    for (std::size_t i = 0; i < subtrees.size(); ++i) {
        if (!scores(subtrees.node(i)))
            continue;
        const SubtreeId node = nodeOf(i);
        if (const Group* group = keptGroup(node))
            fits = fits
                && visit(i, std::span(group->sums).subspan(m_index.ref(node).slot * m_classes, m_classes));
        else
            unknown = true;
    }
    if (!unknown || !fits)
        return fits ? KernelStatus::Done : KernelStatus::TooLarge;
    const UInt128 largest = m_forest->fragmentCount(tree);
    const KernelStatus status = scratch.rows.compute(
        *m_forest, m_index, m_map, subtrees,
        [&](std::size_t i) -> const Value* {
            if (!scores(subtrees.node(i)))
                return nullptr;
            const Group* group = keptGroup(nodeOf(i));
            return group ? group->row(m_index.ref(nodeOf(i)).slot) : nullptr;
        },
        [&](std::size_t i) { return scores(subtrees.node(i)); },
        [&](std::size_t i, const KernelRow<Value>& row) {
            const Group& group = m_groups[m_map.group(*m_forest, subtrees.node(i)).index()];
            fits = fits && sumRow(group, row, largest, scratch.sums)
                && visit(i, std::span<const Score>(scratch.sums));
        },
        progress);
    return fits ? status : KernelStatus::TooLarge;
}

/// s = sum over the group's members m of f_m C(m, t).
template <class N>
bool DagPerceptron<N>::sumRow(const Group& group, const KernelRow<Value>& row, UInt128 largest,
                              std::span<Score> sums) const
{
    const std::size_t size = group.weights.size() / m_classes;
    std::fill(sums.begin(), sums.end(), Score(0));
    if constexpr (std::is_same_v<N, ExactNumbers>) {
        // Nearly always all fits 64 bits; where not, 63 bits of C and 62 of weights fit 128.
        if (static_cast<double>(largest) * m_weightBound < 0x1p62) {
            for (std::size_t c = 0; c < m_classes; ++c) {
                std::int64_t sum = 0;
                if (row.mask == 0) {
                    for (std::size_t m = 0; m < size; ++m)
                        sum += group.weights[m * m_classes + c];
                    sum *= static_cast<std::int64_t>(row[0]);
                } else {
                    const Value* const values = row.values + 1;
                    for (std::size_t m = 0; m < size; ++m)
                        sum += group.weights[m * m_classes + c] * static_cast<std::int64_t>(values[m]);
                }
                sums[c] = sum;
            }
        } else {
            for (std::size_t c = 0; c < m_classes; ++c)
                for (std::size_t m = 0; m < size; ++m)
                    sums[c] += static_cast<Int128>(group.weights[m * m_classes + c]) * row[m];
        }
        return true;
    } else {
        for (std::size_t c = 0; c < m_classes; ++c)
            for (std::size_t m = 0; m < size; ++m)
                if (!accumulate(sums[c], group.weights[m * m_classes + c], row[m]))
                    return false;
        return true;
    }
}

template <class N>
KernelStatus DagPerceptron<N>::scoreTree(Scratch& scratch, RowId tree, std::span<Score> scores,
                                         const ProgressToken& progress) const
{
    std::fill(scores.begin(), scores.end(), Score(0));
    return visitScores(
        scratch, tree,
        [&](std::size_t i, std::span<const Score> sums) {
            for (std::size_t c = 0; c < m_classes; ++c)
                if (!accumulate(scores[c], sums[c], static_cast<std::int64_t>(scratch.subtrees.count(i))))
                    return false;
            return true;
        },
        progress);
}

template <class N>
KernelStatus DagPerceptron<N>::score(RowId tree, std::span<Score> scores, const ProgressToken& progress)
{
    return scoreTree(m_scratch, tree, scores, progress);
}

template <class N>
void DagPerceptron<N>::scoreRange(std::size_t begin, std::size_t end, std::span<Score> scores,
                                  std::span<KernelStatus> statuses, const ProgressToken& progress) const
{
    Scratch scratch(m_kernel);
    for (std::size_t i = begin; i < end; ++i)
        statuses[i - begin] =
            scoreTree(scratch, RowId(i), scores.subspan((i - begin) * m_classes, m_classes), progress);
}

template <class N>
Result<std::vector<double>> DagPerceptron<N>::nodeScores(RowId tree, std::size_t classNumber,
                                                         const ProgressToken& progress) const
{
    Scratch scratch(m_kernel);
    std::vector<double> bySubtree(m_forest->dag().nodeCount(), 0.0);
    const KernelStatus status = visitScores(
        scratch, tree,
        [&](std::size_t i, std::span<const Score> sums) {
            bySubtree[scratch.subtrees.node(i).index()] = static_cast<double>(sums[classNumber]);
            return true;
        },
        progress);
    if (status == KernelStatus::Cancelled)
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    if (status == KernelStatus::TooLarge)
        return Error{ErrorCode::TooLarge, "The scores of the tree's nodes pass what numbers can hold."};
    const Tree nodes = m_forest->forest().tree(tree);
    std::vector<double> scores;
    for (std::size_t i = nodes.firstNode().index(); i <= nodes.root().index(); ++i)
        scores.push_back(bySubtree[m_forest->dag().nodeOf(NodeId(i)).index()]);
    return scores;
}

template <class N>
KernelStatus DagPerceptron<N>::insert(RowId tree, std::span<const Weight> weights)
{
    TreeSubtrees& subtrees = m_scratch.subtrees;
    subtrees.collect(*m_forest, tree);
    const std::size_t firstNew = m_index.nodeCount();
    std::vector<Occurrence> changed;
    double size = 0;
    for (std::size_t i = 0; i < subtrees.size(); ++i) {
        if (!m_map.nodes[subtrees.node(i).index()].valid())
            addNode(i);
        changed.push_back({m_map.nodes[subtrees.node(i).index()], subtrees.count(i)});
        size += subtrees.count(i);
    }
    for (const Weight weight : weights)
        m_weightBound += size * std::abs(static_cast<double>(weight));
    if (!std::is_floating_point_v<Weight> && m_weightBound >= 0x1p62)
        return KernelStatus::TooLarge;
    for (const Occurrence& occurrence : changed) {
        std::uint64_t& count = m_counts[occurrence.node.index()];
        m_live += count == 0 ? 1 : 0;
        count += occurrence.count;
    }
    m_trees.push_back({changed.back().node, {weights.begin(), weights.end()}});
    const KernelStatus status = keepNewValues(firstNew);
    if (status != KernelStatus::Done)
        return status;
    return updateSums(changed, weights, firstNew) ? KernelStatus::Done : KernelStatus::TooLarge;
}

template <class N>
void DagPerceptron<N>::addNode(std::size_t place)
{
    const SubtreeId node = addSubtree(*m_forest, m_scratch.subtrees.node(place), m_index, m_map);
    const SubtreeRef ref = m_index.ref(node);
    m_counts.push_back(0);
    m_groups.resize(m_index.groupCount());
    Group& group = m_groups[ref.group.index()];
    group.weights.resize((ref.slot + std::size_t{1}) * m_classes, Weight(0));
    if (m_kernel.kind == TreeKernelKind::Subtree || !scores(m_scratch.subtrees.node(place)))
        group.kept = false; // no pairs to keep
    if (group.kept)
        growGroup(group, ref.slot + std::size_t{1});
}

/// Room for the pairs of one more member, or an end to keeping them.
template <class N>
void DagPerceptron<N>::growGroup(Group& group, std::size_t size)
{
    if (size + 1 > group.stride) {
        const std::size_t stride = std::max<std::size_t>(2, 2 * group.stride);
        const std::size_t cells = (stride - 1) * stride;
        if (size > maximumKept || m_cells + cells - group.values.size() > keptCells) {
            dropKept(group);
            return;
        }
        std::vector<Value> values(cells, Value(0));
        for (std::size_t slot = 0; slot + 1 < size; ++slot)
            std::copy_n(group.row(slot), size, values.data() + slot * stride);
        m_cells += cells - group.values.size();
        group.values = std::move(values);
        group.stride = stride;
    }
    group.sums.resize(size * m_classes, Score(0));
}

template <class N>
void DagPerceptron<N>::dropKept(Group& group)
{
    m_cells -= group.values.size();
    group.kept = false;
    group.values = {};
    group.sums = {};
}

/// C between the new members of kept groups and all members of their groups. The rows are computed afresh,
/// since kept rows of older subtrees do not know the new ones yet.
template <class N>
KernelStatus DagPerceptron<N>::keepNewValues(std::size_t firstNew)
{
    const TreeSubtrees& subtrees = m_scratch.subtrees;
    const auto nodeOf = [&](std::size_t i) { return m_map.nodes[subtrees.node(i).index()]; };
    const auto isKept = [&](std::size_t i) {
        return nodeOf(i).index() >= firstNew && scores(subtrees.node(i)) && keptGroup(nodeOf(i));
    };
    std::vector<bool> wanted(subtrees.size());
    bool any = false;
    for (std::size_t i = subtrees.size(); i-- > 0;) {
        wanted[i] = wanted[i] || isKept(i);
        any = any || wanted[i];
        if (wanted[i])
            for (const DagArc& arc : m_forest->dag().children(subtrees.node(i)))
                wanted[subtrees.place(arc.child)] = true;
    }
    if (!any || m_kernel.kind == TreeKernelKind::Subtree)
        return KernelStatus::Done;
    return m_scratch.rows.compute(
        *m_forest, m_index, m_map, subtrees, [](std::size_t) -> const Value* { return nullptr; },
        [&](std::size_t i) { return wanted[i] && scores(subtrees.node(i)); },
        [&](std::size_t i, const KernelRow<Value>& row) {
            if (!isKept(i))
                return;
            const SubtreeRef ref = m_index.ref(nodeOf(i));
            Group& group = m_groups[ref.group.index()];
            for (std::size_t m = 0; m < m_index.groupSize(ref.group); ++m) {
                group.values[ref.slot * group.stride + m + 1] = row[m];
                group.values[m * group.stride + ref.slot + 1] = row[m];
            }
        },
        {});
}

/// f += weight times occurrences, and the kept sums with it.
template <class N>
bool DagPerceptron<N>::updateSums(std::span<const Occurrence> changed, std::span<const Weight> weights,
                                  std::size_t firstNew)
{
    std::vector<Weight> change(m_classes);
    bool fits = true;
    for (const Occurrence& occurrence : changed) {
        const SubtreeRef ref = m_index.ref(occurrence.node);
        Group& group = m_groups[ref.group.index()];
        for (std::size_t c = 0; c < m_classes; ++c) {
            change[c] = weights[c] * static_cast<Weight>(occurrence.count);
            group.weights[ref.slot * m_classes + c] += change[c];
        }
        if (group.kept)
            fits = fits && updateGroupSums(group, ref, change, firstNew);
    }
    // The members that are new get their sums whole.
    for (std::size_t i = firstNew; i < m_index.nodeCount(); ++i) {
        const SubtreeRef ref = m_index.ref(SubtreeId(i));
        Group& group = m_groups[ref.group.index()];
        if (group.kept)
            fits = fits
                && sumRow(group, {group.row(ref.slot), ~std::uint32_t{0}}, KernelForest::tooMany,
                          std::span(group.sums).subspan(ref.slot * m_classes, m_classes));
    }
    return fits;
}

/// s_m += change C(m, changed member) for the members m that are not new.
template <class N>
bool DagPerceptron<N>::updateGroupSums(Group& group, SubtreeRef ref, std::span<const Weight> change,
                                       std::size_t firstNew)
{
    const std::vector<SubtreeId>& members = m_index.group(ref.group).members;
    const Value* const row = group.row(ref.slot) + 1;
    for (std::size_t m = 0; m < members.size() && members[m].index() < firstNew; ++m)
        for (std::size_t c = 0; c < m_classes; ++c)
            if (!accumulate(group.sums[m * m_classes + c], change[c], row[m]))
                return false;
    return true;
}

/// The distinct subtrees of a tree of the model, with their numbers of occurrences.
template <class N>
auto DagPerceptron<N>::occurrencesUnder(SubtreeId root) const -> std::vector<Occurrence>
{
    std::vector<Occurrence> found{{root, 1}};
    std::vector<bool> seen(root.index() + 1);
    for (std::size_t next = 0; next < found.size(); ++next)
        for (std::size_t k = 0; k < m_index.childCount(found[next].node); ++k)
            if (const SubtreeId child = m_index.child(found[next].node, k); !seen[child.index()]) {
                seen[child.index()] = true;
                found.push_back({child, 0});
            }
    // Parents have larger numbers than their children.
    std::sort(found.begin(), found.end(),
              [](const Occurrence& a, const Occurrence& b) { return a.node > b.node; });
    std::vector<std::uint32_t> place(root.index() + 1);
    for (std::size_t i = 0; i < found.size(); ++i)
        place[found[i].node.index()] = static_cast<std::uint32_t>(i);
    for (const Occurrence& parent : found)
        for (std::size_t k = 0; k < m_index.childCount(parent.node); ++k)
            found[place[m_index.child(parent.node, k).index()]].count += parent.count;
    return found;
}

template <class N>
void DagPerceptron<N>::removeOldest()
{
    const ModelTree tree = std::move(m_trees.front());
    m_trees.pop_front();
    const std::vector<Occurrence> changed = occurrencesUnder(tree.root);
    std::vector<Weight> negative;
    double size = 0;
    for (const Occurrence& occurrence : changed) {
        std::uint64_t& count = m_counts[occurrence.node.index()];
        count -= occurrence.count;
        m_live -= count == 0 ? 1 : 0;
        size += static_cast<double>(occurrence.count);
    }
    for (const Weight weight : tree.weights) {
        negative.push_back(-weight);
        if (!std::is_floating_point_v<Weight>)
            m_weightBound -= size * std::abs(static_cast<double>(weight));
    }
    // What was added without overflow is taken away without overflow.
    [[maybe_unused]] const bool fits = updateSums(changed, negative, m_index.nodeCount());
    if (m_index.nodeCount() > 2 * m_live + 4096)
        compact();
}

/// A group with only some of its members.
template <class N>
auto DagPerceptron<N>::groupOfSlots(const Group& old, std::span<const std::uint32_t> slots) const -> Group
{
    Group group;
    group.kept = old.kept;
    group.stride = old.kept ? slots.size() + 1 : 0;
    for (const std::uint32_t slot : slots) {
        const auto first = static_cast<std::ptrdiff_t>(slot * m_classes);
        const auto last = static_cast<std::ptrdiff_t>((slot + 1) * m_classes);
        group.weights.insert(group.weights.end(), old.weights.begin() + first, old.weights.begin() + last);
        if (!old.kept)
            continue;
        group.sums.insert(group.sums.end(), old.sums.begin() + first, old.sums.begin() + last);
        group.values.push_back(Value(0));
        for (const std::uint32_t other : slots)
            group.values.push_back(old.row(slot)[other + 1]);
    }
    return group;
}

/// Copies what still occurs to a new index.
template <class N>
void DagPerceptron<N>::compact()
{
    SubtreeIndex index(m_kernel.kind);
    std::vector<SubtreeId> renumbered(m_index.nodeCount());
    std::vector<std::uint64_t> counts;
    std::vector<Group> groups;
    std::vector<std::vector<std::uint32_t>> oldSlots;
    std::vector<GroupId> oldGroups;
    std::vector<SubtreeId> children;
    for (std::size_t i = 0; i < m_index.nodeCount(); ++i) {
        if (m_counts[i] == 0)
            continue;
        const SubtreeId node(i);
        children.clear();
        for (std::size_t k = 0; k < m_index.childCount(node); ++k)
            children.push_back(renumbered[m_index.child(node, k).index()]);
        renumbered[i] = index.add(m_index.production(node), children);
        counts.push_back(m_counts[i]);
        const SubtreeRef ref = index.ref(renumbered[i]);
        const SubtreeRef old = m_index.ref(node);
        groups.resize(index.groupCount());
        oldSlots.resize(index.groupCount());
        oldGroups.resize(index.groupCount());
        oldSlots[ref.group.index()].push_back(old.slot);
        oldGroups[ref.group.index()] = old.group;
    }
    m_cells = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (oldSlots[g].empty())
            continue;
        groups[g] = groupOfSlots(m_groups[oldGroups[g].index()], oldSlots[g]);
        m_cells += groups[g].values.size();
    }
    for (ModelTree& tree : m_trees)
        tree.root = renumbered[tree.root.index()];
    m_index = std::move(index);
    m_groups = std::move(groups);
    m_counts = std::move(counts);
    if (m_forest)
        m_map = mapSubtrees(*m_forest, m_index);
}

template <class N>
std::size_t DagPerceptron<N>::memoryBytes() const
{
    std::size_t bytes = m_index.memoryBytes() + m_counts.capacity() * sizeof(std::uint64_t)
        + m_groups.capacity() * sizeof(Group) + m_cells * sizeof(Value)
        + m_trees.size() * (sizeof(ModelTree) + m_classes * sizeof(Weight));
    for (const Group& group : m_groups)
        bytes += group.weights.capacity() * sizeof(Weight) + group.sums.capacity() * sizeof(Score);
    return bytes;
}

template <class N>
void DagPerceptron<N>::exportTrees(ForestBuilder& builder) const
{
    for (const ModelTree& tree : m_trees)
        unfoldTree(m_index, tree.root, builder);
}

template class DagPerceptron<ExactNumbers>;
template class DagPerceptron<WideNumbers>;
template class DagPerceptron<RealNumbers>;

} // namespace atlas
