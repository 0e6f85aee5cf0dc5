#include "core/data/molecule.h"
#include "core/io/line_reader.h"
#include "core/io/read_dataset.h"
#include "core/io/source_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <optional>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t headBytes = std::size_t{64} << 10U;
constexpr std::size_t linesLookedAt = 30;
constexpr std::string_view blanks = " \t\r\n\f\v";

/// The beginning of a text: its first lines without the one that the 64 KB cut.
struct Head {
    std::string_view text; // without a UTF-8 mark
    std::vector<std::string_view> lines; // blank ones included
    std::vector<std::string_view> records; // the lines that are not blank, trimmed
    std::string extension; // of the file, lower case, without ".gz"
    std::filesystem::path file;

    std::string_view first() const { return records.front(); }
};

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

Head headOf(std::string_view text, std::string_view fileName)
{
    Head head;
    head.text = text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
    head.file = std::filesystem::path(fileName);
    std::filesystem::path name = head.file.filename();
    if (lowerCase(name.extension().string()) == ".gz")
        name = name.stem();
    head.extension = lowerCase(name.extension().string());
    std::string_view rest = head.text;
    while (!rest.empty() && head.records.size() < linesLookedAt && head.lines.size() < 1000) {
        const std::size_t end = rest.find_first_of("\r\n");
        const bool cut = end == std::string_view::npos && text.size() >= headBytes;
        if (cut && !head.records.empty())
            break;
        const std::string_view line = rest.substr(0, end);
        head.lines.push_back(line);
        if (!trimmed(line).empty())
            head.records.push_back(trimmed(line));
        const bool pair = end != std::string_view::npos && rest.substr(end).starts_with("\r\n");
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + (pair ? 2 : 1));
    }
    return head;
}

std::vector<std::string_view> split(std::string_view line, char separator)
{
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(separator, begin), line.size());
        std::string_view field = trimmed(line.substr(begin, end - begin));
        if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
            field = field.substr(1, field.size() - 2);
        fields.push_back(field);
        begin = end + 1;
    }
    return fields;
}

/// What the bytes are if they are not text, or nothing.
std::optional<std::string> notText(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 || blanks.find(text[i]) != std::string_view::npos || byte == 0x1a)
            continue;
        std::array<char, 64> reason{};
        std::snprintf(reason.data(), reason.size(), "byte 0x%02x at offset %zu", byte, i);
        return reason.data();
    }
    return std::nullopt;
}

std::optional<Detection> asSdf(const Head& head)
{
    if (head.lines.size() >= 4) {
        const std::string_view counts = trimmed(head.lines[3]);
        if (counts.ends_with("V2000") || counts.ends_with("V3000"))
            return Detection{FormatId::Sdf,
                             "line 4 is an MDL counts line (" + std::string(counts.substr(counts.size() - 5))
                                 + ")"};
    }
    for (const std::string_view record : head.records)
        if (record == "$$$$" || record == "M  END")
            return Detection{FormatId::Sdf, "a line is '" + std::string(record) + "', as in MOL and SDF"};
    return std::nullopt;
}

std::optional<Detection> byFirstCharacter(const Head& head)
{
    const std::string_view first = head.first();
    if (first.starts_with("t ") && trimmed(first.substr(1)).starts_with("#"))
        return Detection{FormatId::GSpan, "the first line starts with 't #'"};
    if (first.starts_with("{")
        && (head.text.find("\"tree\"") != std::string_view::npos || head.extension == ".jsonl"
            || head.extension == ".ndjson"))
        return Detection{FormatId::JsonLines, "the first line is a JSON object with a \"tree\""};
    if (first.starts_with("<"))
        return Detection{FormatId::Xml, "the text starts with '<'"};
    if (first.starts_with("("))
        return Detection{FormatId::Bracketed, "the text starts with '('"};
    return std::nullopt;
}

/// "class:label(" with neither blanks nor brackets in class and label.
bool startsLikePrefixed(std::string_view line)
{
    const std::size_t colon = line.find(':');
    const std::size_t bracket = line.find('(');
    if (colon == std::string_view::npos || colon == 0 || bracket == std::string_view::npos
        || bracket <= colon + 1)
        return false;
    return line.substr(0, bracket).find_first_of(" \t[]{},;") == std::string_view::npos;
}

std::optional<Detection> asPrefixed(const Head& head)
{
    if (!startsLikePrefixed(head.first()))
        return std::nullopt;
    return Detection{FormatId::Prefixed, "the first line starts with 'class:label('"};
}

bool looksLikeSmilesColumn(std::string_view name)
{
    const std::string lower = lowerCase(name);
    return lower.find("smiles") != std::string::npos || lower == "smi";
}

std::optional<Detection> asTable(const Head& head)
{
    for (const char separator : {',', '\t', ';'}) {
        const std::vector<std::string_view> fields = split(head.first(), separator);
        const auto column = std::find_if(fields.begin(), fields.end(), looksLikeSmilesColumn);
        const bool several = fields.size() > 1 || head.records.size() > 1;
        if (column != fields.end() && several)
            return Detection{FormatId::Table,
                             "the first line is a header with the column '" + std::string(*column) + "'"};
    }
    return std::nullopt;
}

bool onlySmilesCharacters(std::string_view text)
{
    constexpr std::string_view others = "[]()=#$:/\\.+-%@*";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != std::string_view::npos;
    });
}

/// The SMILES of a line "SMILES[ name]" or "id,class,SMILES".
std::string_view smilesOf(std::string_view line)
{
    const std::vector<std::string_view> fields = split(line, ',');
    const std::string_view field = fields.size() >= 3 ? fields[2] : line;
    return field.substr(0, field.find_first_of(" \t"));
}

