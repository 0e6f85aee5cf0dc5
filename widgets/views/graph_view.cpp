#include "widgets/views/graph_view.h"

#include "widgets/models/background.h"
#include "widgets/views/structure_painter.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace atlas {

GraphView::GraphView(QWidget* parent) : PanZoomView(parent)
{
    setAccessibleName(tr("Graph"));
    setAccessibleDescription(tr("Drag to move, wheel to zoom, F to see everything."));
}

GraphView::~GraphView() { m_monitor.cancel(); }

void GraphView::setGraph(DatasetPtr data, RowId row)
{
    clear();
    m_data = std::move(data);
    m_row = row;
    m_monitor = ProgressMonitor();
    runInBackground(
        *QThreadPool::globalInstance(), this,
        [kept = m_data, row, token = m_monitor.token()] { return layoutGraph(kept->graph(row), {}, token); },
        [this, generation = m_generation](const Result<GraphLayout>& layout) {
            receive(generation, layout);
        });
}

void GraphView::clear()
{
    m_monitor.cancel();
    ++m_generation;
    m_data.reset();
    m_layout.reset();
    m_marked = GraphPainter::noVertex;
    m_marks = {};
    update();
}

void GraphView::setMarks(PartMarks marks)
{
    m_marks = std::move(marks);
    update();
}

void GraphView::receive(quint64 generation, const Result<GraphLayout>& layout)
{
    if (generation != m_generation || !layout)
        return;
    m_layout = *layout;
    setAccessibleDescription(tr("%1 vertices, %2 edges")
                                 .arg(vertexCount(m_data->graph(m_row)))
                                 .arg(edgeCount(m_data->graph(m_row))));
    fit();
    Q_EMIT layoutReady();
}

QRectF GraphView::content() const { return m_layout ? GraphPainter::bounds(*m_layout) : QRectF(); }

QString GraphView::emptyText() const
{
    return m_data ? tr("Laying out the graph \u2026") : tr("Select a graph in the table to see it here.");
}

void GraphView::paintContent(QPainter& painter, const QTransform& toWidget, const QRectF& visible,
                             const Theme& theme) const
{
    GraphPainter(*m_data, m_row, font())
        .paint(painter, *m_layout, toWidget, toWidget.mapRect(visible), theme, m_marked, &m_marks);
}

QSizeF GraphView::pictureSize() const
{
    // Large enough to read labels, small enough for a page.
    const QSizeF size = content().size() * naturalScale();
    const double longest = std::max(size.width(), size.height());
    return longest > 2000 ? size * (2000 / longest) : size;
}

void GraphView::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    GraphPainter(*m_data, m_row, font())
        .paint(painter, *m_layout, fitTransform(content(), area, 1e6), area, theme, GraphPainter::noVertex,
               &m_marks);
}

std::size_t GraphView::vertexAtPoint(QPointF point) const
{
    if (!m_layout)
        return GraphPainter::noVertex;
    const double reach = (GraphPainter::vertexRadius(scale()) + 3) / scale();
    const std::size_t vertex = vertexAt(*m_layout, point.x(), point.y(), reach);
    return vertex < m_layout->positions.size() ? vertex : GraphPainter::noVertex;
}

void GraphView::hovered(QPointF point) { setMarked(vertexAtPoint(point)); }

void GraphView::hoverLeft() { setMarked(GraphPainter::noVertex); }

void GraphView::setMarked(std::size_t vertex)
{
    if (vertex == m_marked)
        return;
    m_marked = vertex;
    update();
}

bool GraphView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return PanZoomView::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::size_t vertex = vertexAtPoint(toContent(help->pos()));
    QString text;
    if (vertex != GraphPainter::noVertex) {
        const QString label = GraphPainter(*m_data, m_row, font()).vertexText(vertex);
        text = label.isEmpty() ? tr("Vertex %1").arg(vertex) : tr("Vertex %1: %2").arg(vertex).arg(label);
        text += tr(", %1 edges").arg(boost::out_degree(vertex, m_data->graph(m_row)));
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace atlas
