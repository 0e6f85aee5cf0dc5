// Points in space as a person sees them: turned, zoomed, moved, and put on the plane of the screen without
// perspective, so that lengths in one direction stay comparable. Pure geometry.
#pragma once

#include <QPointF>
#include <QQuaternion>
#include <QRectF>

#include <array>
#include <cstddef>
#include <vector>

namespace atlas {

struct SpacePoint {
    double x = 0;
    double y = 0;
    double z = 0;
};

/// A point on the screen; larger depths are farther away, from -1 to 1 for the points themselves.
struct SeenPoint {
    QPointF position;
    double depth = 0;
};

class SpaceProjection {
public:
    /// Finite points decide about the middle and the scale: the ball around them fits the screen.
    void setPoints(const std::vector<SpacePoint>& points);
    void setScreen(const QRectF& rect) { m_screen = rect; }

    void rotate(QPointF pixels); ///< the front follows the pointer
    void zoom(double factor, QPointF fixed);
    void move(QPointF pixels) { m_shift += pixels; }
    void reset(); ///< a view from above at an angle
    /// The same turn, zoom and move as another, whatever its points and its screen.
    void takeView(const SpaceProjection& other);
    double zoomFactor() const { return m_zoom; }
    QQuaternion rotation() const { return m_rotation; }

    SeenPoint see(const SpacePoint& point) const;
    /// The corners of the box around the points: bit 0 of the number is x, 1 is y, 2 is z.
    std::array<SpacePoint, 8> boxCorners() const;

private:
    void updateMatrix();

    SpacePoint m_low;
    SpacePoint m_high;
    double m_radius = 1;
    QRectF m_screen{0, 0, 1, 1};
    QQuaternion m_rotation;
    std::array<double, 9> m_matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};
    double m_zoom = 1;
    QPointF m_shift;
};

} // namespace atlas
