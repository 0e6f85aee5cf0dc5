// Icons drawn in the colours of the theme in force: an SVG resource whose strokes are `currentColor`. They
// follow a change of theme, and are sharp at any scale.
#pragma once

#include <QIcon>
#include <QString>

namespace atlas {

/// Of ":/icons/NAME.svg". Precondition: there is such a resource.
QIcon themeIcon(const QString& name);

} // namespace atlas
