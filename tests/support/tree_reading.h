// Reads trees from text in memory and shows what came of it, for the tests and fuzzers of the tree readers.
// Free of Qt: the fuzzers link no more than the core.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/read_options.h"
#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"
#include "support/cancel_limit.h"

#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace atlas::test {

using TreeReader =
    std::function<Result<void>(TextInput&, const ReadOptions&, DatasetBuilder&, ProgressToken)>;

/// What a reader made of a text. The data set holds one more row than `trees`: an empty tree at the end, so
/// that the problems of a text without any good record can be seen too.
struct Outcome {
    Result<void> status;
    DatasetPtr data;
    std::size_t trees = 0;

    std::size_t rejected() const { return data->rejectedCount(); }
    const std::vector<Problem>& problems() const { return data->problems(); }
};

inline Outcome readInput(const TreeReader& reader, TextInput& input, const ReadOptions& options = {},
                         ProgressToken progress = {})
{
    DatasetBuilder builder(StructureKind::Tree, {"memory", "test", ""});
    builder.beginFile(input.name());
    Outcome outcome;
    outcome.status = reader(input, options, builder, std::move(progress));
    builder.forest().discardTree();
    builder.forest().open(LabelId());
    builder.forest().close();
    builder.acceptTree({});
    outcome.data = *builder.finish();
    outcome.trees = outcome.data->size() - 1;
    return outcome;
}

inline Outcome readTrees(const TreeReader& reader, std::string_view text, const ReadOptions& options = {},
                         std::size_t largestRead = std::numeric_limits<std::size_t>::max(),
                         ProgressToken progress = {})
{
    TextInput input = TextInput::fromMemory("memory.txt", text, largestRead);
    return readInput(reader, input, options, std::move(progress));
}

/// "a(b _ c(d))": `_` is a missing child. Recursive: for small trees.
inline std::string treeText(const Dataset& data, const Tree& tree, NodeId node)
{
    std::string text = data.nodeLabels().text(tree.label(node));
    std::size_t position = 0;
    for (const Arc& arc : tree.children(node)) {
        text += position == 0 ? "(" : " ";
        for (; position < arc.position.index(); ++position)
            text += "_ ";
        text += treeText(data, tree, arc.child);
        ++position;
    }
    return text + (position > 0 ? ")" : "");
}
inline std::string treeText(const Dataset& data, std::size_t row)
{
    const Tree tree = data.tree(RowId(row));
    return treeText(data, tree, tree.root());
}

/// All that a person could see of an outcome, to compare two.
inline std::vector<std::string> describe(const Outcome& outcome, bool withProblems = true)
{
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < outcome.trees; ++row) {
        const Record& record = outcome.data->record(RowId(row));
        const std::string className =
            record.classId.valid() ? outcome.data->classes().text(LabelId(record.classId.index())) : "none";
        lines.push_back(std::to_string(record.line) + " " + record.name + " " + className + " "
                        + treeText(*outcome.data, row));
    }
    for (const Problem& problem : outcome.problems())
        if (withProblems)
            lines.push_back(std::string(toString(problem.code)) + " " + std::to_string(problem.location.line)
                            + ":" + std::to_string(problem.location.column) + " " + problem.reason);
    return lines;
}

/// What must hold for any text: the reader says ok, every record is accepted or rejected once, children stand
/// before their parents at increasing positions, every node but the root is a child once, labels are known.
/// Returns "" or what is wrong.
inline std::string findContradiction(const Outcome& outcome)
{
    if (!outcome.status.ok() && outcome.status.error().code != ErrorCode::Unreadable)
        return "failed: " + outcome.status.error().message;
    const Dataset& data = *outcome.data;
    if (data.recordCount() < data.size() || data.problems().size() < data.rejectedCount())
        return "a rejected record has no problem";
    for (std::size_t row = 0; row < outcome.trees; ++row) {
        const Tree tree = data.tree(RowId(row));
        std::vector<unsigned> parents(tree.nodeCount(), 0);
        for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
            if (tree.label(NodeId(i)).index() >= data.nodeLabels().size())
                return "an unknown label";
            const std::span<const Arc> arcs = tree.children(NodeId(i));
            for (std::size_t k = 0; k < arcs.size(); ++k) {
                if (arcs[k].child.index() >= i || arcs[k].child < tree.firstNode())
                    return "a child out of place";
                if (k > 0 && arcs[k].position <= arcs[k - 1].position)
                    return "positions out of order";
                ++parents[arcs[k].child.index() - tree.firstNode().index()];
            }
        }
        for (std::size_t i = 0; i + 1 < parents.size(); ++i)
            if (parents[i] != 1)
                return "a node with " + std::to_string(parents[i]) + " parents";
    }
    return {};
}

/// Reads the text cut after every byte. `complete(head)` tells how many records of the uncut text are whole
/// in its beginning; those must be read as they are without the cut. Returns "" or what went wrong.
inline std::string tryEveryCut(const TreeReader& reader, std::string_view text, const ReadOptions& options,
                               const std::function<std::size_t(std::string_view)>& complete)
{
    const std::vector<std::string> whole = describe(readTrees(reader, text, options), false);
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
        const std::string head(text.substr(0, bytes)); // a copy: reading behind its end is noticed
        const Outcome outcome = readTrees(reader, head, options);
        const std::string place = " after a cut at byte " + std::to_string(bytes);
        if (const std::string wrong = findContradiction(outcome); !wrong.empty())
            return wrong + place;
        const std::vector<std::string> seen = describe(outcome, false);
        if (seen.size() < complete(head))
            return "a complete record is lost" + place;
        for (std::size_t i = 0; i < complete(head); ++i)
            if (seen[i] != whole[i])
                return "\"" + seen[i] + "\" instead of \"" + whole[i] + "\"" + place;
    }
    return {};
}

/// Reads in pieces of several sizes, which must make no difference. Returns "" or what differs.
inline std::string tryPieces(const TreeReader& reader, std::string_view text, const ReadOptions& options = {})
{
    const std::vector<std::string> whole = describe(readTrees(reader, text, options));
    for (const std::size_t size : {1, 2, 3, 5, 7, 13, 64, 1000}) {
        const std::vector<std::string> pieces = describe(readTrees(reader, text, options, size));
        if (pieces != whole)
            return "pieces of " + std::to_string(size) + " bytes make a difference";
    }
    return {};
}

/// Reads on another thread, cancels when a tenth is done, and returns what the reader said and
/// how long it took to hear.
struct CancelOutcome {
    ErrorCode code = ErrorCode::BadUse;
    double seconds = 0;
};
inline CancelOutcome cancelWhileReading(const TreeReader& reader, std::string_view text)
{
    using Clock = std::chrono::steady_clock;
    const ProgressMonitor monitor;
    ProgressMonitor controls = monitor;
    CancelOutcome outcome;
    Clock::time_point ended;
    std::thread thread([&] {
        const Outcome read = readTrees(reader, text, {}, std::size_t{1} << 16U, monitor.token());
        ended = Clock::now();
        outcome.code = read.status.ok() ? ErrorCode::BadUse : read.status.error().code;
    });
    while (monitor.fraction() < 0.1)
        std::this_thread::yield();
    const Clock::time_point cancelled = Clock::now();
    controls.cancel();
    thread.join();
    outcome.seconds = std::chrono::duration<double>(ended - cancelled).count();
    return outcome;
}

inline std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    result.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        result += text;
    return result;
}

inline std::size_t countLines(std::string_view head)
{
    std::size_t lines = 0;
    for (const char c : head)
        lines += c == '\n' ? 1 : 0;
    return lines;
}

} // namespace atlas::test
