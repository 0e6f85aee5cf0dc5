#include "widgets/views/scatter_layers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double fieldStrength = 0.6; // of the colours against the surface, so that points stand out
constexpr double dotRadius = 2.5;

QColor mixed(const QColor& color, const QColor& surface, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return {mix(color.red(), surface.red()), mix(color.green(), surface.green()),
            mix(color.blue(), surface.blue())};
}

} // namespace

ScatterFieldItem::ScatterFieldItem(const ScatterLayers::Field& field, const PointCloudItem& cloud,
                                   const Theme& theme, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_field(field), m_cloud(cloud),
      m_image(static_cast<int>(field.columns), static_cast<int>(field.rows), QImage::Format_RGB32)
{
    setAcceptedMouseButtons(Qt::NoButton);
    double low = 0;
    double high = 0;
    bool first = true;
    for (const double value : field.values)
        if (std::isfinite(value)) {
            low = first ? value : std::min(low, value);
            high = first ? value : std::max(high, value);
            first = false;
        }
    for (int row = 0; row < m_image.height(); ++row)
        for (int column = 0; column < m_image.width(); ++column) {
            const double value =
                field
                    .values[static_cast<std::size_t>(row) * field.columns + static_cast<std::size_t>(column)];
            const QColor color = std::isfinite(value)
                ? mixed(theme.magnitude(high > low ? (value - low) / (high - low) : 0.5), theme.surface,
                        fieldStrength)
                : theme.surface;
            m_image.setPixelColor(column, row, color);
        }
}

void ScatterFieldItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/,
                             QWidget* /*widget*/)
{
    if (m_image.isNull())
        return;
    painter->save();
    painter->setClipRect(m_cloud.plot());
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QPointF topLeft = m_cloud.positionOf({m_field.left, m_field.top});
    const QPointF bottomRight = m_cloud.positionOf({m_field.right, m_field.bottom});
    painter->drawImage(QRectF(topLeft, bottomRight), m_image);
    painter->restore();
}

ScatterMarksItem::ScatterMarksItem(const ScatterLayers& layers, const PointCloudItem& cloud,
                                   const Theme& theme, const QFont& font, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_layers(layers), m_cloud(cloud), m_theme(theme), m_font(font)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void ScatterMarksItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/,
                             QWidget* /*widget*/)
{
    painter->save();
    painter->setClipRect(m_cloud.plot());
    painter->setPen(QPen(m_theme.highlight, 1.5));
    painter->setBrush(m_theme.highlight);
    for (const ScatterLayers::Link& link : m_layers.links) {
        const QPointF child = m_cloud.positionOf({link.x1, link.y1});
        painter->drawLine(child, m_cloud.positionOf({link.x2, link.y2}));
        painter->drawEllipse(child, dotRadius, dotRadius);
    }
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    for (const ScatterLayers::Remark& remark : m_layers.remarks) {
        const QPointF point = m_cloud.positionOf({remark.x, remark.y});
        const double gap = m_cloud.radius() + 2;
        const double right = m_cloud.plot().right() - point.x() - gap;
        const double left = point.x() - gap - m_cloud.plot().left();
        const QString text = metrics.elidedText(QString::fromStdString(remark.text), Qt::ElideMiddle,
                                                std::max({right, left, 0.0}));
        const double width = metrics.horizontalAdvance(text);
        // On the right of its place, or where there is no room for it, on the left.
        const QPointF place = point + QPointF(width <= right ? gap : -gap - width, -m_cloud.radius());
        // A thin halo of the surface keeps the number readable over points and colours.
        painter->setPen(m_theme.surface);
        for (const QPointF& shift : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
            painter->drawText(place + shift, text);
        painter->setPen(m_theme.text);
        painter->drawText(place, text);
    }
    painter->restore();
}

} // namespace atlas
