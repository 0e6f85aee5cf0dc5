// Compares a table with its golden file: text cells exactly, numbers within what other
// machines' arithmetic may change.
#pragma once

#include <QString>
#include <QStringList>

#include <string>

namespace atlas::test {

struct TableTolerance {
    double relative = 1e-6;
    double absolute = 1e-11; ///< for numbers that are zero but for rounding
};

/// What differs, a line a cell: "row 3, column 'x': expected 1.5, got 1.6", rows counted from 1
/// behind the header; at most ten lines, then how many more. Empty = equal. Cells of columns
/// called "seconds" may differ.
QStringList tableDifferences(const std::string& expected, const std::string& got,
                             const TableTolerance& tolerance = {});

/// The table without the column of this name; the same bytes where it has none.
std::string withoutColumn(const std::string& csv, const std::string& column);

} // namespace atlas::test
