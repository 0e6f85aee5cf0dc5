// What the points of every figure can be coloured by: a number or a group for each row of a data set. One
// choice holds for all views (widgets/selection/selection_hub.h); without one the points show their classes.
#pragma once

#include "core/data/dataset.h"
#include "core/methods/figure.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

/// Either numbers or groups, one a row.
struct Colouring {
    std::string title; ///< "Atoms", a property's name
    std::vector<double> numbers = {}; ///< NaN = no value
    std::vector<ClassId> groups = {}; ///< in the place of the class; invalid = no value
    std::vector<std::string> groupNames = {}; ///< by ClassId
};
using ColouringPtr = std::shared_ptr<const Colouring>;

/// What there is to choose from: the structures' sizes, the numeric properties, and the text properties of 2 to
/// 24 different values, in the data's order. O(rows) for each text property.
std::vector<std::string> colouringTitles(const Dataset& data);

/// Null where there is none of that title. O(rows); O(nodes) for the sizes of trees.
ColouringPtr colouringOf(const Dataset& data, std::string_view title);

/// Colours the points by what the colouring says of their rows. Points without a row have no value. A figure
/// that has numbers of its own, or points without rows only, stays as it is; so does one with regions of
/// classes behind its points where the colouring has groups, whose colours would say two things.
void recolour(ScatterFigure& figure, const Colouring& colouring);

} // namespace atlas
