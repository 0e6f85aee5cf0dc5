#include "core/gtm/dag_schedule.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace atlas {

DagSchedule::DagSchedule(const MinimalDag& dag)
{
    sortNodes(dag);
    numberPairs(dag);
    groupPairs();
    collectPositionSets();
}

void DagSchedule::sortNodes(const MinimalDag& dag)
{
    const std::size_t count = dag.nodeCount();
    m_levelStarts.assign(count == 0 ? 1 : dag.maximumLevel() + 2, 0);
    for (std::size_t i = 0; i < count; ++i)
        ++m_levelStarts[dag.level(DagNodeId(i)) + 1];
    for (std::size_t level = 1; level < m_levelStarts.size(); ++level)
        m_levelStarts[level] += m_levelStarts[level - 1];
    std::vector<std::size_t> next(m_levelStarts);
    std::vector<DagNodeId> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[next[dag.level(DagNodeId(i))]++] = DagNodeId(i);
    m_nodes.resize(count);
    m_levels.resize(count);
    m_ranks.resize(count);
    // Within a level, nodes that share children stand together: their columns are still in the cache.
    const auto byChildren = [&](DagNodeId a, DagNodeId b) {
        const auto one = dag.children(a);
        const auto two = dag.children(b);
        return std::lexicographical_compare(one.begin(), one.end(), two.begin(), two.end(),
                                            [&](const DagArc& left, const DagArc& right) {
                                                return std::pair(left.position, rankOf(left.child))
                                                    < std::pair(right.position, rankOf(right.child));
                                            });
    };
    for (std::size_t rank = 0; rank < count; ++rank) {
        const std::size_t level = dag.level(order[rank]);
        if (rank == m_levelStarts[level]) // the ranks of lower levels are known
            std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(rank),
                             order.begin() + static_cast<std::ptrdiff_t>(m_levelStarts[level + 1]),
                             byChildren);
        const DagNodeId id = order[rank];
        m_ranks[id.index()] = NodeRank(rank);
        m_levels[rank] = dag.level(id);
        m_nodes[rank] = {id,
                         dag.label(id),
                         dag.leafPosition(id),
                         dag.children(id).empty(),
                         0,
                         static_cast<double>(dag.frequency(id)),
                         0};
    }
    for (std::size_t tree = 0; tree < dag.treeCount(); ++tree)
        m_nodes[m_ranks[dag.root(RowId(tree)).index()].index()].roots += 1;
}

void DagSchedule::numberPairs(const MinimalDag& dag)
{
    // One entry per arc: (level of the child, position, child, parent); equal first three are one pair.
    struct ArcEntry {
        std::uint32_t level;
        Position position;
        NodeRank child;
        NodeRank parent;
    };
    std::vector<ArcEntry> arcs;
    arcs.reserve(dag.arcCount());
    for (std::size_t rank = 0; rank < m_nodes.size(); ++rank)
        for (const DagArc& arc : dag.children(m_nodes[rank].id)) {
            const NodeRank child = rankOf(arc.child);
            arcs.push_back({m_levels[child.index()], arc.position, child, NodeRank(rank)});
            m_positionCount = std::max(m_positionCount, arc.position.index() + 1);
        }
    for (const Node& node : m_nodes)
        if (node.leaf)
            m_positionCount = std::max(m_positionCount, node.leafPosition.index() + 1);
    std::sort(arcs.begin(), arcs.end(), [](const ArcEntry& a, const ArcEntry& b) {
        return std::tie(a.level, a.position, a.child, a.parent)
            < std::tie(b.level, b.position, b.child, b.parent);
    });

    std::vector<std::uint32_t> arcPairs; // the pair of each arc
    std::vector<std::uint32_t> arcParents;
    std::vector<PairId> pairsOfArcs;
    std::vector<NodeRank> parentsOfArcs;
    for (const ArcEntry& arc : arcs) {
        if (m_pairs.empty() || m_pairs.back().child != arc.child || m_pairs.back().position != arc.position)
            m_pairs.push_back({arc.child, arc.position, 0});
        m_pairs.back().weight += m_nodes[arc.parent.index()].frequency;
        arcPairs.push_back(static_cast<std::uint32_t>(m_pairs.size() - 1));
        arcParents.push_back(arc.parent.value());
        pairsOfArcs.emplace_back(m_pairs.size() - 1);
        parentsOfArcs.push_back(arc.parent);
    }
    m_childPairs = {m_nodes.size(), arcParents, pairsOfArcs};
    m_pairParents = {m_pairs.size(), arcPairs, parentsOfArcs};
    std::vector<std::uint32_t> children;
    std::vector<PairId> ids;
    for (std::size_t pair = 0; pair < m_pairs.size(); ++pair) {
        children.push_back(m_pairs[pair].child.value());
        ids.emplace_back(pair);
    }
    m_pairsOfChild = {m_nodes.size(), children, ids};
}

void DagSchedule::groupPairs()
{
    std::size_t pair = 0;
    for (std::size_t level = 0; level < levelCount(); ++level) {
        m_levelGroups.push_back(m_groups.size());
        while (pair < m_pairs.size() && m_levels[m_pairs[pair].child.index()] == level) {
            PairGroup group{m_pairs[pair].position, pair, pair};
            while (group.end < m_pairs.size() && m_pairs[group.end].position == group.position
                   && m_levels[m_pairs[group.end].child.index()] == level)
                ++group.end;
            pair = group.end;
            m_groups.push_back(group);
        }
    }
    m_levelGroups.push_back(m_groups.size());
}

void DagSchedule::collectPositionSets()
{
    std::map<std::vector<Position>, std::uint32_t> known;
    std::vector<Position> positions;
    for (std::size_t rank = 0; rank < m_nodes.size(); ++rank) {
        Node& node = m_nodes[rank];
        if (node.leaf)
            continue;
        positions.clear();
        for (const PairId pair : childrenOf(rank))
            positions.push_back(m_pairs[pair.index()].position);
        std::sort(positions.begin(), positions.end());
        const auto [entry, isNew] =
            known.emplace(positions, static_cast<std::uint32_t>(m_positionSets.size()));
        if (isNew)
            m_positionSets.push_back({positions, 0});
        node.positionSet = entry->second;
        m_positionSets[entry->second].nodes += node.frequency;
    }
}

std::span<const DagSchedule::PairGroup> DagSchedule::groups(std::size_t childLevel) const
{
    return std::span(m_groups).subspan(m_levelGroups[childLevel],
                                       m_levelGroups[childLevel + 1] - m_levelGroups[childLevel]);
}

} // namespace atlas
