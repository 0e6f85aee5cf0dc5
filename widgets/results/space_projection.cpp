#include "widgets/results/space_projection.h"

#include <QGenericMatrix>
#include <QVector3D>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double degreesPerPixel = 0.4;
constexpr double smallestZoom = 0.2;
constexpr double largestZoom = 1e4;
constexpr float startTilt = 25;
constexpr float startTurn = -35;

bool finite(const SpacePoint& point)
{
    return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
}

} // namespace

void SpaceProjection::setPoints(const std::vector<SpacePoint>& points)
{
    bool first = true;
    m_low = m_high = {};
    for (const SpacePoint& point : points) {
        if (!finite(point))
            continue;
        if (first)
            m_low = m_high = point;
        first = false;
        m_low = {std::min(m_low.x, point.x), std::min(m_low.y, point.y), std::min(m_low.z, point.z)};
        m_high = {std::max(m_high.x, point.x), std::max(m_high.y, point.y), std::max(m_high.z, point.z)};
    }
    m_radius = std::hypot(m_high.x - m_low.x, m_high.y - m_low.y, m_high.z - m_low.z) / 2;
    if (!(m_radius > 0))
        m_radius = 1;
}

void SpaceProjection::reset()
{
    m_zoom = 1;
    m_shift = {};
    m_rotation =
        QQuaternion::fromAxisAndAngle(1, 0, 0, startTilt) * QQuaternion::fromAxisAndAngle(0, 1, 0, startTurn);
    updateMatrix();
}

void SpaceProjection::takeView(const SpaceProjection& other)
{
    const auto side = [](const QRectF& screen) { return std::min(screen.width(), screen.height()); };
    m_zoom = other.m_zoom;
    m_rotation = other.m_rotation;
    m_shift = side(other.m_screen) > 0 ? other.m_shift * side(m_screen) / side(other.m_screen) : QPointF();
    updateMatrix();
}

void SpaceProjection::rotate(QPointF pixels)
{
    const double length = std::hypot(pixels.x(), pixels.y());
    if (length == 0)
        return;
    // About the axis in the screen that stands upright on the pointer's way.
    const QVector3D axis(static_cast<float>(pixels.y() / length), static_cast<float>(pixels.x() / length), 0);
    m_rotation =
        (QQuaternion::fromAxisAndAngle(axis, static_cast<float>(degreesPerPixel * length)) * m_rotation)
            .normalized();
    updateMatrix();
}

void SpaceProjection::updateMatrix()
{
    const QMatrix3x3 matrix = m_rotation.toRotationMatrix();
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            m_matrix[static_cast<std::size_t>(3 * row + column)] = static_cast<double>(matrix(row, column));
}

void SpaceProjection::zoom(double factor, QPointF fixed)
{
    const double zoomed = std::clamp(m_zoom * factor, smallestZoom, largestZoom);
    const QPointF from = fixed - m_screen.center() - m_shift;
    m_shift += from * (1 - zoomed / m_zoom);
    m_zoom = zoomed;
}

SeenPoint SpaceProjection::see(const SpacePoint& point) const
{
    const double x = point.x - (m_low.x + m_high.x) / 2;
    const double y = point.y - (m_low.y + m_high.y) / 2;
    const double z = point.z - (m_low.z + m_high.z) / 2;
    const std::array<double, 9>& m = m_matrix;
    const double scale = m_zoom * std::min(m_screen.width(), m_screen.height()) / (2 * m_radius);
    const QPointF centre = m_screen.center() + m_shift;
    return {QPointF(centre.x() + scale * (m[0] * x + m[1] * y + m[2] * z),
                    centre.y() - scale * (m[3] * x + m[4] * y + m[5] * z)),
            -(m[6] * x + m[7] * y + m[8] * z) / m_radius};
}

std::array<SpacePoint, 8> SpaceProjection::boxCorners() const
{
    std::array<SpacePoint, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i)
        corners.at(i) = {i & 1U ? m_high.x : m_low.x, i & 2U ? m_high.y : m_low.y,
                         i & 4U ? m_high.z : m_low.z};
    return corners;
}

} // namespace atlas
