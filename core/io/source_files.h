// The files that a source consists of: one file, the files of a TU set, the documents of a folder or a list.
#pragma once

#include "core/io/readers.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

/// A document of a set, with what the folder or the list says about it.
struct SourceDocument {
    std::filesystem::path path;
    XmlRecordInfo info;
    std::uint64_t line = 0; ///< of the list that names it
};

struct FolderContent {
    std::vector<std::string> tuStems; ///< DS for each DS_A.txt
    std::vector<SourceDocument> documents; ///< .xml files, subfolders included, in the order of their paths
    std::vector<std::string> otherFiles; ///< a few of the names that are neither
};
FolderContent lookIntoFolder(const std::filesystem::path& folder);

/// Tu or Xml. ErrorCode::Ambiguous names several candidates, ErrorCode::Empty says what would be read.
Result<FormatId> formatOfFolder(const std::filesystem::path& folder, const FolderContent& content);

/// DS where the path is DS_A.txt beside DS_graph_indicator.txt.
std::optional<std::string> tuStemOfFile(const std::filesystem::path& path);

/// Whether these lines (not blank) are a list of XML documents: each names an existing file, or the first is
/// a header "path,class" and each other starts with an existing file. Relative paths start at `folder`.
bool isDocumentList(std::span<const std::string_view> lines, const std::filesystem::path& folder);

/// The documents of a list, with their classes where it is a table; those that do not exist included.
Result<std::vector<SourceDocument>> readDocumentList(const std::filesystem::path& path);

/// All regular files under a folder, in the order of their paths relative to it; a file itself for a file.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path& path);

} // namespace atlas
