// XML documents of several kinds (invoices, letters, recipes, articles, playlists, CVs), each with parts that
// repeat and parts that may be missing: data for document engineers without a file.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace atlas {

struct DocumentsParameters {
    std::size_t documentsPerKind = 40;
};

struct ExampleDocument {
    std::string kind; ///< its class, and the folder it is written to
    std::string name; ///< the file's name without ".xml"
    std::string xml;
};

std::vector<ExampleDocument> exampleDocuments(std::uint64_t seed, const DocumentsParameters& parameters = {});

/// The documents as trees of their elements, read by the program's own XML reader.
Result<DatasetPtr> makeDocuments(std::uint64_t seed, const DocumentsParameters& parameters = {},
                                 ProgressToken progress = {});

} // namespace atlas
