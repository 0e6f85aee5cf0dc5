#include "widgets/views/point_sprites.h"

#include <QPainter>
#include <QPen>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double outlineShare = 0.2; // of the radius
constexpr double largestOutline = 0.8; // for a radius of 4
constexpr int darker = 150; // percent
constexpr int lighter = 135;

QPainterPath crossPath(double radius)
{
    const double arm = radius * 1.15;
    const double half = radius * 0.4;
    QPainterPath path;
    path.addRect(-arm, -half, 2 * arm, 2 * half);
    QPainterPath other;
    other.addRect(-half, -arm, 2 * half, 2 * arm);
    return path.united(other);
}

/// dst * (255 - alpha) / 255 for four channels at once, rounded (after Qt's BYTE_MUL).
std::uint32_t scaled(std::uint32_t color, std::uint32_t factor)
{
    std::uint32_t t = (color & 0xff00ff) * factor;
    t = (t + ((t >> 8) & 0xff00ff) + 0x800080) >> 8;
    t &= 0xff00ff;
    color = ((color >> 8) & 0xff00ff) * factor;
    color = color + ((color >> 8) & 0xff00ff) + 0x800080;
    color &= 0xff00ff00;
    return color | t;
}

} // namespace

PointLook pointLook(const Theme& theme, PointShape shape, const QColor& color)
{
    return {shape, color, theme.kind == ThemeKind::Dark ? color.lighter(lighter) : color.darker(darker)};
}

QPainterPath shapePath(PointShape shape, double radius)
{
    QPainterPath path;
    switch (shape) {
    case PointShape::Circle:
        path.addEllipse(QPointF(0, 0), radius, radius);
        break;
    case PointShape::Square: {
        const double half = radius * 0.886;
        path.addRect(-half, -half, 2 * half, 2 * half);
        break;
    }
    case PointShape::Triangle: {
        const double r = radius * 1.4;
        path.moveTo(0, -r);
        path.lineTo(r * 0.866, r * 0.5);
        path.lineTo(-r * 0.866, r * 0.5);
        path.closeSubpath();
        break;
    }
    case PointShape::Diamond: {
        const double r = radius * 1.25;
        path.moveTo(0, -r);
        path.lineTo(r, 0);
        path.lineTo(0, r);
        path.lineTo(-r, 0);
        path.closeSubpath();
        break;
    }
    case PointShape::Plus:
        path = crossPath(radius);
        break;
    case PointShape::Cross:
        path = QTransform().rotate(45).map(crossPath(radius));
        break;
    }
    return path;
}

void paintPoint(QPainter& painter, const PointLook& look, QPointF center, double radius)
{
    const double width = std::min(radius * outlineShare, largestOutline * std::max(1.0, radius / 4));
    painter.setPen(QPen(look.outline, width));
    painter.setBrush(look.color);
    painter.drawPath(shapePath(look.shape, radius).translated(center));
}

PointSprite::PointSprite(const PointLook& look, double radius)
    : m_reach(static_cast<int>(std::ceil(radius * 1.4 + 0.5))), m_side(2 * m_reach + 1)
{
    QImage image(m_side, m_side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paintPoint(painter, look, QPointF(m_reach + 0.5, m_reach + 0.5), radius);
    }
    // Rows and columns that stay empty need not be copied.
    const auto empty = [&](int ring) {
        for (int i = ring; i < m_side - ring; ++i)
            if (qAlpha(image.pixel(i, ring)) || qAlpha(image.pixel(i, m_side - 1 - ring))
                || qAlpha(image.pixel(ring, i)) || qAlpha(image.pixel(m_side - 1 - ring, i)))
                return false;
        return true;
    };
    int ring = 0;
    while (ring < m_reach && empty(ring))
        ++ring;
    m_reach -= ring;
    m_side -= 2 * ring;
    m_pixels.resize(static_cast<std::size_t>(m_side) * static_cast<std::size_t>(m_side));
    for (int y = 0; y < m_side; ++y) {
        const auto* line = reinterpret_cast<const std::uint32_t*>(image.constScanLine(y + ring)) + ring;
        std::copy(line, line + m_side, m_pixels.begin() + static_cast<std::ptrdiff_t>(y) * m_side);
        Run run{0, m_side};
        while (run.begin < run.end && qAlpha(line[run.begin]) == 0)
            ++run.begin;
        while (run.begin < run.end && qAlpha(line[run.end - 1]) == 0)
            --run.end;
        m_runs.push_back(run);
    }
}

void PointSprite::blit(QImage& image, int x, int y) const
{
    const int left = x - m_reach;
    const int top = y - m_reach;
    const int fromX = std::max(0, -left);
    const int toX = std::min(m_side, image.width() - left);
    const int fromY = std::max(0, -top);
    const int toY = std::min(m_side, image.height() - top);
    if (fromX >= toX || fromY >= toY)
        return;
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(std::uint32_t));
    auto* target = reinterpret_cast<std::uint32_t*>(image.bits()) + (top + fromY) * stride + left;
    const std::uint32_t* source = m_pixels.data() + static_cast<std::ptrdiff_t>(fromY) * m_side;
    for (int row = fromY; row < toY; ++row, target += stride, source += m_side) {
        const Run run = m_runs[static_cast<std::size_t>(row)];
        const int end = std::min(toX, run.end);
        for (int i = std::max(fromX, run.begin); i < end; ++i) {
            const std::uint32_t pixel = source[i];
            const std::uint32_t alpha = pixel >> 24;
            if (alpha == 255)
                target[i] = pixel;
            else if (alpha)
                target[i] = pixel + scaled(target[i], 255 - alpha);
        }
    }
}

} // namespace atlas
