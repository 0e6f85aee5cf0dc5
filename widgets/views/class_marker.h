// The mark of a class beside its name: colour and shape, the same as in the charts.
#pragma once

#include "core/data/ids.h"

#include <QPixmap>

namespace atlas {

/// In the theme in force, for the screen with the highest resolution.
QPixmap classMarker(ClassId id);

} // namespace atlas
