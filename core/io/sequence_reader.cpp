// Sequences, one a line: labels separated by blanks, "a b c", or with a class in front of a tab,
// "class<TAB>a b c".
//
// A sequence is a tree of outdegree 1. The first symbol is the leaf and the last the root: a model that works
// from the leaves up then reads the sequence in its order.
#include "core/io/line_records.h"
#include "core/io/readers.h"

#include <vector>

namespace atlas {

namespace {

constexpr std::size_t symbolsBetweenCancels = 65536;

class SequenceLine {
public:
    SequenceLine(DatasetBuilder& builder, const ProgressToken& progress)
        : m_builder(builder), m_progress(progress)
    {
    }

    std::optional<RecordProblem> read(std::string_view line, std::uint64_t number)
    {
        const std::size_t tab = line.find('\t');
        const std::size_t begin = tab == std::string_view::npos ? 0 : tab + 1;
        internSymbols(line.substr(begin));
        if (m_symbols.empty())
            return RecordProblem{ErrorCode::Malformed, begin, "There are no symbols behind the class."};
        if (m_progress.cancelled())
            return RecordProblem{ErrorCode::Cancelled, 0, {}};
        if (std::optional<RecordProblem> problem = buildTree())
            return problem;
        RecordInfo info{{}, std::nullopt, number};
        if (begin > 1)
            info.className = std::string(line.substr(0, tab));
        m_builder.acceptTree(std::move(info));
        return std::nullopt;
    }

private:
    void internSymbols(std::string_view text)
    {
        m_symbols.clear();
        std::size_t at = 0;
        while (at < text.size()) {
            const std::size_t begin = at;
            while (at < text.size() && !isBlank(text[at]))
                ++at;
            if (at > begin)
                m_symbols.push_back(m_builder.nodeLabels().intern(text.substr(begin, at - begin)));
            ++at;
            if (m_symbols.size() % symbolsBetweenCancels == 0 && m_progress.cancelled())
                return;
        }
    }

    std::optional<RecordProblem> buildTree()
    {
        ForestBuilder& forest = m_builder.forest();
        for (auto symbol = m_symbols.rbegin(); symbol != m_symbols.rend(); ++symbol) {
            if (forest.full())
                return tooManyNodes(0);
            forest.open(*symbol);
        }
        while (forest.depth() > 0)
            forest.close();
        return std::nullopt;
    }

    DatasetBuilder& m_builder;
    const ProgressToken& m_progress;
    std::vector<LabelId> m_symbols;
};

} // namespace

Result<void> readSequences(
    TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
    ProgressToken progress) // NOLINT(performance-unnecessary-value-param): as all readers
{
    SequenceLine sequence(builder, progress);
    return readLineRecords(
        input, options, builder, progress,
        [&](std::string_view line, std::uint64_t number) { return sequence.read(line, number); });
}

} // namespace atlas
