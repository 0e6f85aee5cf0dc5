#include "widgets/views/point_cloud_item.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas
{

namespace
{

constexpr std::size_t styles = 48; // colour and shape repeat after that many classes
constexpr std::size_t noClassStyle = styles;

/// Smaller points the more there are, in pixels for a scale of 1.
double radiusFor(std::size_t count)
{
    if (count <= 600)
        return 4.5;
    if (count <= 5000)
        return 3.5;
    if (count <= 20000)
        return 3;
    return 2.2;
}

bool isVectorDevice(const QPainter& painter)
{
    const QPaintEngine* engine = painter.paintEngine();
    return engine && engine->type() != QPaintEngine::Raster;
}

} // namespace

PointCloudItem::PointCloudItem(std::shared_ptr<const ScatterFigure> figure, const Theme& theme, double scale,
                               QGraphicsItem* parent)
    : QGraphicsItem(parent), m_figure(std::move(figure)), m_theme(theme),
      m_radius(radiusFor(m_figure->xs.size()) * scale)
{
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

std::size_t PointCloudItem::styleOf(std::size_t point) const
{
    if (m_figure->classes.empty())
        return 0;
    const ClassId id = m_figure->classes[point];
    return id.valid() ? id.index() % styles : noClassStyle;
}

PointLook PointCloudItem::look(std::size_t style, bool muted) const
{
    const ClassId id = style == noClassStyle ? ClassId() : ClassId(style);
    return {Theme::classShape(id), muted ? m_theme.muted : m_theme.classColor(id), m_theme.kind};
}

void PointCloudItem::renderImage(double scale)
{
    if (m_sprites.scale != scale) {
        m_sprites = {scale, {}, {}};
        for (std::size_t style = 0; style <= noClassStyle; ++style) {
            m_sprites.normal.emplace_back(look(style, false), m_radius * scale);
            m_sprites.muted.emplace_back(look(style, true), m_radius * scale);
        }
    }
    const QSize size(static_cast<int>(std::ceil(m_plot.width() * scale)),
                     static_cast<int>(std::ceil(m_plot.height() * scale)));
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);

    const ScatterFigure& figure = *m_figure;
    const double kx = m_plot.width() * scale / (m_range.right - m_range.left);
    const double ky = m_plot.height() * scale / (m_range.top - m_range.bottom);
    const double reach = m_sprites.normal.front().reach() + 2 * m_radius * scale;
    const auto pass = [&](bool (*wanted)(PointState), const std::vector<PointSprite>& sprites) {
        for (std::size_t i = 0; i < figure.xs.size(); ++i) {
            if (!wanted(m_states.empty() ? PointState::Normal : m_states[i]))
                continue;
            const double x = (figure.xs[i] - m_range.left) * kx;
            const double y = (m_range.top - figure.ys[i]) * ky;
            // Also false for NaN.
            if (x > -reach && x < size.width() + reach && y > -reach && y < size.height() + reach)
                sprites[styleOf(i)].blit(m_image, static_cast<int>(std::floor(x)),
                                         static_cast<int>(std::floor(y)));
        }
    };
    if (!m_states.empty())
        pass([](PointState s) { return s == PointState::Muted; }, m_sprites.muted);
    pass([](PointState s) { return s == PointState::Normal; }, m_sprites.normal);
    if (!m_states.empty())
        pass([](PointState s) { return s == PointState::Selected; }, m_sprites.normal);
    m_imageValid = true;
}

void PointCloudItem::paintVectors(QPainter& painter) const
{
    const auto pass = [&](PointState wanted) {
        for (std::size_t i = 0; i < m_figure->xs.size(); ++i) {
            const PlanePoint point{m_figure->xs[i], m_figure->ys[i]};
            if (state(PointId(i)) == wanted && std::isfinite(point.x) && std::isfinite(point.y))
                paintPoint(painter, look(styleOf(i), wanted == PointState::Muted), positionOf(point),
                           m_radius);
        }
    };
    pass(PointState::Muted);
    pass(PointState::Normal);
    pass(PointState::Selected);
}

void PointCloudItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    if (m_plot.isEmpty())
        return;
    const bool vector = isVectorDevice(*painter);
    painter->save();
    painter->setClipRect(m_plot);
    if (vector && m_figure->xs.size() <= m_rasterAbove) {
        painter->setRenderHint(QPainter::Antialiasing);
        paintVectors(*painter);
    } else {
        const double ratio = painter->device()->devicePixelRatio() * painter->worldTransform().m11();
        const double scale = vector && m_rasterScale > 0 ? m_rasterScale : ratio;
        if (!m_imageValid || m_sprites.scale != scale)
            renderImage(scale);
        painter->drawImage(QRectF(m_plot.topLeft(), QSizeF(m_image.size()) / scale), m_image);
    }
    painter->restore();
}

} // namespace atlas
