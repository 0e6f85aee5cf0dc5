// What a result says about the parts of structures, for whoever draws one: a found pattern's atoms, the
// weight of each subtree in a classifier, the paths that two graphs share.
#pragma once

#include "core/data/ids.h"

#include <QString>

#include <functional>
#include <vector>

namespace atlas {

struct StructureMarks {
    enum class Kind {
        Highlight, ///< values are 0 or 1
        /// Any real number; 0 is neutral, colours are scaled to the largest magnitude in the structure.
        Weight
    };
    Kind kind = Kind::Highlight;
    QString title = {}; ///< above the picture: "Weights for class 3"
    /// One value per atom, vertex or tree node (in the structure's own order: atoms and vertices by index,
    /// nodes as Tree numbers them); empty = nothing to mark in this structure. Called on the GUI thread for
    /// the structure that is shown: to answer within some milliseconds.
    std::function<std::vector<double>(RowId)> values = {};
};

} // namespace atlas
