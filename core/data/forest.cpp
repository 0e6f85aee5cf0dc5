#include "core/data/forest.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace atlas {

RowId Forest::treeOf(NodeId node) const
{
    const auto after = std::upper_bound(m_firstNodes.begin(), m_firstNodes.end(), node);
    return RowId(static_cast<std::size_t>(after - m_firstNodes.begin()) - 1);
}

void ForestBuilder::reserve(std::size_t nodes)
{
    m_forest.m_labels.reserve(nodes);
    m_forest.m_firstArcs.reserve(nodes + 1);
    m_forest.m_arcs.reserve(nodes);
}

void ForestBuilder::open(LabelId label)
{
    Position position(0);
    if (!m_open.empty()) {
        position = m_open.back().nextPosition;
        m_open.back().nextPosition = Position(position.index() + 1);
    }
    m_open.push_back({label, Position(0), m_pending.size(), position});
}

void ForestBuilder::skip()
{
    assert(!m_open.empty());
    m_open.back().nextPosition = Position(m_open.back().nextPosition.index() + 1);
}

void ForestBuilder::skipTo(Position position)
{
    assert(!m_open.empty());
    m_open.back().nextPosition = std::max(m_open.back().nextPosition, position);
}

void ForestBuilder::relabel(LabelId label)
{
    assert(!m_open.empty());
    m_open.back().label = label;
}

void ForestBuilder::close()
{
    assert(!m_open.empty());
    const OpenNode node = m_open.back();
    m_open.pop_back();
    const NodeId id(m_forest.m_labels.size());
    m_forest.m_labels.push_back(node.label);
    m_forest.m_arcs.insert(m_forest.m_arcs.end(),
                           m_pending.begin() + static_cast<std::ptrdiff_t>(node.firstPending),
                           m_pending.end());
    m_forest.m_firstArcs.push_back(static_cast<std::uint32_t>(m_forest.m_arcs.size()));
    m_pending.resize(node.firstPending);
    m_pending.push_back({id, node.position});
}

std::size_t ForestBuilder::nodesInTree() const
{
    return m_forest.nodeCount() - m_forest.m_firstNodes.back().index();
}

void ForestBuilder::finishTree()
{
    assert(hasTree());
    m_pending.clear();
    m_forest.m_firstNodes.emplace_back(m_forest.nodeCount());
}

void ForestBuilder::discardTree()
{
    m_open.clear();
    m_pending.clear();
    truncateTo(m_forest.m_firstNodes.back().index());
}

void ForestBuilder::dropLastTree()
{
    assert(m_open.empty() && m_pending.empty() && m_forest.treeCount() > 0);
    m_forest.m_firstNodes.pop_back();
    truncateTo(m_forest.m_firstNodes.back().index());
}

void ForestBuilder::truncateTo(std::size_t nodes)
{
    m_forest.m_labels.resize(nodes);
    m_forest.m_firstArcs.resize(nodes + 1);
    m_forest.m_arcs.resize(m_forest.m_firstArcs.back());
}

Forest ForestBuilder::take()
{
    assert(m_open.empty() && m_pending.empty());
    m_forest.m_labels.shrink_to_fit();
    m_forest.m_firstArcs.shrink_to_fit();
    m_forest.m_arcs.shrink_to_fit();
    m_forest.m_firstNodes.shrink_to_fit();
    return std::exchange(m_forest, Forest());
}

} // namespace atlas
