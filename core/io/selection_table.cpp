#include "core/io/selection_table.h"

#include "core/io/csv_parser.h"
#include "core/io/write_rows.h"
#include "core/methods/table.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace atlas {

namespace {

constexpr std::size_t absent = static_cast<std::size_t>(-1);

std::size_t columnNamed(const std::vector<CsvField>& header, std::string_view name)
{
    for (std::size_t i = 0; i < header.size(); ++i)
        if (header[i].text == name)
            return i;
    return absent;
}

std::unordered_map<std::uint64_t, RowId> rowsByNumber(const Dataset& data)
{
    std::unordered_map<std::uint64_t, RowId> rows;
    for (std::size_t i = 0; i < data.size(); ++i)
        rows.emplace(data.record(RowId(i)).number.value(), RowId(i));
    return rows;
}

std::vector<RowId>& rowsOf(std::vector<NamedRows>& selections, const std::string& name)
{
    const auto known = std::find_if(selections.begin(), selections.end(),
                                    [&](const NamedRows& each) { return each.first == name; });
    return known == selections.end() ? selections.emplace_back(name, std::vector<RowId>()).second
                                     : known->second;
}

} // namespace

std::string selectionTable(const Dataset& data, const std::vector<NamedRows>& selections)
{
    Table table("selections", {"id", "name", "class", "selection"});
    for (const auto& [name, rows] : selections)
        for (const RowId row : rows)
            table.addRow(data.record(row).number.value(), data.name(row), className(data, row), name);
    return table.toCsv();
}

Result<ReadSelections> readSelectionTable(const Dataset& data, const std::filesystem::path& file)
{
    Result<TextInput> input = TextInput::open(file);
    if (!input)
        return input.error();
    LineReader lines(*input);
    CsvParser parser(lines);
    const bool header = parser.next() == CsvParser::Status::Row;
    const std::size_t id = header ? columnNamed(parser.fields(), "id") : absent;
    const std::size_t name = header ? columnNamed(parser.fields(), "selection") : absent;
    if (id == absent || name == absent)
        return Error{ErrorCode::Malformed,
                     "A table of selections has a header with the columns 'id' and 'selection'.",
                     {file.string(), 1}};
    ReadSelections read;
    const std::unordered_map<std::uint64_t, RowId> rows = rowsByNumber(data);
    for (auto status = parser.next(); status != CsvParser::Status::End; status = parser.next()) {
        if (status == CsvParser::Status::Bad)
            return Error{ErrorCode::Malformed,
                         parser.fault().reason,
                         {file.string(), parser.fault().line, parser.fault().column}};
        const std::vector<CsvField>& fields = parser.fields();
        if (fields.size() <= std::max(id, name) || fields[name].text.empty())
            return Error{
                ErrorCode::Malformed, "This line names no selection.", {file.string(), parser.line()}};
        std::uint64_t number = 0;
        const std::string& text = fields[id].text;
        const bool whole =
            std::from_chars(text.data(), text.data() + text.size(), number).ptr == text.data() + text.size();
        const auto row = rows.find(number);
        if (whole && !text.empty() && row != rows.end())
            rowsOf(read.selections, fields[name].text).push_back(row->second);
        else
            ++read.unknown;
    }
    if (read.selections.empty())
        return Error{ErrorCode::Empty, "None of its ids is a record of the open data.", {file.string()}};
    return read;
}

} // namespace atlas
