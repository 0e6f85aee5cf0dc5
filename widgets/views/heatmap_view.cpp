#include "widgets/views/heatmap_view.h"

#include <QMouseEvent>

namespace atlas {

HeatmapView::HeatmapView(QWidget* parent) : FigureCanvas(parent) { }

HeatmapItem* HeatmapView::heatmapItem() const { return qobject_cast<HeatmapItem*>(item()); }

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    FigureCanvas::mouseMoveEvent(event);
    HeatmapItem* heatmap = heatmapItem();
    if (!heatmap)
        return;
    const std::optional<HeatmapCell> cell = heatmap->cellAt(event->position());
    heatmap->setMarked(cell);
    const auto words = [&] { return m_words ? m_words(*cell) : heatmap->describe(*cell); };
    Q_EMIT heatmap->hovered(cell ? words() : QString());
}

void HeatmapView::leaveEvent(QEvent* event)
{
    FigureCanvas::leaveEvent(event);
    if (heatmapItem())
        heatmapItem()->setMarked(std::nullopt);
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    FigureCanvas::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton && heatmapItem() ? heatmapItem()->cellAt(event->position())
                                                                   : std::nullopt;
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    FigureCanvas::mouseReleaseEvent(event);
    if (m_pressed && heatmapItem() && heatmapItem()->cellAt(event->position()) == m_pressed)
        Q_EMIT cellClicked(m_pressed->panel, m_pressed->row, m_pressed->column, event->modifiers());
    m_pressed.reset();
}

} // namespace atlas
