#include "core/io/csv_parser.h"

#include "core/data/dataset_builder.h"
#include "core/io/molecule_batch.h"

#include <array>

namespace atlas {

namespace {

char commonSeparator(std::string_view line)
{
    constexpr std::array separators{',', '\t', ';'};
    std::array<std::size_t, separators.size()> counts{};
    bool quoted = false;
    for (const char c : line) {
        quoted = quoted != (c == '"');
        for (std::size_t i = 0; i < separators.size() && !quoted; ++i)
            counts[i] += c == separators[i] ? 1 : 0;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < separators.size(); ++i)
        best = counts[i] > counts[best] ? i : best;
    return separators[best];
}

} // namespace

bool CsvParser::nextLine(Line& line)
{
    if (!m_waiting.empty()) {
        line = std::move(m_waiting.front());
        m_waiting.pop_front();
        return true;
    }
    const LineReader::Status status = m_lines.next();
    if (status == LineReader::Status::End)
        return false;
    line = {m_lines.number(), status == LineReader::Status::TooLong, std::string(m_lines.line())};
    return true;
}

CsvParser::Status CsvParser::next()
{
    Line line;
    do {
        if (!nextLine(line))
            return Status::End;
    } while (!line.tooLong && line.text.find_first_not_of(" \t") == std::string::npos);
    m_rowLine = line.number;
    m_rowText = line.text;
    m_fields.clear();
    m_continuation.clear();
    if (line.tooLong) {
        m_fault = {true, line.number, 1, lineTooLong(m_lines.limit())};
        return Status::Bad;
    }
    if (m_separator == 0)
        m_separator = commonSeparator(line.text);
    const Status status = parseRow(std::move(line));
    if (status == Status::Bad) // everything after the row's first line is read again
        m_waiting.insert(m_waiting.begin(), std::make_move_iterator(m_continuation.begin()),
                         std::make_move_iterator(m_continuation.end()));
    return status;
}

CsvParser::Status CsvParser::parseRow(Line line)
{
    std::size_t at = 0;
    while (true) {
        if (at < line.text.size() && line.text[at] == '"') {
            ++at;
            if (!quotedField(line, at))
                return Status::Bad;
        } else {
            plainField(line, at);
        }
        if (at >= line.text.size())
            break;
        ++at; // the separator
    }
    m_endLine = line.number;
    m_endColumn = columnOfByte(line.text, line.text.size());
    return Status::Row;
}

void CsvParser::plainField(const Line& line, std::size_t& at)
{
    const std::size_t end = std::min(line.text.find(m_separator, at), line.text.size());
    m_fields.push_back({line.text.substr(at, end - at), line.number, columnOfByte(line.text, at)});
    at = end;
}

bool CsvParser::quotedField(Line& line, std::size_t& at)
{
    CsvField field{{}, line.number, columnOfByte(line.text, at)};
    while (true) {
        const std::size_t quote = line.text.find('"', at);
        field.text += line.text.substr(at, quote == std::string::npos ? quote : quote - at);
        if (quote != std::string::npos && line.text.substr(quote + 1, 1) == "\"") {
            field.text += '"';
            at = quote + 2;
            continue;
        }
        if (quote != std::string::npos) {
            at = quote + 1;
            if (at < line.text.size() && line.text[at] != m_separator)
                return fail(line.number, columnOfByte(line.text, at),
                            "There is text between the closing quote and the next separator.");
            m_fields.push_back(std::move(field));
            return true;
        }
        Line following;
        if (m_continuation.size() >= maximumQuotedLines || !nextLine(following))
            return fail(field.line, field.column - 1, "The quote is never closed.");
        m_continuation.push_back(following);
        if (following.tooLong)
            return fail(field.line, field.column - 1, "The quote is never closed.");
        field.text += '\n';
        line = std::move(following);
        at = 0;
    }
}

bool CsvParser::fail(std::uint64_t line, std::uint64_t column, std::string reason)
{
    m_fault = {false, line, column, std::move(reason)};
    return false;
}

} // namespace atlas
