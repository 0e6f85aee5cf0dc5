#include "core/io/source_files.h"

#include "core/io/line_reader.h"

#include <algorithm>

namespace atlas {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view adjacencyEnding = "_A.txt";

bool isXmlName(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".xml") || name.ends_with(".xml.gz") || name.ends_with(".XML");
}

std::string documentName(const fs::path& path)
{
    const fs::path name = path.filename();
    return name.extension() == ".gz" ? name.stem().stem().string() : name.stem().string();
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

struct ListLine {
    std::string_view path;
    std::optional<std::string> className;
};

/// "path" or "path,class"; quotes around a field are dropped.
ListLine splitListLine(std::string_view line, bool table)
{
    const auto plain = [](std::string_view field) {
        const std::size_t begin = field.find_first_not_of(" \t\"");
        if (begin == std::string_view::npos)
            return std::string_view();
        return field.substr(begin, field.find_last_not_of(" \t\"\r") - begin + 1);
    };
    const std::size_t comma = table ? line.find(',') : std::string_view::npos;
    ListLine split{plain(line.substr(0, comma)), {}};
    if (comma != std::string_view::npos) {
        const std::string_view rest = line.substr(comma + 1);
        const std::string_view className = plain(rest.substr(0, rest.find(',')));
        if (!className.empty())
            split.className = className;
    }
    return split;
}

bool isListHeader(std::string_view line)
{
    std::string lower(line);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower == "path,class" || lower == "file,class" || lower.starts_with("path,class,");
}

bool namesDocument(std::string_view line, bool table, const fs::path& folder)
{
    const std::string_view path = splitListLine(line, table).path;
    std::error_code status;
    return !path.empty() && path.size() < 4096 && isXmlName(path)
        && fs::is_regular_file(folder / path, status);
}

} // namespace

std::vector<fs::path> filesOf(const fs::path& path)
{
    std::error_code status;
    if (!fs::is_directory(path, status))
        return {path};
    std::vector<fs::path> files;
    auto entry =
        fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, status);
    for (; !status && entry != fs::recursive_directory_iterator(); entry.increment(status))
        if (std::error_code kind; entry->is_regular_file(kind))
            files.push_back(entry->path());
    std::sort(files.begin(), files.end(), [&](const fs::path& a, const fs::path& b) {
        return a.lexically_relative(path).generic_string() < b.lexically_relative(path).generic_string();
    });
    return files;
}

FolderContent lookIntoFolder(const fs::path& folder)
{
    FolderContent content;
    for (const fs::path& file : filesOf(folder)) {
        const std::string name = file.filename().string();
        const fs::path inner = file.lexically_relative(folder).parent_path();
        if (inner.empty() && name.ends_with(adjacencyEnding) && name.size() > adjacencyEnding.size()) {
            content.tuStems.push_back(name.substr(0, name.size() - adjacencyEnding.size()));
        } else if (isXmlName(file)) {
            XmlRecordInfo info{documentName(file), {}};
            if (!inner.empty())
                info.className = inner.generic_string();
            content.documents.push_back({file, std::move(info), 0});
        } else if (inner.empty() && content.otherFiles.size() < 5) {
            content.otherFiles.push_back(name);
        }
    }
    return content;
}

Result<FormatId> formatOfFolder(const fs::path& folder, const FolderContent& content)
{
    std::vector<std::string> candidates;
    for (const std::string& stem : content.tuStems)
        candidates.push_back("the TU set " + stem + std::string(adjacencyEnding));
    if (!content.documents.empty())
        candidates.push_back(std::to_string(content.documents.size()) + " XML documents");
    if (candidates.size() > 1)
        return Error{ErrorCode::Ambiguous,
                     "The folder holds several data sets: " + joined(candidates)
                         + ". Open one of them by its own path, or say which with --format.",
                     {folder.string()}};
    if (candidates.empty())
        return Error{
            ErrorCode::Empty,
            "The folder holds nothing to read: a folder is read as a TU set (one *_A.txt) or as a set of "
            ".xml documents (subfolders are their classes)."
                + (content.otherFiles.empty()
                       ? ""
                       : " Open a file of it instead: " + joined(content.otherFiles) + "."),
            {folder.string()}};
    return content.tuStems.empty() ? FormatId::Xml : FormatId::Tu;
}

std::optional<std::string> tuStemOfFile(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (!name.ends_with(adjacencyEnding) || name.size() == adjacencyEnding.size())
        return std::nullopt;
    std::string stem = name.substr(0, name.size() - adjacencyEnding.size());
    std::error_code status;
    if (!fs::exists(path.parent_path() / (stem + "_graph_indicator.txt"), status))
        return std::nullopt;
    return stem;
}

bool isDocumentList(std::span<const std::string_view> lines, const fs::path& folder)
{
    const bool table = !lines.empty() && isListHeader(lines.front());
    const std::span<const std::string_view> entries = table ? lines.subspan(1) : lines;
    return !entries.empty() && std::all_of(entries.begin(), entries.end(), [&](std::string_view line) {
        return namesDocument(line, table, folder);
    });
}

Result<std::vector<SourceDocument>> readDocumentList(const fs::path& path)
{
    Result<TextInput> input = TextInput::open(path);
    if (!input)
        return input.error();
    std::vector<SourceDocument> documents;
    LineReader lines(*input);
    bool table = false;
    for (LineReader::Status status = lines.next(); status != LineReader::Status::End; status = lines.next()) {
        if (lines.line().find_first_not_of(" \t") == std::string_view::npos)
            continue;
        if (lines.number() == 1 && isListHeader(lines.line())) {
            table = true;
            continue;
        }
        ListLine split = splitListLine(lines.line(), table);
        const fs::path document = path.parent_path() / split.path;
        if (!split.className && !table && !fs::path(split.path).parent_path().empty())
            split.className = fs::path(split.path).parent_path().filename().string();
        documents.push_back({document, {documentName(document), std::move(split.className)}, lines.number()});
    }
    return documents;
}

} // namespace atlas
