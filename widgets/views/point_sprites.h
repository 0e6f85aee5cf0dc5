// How a point looks: shape and colour as a path for vector files and as a small picture (sprite) that is
// copied fast into an image for clouds of many points.
#pragma once

#include "widgets/views/theme.h"

#include <QColor>
#include <QImage>
#include <QPainterPath>

#include <cstdint>
#include <vector>

class QPainter;

namespace atlas {

struct PointLook {
    PointShape shape = PointShape::Circle;
    QColor color;
    QColor outline;
};
/// The outline is darker on white and lighter in the dark: pale or deep colours can be seen on either.
PointLook pointLook(const Theme& theme, PointShape shape, const QColor& color);

/// The outline of a shape around (0, 0) whose area is about that of a circle of the radius.
QPainterPath shapePath(PointShape shape, double radius);

/// With a thin outline, which also tells neighbours apart.
void paintPoint(QPainter& painter, const PointLook& look, QPointF center, double radius);

class PointSprite {
public:
    PointSprite(const PointLook& look, double radius); ///< the radius in pixels

    /// Draws the sprite with its centre at the pixel (x, y). Precondition: the image has
    /// the format ARGB32_Premultiplied.
    void blit(QImage& image, int x, int y) const;
    int reach() const { return m_reach; } ///< pixels that it covers on each side of its centre

private:
    int m_reach = 0;
    int m_side = 0;
    std::vector<std::uint32_t> m_pixels; ///< premultiplied, row by row
    struct Run {
        int begin = 0;
        int end = 0;
    };
    std::vector<Run> m_runs; ///< of each row: the columns that are not empty
};

} // namespace atlas
