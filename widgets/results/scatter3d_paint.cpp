// The painting half of Scatter3d.
#include "widgets/results/scatter3d.h"

#include "widgets/views/figure_item.h"
#include "widgets/views/structure_painter.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t depthLevels = 6;
constexpr double farthestFade = 0.5; // of the colour of the paper
constexpr double depthGrowth = 0.25; // of the radius, from the middle to either end

QColor mixed(const QColor& color, const QColor& paper, double share)
{
    const auto part = [&](float a, float b) {
        return static_cast<float>(static_cast<double>(a) * (1 - share) + static_cast<double>(b) * share);
    };
    return QColor::fromRgbF(part(color.redF(), paper.redF()), part(color.greenF(), paper.greenF()),
                            part(color.blueF(), paper.blueF()));
}

/// 0 is the farthest.
std::size_t levelOf(double depth)
{
    const double near = std::clamp((1 - depth) / 2, 0.0, 1.0);
    return std::min(static_cast<std::size_t>(near * depthLevels), depthLevels - 1);
}

double nearness(std::size_t level) { return static_cast<double>(level) / (depthLevels - 1); }

} // namespace

PointLook Scatter3d::lookOf(std::uint32_t style, std::size_t level, bool muted, const Theme& theme) const
{
    PointLook look = m_styles.look(style, muted, theme);
    const double fade = farthestFade * (1 - nearness(level));
    look.color = mixed(look.color, theme.surface, fade);
    look.outline = mixed(look.outline, theme.surface, fade);
    return look;
}

const PointSprite& Scatter3d::sprite(std::uint32_t style, std::size_t level, bool muted,
                                     const Theme& theme) const
{
    const auto key = static_cast<std::uint32_t>((style * depthLevels + level) * 2 + (muted ? 1 : 0));
    const auto found = m_sprites.find(key);
    if (found != m_sprites.end())
        return found->second;
    const double radius =
        pointRadius(m_points.size()) * (1 + depthGrowth * (2 * nearness(level) - 1)) * m_spriteScale;
    return m_sprites.emplace(key, PointSprite(lookOf(style, level, muted, theme), radius)).first->second;
}

void Scatter3d::paintBox(QPainter& painter, const Theme& theme) const
{
    const std::array<SpacePoint, 8> corners = m_projection.boxCorners();
    std::array<QPointF, 8> seen;
    for (std::size_t i = 0; i < corners.size(); ++i)
        seen.at(i) = m_projection.see(corners.at(i)).position;
    painter.setRenderHint(QPainter::Antialiasing);
    const std::array<QString, 3> titles{QString::fromStdString(m_figure.x.title),
                                        QString::fromStdString(m_figure.y.title), m_zTitle};
    const QFontMetricsF metrics(painter.font());
    for (std::size_t corner = 0; corner < corners.size(); ++corner)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t other = corner | (std::size_t{1} << axis);
            if (other == corner)
                continue;
            painter.setPen(QPen(corner == 0 ? theme.line : theme.grid, corner == 0 ? 1.4 : 1));
            painter.drawLine(seen.at(corner), seen.at(other));
            if (corner != 0)
                continue;
            // The title goes on beyond the axis's end.
            const QPointF way = seen.at(other) - seen.at(0);
            const double length = std::max(std::hypot(way.x(), way.y()), 1.0);
            const double width = metrics.horizontalAdvance(titles.at(axis));
            QRectF box(0, 0, width, metrics.height());
            box.moveCenter(seen.at(other)
                           + way / length * (metrics.height() + width / 2 * std::abs(way.x()) / length));
            box.moveLeft(std::clamp(box.left(), 2.0, std::max(2.0, this->width() - width - 2)));
            painter.setPen(theme.secondaryText);
            painter.drawText(box, Qt::AlignCenter, titles.at(axis));
        }
}

void Scatter3d::paintPoints(QPainter& painter, const Theme& theme) const
{
    const double scale = painter.device()->devicePixelRatio();
    if (m_spriteScale != scale) {
        m_sprites.clear();
        m_spriteScale = scale;
    }
    QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (const std::uint32_t i : m_order) {
        if (!isShown(i) || !m_plot.contains(m_seen[i].position))
            continue;
        const bool muted = !m_states.empty() && m_states[i] == PointState::Muted;
        const QPointF place = m_seen[i].position * scale;
        sprite(m_styles.styleOf(m_figure, i), levelOf(m_seen[i].depth), muted, theme)
            .blit(image, static_cast<int>(std::floor(place.x())), static_cast<int>(std::floor(place.y())));
    }
    image.setDevicePixelRatio(scale);
    painter.drawImage(QPointF(), image);
}

void Scatter3d::paintRings(QPainter& painter, const Theme& theme) const
{
    painter.setPen(QPen(theme.highlight, 2));
    painter.setBrush(Qt::NoBrush);
    const double radius = pointRadius(m_points.size()) + 2.5;
    for (std::size_t i = 0; i < m_ringed.size(); ++i)
        if (m_ringed[i] && isShown(i) && m_plot.contains(m_seen[i].position))
            painter.drawEllipse(m_seen[i].position, radius, radius);
}

void Scatter3d::paintHighlight(QPainter& painter, const Theme& theme) const
{
    if (m_hub) {
        const auto found = m_pointOfRow.find(m_hub->highlighted());
        if (found != m_pointOfRow.end() && isShown(found->second.index())) {
            const double radius = pointRadius(m_points.size()) + 4;
            painter.setPen(QPen(theme.highlight, 2.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(m_seen[found->second.index()].position, radius, radius);
        }
    }
    if (m_drag == Drag::Select)
        m_path.paint(painter, theme);
}

void Scatter3d::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    paintBox(painter, theme);
    paintPoints(painter, theme);
    painter.setRenderHint(QPainter::Antialiasing);
    paintRings(painter, theme);
    if (m_legend->isVisible()) {
        painter.save();
        painter.translate(m_legend->pos());
        m_legend->paint(&painter, nullptr, nullptr);
        painter.restore();
    }
    painter.setFont(font());
    if (m_barRect.isValid())
        m_bar.paint(painter, m_barRect, theme);
    paintHighlight(painter, theme);
}

void Scatter3d::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    painter.save();
    painter.setTransform(fitTransform(QRectF(rect()), area, 1e6), true);
    painter.setFont(font());
    paintBox(painter, theme);
    for (const std::uint32_t i : m_order)
        if (isShown(i) && m_plot.contains(m_seen[i].position)) {
            const std::size_t level = levelOf(m_seen[i].depth);
            const double radius =
                pointRadius(m_points.size()) * (1 + depthGrowth * (2 * nearness(level) - 1));
            const bool muted = !m_states.empty() && m_states[i] == PointState::Muted;
            paintPoint(painter, lookOf(m_styles.styleOf(m_figure, i), level, muted, theme),
                       m_seen[i].position, radius);
        }
    paintRings(painter, theme);
    if (m_barRect.isValid())
        m_bar.paint(painter, m_barRect, theme);
    const std::unique_ptr<LegendItem> legend = legendIn(theme);
    legend->takeRoom(legendRoom());
    painter.translate(legend->pos());
    legend->paint(&painter, nullptr, nullptr);
    painter.restore();
}

} // namespace atlas
