// Which points lie here? A uniform grid over points in the plane for hit testing: the nearest point, the
// points in a rectangle, the points in a polygon. Pure geometry in data coordinates; points with a
// coordinate that is NaN or infinite are never found. Building is linear, a query touches only cells near.
#pragma once

#include "core/support/strong_id.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace atlas {

using PointId = StrongId<struct PointTag>; ///< a point's place in the figure

struct PlanePoint {
    double x = 0;
    double y = 0;
};

struct PlaneRectangle {
    double left = 0;
    double bottom = 0;
    double right = 0;
    double top = 0;
};

class PointIndex {
public:
    PointIndex() = default;
    /// The index keeps its own copy. Precondition: as many xs as ys.
    PointIndex(const std::vector<double>& xs, const std::vector<double>& ys);

    std::size_t size() const { return m_points.size(); } ///< finite points
    std::size_t skipped() const { return m_skipped; } ///< points that are not finite
    const PlaneRectangle& bounds() const { return m_bounds; } ///< of the finite points

    /// The finite points cell by cell: neighbours in the plane are near each other here.
    std::vector<PointId> cellOrder() const;

    /// The point nearest to `place` within the ellipse of the two radii, distances measured in units of the
    /// radii (a circle on the screen is an ellipse in the data); the later one wins a tie, since it is
    /// painted on top. Only points that `accept` are considered. Invalid = none.
    PointId nearest(PlanePoint place, double radiusX, double radiusY,
                    const std::function<bool(PointId)>& accept = {}) const;

    /// The points inside, edges included, in increasing order.
    std::vector<PointId> inRectangle(const PlaneRectangle& rectangle) const;

    /// The points inside by the even-odd rule, in increasing order. The polygon closes by itself.
    std::vector<PointId> inPolygon(const std::vector<PlanePoint>& polygon) const;

private:
    struct Entry {
        double x = 0;
        double y = 0;
        PointId id;
    };
    std::size_t column(double x) const;
    std::size_t row(double y) const;

    std::vector<Entry> m_points; ///< cell by cell, cells row by row
    std::vector<std::uint32_t> m_cellBegin; ///< one more than cells
    PlaneRectangle m_bounds;
    std::size_t m_columns = 0;
    std::size_t m_rows = 0;
    std::size_t m_skipped = 0;
};

} // namespace atlas
