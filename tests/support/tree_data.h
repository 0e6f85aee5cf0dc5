// Trees for the tests of kernels and learning: the shared sets, random ones, and hand-written ones.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/readers.h"
#include "core/support/random.h"
#include "support/shared_data.h"

#include <algorithm>
#include <string>
#include <vector>

namespace atlas::test {

/// Class-prefixed trees ("1:a(b c($))"), a line each.
inline DatasetPtr prefixedTrees(std::string_view text)
{
    DatasetBuilder builder(StructureKind::Tree, {"memory", "prefixed", ""});
    builder.beginFile("memory");
    TextInput input = TextInput::fromMemory("memory", text);
    const Result<void> done = readPrefixed(input, {}, builder, {});
    const Result<DatasetPtr> data = builder.finish();
    return done && data ? *data : nullptr;
}

inline DatasetPtr inexTrees(const std::string& file = "inex05.train.elastic.tree")
{
    Result<TextInput> input = TextInput::open(sharedData("inex2005/" + file));
    if (!input)
        return nullptr;
    DatasetBuilder builder(StructureKind::Tree, {file, "prefixed", ""});
    builder.beginFile(file);
    const Result<void> done = readPrefixed(*input, {}, builder, {});
    const Result<DatasetPtr> data = builder.finish();
    return done && data ? *data : nullptr;
}

/// Positive against negative by the root; the numbers of inner nodes stripped.
inline DatasetPtr sentimentTrees(const std::string& file = "train.txt")
{
    Result<TextInput> input = TextInput::open(sharedData("sst/" + file));
    if (!input)
        return nullptr;
    ReadOptions options;
    options.sentiment = Sentiment::Binary;
    DatasetBuilder builder(StructureKind::Tree, {file, "bracketed", ""});
    builder.beginFile(file);
    const Result<void> done = readBracketed(*input, options, builder, {});
    const Result<DatasetPtr> data = builder.finish();
    return done && data ? *data : nullptr;
}

/// Copies one tree, with a class of its own or the one it has, into a builder that knows the same labels.
inline void copyTree(const Dataset& data, RowId row, DatasetBuilder& builder,
                     const std::string& className = "")
{
    struct Open {
        NodeId node;
        std::size_t next = 0;
    };
    const Tree tree = data.tree(row);
    std::vector<Open> open{{tree.root()}};
    builder.forest().open(tree.label(tree.root()));
    while (!open.empty()) {
        Open& top = open.back();
        if (top.next == tree.children(top.node).size()) {
            builder.forest().close();
            open.pop_back();
            continue;
        }
        const Arc arc = tree.children(top.node)[top.next++];
        builder.forest().skipTo(arc.position);
        builder.forest().open(tree.label(arc.child));
        open.push_back({arc.child});
    }
    const ClassId id = data.record(row).classId;
    RecordInfo info;
    if (!className.empty())
        info.className = className;
    else if (id.valid())
        info.className = data.classes().text(LabelId(id.index()));
    builder.acceptTree(std::move(info));
}

/// Every `step`-th of the first trees.
inline DatasetPtr someTrees(const Dataset& data, std::size_t count, std::size_t step = 1)
{
    DatasetBuilder builder(StructureKind::Tree, data.source());
    builder.beginFile("some");
    for (std::size_t i = 0; i < data.nodeLabels().size(); ++i)
        builder.nodeLabels().intern(data.nodeLabels().text(LabelId(i)));
    for (std::size_t row = 0; row < data.size() && count > 0; row += step, --count)
        copyTree(data, RowId(row), builder);
    return *builder.finish();
}

struct RandomTreeOptions {
    std::size_t trees = 100;
    std::size_t maximumNodes = 15;
    std::size_t labels = 3;
    std::size_t outdegree = 3;
    std::size_t classes = 2;
    bool gaps = true; ///< missing children
};

/// Random trees over few labels, so that they share many subtrees. The class follows the root's label and
/// size, with noise.
inline DatasetPtr randomTrees(std::uint64_t seed, const RandomTreeOptions& options = {})
{
    Random random(seed);
    DatasetBuilder builder(StructureKind::Tree, {"random", "test", ""});
    builder.beginFile("random");
    std::vector<LabelId> labels;
    for (std::size_t i = 0; i < options.labels; ++i)
        labels.push_back(builder.nodeLabels().intern(std::string(1, static_cast<char>('a' + i))));
    for (std::size_t t = 0; t < options.trees; ++t) {
        std::size_t left = random.below(options.maximumNodes) + 1;
        const std::size_t size = left;
        const std::size_t rootLabel = random.below(labels.size());
        ForestBuilder& forest = builder.forest();
        forest.open(labels[rootLabel]);
        --left;
        std::vector<std::size_t> children{0};
        while (!children.empty()) {
            const bool more = left > 0 && children.back() < options.outdegree
                && (children.size() == 1 || random.chance(0.6));
            if (!more) {
                forest.close();
                children.pop_back();
                continue;
            }
            ++children.back();
            if (options.gaps && random.chance(0.15))
                forest.skip();
            forest.open(labels[random.below(labels.size())]);
            --left;
            children.push_back(0);
        }
        const std::size_t label =
            random.chance(0.15) ? random.below(options.classes) : (rootLabel + size / 6) % options.classes;
        builder.acceptTree({"", std::string("class") + std::to_string(label), t + 1});
    }
    return *builder.finish();
}

} // namespace atlas::test
