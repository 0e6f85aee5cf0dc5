#include "core/dag/minimal_dag.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace atlas {

namespace {

__extension__ using Wide = unsigned __int128;

/// The two halves of a 64x64 -> 128 bit product, folded (as in wyhash): cheap, and strong in all bits.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

constexpr std::uint64_t arcSalt = 0xa0761d6478bd642fULL;
constexpr std::uint64_t arcFactor = 0xe7037ed1a0b428dbULL;
constexpr std::uint64_t nodeFactor = 0x8ebc6af09c88c6e3ULL;

inline std::uint64_t pairKey(std::uint32_t high, std::uint32_t low)
{
    return static_cast<std::uint64_t>(high) << 32U | low;
}

/// One branch an arc: the lists are nearly always equal when this is asked.
inline bool equalArcs(const DagArc* a, const DagArc* b, std::size_t count)
{
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < count; ++i)
        difference |= std::bit_cast<std::uint64_t>(a[i]) ^ std::bit_cast<std::uint64_t>(b[i]);
    return difference == 0;
}

/// A power of two that keeps a table of `entries` at most half full.
std::size_t tableSize(std::size_t entries)
{
    std::size_t size = 1024;
    while (size < 2 * entries)
        size *= 2;
    return size;
}

/// Open addressing from a 64-bit key to a DAG node: leaves by (position, label),
/// and arcs by (position, child).
class KeyTable {
public:
    KeyTable() : m_slots(tableSize(0)) { }

    /// The entry of a key; an invalid id where the key is new, which the caller then sets.
    DagNodeId& operator[](std::uint64_t key)
    {
        if (2 * m_used >= m_slots.size())
            grow();
        Slot& slot = find(key);
        if (!slot.id.valid()) {
            slot.key = key;
            ++m_used;
        }
        return slot.id;
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        DagNodeId id;
    };

    Slot& find(std::uint64_t key)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = mix(key ^ arcSalt, arcFactor) & mask;
        while (m_slots[at].id.valid() && m_slots[at].key != key)
            at = (at + 1) & mask;
        return m_slots[at];
    }

    void grow()
    {
        std::vector<Slot> old(2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.id.valid())
                find(slot.key) = slot;
    }

    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
};

} // namespace

/// Three passes, each a plain loop over the forest's arrays with as few surprises for the branch predictor as
/// possible, since that is what such small work waits for: (1) with positional leaves, every node's position;
/// (2) leaves, and a list of the inner nodes; (3) inner nodes.
class MinimalDagBuilder {
public:
    MinimalDagBuilder(const Forest& forest, bool positionalLeaves);

    Result<MinimalDag> build(const ProgressToken& progress);

private:
    struct Slot {
        std::uint32_t hash = 0;
        DagNodeId id;
    };
    struct LeafEntry {
        DagNodeId id;
        std::uint32_t frequency = 0;
    };

    template <class Pass>
    bool inBlocks(std::size_t count, const ProgressToken& progress, Pass pass);
    void notePositions();
    template <bool positionalLeaves>
    void addLeaves(std::size_t begin, std::size_t end);
    void addOtherLeaf(std::size_t node, LabelId label, Position position);
    DagNodeId newLeaf(LabelId label, Position position);
    void addInnerNodes(std::size_t begin, std::size_t end);
    std::uint64_t mapChildren(LabelId label, std::span<const Arc> arcs);
    DagNodeId innerNode(LabelId label, std::size_t outdegree, std::uint32_t hash);
    DagNodeId newInnerNode(LabelId label, std::size_t outdegree);
    DagNodeId newNode(LabelId label, std::uint32_t level);
    void growTable();
    void finish();

