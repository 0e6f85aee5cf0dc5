#include "core/io/read_dataset.h"

#include "core/data/conversions.h"
#include "core/data/dataset_builder.h"
#include "core/io/readers.h"
#include "core/io/source_files.h"

#include <algorithm>
#include <array>
#include <vector>

namespace atlas {

namespace {

/// How much of the progress reading takes where a conversion follows.
constexpr double readingShare = 0.8;

Error cancelled() { return {ErrorCode::Cancelled, "Reading was cancelled."}; }

Result<void> readInput(TextInput& input, FormatId format, const ReadOptions& options, DatasetBuilder& builder,
                       const ProgressToken& progress)
{
    builder.beginFile(input.name());
    switch (format) {
    case FormatId::Smiles:
        return readSmiles(input, options, builder, progress);
    case FormatId::Table:
        return readTable(input, options, builder, progress);
    case FormatId::Sdf:
        return readSdf(input, options, builder, progress);
    case FormatId::Bracketed:
        return readBracketed(input, options, builder, progress);
    case FormatId::Prefixed:
        return readPrefixed(input, options, builder, progress);
    case FormatId::Sequences:
        return readSequences(input, options, builder, progress);
    case FormatId::GSpan:
        return readGSpan(input, options, builder, progress);
    case FormatId::JsonLines:
        return readJsonLines(input, options, builder, progress);
    case FormatId::Xml: {
        const std::string name = std::filesystem::path(input.name()).stem().string();
        return readXml(input, options, {name, std::nullopt}, builder, progress);
    }
    case FormatId::Tu:
        break;
    }
    return Error{ErrorCode::BadUse, "A TU data set is a folder; it cannot be read from one text."};
}

/// One document after the other; one that cannot be read is listed, and the rest loads.
Result<void> readDocuments(const std::vector<SourceDocument>& documents, const std::string& list,
                           const ReadOptions& options, DatasetBuilder& builder, const ProgressToken& progress)
{
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (progress.cancelled())
            return cancelled();
        const SourceDocument& document = documents[i];
        Result<TextInput> input = TextInput::openBinary(document.path);
        if (!input) {
            builder.beginFile(list.empty() ? document.path.string() : list);
            builder.reject(input.error().code, document.line, 0,
                           "The document " + document.path.string() + " cannot be read. "
                               + input.error().message);
        } else {
            builder.beginFile(document.path.string());
            const double count = static_cast<double>(documents.size());
            const ProgressToken share = progress.stage("Reading documents", static_cast<double>(i) / count,
                                                       static_cast<double>(i + 1) / count);
            Result<void> read = readXml(*input, options, document.info, builder, share);
            if (!read && read.error().code == ErrorCode::Cancelled)
                return read;
            if (!read)
                builder.reject(read.error().code, read.error().location.line, read.error().location.column,
                               read.error().message);
        }
        progress.report(static_cast<double>(i + 1) / static_cast<double>(documents.size()));
    }
    return {};
}

Error needsFile(const std::filesystem::path& path, FormatId format)
{
    return {ErrorCode::BadUse,
            "The format '" + std::string(formatInfo(format).name)
                + "' is read from a file, and this is a folder.",
            {path.string()}};
}

Result<void> readTuSource(const std::filesystem::path& path, const ReadOptions& options,
                          DatasetBuilder& builder, const ProgressToken& progress)
{
    std::error_code status;
    if (!std::filesystem::is_directory(path, status)) {
        const std::optional<std::string> stem = tuStemOfFile(path);
        if (!stem)
            return Error{ErrorCode::BadUse,
                         "A TU data set is a folder, or its file DS_A.txt beside DS_graph_indicator.txt.",
                         {path.string()}};
        return readTu(path.parent_path(), *stem, options, builder, progress);
    }
    const FolderContent content = lookIntoFolder(path); // documents beside the set do not matter here
    if (content.tuStems.size() != 1)
        return Error{content.tuStems.empty() ? ErrorCode::Empty : ErrorCode::Ambiguous,
                     "The folder holds " + std::to_string(content.tuStems.size())
                         + " files DS_A.txt; name the one to read.",
                     {path.string()}};
    return readTu(path, content.tuStems.front(), options, builder, progress);
}

/// Whether an XML source is a list of documents rather than a document.
bool isListFile(const std::filesystem::path& path)
{
    Result<TextInput> input = TextInput::openBinary(path);
    if (!input)
        return false;
    std::string head(std::size_t{1} << 12U, '\0');
    head.resize(input->read(head.data(), head.size()));
    const std::size_t first = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string::npos && head[first] != '<' && head.find('\0') == std::string::npos;
}

Result<void> readSource(const std::filesystem::path& path, FormatId format, const ReadOptions& options,
                        DatasetBuilder& builder, const ProgressToken& progress)
{
    std::error_code status;
    const bool folder = std::filesystem::is_directory(path, status);
    if (format == FormatId::Tu)
        return readTuSource(path, options, builder, progress);
    if (folder && format == FormatId::Xml)
        return readDocuments(lookIntoFolder(path).documents, {}, options, builder, progress);
    if (folder)
        return needsFile(path, format);
    if (format == FormatId::Xml && isListFile(path)) {
        const Result<std::vector<SourceDocument>> documents = readDocumentList(path);
        if (!documents)
            return documents.error();
        return readDocuments(*documents, path.string(), options, builder, progress);
    }
    Result<TextInput> input = format == FormatId::Xml ? TextInput::openBinary(path) : TextInput::open(path);
    if (!input)
        return input.error();
    return readInput(*input, format, options, builder, progress);
}

Error cannotConvert(StructureKind kind, const char* wanted)
{
    return {ErrorCode::BadUse,
            std::string("The data are ") + toString(kind) + "s and cannot be read as " + wanted + "."};
}

std::string givenFormat(FormatId format)
{
    return "as asked: --format " + std::string(formatInfo(format).name);
}

/// Where an error of the source as a whole has no place, the source is its place.
Error placed(Error error, const std::string& file)
{
    if (error.location.file.empty() && error.code != ErrorCode::Cancelled)
        error.location.file = file;
    return error;
}

} // namespace

