#include "core/kernels/subtree_index.h"

namespace atlas {

namespace {

std::vector<std::uint32_t> nodeKey(std::uint32_t production, std::span<const SubtreeId> children)
{
    std::vector<std::uint32_t> key{production};
    for (const SubtreeId child : children)
        key.push_back(child.value());
    return key;
}

} // namespace

GroupId SubtreeIndex::groupOf(std::uint32_t production) const
{
    return GroupId(m_grouping == Grouping::ByLabel ? m_productions.sequence(production)[0] : production);
}

GroupId SubtreeIndex::findGroup(std::span<const std::uint32_t> production) const
{
    if (m_grouping == Grouping::ByLabel)
        return GroupId(production[0]); // may have no member yet
    const std::uint32_t number = m_productions.find(production);
    return number == SequenceTable::none ? GroupId() : groupOf(number);
}

SubtreeId SubtreeIndex::find(std::span<const std::uint32_t> production,
                             std::span<const SubtreeId> children) const
{
    const std::uint32_t number = m_productions.find(production);
    if (number == SequenceTable::none)
        return {};
    const std::uint32_t node = m_nodes.find(nodeKey(number, children));
    return node == SequenceTable::none ? SubtreeId() : SubtreeId(node);
}

SubtreeId SubtreeIndex::add(std::span<const std::uint32_t> production, std::span<const SubtreeId> children)
{
    const std::uint32_t number = m_productions.intern(production);
    const SubtreeId node(m_nodes.intern(nodeKey(number, children)));
    if (node.index() < m_refs.size())
        return node;
    const GroupId id = groupOf(number);
    if (id.index() >= m_groups.size())
        m_groups.resize(id.index() + 1);
    Group& group = m_groups[id.index()];
    m_refs.push_back({id, static_cast<std::uint32_t>(group.members.size())});
    group.members.push_back(node);
    group.firstArcs.push_back(static_cast<std::uint32_t>(m_arcs.size()));
    for (const SubtreeId child : children)
        m_arcs.push_back(m_refs[child.index()]);
    return node;
}

std::size_t SubtreeIndex::memoryBytes() const
{
    std::size_t bytes = m_productions.memoryBytes() + m_nodes.memoryBytes()
        + (m_refs.capacity() + m_arcs.capacity()) * sizeof(SubtreeRef) + m_groups.capacity() * sizeof(Group);
    for (const Group& group : m_groups)
        bytes +=
            group.members.capacity() * sizeof(SubtreeId) + group.firstArcs.capacity() * sizeof(std::uint32_t);
    return bytes;
}

SubtreeMap mapSubtrees(const KernelForest& forest, const SubtreeIndex& index)
{
    SubtreeMap map;
    const SequenceTable& productions = forest.productions();
    for (std::size_t i = 0; i < productions.size(); ++i)
        map.groups.push_back(index.findGroup(productions.sequence(static_cast<std::uint32_t>(i))));
    const std::size_t nodes = forest.dag().nodeCount();
    map.nodes.resize(nodes);
    std::vector<SubtreeId> children;
    for (std::size_t i = 0; i < nodes; ++i) {
        const DagNodeId node(i);
        if (index.groupSize(map.group(forest, node)) == 0)
            continue;
        children.clear();
        bool known = true;
        for (const DagArc& arc : forest.dag().children(node)) {
            children.push_back(map.nodes[arc.child.index()]);
            known = known && children.back().valid();
        }
        if (known)
            map.nodes[i] = index.find(productions.sequence(forest.production(node)), children);
    }
    return map;
}

SubtreeId addSubtree(const KernelForest& forest, DagNodeId node, SubtreeIndex& index, SubtreeMap& map)
{
    std::vector<SubtreeId> children;
    for (const DagArc& arc : forest.dag().children(node))
        children.push_back(map.nodes[arc.child.index()]);
    const std::uint32_t production = forest.production(node);
    const SubtreeId id = index.add(forest.productions().sequence(production), children);
    map.nodes[node.index()] = id;
    map.groups[production] = index.ref(id).group;
    return id;
}

} // namespace atlas
