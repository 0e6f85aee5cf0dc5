// From a path to a data set: the one way in for the window, the command line and the tests.
#pragma once

#include "core/data/dataset.h"
#include "core/io/read_options.h"
#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"

#include <filesystem>
#include <string>

namespace atlas {

struct Detection {
    FormatId format;
    std::string reason; ///< for the person: "the first line starts with '(' and brackets balance"
};

/// Looks at the first 64 KB (decompressed) of a file, or at a folder's file names. Content decides; the
/// file's extension only breaks ties. ErrorCode::Ambiguous names the candidates where both fail.
Result<Detection> detectFormat(const std::filesystem::path& path);

/// The same for text in memory. `fileName` may be empty.
Result<Detection> detectFormat(std::string_view head, std::string_view fileName);

/// Reads a file, or a folder (TU set, XML documents), and converts it where options.as asks.
Result<DatasetPtr> readDataset(const std::filesystem::path& path, const ReadOptions& options = {},
                               ProgressToken progress = {});

/// Gives a data set the form that options.as and options.hydrogens ask for: for data that were made, not
/// read. ErrorCode::BadUse where its kind has no such form.
Result<DatasetPtr> convertDataset(DatasetPtr data, const ReadOptions& options, ProgressToken progress = {});

/// Reads one text of a known format: for tests, fuzzers and the clipboard. Not for Tu, which needs a folder.
Result<DatasetPtr> readText(std::string name, std::string_view text, FormatId format,
                            const ReadOptions& options = {}, ProgressToken progress = {});

} // namespace atlas
