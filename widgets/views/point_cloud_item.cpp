#include "widgets/views/point_cloud_item.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double ringGrowth = 1.6; // of a point's radius

/// What shows of it around the point is the ring.
PointLook ringLook(const Theme& theme) { return {PointShape::Circle, theme.highlight, theme.highlight}; }

bool isVectorDevice(const QPainter& painter)
{
    const QPaintEngine* engine = painter.paintEngine();
    return engine && engine->type() != QPaintEngine::Raster;
}

} // namespace

PointCloudItem::PointCloudItem(const ScatterFigure& figure, const PointIndex& index, const Theme& theme,
                               double scale, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_theme(theme), m_styles(figure), m_radius(pointRadius(figure.xs.size()) * scale)
{
    m_points.reserve(index.size());
    for (const PointId id : index.cellOrder()) {
        const std::size_t i = id.index();
        m_points.push_back({figure.xs[i], figure.ys[i], id, m_styles.styleOf(figure, i)});
    }
    setAcceptedMouseButtons(Qt::NoButton);
}

void PointCloudItem::setView(const PlaneRectangle& range, const QRectF& plot)
{
    prepareGeometryChange();
    m_range = range;
    m_plot = plot;
    m_imageValid = false;
    update();
}

void PointCloudItem::setStates(std::vector<PointState> states)
{
    m_states = std::move(states);
    m_imageValid = false;
    update();
}

void PointCloudItem::setRinged(std::vector<bool> ringed)
{
    m_ringed = std::move(ringed);
    m_imageValid = false;
    update();
}

PointState PointCloudItem::state(PointId point) const
{
    return m_states.empty() ? PointState::Normal : m_states[point.index()];
}

void PointCloudItem::setRaster(std::size_t abovePoints, double pixelsPerUnit)
{
    m_rasterAbove = abovePoints;
    m_rasterScale = pixelsPerUnit;
}

QPointF PointCloudItem::positionOf(PlanePoint point) const
{
    return {m_plot.left() + (point.x - m_range.left) / (m_range.right - m_range.left) * m_plot.width(),
            m_plot.bottom() - (point.y - m_range.bottom) / (m_range.top - m_range.bottom) * m_plot.height()};
}

PlanePoint PointCloudItem::placeAt(QPointF position) const
{
    return {m_range.left + (position.x() - m_plot.left()) / m_plot.width() * (m_range.right - m_range.left),
            m_range.bottom
                + (m_plot.bottom() - position.y()) / m_plot.height() * (m_range.top - m_range.bottom)};
}

void PointCloudItem::makeSprites(double scale)
{
    if (m_sprites.scale == scale)
        return;
    m_sprites = {scale, {}, {}, {PointSprite(ringLook(m_theme), ringGrowth * m_radius * scale)}};
    for (std::uint32_t style = 0; style < m_styles.count(); ++style) {
        m_sprites.normal.emplace_back(look(style, false), m_radius * scale);
        m_sprites.muted.emplace_back(look(style, true), m_radius * scale);
    }
}

void PointCloudItem::renderImage(double scale)
{
    makeSprites(scale);
    m_imageOrigin = QPointF(std::floor(m_plot.left() * scale), std::floor(m_plot.top() * scale)) / scale;
    const QSize size(static_cast<int>(std::ceil((m_plot.right() - m_imageOrigin.x()) * scale)),
                     static_cast<int>(std::ceil((m_plot.bottom() - m_imageOrigin.y()) * scale)));
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    if (!m_states.empty())
        blitAll(PointState::Muted, m_sprites.muted, scale);
    blitAll(PointState::Normal, m_sprites.normal, scale);
    if (!m_states.empty())
        blitAll(PointState::Selected, m_sprites.normal, scale);
    m_imageValid = true;
}

void PointCloudItem::blitAll(PointState wanted, const std::vector<PointSprite>& sprites, double scale)
{
    const double kx = m_plot.width() * scale / (m_range.right - m_range.left);
    const double ky = m_plot.height() * scale / (m_range.top - m_range.bottom);
    const QPointF corner = (m_plot.topLeft() - m_imageOrigin) * scale;
    const double reach = 3 * m_radius * scale + 2;
    const double right = m_image.width() + reach;
    const double bottom = m_image.height() + reach;
    for (const DrawnPoint& point : m_points) {
        if (!m_states.empty() && m_states[point.id.index()] != wanted)
            continue;
        const double x = (point.x - m_range.left) * kx + corner.x();
        const double y = (m_range.top - point.y) * ky + corner.y();
        if (x <= -reach || x >= right || y <= -reach || y >= bottom)
            continue;
        const int column = static_cast<int>(std::floor(x));
        const int row = static_cast<int>(std::floor(y));
        if (hasRing(point.id))
            m_sprites.ring.front().blit(m_image, column, row);
        sprites[point.style].blit(m_image, column, row);
    }
}

void PointCloudItem::paintVectors(QPainter& painter) const
{
    for (const PointState wanted : {PointState::Muted, PointState::Normal, PointState::Selected})
        for (const DrawnPoint& point : m_points) {
            if (state(point.id) != wanted)
                continue;
            const QPointF place = positionOf({point.x, point.y});
            if (hasRing(point.id))
                paintPoint(painter, ringLook(m_theme), place, ringGrowth * m_radius);
            paintPoint(painter, look(point.style, wanted == PointState::Muted), place, m_radius);
        }
}

void PointCloudItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    if (m_plot.isEmpty())
        return;
    const bool vector = isVectorDevice(*painter);
    painter->save();
    painter->setClipRect(m_plot);
    if (vector && m_points.size() <= m_rasterAbove) {
        painter->setRenderHint(QPainter::Antialiasing);
        paintVectors(*painter);
    } else {
        const double ratio = painter->device()->devicePixelRatio() * painter->worldTransform().m11();
        const double scale = vector && m_rasterScale > 0 ? m_rasterScale : ratio;
        if (!m_imageValid || m_sprites.scale != scale)
            renderImage(scale);
        // Pixel on pixel: the net transformation is a move by whole pixels, which Qt copies fast.
        painter->translate(m_imageOrigin);
        painter->scale(1 / scale, 1 / scale);
        painter->drawImage(QPoint(), m_image);
    }
    painter->restore();
}

} // namespace atlas
