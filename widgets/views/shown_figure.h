// A figure with what the person has done to it: what part of the plane is in sight, which points are selected
// or hidden, which classes are off. What is on the screen is what is written.
#pragma once

#include "widgets/views/figure_item.h"
#include "widgets/views/point_cloud_item.h"

#include <optional>
#include <vector>

namespace atlas {

struct ShownFigure {
    FigurePtr figure;
    /// Of scatter figures; without them everything is shown.
    std::optional<PlaneRectangle> view = {};
    std::vector<PointState> states = {};
    std::vector<bool> ringed = {}; ///< points whose structures have the chosen subtree
    std::vector<bool> legendOff = {}; ///< by legend entry
};

} // namespace atlas
