// Every colour, font size and distance of the program, from one place: light, dark and print.
#pragma once

#include "core/data/ids.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <vector>

namespace atlas {

enum class ThemeKind { Light, Dark, Print };

enum class PointShape { Circle, Square, Triangle, Diamond, Plus, Cross };

struct Theme {
    ThemeKind kind = ThemeKind::Light;
    QColor window; ///< behind panels
    QColor surface; ///< behind figures and structures
    QColor text;
    QColor secondaryText; ///< units, hints, axis numbers
    QColor line; ///< axes, separators, tree edges
    QColor grid; ///< grid lines of charts
    QColor accent; ///< the one accent colour: selection, links, default buttons
    QColor highlight; ///< what the pointer is on
    QColor muted; ///< unselected points while something is selected
    QColor warning; ///< problems

    static constexpr int unit = 8; ///< all distances are multiples, in pixels

    static const Theme& of(ThemeKind kind);
    /// The theme in force for windows; changing it is the application's business.
    static const Theme& current();
    static void setCurrent(ThemeKind kind);

    QPalette palette() const; ///< for QApplication::setPalette

    /// Okabe-Ito colours, repeated after the eighth darker or lighter and with another shape: the pair tells
    /// up to 48 classes apart, the colour alone 40. An invalid class is grey.
    QColor classColor(ClassId id) const;
    static PointShape classShape(ClassId id);

    /// viridis at 0..1; NaN gives the theme's "no value" colour.
    QColor magnitude(double fraction) const;
};

} // namespace atlas