    const Forest& m_forest;
    bool m_positionalLeaves;
    MinimalDag m_dag;
    std::uint32_t* m_nodeOf; // of m_dag; between passes 1 and 2 the positions
    // Leaves by label and position (0 for all without positional leaves): a plain table for the first few
    // positions, which are most of them, and open addressing for the rest.
    static constexpr std::size_t tabledPositions(bool positionalLeaves) { return positionalLeaves ? 32 : 1; }
    std::size_t m_tabledLabels = 0;
    std::vector<LeafEntry> m_tabledLeaves;
    KeyTable m_otherLeaves;
    std::unique_ptr<std::uint32_t[]> m_innerNodes; // of the forest; room for all, used as far as needed
    std::size_t m_innerCount = 0;
    std::vector<Slot> m_slots; // open addressing over the DAG's inner nodes
    std::size_t m_slotsUsed = 0;
    std::vector<DagArc> m_children; // of the node at hand, as DAG nodes
};

MinimalDagBuilder::MinimalDagBuilder(const Forest& forest, bool positionalLeaves)
    : m_forest(forest), m_positionalLeaves(positionalLeaves),
      m_innerNodes(std::make_unique_for_overwrite<std::uint32_t[]>(forest.nodeCount())),
      m_slots(tableSize(forest.nodeCount() / 16)), m_children(64)
{
    const std::size_t nodes = forest.nodeCount();
    m_dag.m_forestNodes = nodes;
    m_dag.m_nodeOf = std::make_shared_for_overwrite<std::uint32_t[]>(nodes);
    m_nodeOf = m_dag.m_nodeOf.get();
    m_dag.m_arcs.reserve(forest.arcs().size()); // room that stays untouched costs nothing
    const std::size_t expected = nodes / 8; // more makes the arrays grow, that is all
    m_dag.m_labels.reserve(expected);
    m_dag.m_firstArcs.reserve(expected);
    m_dag.m_frequencies.reserve(expected);
    m_dag.m_levels.reserve(expected);
}

/// Calls pass(begin, end) on blocks of less than a few milliseconds; false where the person cancelled.
template <class Pass>
bool MinimalDagBuilder::inBlocks(std::size_t count, const ProgressToken& progress, Pass pass)
{
    constexpr std::size_t block = std::size_t{1} << 17U;
    for (std::size_t begin = 0; begin < count; begin += block) {
        if (progress.cancelled())
            return false;
        const std::size_t end = std::min(count, begin + block);
        pass(begin, end);
        progress.report(static_cast<double>(end) / static_cast<double>(count));
    }
    return true;
}

Result<MinimalDag> MinimalDagBuilder::build(const ProgressToken& progress)
{
    if (m_positionalLeaves)
        notePositions();
    const bool done =
        inBlocks(m_forest.nodeCount(), progress.stage("Finding equal leaves", 0, 0.3),
                 [&](std::size_t begin, std::size_t end) {
                     m_positionalLeaves ? addLeaves<true>(begin, end) : addLeaves<false>(begin, end);
                 })
        && inBlocks(m_innerCount, progress.stage("Finding equal subtrees", 0.3, 1),
                    [&](std::size_t begin, std::size_t end) { addInnerNodes(begin, end); });
    if (!done)
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    finish();
    progress.report(1);
    return std::move(m_dag);
}

void MinimalDagBuilder::notePositions()
{
    for (const Arc arc : m_forest.arcs())
        m_nodeOf[arc.child.index()] = arc.position.value();
    for (std::size_t row = 1; row <= m_forest.treeCount(); ++row)
        m_nodeOf[m_forest.firstNodes()[row].index() - 1] = 0; // a root counts as position 0
}

/// The hot path does the same for leaves and inner nodes: what it writes for an inner node is
/// overwritten by the last pass.
template <bool positionalLeaves>
void MinimalDagBuilder::addLeaves(std::size_t begin, std::size_t end)
{
    constexpr std::size_t positions = tabledPositions(positionalLeaves);
    std::uint32_t* const nodeOf = m_nodeOf;
    const LabelId* const labels = m_forest.labels().data();
    const std::uint32_t* const firstArcs = m_forest.firstArcs().data();
    std::uint32_t* const innerNodes = m_innerNodes.get();
    std::size_t innerCount = m_innerCount;
    for (std::size_t node = begin; node < end; ++node) {
        const std::uint32_t isLeaf = firstArcs[node] == firstArcs[node + 1] ? 1 : 0;
        innerNodes[innerCount] = static_cast<std::uint32_t>(node);
        innerCount += 1 - isLeaf;
        const LabelId label = labels[node];
        const Position position(positionalLeaves ? nodeOf[node] : 0);
        if (label.index() < m_tabledLabels && position.index() < positions) {
            LeafEntry& entry = m_tabledLeaves[label.index() * positions + position.index()];
            // "A leaf and not known yet" as one comparison, true only for a new leaf.
            if (entry.id.value() - isLeaf == DagNodeId().value() - 1)
                entry.id = newLeaf(label, position);
            entry.frequency += isLeaf;
            nodeOf[node] = entry.id.value();
        } else if (isLeaf != 0) {
            addOtherLeaf(node, label, position);
        }
    }
    m_innerCount = innerCount;
}

