#include "core/layout/tree_layout.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace atlas {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The names of the fields are those of the paper (Buchheim et al., Fig. 7).
struct Walker {
    double prelim = 0;
    double mod = 0;
    double shift = 0;
    double change = 0;
    double midpoint = 0; // of the children, in their parent's coordinates
    std::uint32_t thread = none;
    std::uint32_t ancestor = none;
    std::uint32_t number = 0; // among the siblings
};

/// One pass of the paper's algorithm over nodes whose children are neighbours. With `mirrored` the tree is
/// read from right to left, and the x that results grows to the left.
class TidyPass {
public:
    TidyPass(const std::vector<PlacedNode>& nodes, double gap, bool mirrored)
        : m_nodes(nodes), m_gap(gap), m_mirrored(mirrored), m_walkers(nodes.size())
    {
    }

    std::vector<double> run()
    {
        for (std::uint32_t v = 0; v < m_nodes.size(); ++v)
            m_walkers[v].ancestor = v;
        // Children have higher numbers than their parent: backwards is bottom-up.
        for (std::size_t v = m_nodes.size(); v-- > 0;)
            firstWalk(static_cast<std::uint32_t>(v));
        std::vector<double> x(m_nodes.size());
        std::vector<double> sumOfMods(m_nodes.size(), 0);
        x[0] = m_walkers[0].midpoint;
        sumOfMods[0] = 0;
        for (std::uint32_t v = 1; v < m_nodes.size(); ++v) {
            const auto parent = m_nodes[v].parent.value();
            const double above = sumOfMods[parent];
            x[v] = m_walkers[v].prelim + above;
            sumOfMods[v] = above + m_walkers[v].mod;
        }
        return x;
    }

private:
    std::uint32_t child(std::uint32_t v, std::uint32_t number) const
    {
        const PlacedNode& node = m_nodes[v];
        return node.firstChild + (m_mirrored ? node.childCount - 1 - number : number);
    }
    double distance(std::uint32_t a, std::uint32_t b) const
    {
        return (m_nodes[a].width + m_nodes[b].width) / 2 + m_gap;
    }
    std::uint32_t nextLeft(std::uint32_t v) const
    {
        return m_nodes[v].childCount > 0 ? child(v, 0) : m_walkers[v].thread;
    }
    std::uint32_t nextRight(std::uint32_t v) const
    {
        return m_nodes[v].childCount > 0 ? child(v, m_nodes[v].childCount - 1) : m_walkers[v].thread;
    }

