// The colour scale of magnitudes beside a figure: a strip of viridis with numbers, and a grey box for "no
// value" where some value is missing.
#pragma once

#include "widgets/views/axis_ticks.h"
#include "widgets/views/theme.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace atlas {

struct ColorBar {
    AxisRange scale;
    bool missing = false; ///< some value is missing: the grey box is explained
    double unit = Theme::unit; ///< the figure's grid of distances

    double stripWidth(const QFont& font) const; ///< strip and numbers
    double width(const QFont& font) const; ///< with the words about grey
    double stripHeight(const QFont& font, double room) const; ///< above those words

    /// In the painter's font.
    void paint(QPainter& painter, const QRectF& rect, const Theme& theme) const;
};

/// The extent of the finite values, usable as a scale whatever they are: of one value it lies in the middle.
AxisRange colorScale(const std::vector<double>& values);

} // namespace atlas
