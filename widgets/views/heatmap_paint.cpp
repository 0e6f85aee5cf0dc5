// The painting half of HeatmapItem.
#include "widgets/views/heatmap_item.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t mostVectorCells = 20000;
constexpr double seam = 0.5; // cells of vector files overlap a little, or viewers show hairlines
constexpr double smallestCrossedCell = 4;
constexpr int barSteps = 32;

/// Every how many names there is room for one.
std::size_t thinning(double cell, double needed)
{
    return cell > 0 ? static_cast<std::size_t>(std::max(1.0, std::ceil(needed / cell))) : 1;
}

bool isVectorDevice(const QPainter& painter)
{
    const QPaintEngine* engine = painter.paintEngine();
    return engine && engine->type() != QPaintEngine::Raster;
}

} // namespace

void HeatmapItem::paintContent(QPainter& painter)
{
    painter.setPen(theme().text);
    if (m_xTitle.isValid())
        drawShortened(painter, m_xTitle, Qt::AlignCenter, QString::fromStdString(heatmap().x.title));
    if (m_yTitle.isValid())
        drawUpright(painter, m_yTitle, Qt::AlignCenter, QString::fromStdString(heatmap().y.title));
    if (m_valueTitle.isValid())
        drawUpright(painter, m_valueTitle, Qt::AlignCenter, QString::fromStdString(heatmap().valueTitle));
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        paintPanel(painter, i);
    if (m_commonBar.isValid())
        paintBar(painter, m_commonBar, m_panels.front().scale);
}

void HeatmapItem::paintPanel(QPainter& painter, std::size_t index)
{
    const PanelPlace& place = m_panels[index];
    painter.setPen(theme().text);
    if (place.title.isValid())
        drawShortened(painter, place.title, Qt::AlignLeft | Qt::AlignVCenter,
                      QString::fromStdString(heatmap().panels[index].title));
    paintCells(painter, index);
    paintNames(painter, index);
    if (place.bar.isValid())
        paintBar(painter, place.bar, place.scale);
    if (m_marked && m_marked->panel == index) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().highlight, 2));
        painter.drawRect(cellRect(*m_marked));
    }
}

void HeatmapItem::paintCells(QPainter& painter, std::size_t index) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[index];
    const QRectF& cells = m_panels[index].cells;
    if (panel.rows * panel.columns == 0)
        return;
    painter.save();
    painter.setClipRect(cells);
    if (isVectorDevice(painter) && panel.rows * panel.columns <= mostVectorCells) {
        for (std::size_t r = 0; r < panel.rows; ++r)
            for (std::size_t c = 0; c < panel.columns; ++c)
                painter.fillRect(cellRect({index, r, c}).adjusted(0, 0, seam, seam),
                                 m_images[index].pixelColor(static_cast<int>(c), static_cast<int>(r)));
    } else {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(cells, m_images[index]);
    }
    const QRectF cell = cellRect({index, 0, 0});
    if (m_missing && std::min(cell.width(), cell.height()) >= smallestCrossedCell) {
        painter.setPen(QPen(theme().line, unit() / 8));
        for (std::size_t i = 0; i < panel.values.size(); ++i)
            if (!std::isfinite(panel.values[i])) {
                const QRectF rect = cellRect({index, i / panel.columns, i % panel.columns});
                painter.drawLine(rect.bottomLeft(), rect.topRight());
            }
    }
    painter.restore();
}

void HeatmapItem::paintNames(QPainter& painter, std::size_t index) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[index];
    const PanelPlace& place = m_panels[index];
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const double gap = unit() / 2;
    const QRectF cell = cellRect({index, 0, 0});
    painter.setPen(theme().secondaryText);
    if (place.rowNames > 0)
        for (std::size_t r = 0; r < panel.rowNames.size(); r += thinning(cell.height(), line)) {
            const double middle = cellRect({index, r, 0}).center().y();
            drawShortened(
                painter, {place.cells.left() - gap - place.rowNames, middle - line / 2, place.rowNames, line},
                Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(panel.rowNames[r]));
        }
    if (place.columnNames <= 0)
        return;
    const double top = place.cells.bottom() + gap;
    const std::size_t step = place.uprightColumns ? thinning(cell.width(), line) : 1;
    for (std::size_t c = 0; c < panel.columnNames.size(); c += step) {
        const double middle = cellRect({index, 0, c}).center().x();
        const QString name = QString::fromStdString(panel.columnNames[c]);
        if (place.uprightColumns)
            drawUpright(painter, {middle - line / 2, top, line, place.columnNames},
                        Qt::AlignRight | Qt::AlignVCenter, name);
        else
            drawShortened(painter, {middle - cell.width() / 2, top, cell.width(), line}, Qt::AlignCenter,
                          name);
    }
}

void HeatmapItem::paintBar(QPainter& painter, const QRectF& rect, const AxisRange& scale) const
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const double strip = 1.5 * unit();
    const QRectF bar(rect.left(), rect.top(), strip, stripHeight(rect.height()));
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= barSteps; ++i)
        gradient.setColorAt(static_cast<double>(i) / barSteps,
                            theme().magnitude(static_cast<double>(i) / barSteps));
    painter.fillRect(bar, gradient);
    painter.setPen(theme().secondaryText);
    const int count = std::clamp(static_cast<int>(bar.height() / (1.8 * line)), 1, 6);
    const AxisTicks ticks = axisTicks(scale.low, scale.high, count);
    for (const double value : tickValues(ticks, scale.low, scale.high)) {
        const double y = bar.bottom() - (value - scale.low) / (scale.high - scale.low) * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + unit() / 4, y));
        painter.drawText(QRectF(bar.right() + unit() / 2, y - line / 2, rect.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, ticks.text(value));
    }
    if (m_missing) {
        const QRectF box(bar.left(), bar.bottom() + 1.25 * line, strip, strip);
        painter.fillRect(box, theme().muted);
        painter.setPen(QPen(theme().line, unit() / 8));
        painter.drawLine(box.bottomLeft(), box.topRight());
        painter.setPen(theme().secondaryText);
        painter.drawText(QRectF(box.right() + unit() / 2, box.center().y() - line / 2, 20 * unit(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, tr("no value"));
    }
}

} // namespace atlas
