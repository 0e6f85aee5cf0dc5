#include "support/compare_tables.h"

#include "core/io/csv_parser.h"
#include "core/io/csv_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace atlas::test {

namespace {

using Row = std::vector<std::string>;

std::vector<Row> rowsOf(const std::string& csv)
{
    TextInput input = TextInput::fromMemory("table", csv);
    LineReader lines(input);
    CsvParser parser(lines);
    std::vector<Row> rows;
    for (auto status = parser.next(); status != CsvParser::Status::End; status = parser.next()) {
        Row row;
        if (status == CsvParser::Status::Bad)
            row.push_back("not a row of a table: " + parser.fault().reason);
        else
            for (const CsvField& field : parser.fields())
                row.push_back(field.text);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::optional<double> numberOf(const std::string& cell)
{
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size())
        return std::nullopt;
    return value;
}

bool alike(const std::string& expected, const std::string& got, const TableTolerance& tolerance)
{
    if (expected == got)
        return true;
    const std::optional<double> a = numberOf(expected);
    const std::optional<double> b = numberOf(got);
    return a && b
        && std::abs(*a - *b)
        <= tolerance.relative * std::max(std::abs(*a), std::abs(*b)) + tolerance.absolute;
}

QString shown(const std::string& cell) { return QString::fromStdString(cell).left(80); }

} // namespace

QStringList tableDifferences(const std::string& expected, const std::string& got,
                             const TableTolerance& tolerance)
{
    const std::vector<Row> wanted = rowsOf(expected);
    const std::vector<Row> found = rowsOf(got);
    QStringList lines;
    // A matrix has no header: its first row is numbers, too.
    const auto sameCell = [&](const std::string& a, const std::string& b) { return alike(a, b, tolerance); };
    if (wanted.empty() || found.empty()
        || !std::equal(wanted.front().begin(), wanted.front().end(), found.front().begin(),
                       found.front().end(), sameCell))
        return wanted == found ? lines : QStringList{"the headers differ"};
    if (wanted.size() != found.size())
        lines << QString("expected %1 rows, got %2").arg(wanted.size() - 1).arg(found.size() - 1);
    const Row& header = wanted.front();
    for (std::size_t row = 1; row < std::min(wanted.size(), found.size()); ++row) {
        if (wanted[row].size() != found[row].size()) {
            lines << QString("row %1: expected %2 cells, got %3")
                         .arg(row)
                         .arg(wanted[row].size())
                         .arg(found[row].size());
            continue;
        }
        for (std::size_t column = 0; column < wanted[row].size(); ++column) {
            const std::string name = column < header.size() ? header[column] : std::string("?");
            if (name != "seconds" && !alike(wanted[row][column], found[row][column], tolerance))
                lines << QString("row %1, column '%2': expected %3, got %4")
                             .arg(QString::number(row), shown(name), shown(wanted[row][column]),
                                  shown(found[row][column]));
        }
    }
    constexpr qsizetype most = 10;
    if (lines.size() > most) {
        const qsizetype more = lines.size() - most;
        lines.resize(most);
        lines << QString("and %1 more differences").arg(more);
    }
    return lines;
}

std::string withoutColumn(const std::string& csv, const std::string& column)
{
    const std::vector<Row> rows = rowsOf(csv);
    if (rows.empty() || std::find(rows[0].begin(), rows[0].end(), column) == rows[0].end())
        return csv;
    const auto left = std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin();
    std::string kept;
    for (Row row : rows) {
        if (left < std::ssize(row))
            row.erase(row.begin() + left);
        for (const std::string& cell : row)
            kept += csvField(cell) + ',';
        kept.back() = '\n';
    }
    return kept;
}

} // namespace atlas::test
