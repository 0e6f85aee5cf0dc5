// The painting half of HeatmapItem.
#include "widgets/views/heatmap_item.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t mostVectorCells = 20000;
constexpr double seam = 0.5; // cells of vector files overlap a little, or viewers show hairlines
constexpr double smallestCrossedCell = 4;

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
    paintBands(painter, index);
    paintNames(painter, index);
    if (heatmap().numbers)
        paintNumbers(painter, index);
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
    bar(scale).paint(painter, rect, theme());
}

void HeatmapItem::paintBands(QPainter& painter, std::size_t index) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[index];
    if (panel.classes.empty())
        return;
    const QRectF& cells = m_panels[index].cells;
    const double thick = bandWidth();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < panel.classes.size(); ++i) {
        const QColor color = theme().classColor(panel.classes[i]);
        const QRectF row = cellRect({index, i, 0});
        const QRectF column = cellRect({index, 0, i});
        painter.fillRect(QRectF(cells.left() - thick - 1, row.top(), thick, row.height() + seam), color);
        painter.fillRect(QRectF(column.left(), cells.bottom() + 1, column.width() + seam, thick), color);
    }
    painter.restore();
}

void HeatmapItem::paintNumbers(QPainter& painter, std::size_t index) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[index];
    const AxisRange& scale = m_panels[index].scale;
    const QFontMetricsF metrics(painter.font());
    const QRectF cell = cellRect({index, 0, 0});
    double widest = 0;
    for (const double value : panel.values)
        if (std::isfinite(value))
            widest = std::max(widest, metrics.horizontalAdvance(numberText(value)));
    if (cell.width() < widest + unit() / 2 || cell.height() < metrics.height())
        return;
    for (std::size_t i = 0; i < panel.values.size(); ++i) {
        if (!std::isfinite(panel.values[i]))
            continue;
        const QColor color = colorOf(panel.values[i], scale);
        const double brightness = 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF();
        painter.setPen(brightness > 0.5 ? QColor(Qt::black) : QColor(Qt::white));
        painter.drawText(cellRect({index, i / panel.columns, i % panel.columns}), Qt::AlignCenter,
                         numberText(panel.values[i]));
    }
}

} // namespace atlas
