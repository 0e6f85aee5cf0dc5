#include "widgets/views/legend_item.h"

#include "widgets/views/point_sprites.h"

#include <QCursor>
#include <QFontMetricsF>
#include <QGraphicsSceneMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double largestWidthShare = 0.36; // of the figure
constexpr double largestHeightShare = 0.42;
constexpr double narrowestColumn = 10; // in em
constexpr double longestName = 16; // in em; longer names are shortened in the middle

} // namespace

LegendItem::LegendItem(const Theme& theme, const QFont& font, QGraphicsItem* parent)
    : QGraphicsObject(parent), m_theme(theme), m_font(font), m_em(font.pixelSize())
{
    m_rowHeight = std::ceil(QFontMetricsF(font).height() * 1.3);
}

void LegendItem::setEntries(std::vector<LegendEntry> entries)
{
    prepareGeometryChange();
    m_entries = std::move(entries);
    const QFontMetricsF metrics(m_font);
    double width = 0;
    for (const LegendEntry& entry : m_entries)
        width = std::max(width, metrics.horizontalAdvance(entry.name));
    m_fullColumnWidth = std::ceil(std::min(width, longestName * m_em) + 3.5 * m_em);
    setVisible(!m_entries.empty());
}

void LegendItem::setOff(std::size_t entry, bool off)
{
    m_entries[entry].off = off;
    update();
}

void LegendItem::setClickable(bool clickable)
{
    setAcceptedMouseButtons(clickable ? Qt::LeftButton : Qt::NoButton);
    if (clickable)
        setCursor(Qt::PointingHandCursor);
}

QRectF LegendItem::takeRoom(const QRectF& rect)
{
    if (m_entries.empty())
        return rect;
    const auto count = static_cast<double>(m_entries.size());
    const double fitRows = std::max(1.0, std::floor(rect.height() / m_rowHeight));
    const double sideColumns = std::ceil(count / fitRows);
    const double sideRoom = rect.width() * largestWidthShare / sideColumns;
    const double needed = rect.width() > rect.height() ? narrowestColumn * m_em : m_fullColumnWidth;
    m_columnWidth = std::min(m_fullColumnWidth, std::floor(sideRoom));
    if (std::min(needed, m_fullColumnWidth) <= sideRoom) {
        const double width = sideColumns * m_columnWidth;
        const auto rows = static_cast<std::size_t>(std::ceil(count / sideColumns));
        place({rect.right() - width, rect.top(), width, rect.height()}, static_cast<std::size_t>(sideColumns),
              rows);
        return rect.adjusted(0, 0, -width - m_em, 0);
    }
    // Below the figure; names are shortened further where that lets more of them in.
    const double most = std::max(1.0, std::floor(rect.height() * largestHeightShare / m_rowHeight));
    const double widest = std::max(1.0, std::floor(rect.width() / (narrowestColumn * m_em)));
    const double usual = std::clamp(std::floor(rect.width() / m_fullColumnWidth), 1.0, count);
    const double columns = std::max(usual, std::min(std::ceil(count / most), widest));
    m_columnWidth = std::min(m_fullColumnWidth, std::floor(rect.width() / columns));
    const double rows = std::min(std::ceil(count / columns), most);
    const double height = rows * m_rowHeight;
    place({rect.left(), rect.bottom() - height, rect.width(), height}, static_cast<std::size_t>(columns),
          static_cast<std::size_t>(rows));
    return rect.adjusted(0, 0, 0, -height - 0.5 * m_em);
}

void LegendItem::place(const QRectF& rect, std::size_t columns, std::size_t rows)
{
    prepareGeometryChange();
    setPos(rect.topLeft());
    m_bounds = QRectF(0, 0, std::max(static_cast<double>(columns) * m_columnWidth, 0.0),
                      static_cast<double>(rows) * m_rowHeight);
    m_bounds.setWidth(std::min(m_bounds.width(), rect.width()));
    m_rows = rows;
    m_shown = columns * rows >= m_entries.size() ? m_entries.size() : columns * rows - 1;
}

QRectF LegendItem::entryRect(std::size_t entry) const
{
    return entry < m_shown ? placeRect(entry) : QRectF();
}

QRectF LegendItem::placeRect(std::size_t place) const
{
    const std::size_t column = place / m_rows;
    const std::size_t row = place % m_rows;
    return {static_cast<double>(column) * m_columnWidth, static_cast<double>(row) * m_rowHeight,
            m_columnWidth, m_rowHeight};
}

void LegendItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    const double textLeft = 2 * m_em;
    const double room = m_columnWidth - textLeft - m_em * 0.5;
    for (std::size_t i = 0; i < m_shown; ++i) {
        const LegendEntry& entry = m_entries[i];
        const QRectF rect = entryRect(i);
        paintMarker(*painter, entry, {rect.left() + 0.9 * m_em, rect.center().y()});
        painter->setPen(entry.off ? m_theme.secondaryText : m_theme.text);
        QFont font = m_font;
        font.setStrikeOut(entry.off);
        painter->setFont(font);
        painter->drawText(rect.adjusted(textLeft, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(entry.name, Qt::ElideMiddle, room));
    }
    if (m_shown < m_entries.size()) {
        painter->setFont(m_font);
        painter->setPen(m_theme.secondaryText);
        const QRectF rect = placeRect(m_shown);
        painter->drawText(rect.adjusted(textLeft, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          tr("and %1 more").arg(m_entries.size() - m_shown));
    }
}

void LegendItem::paintMarker(QPainter& painter, const LegendEntry& entry, QPointF center) const
{
    const QColor color = entry.off ? m_theme.muted : entry.color;
    switch (entry.marker) {
    case LegendEntry::Marker::Point:
        paintPoint(painter, pointLook(m_theme, entry.shape, color), center, 0.4 * m_em);
        return;
    case LegendEntry::Marker::Swatch:
        painter.fillRect(QRectF(center.x() - 0.4 * m_em, center.y() - 0.4 * m_em, 0.8 * m_em, 0.8 * m_em),
                         color);
        return;
    case LegendEntry::Marker::Line:
    case LegendEntry::Marker::DashedLine:
        break;
    }
    painter.setPen(QPen(color, m_em / 7,
                        entry.marker == LegendEntry::Marker::DashedLine ? Qt::DashLine : Qt::SolidLine,
                        Qt::FlatCap));
    painter.drawLine(center - QPointF(0.8 * m_em, 0), center + QPointF(0.8 * m_em, 0));
}

int LegendItem::entryAt(QPointF position) const
{
    for (std::size_t i = 0; i < m_shown; ++i)
        if (entryRect(i).contains(position))
            return static_cast<int>(i);
    return -1;
}

void LegendItem::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    event->setAccepted(entryAt(event->pos()) >= 0);
}

void LegendItem::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    const int entry = entryAt(event->pos());
    if (entry >= 0 && entry == entryAt(event->buttonDownPos(Qt::LeftButton)))
        Q_EMIT entryClicked(entry);
}

} // namespace atlas