std::optional<Detection> asSmiles(const Head& head)
{
    std::size_t parsed = 0;
    for (const std::string_view line : head.records) {
        const std::string_view smiles = smilesOf(line);
        if (!onlySmilesCharacters(smiles))
            return std::nullopt;
        // A number or a sign alone is no molecule.
        const bool letters =
            std::any_of(smiles.begin(), smiles.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
        if (letters && smiles.size() <= 4096 && Molecule::fromSmiles(smiles).ok())
            ++parsed;
    }
    if (parsed == 0)
        return std::nullopt;
    return Detection{FormatId::Smiles,
                     std::to_string(parsed) + " of the first " + std::to_string(head.records.size())
                         + " lines start with a SMILES"};
}

/// Tokens between blanks, without a character that any other format's structure is written with.
std::optional<Detection> asSequences(const Head& head)
{
    bool several = false;
    for (const std::string_view line : head.records) {
        if (line.find_first_of("(){}<>[]\",;") != std::string_view::npos)
            return std::nullopt;
        several = several || line.find_first_of(" \t") != std::string_view::npos;
    }
    if (!several)
        return std::nullopt;
    return Detection{FormatId::Sequences,
                     "every line looked at is a list of words between blanks, and no other format fits"};
}

/// The formats whose file patterns have this extension.
std::vector<const FormatInfo*> formatsByExtension(const std::string& extension)
{
    std::vector<const FormatInfo*> found;
    for (const FormatInfo& format : formats())
        for (const std::string_view pattern : split(format.filePatterns, ' '))
            if (!extension.empty() && pattern == "*" + extension)
                found.push_back(&format);
    return found;
}

Error undecided(const Head& head)
{
    std::string candidates;
    std::vector<const FormatInfo*> likely = formatsByExtension(head.extension);
    if (likely.empty())
        for (const FormatInfo& format : formats())
            if (format.id != FormatId::Tu)
                likely.push_back(&format);
    for (const FormatInfo* format : likely)
        candidates += (candidates.empty() ? "" : ", ") + std::string(format->name);
    return {ErrorCode::Ambiguous,
            "The content does not tell which format this is. Say it with --format; candidates: " + candidates
                + ".",
            {head.file.string(), head.lines.empty() ? 0U : 1U}};
}

} // namespace

Result<Detection> detectFormat(std::string_view text, std::string_view fileName)
{
    const InputLocation location{std::string(fileName)};
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        const std::string_view start = text.substr(2, 2);
        if (start == std::string_view("<\0", 2) || start == std::string_view("\0<", 2))
            return Detection{FormatId::Xml, "by content: the text is UTF-16 and starts with '<'"};
        return Error{ErrorCode::Unreadable,
                     "The text is UTF-16; convert it to UTF-8 first, for example with "
                     "'iconv -f UTF-16 -t UTF-8'.",
                     location};
    }
    if (const std::optional<std::string> reason = notText(text.substr(0, headBytes)))
        return Error{ErrorCode::Unreadable,
                     "This is not a text file (" + *reason
                         + "). Plain text and gzip-compressed text are read.",
                     location};
    const Head head = headOf(text.substr(0, headBytes), fileName);
    if (head.records.empty())
        return Error{ErrorCode::Empty, "The file is empty.", location};
    for (const auto& rule : {asSdf, byFirstCharacter, asPrefixed, asTable}) {
        if (std::optional<Detection> found = rule(head)) {
            found->reason = "by content: " + found->reason;
            return *found;
        }
    }
    if (!fileName.empty() && isDocumentList(head.records, head.file.parent_path()))
        return Detection{FormatId::Xml, "by content: every line names an existing XML document"};
    if (head.extension == ".seq")
        return Detection{FormatId::Sequences, "by the ending '.seq' of the file's name"};
    if (std::optional<Detection> smiles = asSmiles(head))
        return Detection{FormatId::Smiles, "by content: " + smiles->reason};
    if (const auto byName = formatsByExtension(head.extension); byName.size() == 1)
        return Detection{byName.front()->id,
                         "by the ending '" + head.extension
                             + "' of the file's name: the content does not tell"};
    if (std::optional<Detection> sequences = asSequences(head))
        return Detection{FormatId::Sequences, "by content: " + sequences->reason};
    return undecided(head);
}

Result<Detection> detectFormat(const std::filesystem::path& path)
{
    std::error_code status;
    if (std::filesystem::is_directory(path, status)) {
        const FolderContent content = lookIntoFolder(path);
        const Result<FormatId> format = formatOfFolder(path, content);
        if (!format)
            return format.error();
        if (*format == FormatId::Tu)
            return Detection{FormatId::Tu,
                             "by the folder's files: it has one *_A.txt, " + content.tuStems.front()
                                 + "_A.txt"};
        return Detection{FormatId::Xml,
                         "by the folder's files: " + std::to_string(content.documents.size())
                             + " .xml documents"};
    }
    Result<TextInput> input = TextInput::openBinary(path);
    if (!input)
        return input.error();
    if (const std::optional<std::string> stem = tuStemOfFile(path))
        return Detection{FormatId::Tu,
                         "by the file's name, and since " + *stem + "_graph_indicator.txt stands beside it"};
    std::string head(headBytes, '\0');
    head.resize(input->read(head.data(), head.size()));
    if (head.empty() && input->failed())
        return Error{ErrorCode::Unreadable, input->failure(), {path.string()}};
    return detectFormat(head, path.string());
}

} // namespace atlas
