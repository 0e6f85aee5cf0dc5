// All points of a scatter figure as one graphics item: 100,000 points are painted by copying
// sprites into one image, which is kept until the view, the size or a point's state changes.
// Few points in a vector file stay vectors.
#pragma once

#include "widgets/views/point_index.h"
#include "widgets/views/point_sprites.h"
#include "widgets/views/point_styles.h"
#include "widgets/views/theme.h"

#include "core/methods/figure.h"

#include <QGraphicsItem>
#include <QImage>

#include <cstdint>
#include <vector>

namespace atlas {

enum class PointState : std::uint8_t {
    Normal,
    Hidden, ///< filtered out
    Muted, ///< not selected while others are
    Selected ///< painted last, on top
};

class PointCloudItem : public QGraphicsItem {
public:
    /// Points are painted in the order of the index: neighbours one after the other, which keeps the part
    /// of the image that is written to small. Points that are not finite are not in it.
    PointCloudItem(const ScatterFigure& figure, const PointIndex& index, const Theme& theme, double scale,
                   QGraphicsItem* parent);

    /// What part of the plane is shown where (in the parent's coordinates).
    void setView(const PlaneRectangle& range, const QRectF& plot);
    const PlaneRectangle& range() const { return m_range; }
    const QRectF& plot() const { return m_plot; }

    /// One per point; empty = all normal.
    void setStates(std::vector<PointState> states);
    PointState state(PointId point) const;
    /// Points with a ring around them, one flag each; empty = none.
    void setRinged(std::vector<bool> ringed);
    const std::vector<bool>& ringed() const { return m_ringed; }

    /// For vector files: above this many points the layer becomes a picture of so many pixels a unit.
    void setRaster(std::size_t abovePoints, double pixelsPerUnit);

    QPointF positionOf(PlanePoint point) const; ///< in the parent's coordinates
    PlanePoint placeAt(QPointF position) const;
    double radius() const { return m_radius; }

    QRectF boundingRect() const override { return m_plot; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Sprites {
        double scale = 0;
        std::vector<PointSprite> normal; ///< by style
        std::vector<PointSprite> muted;
        std::vector<PointSprite> ring; ///< one, larger than a point, which is put on it
    };
    struct DrawnPoint {
        double x = 0;
        double y = 0;
        PointId id;
        std::uint32_t style = 0;
    };
    bool hasRing(PointId point) const { return !m_ringed.empty() && m_ringed[point.index()]; }
    PointLook look(std::uint32_t style, bool muted) const { return m_styles.look(style, muted, m_theme); }
    void makeSprites(double scale);
    void renderImage(double scale);
    void blitAll(PointState wanted, const std::vector<PointSprite>& sprites, double scale);
    void paintVectors(QPainter& painter) const;

    std::vector<DrawnPoint> m_points;
    const Theme& m_theme;
    PointStyles m_styles;
    double m_radius = 3;
    PlaneRectangle m_range{0, 0, 1, 1};
    QRectF m_plot;
    std::vector<PointState> m_states;
    std::vector<bool> m_ringed;
    std::size_t m_rasterAbove = 0;
    double m_rasterScale = 0;
    Sprites m_sprites;
    QImage m_image;
    QPointF m_imageOrigin; ///< in the parent's coordinates, on a whole pixel
    bool m_imageValid = false;
};

} // namespace atlas
