// One reader per format. A reader takes records from `input` until its end and gives each to `builder`,
// accepted or rejected; it returns an error only where the source as a whole cannot be read (damaged gzip
// after the last good record is a warning in the builder, not an error) or the person cancelled. Progress
// follows the bytes read. The caller has called builder.beginFile().
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/read_options.h"
#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"

#include <filesystem>

namespace atlas {

Result<void> readSmiles(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                        ProgressToken progress);
Result<void> readTable(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                       ProgressToken progress);
Result<void> readSdf(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                     ProgressToken progress);
Result<void> readBracketed(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                           ProgressToken progress);
Result<void> readPrefixed(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                          ProgressToken progress);
Result<void> readSequences(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                           ProgressToken progress);
Result<void> readGSpan(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                       ProgressToken progress);
Result<void> readJsonLines(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                           ProgressToken progress);

/// What is known about the records of one document from outside it.
struct XmlRecordInfo {
    std::string name;
    std::optional<std::string> className;
};
/// One document: one record, or many where options.xmlRecord names their element.
Result<void> readXml(TextInput& input, const ReadOptions& options, const XmlRecordInfo& info,
                     DatasetBuilder& builder, ProgressToken progress);

/// The folder of a TU set; `stem` is DS in DS_A.txt.
Result<void> readTu(const std::filesystem::path& folder, const std::string& stem, const ReadOptions& options,
                    DatasetBuilder& builder, ProgressToken progress);

} // namespace atlas