    /// Places the children of v beside each other; their own subtrees are done.
    void firstWalk(std::uint32_t v)
    {
        const std::uint32_t count = m_nodes[v].childCount;
        if (count == 0)
            return;
        std::uint32_t defaultAncestor = child(v, 0);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t w = child(v, i);
            Walker& walker = m_walkers[w];
            walker.number = i;
            walker.prelim = walker.midpoint;
            if (i > 0) {
                const std::uint32_t left = child(v, i - 1);
                walker.prelim = m_walkers[left].prelim + distance(left, w);
            }
            walker.mod = walker.prelim - walker.midpoint;
            if (i > 0)
                apportion(v, w, child(v, i - 1), defaultAncestor);
        }
        executeShifts(v);
        m_walkers[v].midpoint = (m_walkers[child(v, 0)].prelim + m_walkers[child(v, count - 1)].prelim) / 2;
    }

    /// Moves the subtree of v, a child of `parent`, away from the forest to its left.
    void apportion(std::uint32_t parent, std::uint32_t v, std::uint32_t leftSibling,
                   std::uint32_t& defaultAncestor)
    {
        std::uint32_t insideRight = v;
        std::uint32_t outsideRight = v;
        std::uint32_t insideLeft = leftSibling;
        std::uint32_t outsideLeft = child(parent, 0);
        double sumInsideRight = m_walkers[insideRight].mod;
        double sumOutsideRight = m_walkers[outsideRight].mod;
        double sumInsideLeft = m_walkers[insideLeft].mod;
        double sumOutsideLeft = m_walkers[outsideLeft].mod;
        while (nextRight(insideLeft) != none && nextLeft(insideRight) != none) {
            insideLeft = nextRight(insideLeft);
            insideRight = nextLeft(insideRight);
            outsideLeft = nextLeft(outsideLeft);
            outsideRight = nextRight(outsideRight);
            m_walkers[outsideRight].ancestor = v;
            const double shift = (m_walkers[insideLeft].prelim + sumInsideLeft)
                - (m_walkers[insideRight].prelim + sumInsideRight) + distance(insideLeft, insideRight);
            if (shift > 0) {
                const std::uint32_t ancestor = m_walkers[insideLeft].ancestor;
                const bool ofSibling = m_nodes[ancestor].parent.value() == parent;
                moveSubtree(ofSibling ? ancestor : defaultAncestor, v, shift);
                sumInsideRight += shift;
                sumOutsideRight += shift;
            }
            sumInsideLeft += m_walkers[insideLeft].mod;
            sumInsideRight += m_walkers[insideRight].mod;
            sumOutsideLeft += m_walkers[outsideLeft].mod;
            sumOutsideRight += m_walkers[outsideRight].mod;
        }
        if (nextRight(insideLeft) != none && nextRight(outsideRight) == none) {
            m_walkers[outsideRight].thread = nextRight(insideLeft);
            m_walkers[outsideRight].mod += sumInsideLeft - sumOutsideRight;
        }
        if (nextLeft(insideRight) != none && nextLeft(outsideLeft) == none) {
            m_walkers[outsideLeft].thread = nextLeft(insideRight);
            m_walkers[outsideLeft].mod += sumInsideRight - sumOutsideLeft;
            defaultAncestor = v;
        }
    }

    void moveSubtree(std::uint32_t left, std::uint32_t right, double shift)
    {
        const double subtrees = m_walkers[right].number - m_walkers[left].number;
        m_walkers[right].change -= shift / subtrees;
        m_walkers[right].shift += shift;
        m_walkers[left].change += shift / subtrees;
        m_walkers[right].prelim += shift;
        m_walkers[right].mod += shift;
    }

    /// Spreads the smaller subtrees between two that were moved apart.
    void executeShifts(std::uint32_t v)
    {
        double shift = 0;
        double change = 0;
        for (std::uint32_t i = m_nodes[v].childCount; i-- > 0;) {
            Walker& walker = m_walkers[child(v, i)];
            walker.prelim += shift;
            walker.mod += shift;
            change += walker.change;
            shift += walker.shift + change;
        }
    }

    const std::vector<PlacedNode>& m_nodes;
    double m_gap;
    bool m_mirrored;
    std::vector<Walker> m_walkers;
};

/// The visible nodes level by level, without coordinates.
class Visible {
public:
    Visible(const Tree& tree, const TreeLayoutParameters& parameters, const NodeSet& collapsed)
        : m_tree(tree), m_parameters(parameters), m_collapsed(collapsed)
    {
        if (!collapsed.empty())
            m_sizes = subtreeSizes(tree);
    }

    void collect(TreeLayout& layout)
    {
        std::vector<PlacedNode>& nodes = layout.nodes;
        nodes.reserve(m_collapsed.empty() ? m_tree.nodeCount() : 1);
        nodes.push_back(placed(m_tree.root(), {}, 0));
        layout.levelStarts = {0};
        for (std::size_t v = 0; v < nodes.size(); ++v) {
            if (nodes[v].level + 1 > layout.levelStarts.size())
                layout.levelStarts.push_back(static_cast<std::uint32_t>(v));
            if (nodes[v].missing() || nodes[v].collapsed())
                continue;
            const auto firstChild = static_cast<std::uint32_t>(nodes.size());
            appendChildren(nodes, v);
            nodes[v].firstChild = firstChild;
            nodes[v].childCount = static_cast<std::uint32_t>(nodes.size()) - firstChild;
        }
        layout.levelStarts.push_back(static_cast<std::uint32_t>(nodes.size()));
    }

private:
    void appendChildren(std::vector<PlacedNode>& nodes, std::size_t parent)
    {
        const std::uint32_t level = nodes[parent].level + 1;
        std::size_t expected = 0;
        for (const Arc& arc : m_tree.children(nodes[parent].node)) {
            if (m_parameters.slotsForMissing && arc.position.index() > expected) {
                PlacedNode slot;
                slot.parent = PlacedId(parent);
                slot.width = m_parameters.missingWidth;
                slot.level = level;
                slot.missingPositions = static_cast<std::uint32_t>(arc.position.index() - expected);
                nodes.push_back(slot);
            }
            expected = arc.position.index() + 1;
            nodes.push_back(placed(arc.child, PlacedId(parent), level));
        }
    }

