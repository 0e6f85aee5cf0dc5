#include "core/io/line_records.h"

#include "core/io/line_reader.h"
#include "core/support/text.h"

#include <algorithm>

namespace atlas {

namespace {

std::optional<RecordProblem> problemOfLine(const LineReader& lines, LineReader::Status status,
                                           const TextInput& input)
{
    if (status == LineReader::Status::TooLong)
        return RecordProblem{ErrorCode::TooLarge, 0,
                             "The line is longer than the limit of "
                                 + countText(lines.limit(), "byte", "bytes") + "."};
    const std::string_view line = lines.line();
    // Whatever a cut line says, it is not what was written.
    if (input.failed() && !lines.terminated())
        return RecordProblem{ErrorCode::Unreadable, line.size(), input.failure()};
    const std::size_t bad = findInvalidUtf8(line);
    if (bad != std::string_view::npos)
        return RecordProblem{ErrorCode::Unreadable, bad,
                             "The text is not UTF-8 here; convert the file to UTF-8, for example with "
                             "'iconv -f ISO-8859-1 -t UTF-8'."};
    return std::nullopt;
}

bool isBlankLine(std::string_view line) { return std::all_of(line.begin(), line.end(), isBlank); }

} // namespace

Result<void> readLineRecords(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                             const ProgressToken& progress, const LineRecordReader& readRecord)
{
    const RecordId firstRecord = builder.nextRecord();
    LineReader lines(input, options.maximumLineBytes, progress);
    while (true) {
        const LineReader::Status status = lines.next();
        if (progress.cancelled())
            return cancelledError();
        if (status == LineReader::Status::End)
            return finishInput(input, builder, firstRecord, lines.number());
        if (status == LineReader::Status::Line && isBlankLine(lines.line()))
            continue;
        const std::size_t knownLabels = builder.nodeLabels().size();
        std::optional<RecordProblem> problem = problemOfLine(lines, status, input);
        if (!problem)
            problem = readRecord(lines.line(), lines.number());
        if (progress.cancelled())
            return cancelledError();
        if (problem) {
            builder.reject(problem->code, lines.number(), columnOfByte(lines.line(), problem->byte),
                           std::move(problem->reason), replaceInvalidUtf8(lines.line()));
            builder.nodeLabels().truncate(knownLabels);
        }
    }
}

Result<void> finishInput(const TextInput& input, DatasetBuilder& builder, RecordId firstRecord,
                         std::uint64_t lastLine)
{
    if (!input.failed())
        return {};
    if (builder.nextRecord() == firstRecord)
        return Error{ErrorCode::Unreadable, input.failure(), {input.name()}};
    builder.warn(ErrorCode::Unreadable, lastLine, 0, input.failure() + " What came before it was read.");
    return {};
}

Error cancelledError() { return {ErrorCode::Cancelled, "Reading was cancelled."}; }

RecordProblem tooManyNodes(std::size_t byte)
{
    return {ErrorCode::TooLarge, byte,
            "A data set holds at most " + countText(ForestBuilder::maximumNodes, "node", "nodes")
                + "; this tree would pass that."};
}

} // namespace atlas
