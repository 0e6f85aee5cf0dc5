#include "core/kernels/joined_trees.h"

#include "core/data/dataset_builder.h"
#include "core/io/write_rows.h"

namespace atlas {

namespace {

constexpr std::uint32_t none = FlatTree::noParent;

void appendTrees(const Dataset& trees, DatasetBuilder& builder)
{
    std::vector<LabelId> labels;
    for (std::size_t i = 0; i < trees.nodeLabels().size(); ++i)
        labels.push_back(builder.nodeLabels().intern(trees.nodeLabels().text(LabelId(i))));
    for (std::size_t row = 0; row < trees.size(); ++row) {
        buildTree(flatTree(trees.tree(RowId(row))), labels, builder.forest());
        RecordInfo info;
        info.name = trees.name(RowId(row));
        if (trees.record(RowId(row)).classId.valid())
            info.className = className(trees, RowId(row));
        builder.acceptTree(std::move(info));
    }
}

} // namespace

FlatTree flatTree(const Tree& tree)
{
    FlatTree flat;
    const std::size_t n = tree.nodeCount();
    flat.parents.assign(n, none);
    flat.positions.assign(n, 0);
    const std::size_t first = tree.firstNode().index();
    for (std::size_t i = 0; i < n; ++i) {
        flat.labels.push_back(tree.label(NodeId(first + i)).value());
        for (const Arc& arc : tree.children(NodeId(first + i))) {
            flat.parents[arc.child.index() - first] = static_cast<std::uint32_t>(i);
            flat.positions[arc.child.index() - first] = arc.position.value();
        }
    }
    return flat;
}

bool isTree(const FlatTree& tree)
{
    const std::size_t n = tree.labels.size();
    if (n == 0 || tree.parents.size() != n || tree.positions.size() != n || tree.parents.back() != none)
        return false;
    // In post-order the subtrees before a node are those of its children and of its ancestors' earlier ones.
    std::vector<std::size_t> open; // finished nodes that wait for their parent
    for (std::size_t i = 0; i < n; ++i) {
        if (i + 1 < n && (tree.parents[i] <= i || tree.parents[i] >= n))
            return false;
        while (!open.empty() && tree.parents[open.back()] == i)
            open.pop_back();
        if (!open.empty() && tree.parents[open.back()] < i)
            return false; // it should have been taken by its parent
        if (!open.empty() && tree.parents[open.back()] == tree.parents[i]
            && tree.positions[open.back()] >= tree.positions[i])
            return false;
        if (!open.empty() && tree.parents[open.back()] < tree.parents[i] && tree.parents[i] != none)
            return false; // crossing
        open.push_back(i);
    }
    return open.size() == 1;
}

void buildTree(const FlatTree& tree, const std::vector<LabelId>& labels, ForestBuilder& builder)
{
    const std::size_t n = tree.labels.size();
    std::vector<std::uint32_t> firstChild(n, none);
    std::vector<std::uint32_t> sibling(n, none);
    for (std::size_t i = n - 1; i-- > 0;) { // from the last: the first child ends up in front
        sibling[i] = firstChild[tree.parents[i]];
        firstChild[tree.parents[i]] = static_cast<std::uint32_t>(i);
    }
    auto node = static_cast<std::uint32_t>(n - 1);
    builder.open(labels[tree.labels[node]]);
    for (;;) {
        if (firstChild[node] != none) {
            const std::uint32_t child = firstChild[node];
            firstChild[node] = sibling[child];
            builder.skipTo(Position(tree.positions[child]));
            builder.open(labels[tree.labels[child]]);
            node = child;
            continue;
        }
        builder.close();
        if (tree.parents[node] == none)
            return;
        node = tree.parents[node];
    }
}

Result<DatasetPtr> joinedTrees(const Dataset& first, const Dataset& second)
{
    DatasetBuilder builder(StructureKind::Tree, first.source());
    builder.beginFile(first.source().path);
    appendTrees(first, builder);
    builder.beginFile(second.source().path);
    appendTrees(second, builder);
    return builder.finish();
}

} // namespace atlas
