// Writes a tree that is stored in some other form, a DAG for instance, to a forest, without recursion.
#pragma once

#include "core/data/forest.h"

namespace atlas {

/// Nodes has label(node), childCount(node), child(node, k) and childPosition(node, k).
template <class Nodes, class Node>
void unfoldTree(const Nodes& nodes, Node root, ForestBuilder& builder)
{
    struct Open {
        Node node;
        std::size_t next = 0;
    };
    std::vector<Open> open{{root}};
    builder.open(nodes.label(root));
    while (!open.empty()) {
        Open& top = open.back();
        if (top.next == nodes.childCount(top.node)) {
            builder.close();
            open.pop_back();
            continue;
        }
        const std::size_t k = top.next++;
        const Node child = nodes.child(top.node, k);
        builder.skipTo(nodes.childPosition(top.node, k));
        builder.open(nodes.label(child));
        open.push_back({child});
    }
    builder.finishTree();
}

} // namespace atlas