/// A leaf outside the table, which grows as long as it has no more than a few entries a node.
[[gnu::noinline]] void MinimalDagBuilder::addOtherLeaf(std::size_t node, LabelId label, Position position)
{
    assert(label.valid());
    const std::size_t positions = tabledPositions(m_positionalLeaves);
    const std::size_t labels = std::max(label.index() + 1, 2 * m_tabledLabels);
    DagNodeId id;
    if (position.index() < positions && labels * positions <= 8 * m_dag.m_forestNodes + 1024) {
        m_tabledLabels = labels;
        m_tabledLeaves.resize(labels * positions);
        LeafEntry& entry = m_tabledLeaves[label.index() * positions + position.index()];
        entry.id = id = newLeaf(label, position);
        entry.frequency = 1;
    } else {
        DagNodeId& entry = m_otherLeaves[pairKey(position.value(), label.value())];
        if (!entry.valid())
            entry = newLeaf(label, position);
        id = entry;
        ++m_dag.m_frequencies[id.index()];
    }
    m_nodeOf[node] = id.value();
}

DagNodeId MinimalDagBuilder::newLeaf(LabelId label, Position position)
{
    const DagNodeId id = newNode(label, 0);
    if (m_positionalLeaves)
        m_dag.m_leafPositions.push_back(position);
    return id;
}

DagNodeId MinimalDagBuilder::newNode(LabelId label, std::uint32_t level)
{
    const DagNodeId id(m_dag.m_labels.size());
    m_dag.m_labels.push_back(label);
    m_dag.m_levels.push_back(level);
    m_dag.m_frequencies.push_back(0);
    m_dag.m_firstArcs.push_back(static_cast<std::uint32_t>(m_dag.m_arcs.size()));
    return id;
}

void MinimalDagBuilder::addInnerNodes(std::size_t begin, std::size_t end)
{
    const LabelId* const labels = m_forest.labels().data();
    const std::uint32_t* const firstArcs = m_forest.firstArcs().data();
    const Arc* const arcs = m_forest.arcs().data();
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t node = m_innerNodes[i];
        const std::size_t outdegree = firstArcs[node + 1] - firstArcs[node];
        const std::uint64_t hash = mapChildren(labels[node], {arcs + firstArcs[node], outdegree});
        const DagNodeId id = innerNode(labels[node], outdegree, static_cast<std::uint32_t>(hash));
        m_nodeOf[node] = id.value();
        ++m_dag.m_frequencies[id.index()];
    }
}

/// Writes the DAG nodes of a node's children to m_children and returns the node's hash: a sum over the arcs,
/// so that their products do not wait for each other.
inline std::uint64_t MinimalDagBuilder::mapChildren(LabelId label, std::span<const Arc> arcs)
{
    if (arcs.size() > m_children.size())
        m_children.resize(std::max(arcs.size(), 2 * m_children.size()));
    const std::uint32_t* const nodeOf = m_nodeOf;
    DagArc* out = m_children.data();
    std::uint64_t sum = label.value();
    for (const Arc arc : arcs) {
        const DagArc mapped{DagNodeId(nodeOf[arc.child.index()]), arc.position};
        *out++ = mapped;
        sum += mix(std::bit_cast<std::uint64_t>(mapped) ^ arcSalt, arcFactor);
    }
    return mix(sum, nodeFactor);
}

