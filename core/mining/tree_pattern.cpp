#include "core/mining/tree_pattern.h"

#include <algorithm>

namespace atlas {

TreePattern wholeSubtree(const Forest& forest, NodeId root)
{
    TreePattern pattern;
    std::vector<NodeId> sources{root};
    pattern.nodes.push_back({forest.label(root), 0, Position(0)});
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        for (const Arc& arc : forest.children(sources[i])) {
            sources.push_back(arc.child);
            pattern.nodes.push_back({forest.label(arc.child), i, arc.position});
        }
    return pattern;
}

std::string fragmentText(const TreePattern& pattern, const LabelDictionary& labels)
{
    // Parents stand before their children, so texts are put together from the last to the first.
    std::vector<std::string> below(pattern.nodes.size());
    for (std::size_t i = pattern.nodes.size(); i-- > 0;) {
        std::string text = labels.text(pattern.nodes[i].label);
        if (!below[i].empty())
            text = "(" + text + below[i] + ")";
        if (i == 0)
            return text;
        std::string& siblings = below[pattern.nodes[i].parent];
        siblings = " " + text + siblings;
    }
    return {};
}

namespace {

/// How many children each node of the pattern has.
std::vector<std::size_t> childCounts(const TreePattern& pattern)
{
    std::vector<std::size_t> counts(pattern.nodes.size(), 0);
    for (std::size_t i = 1; i < pattern.nodes.size(); ++i)
        ++counts[pattern.nodes[i].parent];
    return counts;
}

bool nodeFits(const TreePattern& pattern, std::size_t i, std::size_t children, const Tree& tree, NodeId node)
{
    const std::size_t present = tree.children(node).size();
    return pattern.nodes[i].label == tree.label(node)
        && (present == children || (children == 0 && !pattern.whole));
}

/// The images of the pattern's nodes where its root is at `root`; false where it does not fit.
bool place(const TreePattern& pattern, const std::vector<std::size_t>& counts, const Tree& tree, NodeId root,
           std::vector<NodeId>& images)
{
    images.clear();
    if (!nodeFits(pattern, 0, counts[0], tree, root))
        return false;
    images.push_back(root);
    for (std::size_t i = 1; i < pattern.nodes.size(); ++i) {
        const auto arcs = tree.children(images[pattern.nodes[i].parent]);
        const auto arc = std::find_if(arcs.begin(), arcs.end(), [&](const Arc& candidate) {
            return candidate.position == pattern.nodes[i].position;
        });
        if (arc == arcs.end() || !nodeFits(pattern, i, counts[i], tree, arc->child))
            return false;
        images.push_back(arc->child);
    }
    return true;
}

} // namespace

std::vector<NodeId> patternNodes(const TreePattern& pattern, const Tree& tree)
{
    std::vector<NodeId> nodes;
    if (pattern.nodes.empty())
        return nodes;
    const std::vector<std::size_t> counts = childCounts(pattern);
    std::vector<NodeId> images;
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
        if (place(pattern, counts, tree, NodeId(i), images))
            nodes.insert(nodes.end(), images.begin(), images.end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

} // namespace atlas