Result<DatasetPtr> convertDataset(DatasetPtr data, const ReadOptions& options, ProgressToken progress)
{
    const MoleculeConversion molecules{options.hydrogens == Hydrogens::Explicit};
    switch (options.as) {
    case StructureView::AsRead:
        return data;
    case StructureView::Tree:
        if (data->kind() == StructureKind::Molecule)
            return moleculesToTrees(*data, molecules, progress);
        if (data->kind() == StructureKind::Graph)
            return cannotConvert(data->kind(), "trees");
        return data;
    case StructureView::Graph:
        if (data->kind() == StructureKind::Molecule)
            return moleculesToGraphs(*data, molecules, progress);
        if (data->kind() == StructureKind::Tree)
            return treesToGraphs(*data, progress);
        return data;
    case StructureView::Sequence:
        if (data->kind() != StructureKind::Tree)
            return cannotConvert(data->kind(), "sequences");
        if (const Result<void> checked = checkSequences(*data); !checked)
            return checked.error();
        return data;
    }
    return data;
}

Result<DatasetPtr> readDataset(const std::filesystem::path& path, const ReadOptions& options,
                               ProgressToken progress)
{
    std::error_code status;
    if (!std::filesystem::exists(path, status))
        return Error{ErrorCode::NotFound, "There is no such file or folder.", {path.string()}};
    Detection detection{options.format.value_or(FormatId::Smiles), ""};
    if (options.format) {
        detection.reason = givenFormat(*options.format);
    } else {
        Result<Detection> detected = detectFormat(path);
        if (!detected)
            return detected.error();
        detection = std::move(*detected);
    }
    const FormatInfo& format = formatInfo(detection.format);
    DatasetBuilder builder(format.kind, {path.string(), std::string(format.name), detection.reason});
    const bool converts = options.as != StructureView::AsRead;
    const Result<void> read = readSource(path, detection.format, options, builder,
                                         progress.stage("Reading", 0, converts ? readingShare : 1));
    if (!read)
        return placed(read.error(), path.string());
    Result<DatasetPtr> data = builder.finish();
    if (!data)
        return placed(data.error(), path.string());
    data = convertDataset(std::move(*data), options,
                          converts ? progress.stage("Converting", readingShare, 1) : progress);
    if (data)
        progress.report(1);
    return data;
}

Result<DatasetPtr> readText(std::string name, std::string_view text, FormatId format,
                            const ReadOptions& options, ProgressToken progress)
{
    const FormatInfo& info = formatInfo(format);
    DatasetBuilder builder(info.kind, {name, std::string(info.name), givenFormat(format)});
    TextInput input = TextInput::fromMemory(std::move(name), text);
    if (const Result<void> read = readInput(input, format, options, builder, progress); !read)
        return read.error();
    Result<DatasetPtr> data = builder.finish();
    if (!data)
        return data;
    return convertDataset(std::move(*data), options, progress);
}

} // namespace atlas
