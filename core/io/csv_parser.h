// Rows of comma-, tab- or semicolon-separated text after RFC 4180: a field in double quotes may hold
// separators, doubled quotes and line ends. A row that breaks the rules is reported at its place, and reading
// goes on at the line after the one where the row began, so that one stray quote costs one row.
#pragma once

#include "core/io/line_reader.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

struct CsvField {
    std::string text;
    std::uint64_t line = 0; ///< where the text starts, behind an opening quote
    std::uint64_t column = 0;
};

/// Where and why a row is bad.
struct CsvFault {
    bool tooLong = false; ///< above the line limit rather than malformed
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    std::string reason;
};

class CsvParser {
public:
    /// A quoted field may span this many lines.
    static constexpr std::size_t maximumQuotedLines = 1'000;

    explicit CsvParser(LineReader& lines) : m_lines(lines) { }

    enum class Status { Row, Bad, End };

    /// The next row; blank lines are skipped. The first row decides about the separator: the one of comma,
    /// tab and semicolon that it has most often outside quotes.
    Status next();

    const std::vector<CsvField>& fields() const { return m_fields; } ///< after Row
    const CsvFault& fault() const { return m_fault; } ///< after Bad
    std::uint64_t line() const { return m_rowLine; } ///< where the row starts
    const std::string& firstLine() const { return m_rowText; } ///< its first line as it stands
    /// The line and column behind the row's last character.
    std::uint64_t endLine() const { return m_endLine; }
    std::uint64_t endColumn() const { return m_endColumn; }

private:
    struct Line {
        std::uint64_t number = 0;
        bool tooLong = false;
        std::string text;
    };

    bool nextLine(Line& line);
    Status parseRow(Line line);
    /// Reads a quoted field from behind its opening quote; false where m_fault is set.
    bool quotedField(Line& line, std::size_t& at);
    void plainField(const Line& line, std::size_t& at);
    bool fail(std::uint64_t line, std::uint64_t column, std::string reason);

    LineReader& m_lines;
    std::deque<Line> m_waiting; // lines read ahead by a row that turned out bad
    std::deque<Line> m_continuation; // lines after the first of the row being read
    char m_separator = 0;
    std::vector<CsvField> m_fields;
    CsvFault m_fault;
    std::uint64_t m_rowLine = 0;
    std::string m_rowText;
    std::uint64_t m_endLine = 0;
    std::uint64_t m_endColumn = 0;
};

} // namespace atlas
