// Named selections as a table: id,name,class,selection, a line for each structure of each selection. `id` is
// the number of the record in the source, so that the table still fits when the data is read again.
#pragma once

#include "core/data/dataset.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace atlas {

using NamedRows = std::pair<std::string, std::vector<RowId>>; ///< the selection's name and its rows

std::string selectionTable(const Dataset& data, const std::vector<NamedRows>& selections);

struct ReadSelections {
    std::vector<NamedRows> selections; ///< in the order of their first lines
    std::size_t unknown = 0; ///< lines whose id is no record of the data
};

/// Reads what selectionTable() wrote; columns are found by name, "name" and "class" are not needed. Fails
/// where the file has no columns "id" and "selection", or none of its ids is in the data.
Result<ReadSelections> readSelectionTable(const Dataset& data, const std::filesystem::path& file);

} // namespace atlas
