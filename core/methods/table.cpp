#include "core/methods/table.h"

#include "core/io/csv_writer.h"

#include <cassert>
#include <iterator>

namespace atlas {

Table::Table(std::string name, std::vector<std::string> header)
    : m_name(std::move(name)), m_header(std::move(header))
{
    assert(!m_header.empty());
}

void Table::addCells(std::vector<std::string> cells)
{
    assert(cells.size() == columns());
    m_cells.insert(m_cells.end(), std::make_move_iterator(cells.begin()),
                   std::make_move_iterator(cells.end()));
}

std::string Table::toCsv() const
{
    std::string csv;
    for (std::size_t column = 0; column < columns(); ++column)
        csv += (column > 0 ? "," : "") + csvField(m_header[column]);
    csv += '\n';
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (i % columns() != 0)
            csv += ',';
        csv += csvField(m_cells[i]);
        if ((i + 1) % columns() == 0)
            csv += '\n';
    }
    return csv;
}

} // namespace atlas
