// A result table: a header and rows of text, written as CSV. Numbers are in the shortest form that reads back
// equal, so that equal results are equal bytes.
#pragma once

#include "core/data/label_dictionary.h"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

class Table {
public:
    /// `name` is the file name without ".csv".
    Table(std::string name, std::vector<std::string> header);

    const std::string& name() const { return m_name; }
    const std::vector<std::string>& header() const { return m_header; }
    std::size_t columns() const { return m_header.size(); }
    std::size_t rows() const { return m_cells.size() / m_header.size(); }
    const std::string& cell(std::size_t row, std::size_t column) const
    {
        return m_cells[row * columns() + column];
    }

    /// One cell per column: texts and numbers.
    template <class... Cells>
    void addRow(const Cells&... cells)
    {
        (m_cells.push_back(cellText(cells)), ...);
    }
    void addCells(std::vector<std::string> cells); ///< precondition: one per column

    std::string toCsv() const; ///< RFC 4180, lines end with LF

private:
    static std::string cellText(std::string_view text) { return std::string(text); }
    static std::string cellText(double value) { return shortestText(value); }
    template <std::integral Integer>
    static std::string cellText(Integer value)
    {
        return std::to_string(value);
    }

    std::string m_name;
    std::vector<std::string> m_header;
    std::vector<std::string> m_cells;
};

} // namespace atlas
