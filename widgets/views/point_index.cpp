#include "widgets/views/point_index.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

constexpr double pointsPerCell = 4;
constexpr std::size_t maximumSide = 512;

std::size_t cellOf(double value, double low, double high, std::size_t cells)
{
    if (!(high > low) || value <= low)
        return 0;
    const double place = (value - low) / (high - low) * static_cast<double>(cells);
    return std::min(static_cast<std::size_t>(std::min(place, 1e9)), cells - 1);
}

bool crossesRightOf(PlanePoint a, PlanePoint b, double x, double y)
{
    return (a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x;
}

} // namespace

PointIndex::PointIndex(const std::vector<double>& xs, const std::vector<double>& ys)
{
    assert(xs.size() == ys.size());
    constexpr double infinity = std::numeric_limits<double>::infinity();
    PlaneRectangle bounds{infinity, infinity, -infinity, -infinity};
    std::vector<Entry> points;
    points.reserve(xs.size());
    for (std::size_t i = 0; i < xs.size(); ++i) {
        if (!std::isfinite(xs[i]) || !std::isfinite(ys[i]))
            continue;
        points.push_back({xs[i], ys[i], PointId(i)});
        bounds.left = std::min(bounds.left, xs[i]);
        bounds.right = std::max(bounds.right, xs[i]);
        bounds.bottom = std::min(bounds.bottom, ys[i]);
        bounds.top = std::max(bounds.top, ys[i]);
    }
    m_skipped = xs.size() - points.size();
    if (points.empty())
        return;
    m_bounds = bounds;
    const double side = std::sqrt(static_cast<double>(points.size()) / pointsPerCell);
    m_columns = m_rows = std::clamp(static_cast<std::size_t>(side), std::size_t{1}, maximumSide);

    // Counting sort by cell; points of a cell stay in increasing order.
    m_cellBegin.assign(m_columns * m_rows + 1, 0);
    for (const Entry& point : points)
        ++m_cellBegin[row(point.y) * m_columns + column(point.x) + 1];
    for (std::size_t cell = 1; cell < m_cellBegin.size(); ++cell)
        m_cellBegin[cell] += m_cellBegin[cell - 1];
    std::vector<std::uint32_t> next(m_cellBegin.begin(), m_cellBegin.end() - 1);
    m_points.resize(points.size());
    for (const Entry& point : points)
        m_points[next[row(point.y) * m_columns + column(point.x)]++] = point;
}

std::size_t PointIndex::column(double x) const { return cellOf(x, m_bounds.left, m_bounds.right, m_columns); }

std::size_t PointIndex::row(double y) const { return cellOf(y, m_bounds.bottom, m_bounds.top, m_rows); }

std::vector<PointId> PointIndex::cellOrder() const
{
    std::vector<PointId> order;
    order.reserve(m_points.size());
    for (const Entry& point : m_points)
        order.push_back(point.id);
    return order;
}

PointId PointIndex::nearest(PlanePoint place, double radiusX, double radiusY,
                            const std::function<bool(PointId)>& accept) const
{
    PointId best;
    if (m_points.empty() || !(radiusX > 0) || !(radiusY > 0))
        return best;
    double bestDistance = 1;
    const std::size_t left = column(place.x - radiusX);
    const std::size_t right = column(place.x + radiusX);
    const std::size_t top = row(place.y + radiusY);
    for (std::size_t r = row(place.y - radiusY); r <= top; ++r) {
        const std::size_t begin = m_cellBegin[r * m_columns + left];
        const std::size_t end = m_cellBegin[r * m_columns + right + 1];
        for (std::size_t i = begin; i < end; ++i) {
            const Entry& point = m_points[i];
            const double dx = (point.x - place.x) / radiusX;
            const double dy = (point.y - place.y) / radiusY;
            const double distance = dx * dx + dy * dy;
            if (distance > bestDistance || (distance == bestDistance && best.valid() && point.id < best))
                continue;
            if (accept && !accept(point.id))
                continue;
            bestDistance = distance;
            best = point.id;
        }
    }
    return best;
}

std::vector<PointId> PointIndex::inRectangle(const PlaneRectangle& rectangle) const
{
    std::vector<PointId> found;
    if (m_points.empty() || rectangle.right < m_bounds.left || rectangle.left > m_bounds.right
        || rectangle.top < m_bounds.bottom || rectangle.bottom > m_bounds.top)
        return found;
    const std::size_t left = column(rectangle.left);
    const std::size_t right = column(rectangle.right);
    for (std::size_t r = row(rectangle.bottom); r <= row(rectangle.top); ++r)
        for (std::size_t i = m_cellBegin[r * m_columns + left]; i < m_cellBegin[r * m_columns + right + 1];
             ++i) {
            const Entry& point = m_points[i];
            if (point.x >= rectangle.left && point.x <= rectangle.right && point.y >= rectangle.bottom
                && point.y <= rectangle.top)
                found.push_back(point.id);
        }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<PointId> PointIndex::inPolygon(const std::vector<PlanePoint>& polygon) const
{
    std::vector<PointId> found;
    if (m_points.empty() || polygon.size() < 3)
        return found;
    const auto [low, high] =
        std::minmax_element(polygon.begin(), polygon.end(), [](auto a, auto b) { return a.x < b.x; });
    const std::size_t left = column(low->x);
    const std::size_t right = column(high->x);

    // A point needs only the edges that cross its height: sort the edges into the grid's rows.
    std::vector<std::vector<std::size_t>> edgesOfRow(m_rows);
    const auto next = [&](std::size_t i) { return i + 1 == polygon.size() ? 0 : i + 1; };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto [bottom, top] = std::minmax(polygon[i].y, polygon[next(i)].y);
        for (std::size_t r = row(bottom); r <= row(top); ++r)
            edgesOfRow[r].push_back(i);
    }
    for (std::size_t r = 0; r < m_rows; ++r) {
        if (edgesOfRow[r].empty())
            continue;
        for (std::size_t i = m_cellBegin[r * m_columns + left]; i < m_cellBegin[r * m_columns + right + 1];
             ++i) {
            const Entry& point = m_points[i];
            bool inside = false;
            for (const std::size_t edge : edgesOfRow[r])
                if (crossesRightOf(polygon[edge], polygon[next(edge)], point.x, point.y))
                    inside = !inside;
            if (inside)
                found.push_back(point.id);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace atlas