/// Finds or makes the DAG node with this label and m_children's first `outdegree` arcs.
inline DagNodeId MinimalDagBuilder::innerNode(LabelId label, std::size_t outdegree, std::uint32_t hash)
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    for (; m_slots[at].id.valid(); at = (at + 1) & mask) {
        if (m_slots[at].hash != hash)
            continue;
        const DagNodeId known = m_slots[at].id;
        const std::span<const DagArc> arcs = m_dag.children(known);
        if (m_dag.label(known) == label && arcs.size() == outdegree
            && equalArcs(arcs.data(), m_children.data(), outdegree))
            return known;
    }
    const DagNodeId id = newInnerNode(label, outdegree);
    m_slots[at] = {hash, id};
    if (2 * ++m_slotsUsed > m_slots.size())
        growTable();
    return id;
}

[[gnu::noinline]] DagNodeId MinimalDagBuilder::newInnerNode(LabelId label, std::size_t outdegree)
{
    const auto begin = m_children.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(outdegree);
    std::uint32_t level = 0;
    for (auto arc = begin; arc != end; ++arc)
        level = std::max(level, m_dag.m_levels[arc->child.index()] + 1);
    m_dag.m_arcs.insert(m_dag.m_arcs.end(), begin, end);
    return newNode(label, level);
}

void MinimalDagBuilder::growTable()
{
    std::vector<Slot> old(2 * m_slots.size());
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (!slot.id.valid())
            continue;
        std::size_t at = slot.hash & mask;
        while (m_slots[at].id.valid())
            at = (at + 1) & mask;
        m_slots[at] = slot;
    }
}

void MinimalDagBuilder::finish()
{
    for (const LeafEntry& entry : m_tabledLeaves)
        if (entry.id.valid())
            m_dag.m_frequencies[entry.id.index()] += entry.frequency;
    m_dag.m_roots.reserve(m_forest.treeCount());
    for (std::size_t row = 1; row <= m_forest.treeCount(); ++row)
        m_dag.m_roots.push_back(m_dag.nodeOf(NodeId(m_forest.firstNodes()[row].index() - 1)));
}

Result<MinimalDag> buildMinimalDag(const Forest& forest, const MinimalDagParameters& parameters,
                                   ProgressToken progress)
{
    return MinimalDagBuilder(forest, parameters.positionalLeaves).build(progress);
}

std::uint32_t MinimalDag::maximumLevel() const
{
    return m_levels.empty() ? 0 : *std::max_element(m_levels.begin(), m_levels.end());
}

Position MinimalDag::leafPosition(DagNodeId node) const
{
    return node.index() < m_leafPositions.size() ? m_leafPositions[node.index()] : Position(0);
}

std::size_t MinimalDag::distinctRootCount() const
{
    std::vector<bool> seen(nodeCount());
    for (const DagNodeId root : m_roots)
        seen[root.index()] = true;
    return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

std::size_t MinimalDag::pairCount() const
{
    KeyTable seen;
    std::size_t count = 0;
    for (const DagArc& arc : m_arcs) {
        DagNodeId& entry = seen[pairKey(arc.position.value(), arc.child.value())];
        if (!entry.valid()) {
            entry = arc.child;
            ++count;
        }
    }
    return count;
}

std::span<const NodeId> MinimalDag::occurrences(DagNodeId node) const
{
    OccurrenceIndex& index = *m_occurrences;
    std::call_once(index.made, [&] {
        index.first.assign(nodeCount() + 1, 0);
        for (std::size_t i = 0; i < nodeCount(); ++i)
            index.first[i + 1] = index.first[i] + m_frequencies[i];
        std::vector<std::uint32_t> next(index.first.begin(), index.first.end() - 1);
        index.nodes.resize(m_forestNodes);
        for (std::size_t i = 0; i < m_forestNodes; ++i)
            index.nodes[next[m_nodeOf[i]]++] = NodeId(i);
    });
    return std::span(index.nodes).subspan(index.first[node.index()], frequency(node));
}

} // namespace atlas
