// Which look each point of a scatter figure has: colour and shape by class, or colour by value and shape by
// class. Looks are numbered, so that each is drawn once and then copied.
#pragma once

#include "core/methods/figure.h"
#include "widgets/views/axis_ticks.h"
#include "widgets/views/point_sprites.h"
#include "widgets/views/theme.h"

#include <cstdint>

namespace atlas {

class PointStyles {
public:
    PointStyles() = default;
    explicit PointStyles(const ScatterFigure& figure);

    std::uint32_t count() const; ///< styles are 0 .. count-1
    std::uint32_t styleOf(const ScatterFigure& figure, std::size_t point) const;
    PointLook look(std::uint32_t style, bool muted, const Theme& theme) const;

private:
    bool m_byValue = false;
    AxisRange m_scale;
};

/// Smaller points the more there are, in pixels for a font of 12.
double pointRadius(std::size_t count);

} // namespace atlas