    PlacedNode placed(NodeId node, PlacedId parent, std::uint32_t level) const
    {
        PlacedNode result;
        result.node = node;
        result.parent = parent;
        result.level = level;
        if (m_collapsed.contains(node))
            result.hiddenNodes = m_sizes[node.index() - m_tree.firstNode().index()] - 1;
        result.width =
            m_parameters.width ? m_parameters.width(node, result.hiddenNodes) : m_parameters.nodeWidth;
        return result;
    }

    const Tree& m_tree;
    const TreeLayoutParameters& m_parameters;
    const NodeSet& m_collapsed;
    std::vector<std::uint32_t> m_sizes;
};

} // namespace

TreeLayout layoutTree(const Tree& tree, const TreeLayoutParameters& parameters, const NodeSet& collapsed)
{
    TreeLayout layout;
    layout.levelDistance = parameters.levelDistance;
    Visible(tree, parameters, collapsed).collect(layout);
    const std::vector<double> fromLeft = TidyPass(layout.nodes, parameters.gap, false).run();
    const std::vector<double> fromRight = TidyPass(layout.nodes, parameters.gap, true).run();
    // Both with the root at 0, so that the mean is symmetric about it.
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        PlacedNode& node = layout.nodes[i];
        node.x = ((fromLeft[i] - fromLeft[0]) - (fromRight[i] - fromRight[0])) / 2;
        layout.left = std::min(layout.left, node.x - node.width / 2);
        layout.right = std::max(layout.right, node.x + node.width / 2);
    }
    return layout;
}

std::vector<std::uint32_t> subtreeSizes(const Tree& tree)
{
    const std::size_t first = tree.firstNode().index();
    std::vector<std::uint32_t> sizes(tree.nodeCount(), 1);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (const Arc& arc : tree.children(NodeId(first + i)))
            sizes[i] += sizes[arc.child.index() - first];
    return sizes;
}

NodeSet foldToFit(const Tree& tree, NodeId top, const FoldLimits& limits)
{
    NodeSet folded;
    struct Entry {
        NodeId node;
        std::size_t level;
    };
    std::deque<Entry> queue{{top, 1}};
    std::size_t visible = 1;
    while (!queue.empty()) {
        const Entry entry = queue.front();
        queue.pop_front();
        const std::span<const Arc> children = tree.children(entry.node);
        if (children.empty())
            continue;
        if (entry.node != top && (entry.level >= limits.levels || visible + children.size() > limits.nodes)) {
            folded.insert(entry.node);
            continue;
        }
        visible += children.size();
        for (const Arc& arc : children)
            queue.push_back({arc.child, entry.level + 1});
    }
    return folded;
}

PlacedId nodeAt(const TreeLayout& layout, double x, double y, double height, double reach)
{
    if (layout.nodes.empty())
        return {};
    const double row = std::round(y / layout.levelDistance);
    const auto level =
        static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(layout.levelCount() - 1)));
    const double dy =
        std::max(0.0, std::abs(y - static_cast<double>(level) * layout.levelDistance) - height / 2);
    PlacedId best;
    double bestDistance = reach;
    for (const PlacedNode& node : nodesBetween(layout, level, x - reach, x + reach)) {
        if (node.missing())
            continue;
        const double distance = std::hypot(std::max(0.0, std::abs(x - node.x) - node.width / 2), dy);
        if (distance < bestDistance || (!best.valid() && distance <= bestDistance)) {
            best = layout.idOf(node);
            bestDistance = distance;
        }
    }
    return best;
}

std::span<const PlacedNode> nodesBetween(const TreeLayout& layout, std::size_t level, double left,
                                         double right)
{
    const std::span<const PlacedNode> nodes = layout.level(level);
    const auto begin = std::partition_point(nodes.begin(), nodes.end(),
                                            [&](const PlacedNode& n) { return n.x + n.width / 2 < left; });
    const auto end = std::partition_point(begin, nodes.end(),
                                          [&](const PlacedNode& n) { return n.x - n.width / 2 <= right; });
    return {begin, end};
}

} // namespace atlas
