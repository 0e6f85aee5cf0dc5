#include "core/data/dataset_builder.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

std::optional<double> parseNumber(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::uint64_t columnOfByte(std::string_view line, std::size_t byte)
{
    const std::string_view before = line.substr(0, std::min(byte, line.size()));
    return 1 + static_cast<std::uint64_t>(std::count_if(before.begin(), before.end(), [](char c) {
               return !isContinuationByte(c);
           }));
}

std::string excerptAround(std::string_view text, std::uint64_t column)
{
    constexpr std::size_t width = 80;
    constexpr std::size_t before = 40; // characters kept in front of the place
    const auto advance = [&](std::size_t from, std::size_t characters) {
        while (from < text.size() && characters > 0) {
            ++from;
            while (from < text.size() && isContinuationByte(text[from]))
                ++from;
            --characters;
        }
        return from;
    };
    const std::size_t firstCharacter =
        column > before + 1 ? static_cast<std::size_t>(column) - before - 1 : 0;
    const std::size_t begin = advance(0, firstCharacter);
    const bool cutFront = begin > 0;
    std::size_t end = advance(begin, width - (cutFront ? 3 : 0));
    const bool cutBack = end < text.size();
    if (cutBack)
        end = advance(begin, width - (cutFront ? 3 : 0) - 3);
    std::string excerpt(text.substr(begin, end - begin));
    for (char& c : excerpt)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return (cutFront ? "..." : "") + excerpt + (cutBack ? "..." : "");
}

std::optional<DatasetPtr> DatasetBuilder::assemble(DatasetParts parts)
{
    const std::size_t rows = parts.records.size();
    const std::size_t structures = parts.kind == StructureKind::Tree ? parts.forest.treeCount()
        : parts.kind == StructureKind::Graph                         ? parts.graphs.size()
                                                                     : parts.molecules.size();
    const bool recordsFit =
        std::all_of(parts.records.begin(), parts.records.end(), [&](const Record& record) {
            return (!record.classId.valid() || record.classId.index() < parts.classes.size())
                && record.file.index() < parts.files.size();
        });
    const bool propertiesFit =
        std::all_of(parts.properties.begin(), parts.properties.end(), [&](const Property& property) {
            return std::visit([](const auto& values) { return values.size(); }, property.values) == rows;
        });
    if (rows == 0 || structures != rows || !recordsFit || !propertiesFit
        || parts.leftOutCount > parts.recordCount || rows > parts.recordCount - parts.leftOutCount)
        return std::nullopt;
    auto data = std::make_shared<Dataset>();
    data->m_kind = parts.kind;
    data->m_source = std::move(parts.source);
    data->m_files = std::move(parts.files);
    data->m_recordCount = parts.recordCount;
    data->m_leftOutCount = parts.leftOutCount;
    data->m_records = std::move(parts.records);
    data->m_classes = std::move(parts.classes);
    data->m_nodeLabels = std::move(parts.nodeLabels);
    data->m_edgeLabels = std::move(parts.edgeLabels);
    data->m_forest = std::move(parts.forest);
    data->m_graphs = std::move(parts.graphs);
    data->m_molecules = std::move(parts.molecules);
    data->m_properties = std::move(parts.properties);
    data->m_problems = std::move(parts.problems);
    return DatasetPtr(std::move(data));
}

DatasetBuilder::DatasetBuilder(StructureKind kind, DataSource source) : m_dataset(std::make_shared<Dataset>())
{
    m_dataset->m_kind = kind;
    m_dataset->m_source = std::move(source);
}

DatasetBuilder DatasetBuilder::like(const Dataset& original, StructureKind kind)
{
    DatasetBuilder builder(kind, original.m_source);
    Dataset& copy = *builder.m_dataset;
    copy.m_records = original.m_records;
    copy.m_recordCount = original.m_recordCount;
    copy.m_files = original.m_files;
    for (std::size_t i = 0; i < original.m_classes.size(); ++i)
        copy.m_classes.intern(original.m_classes.text(LabelId(i)));
    copy.m_properties = original.m_properties;
    copy.m_problems = original.m_problems;
    return builder;
}

void DatasetBuilder::fillTree() { m_forest.finishTree(); }

void DatasetBuilder::fillGraph(Graph graph) { m_dataset->m_graphs.push_back(std::move(graph)); }

void DatasetBuilder::beginFile(std::string path) { m_dataset->m_files.push_back(std::move(path)); }

void DatasetBuilder::accept(RecordInfo info)
{
    assert(!m_dataset->m_files.empty());
    Record record;
    record.name = std::move(info.name);
    if (info.className)
        record.classId = ClassId(m_dataset->m_classes.intern(*info.className).index());
    record.number = nextRecord();
    record.file = FileId(m_dataset->m_files.size() - 1);
    record.line = info.line;
    ++m_dataset->m_recordCount;
    m_dataset->m_records.push_back(std::move(record));
}

void DatasetBuilder::acceptTree(RecordInfo info)
{
    assert(kind() == StructureKind::Tree);
    m_forest.finishTree();
    accept(std::move(info));
}

void DatasetBuilder::acceptGraph(RecordInfo info, Graph graph)
{
    assert(kind() == StructureKind::Graph);
    m_dataset->m_graphs.push_back(std::move(graph));
    accept(std::move(info));
}

void DatasetBuilder::acceptMolecule(RecordInfo info, Molecule molecule)
{
    assert(kind() == StructureKind::Molecule);
    m_dataset->m_molecules.push_back(std::move(molecule));
    accept(std::move(info));
}

void DatasetBuilder::setProperty(std::string_view name, std::string_view value)
{
    assert(!m_dataset->m_records.empty());
    auto column =
        std::find_if(m_columns.begin(), m_columns.end(), [&](const auto& c) { return c.name == name; });
    if (column == m_columns.end())
        column = m_columns.insert(m_columns.end(), {std::string(name), {}});
    column->values.emplace_back(m_dataset->m_records.size() - 1, value);
}

void DatasetBuilder::reject(ErrorCode code, std::uint64_t line, std::uint64_t column, std::string reason,
                            std::string_view text, std::uint64_t textColumn)
{
    warn(code, line, column, std::move(reason), text, textColumn);
    m_forest.discardTree();
    ++m_dataset->m_recordCount;
}

void DatasetBuilder::warn(ErrorCode code, std::uint64_t line, std::uint64_t column, std::string reason,
                          std::string_view text, std::uint64_t textColumn)
{
    assert(textColumn >= 1 && (column == 0 || textColumn <= column));
    m_dataset->m_problems.push_back(
        {code,
         {m_dataset->m_files.empty() ? std::string() : currentFile(), line, column},
         std::move(reason),
         excerptAround(text, column - (textColumn - 1))});
}

void DatasetBuilder::leaveOut()
{
    m_forest.discardTree();
    ++m_dataset->m_recordCount;
    ++m_dataset->m_leftOutCount;
}

void DatasetBuilder::finishProperties()
{
    const std::size_t rows = m_dataset->m_records.size();
    for (TextColumn& column : m_columns) {
        std::vector<double> numbers(rows, std::numeric_limits<double>::quiet_NaN());
        bool numeric = true;
        for (const auto& [row, text] : column.values) {
            const std::optional<double> number = text.empty() ? numbers[row] : parseNumber(text);
            if (!number) {
                numeric = false;
                break;
            }
            numbers[row] = *number;
        }
        if (numeric) {
            m_dataset->m_properties.push_back({std::move(column.name), std::move(numbers)});
            continue;
        }
        std::vector<std::string> texts(rows);
        for (auto& [row, text] : column.values)
            texts[row] = std::move(text);
        m_dataset->m_properties.push_back({std::move(column.name), std::move(texts)});
    }
    m_columns.clear();
}

Result<DatasetPtr> DatasetBuilder::finish()
{
    if (m_dataset->m_records.empty()) {
        Error error{ErrorCode::Empty, "No structure could be read."};
        if (!m_dataset->m_problems.empty()) {
            const Problem& first = m_dataset->m_problems.front();
            error.message = "No structure could be read; the first problem: " + first.reason;
            error.location = first.location;
        } else if (!m_dataset->m_files.empty()) {
            error.message = "The source holds no records.";
            error.location.file = currentFile();
        }
        return error;
    }
    finishProperties();
    m_dataset->m_forest = m_forest.take();
    m_dataset->m_records.shrink_to_fit();
    return DatasetPtr(std::move(m_dataset));
}

} // namespace atlas
