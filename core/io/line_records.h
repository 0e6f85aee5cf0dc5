// What the formats with one record a line share: blank lines are skipped, lines above the limit and lines
// that are not UTF-8 are rejected, a damaged end is told, a cancel is heard.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/read_options.h"
#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace atlas {

/// Why a record is not taken, and at which byte of its line.
struct RecordProblem {
    ErrorCode code = ErrorCode::Malformed;
    std::size_t byte = 0;
    std::string reason;
};

/// Gives one line's record to the builder, or says what is wrong with it. May return any problem
/// where it sees a cancel.
using LineRecordReader =
    std::function<std::optional<RecordProblem>(std::string_view line, std::uint64_t number)>;

/// Calls `readRecord` for each line, and rejects the lines it has a problem with; labels that only a rejected
/// line has are forgotten.
Result<void> readLineRecords(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                             const ProgressToken& progress, const LineRecordReader& readRecord);

/// Tells where an input ended by damage: an error where nothing came of it, else a warning.
Result<void> finishInput(const TextInput& input, DatasetBuilder& builder, RecordId firstRecord,
                         std::uint64_t lastLine);

Error cancelledError();
RecordProblem tooManyNodes(std::size_t byte);

inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

} // namespace atlas
