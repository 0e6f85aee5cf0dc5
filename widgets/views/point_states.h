// What the selection hub says of structures, as points show it, and what a drag over points says to the hub. For
// every view of points, in the plane and in space.
#pragma once

#include "widgets/selection/selection_hub.h"
#include "widgets/views/point_cloud_item.h"

#include <vector>

namespace atlas {

/// How the points of rows look, by what the hub says of them. Points without a row are normal.
std::vector<PointState> pointStates(const SelectionHub& hub, const std::vector<RowId>& rows);
/// Shift adds, Ctrl removes.
SelectionChange selectionChangeFor(Qt::KeyboardModifiers modifiers);

/// Which of these points' structures have the chosen subtree; empty = none is chosen.
std::vector<bool> ringedPoints(const SelectionHub& hub, const std::vector<RowId>& rows);

} // namespace atlas
