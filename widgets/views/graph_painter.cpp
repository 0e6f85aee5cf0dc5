#include "widgets/views/graph_painter.h"

#include "widgets/views/tree_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double textRadius = 8; // the smallest circle that holds letters, in pixels
constexpr double largestDot = 4.5; // of a vertex without a label, in pixels
constexpr double edgeTextLength = 46; // the shortest edge that carries a label, in pixels

QPointF placeOf(const GraphLayout& layout, const QTransform& toScreen, std::size_t vertex)
{
    return toScreen.map(QPointF(layout.positions[vertex].x, layout.positions[vertex].y));
}

} // namespace

GraphPainter::GraphPainter(const Dataset& data, RowId row, const QFont& font)
    : m_data(data), m_graph(data.graph(row)), m_font(withPixels(font, 11))
{
}

QRectF GraphPainter::bounds(const GraphLayout& layout)
{
    return QRectF(0, 0, layout.width, layout.height).adjusted(-margin, -margin, margin, margin);
}

QString GraphPainter::vertexText(std::size_t vertex) const
{
    return labelText(m_data.nodeLabels(), m_graph[vertex].label);
}

double GraphPainter::vertexRadius(double scale) { return std::clamp(0.28 * scale, 1.2, 11.0); }

void GraphPainter::paint(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
                         const QRectF& visible, const Theme& theme, std::size_t pointed,
                         const PartMarks* marks) const
{
    const double scale = toScreen.m11();
    const bool words = vertexRadius(scale) >= textRadius && m_data.nodeLabels().size() > 0;
    const double radius = words ? vertexRadius(scale) : std::min(vertexRadius(scale), largestDot);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_font);
    paintEdges(painter, layout, toScreen, visible, theme, marks);
    const QFontMetricsF metrics(m_font);
    const QRectF near = visible.adjusted(-radius, -radius, radius, radius);
    for (std::size_t v = 0; v < layout.positions.size(); ++v) {
        const QPointF place = placeOf(layout, toScreen, v);
        if (!near.contains(place))
            continue;
        const bool stands = v == pointed;
        const QColor own = marks ? marks->color(v, theme) : QColor();
        painter.setPen(QPen(stands ? theme.accent : theme.line, stands ? 2 : 1));
        painter.setBrush(own.isValid() ? own : words ? theme.surface : theme.text);
        if (!words)
            painter.setPen(stands ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        const QString text = words ? vertexText(v) : QString();
        // Labels longer than the circle stretch it to a box, up to the length of an edge.
        const double half = std::clamp(metrics.horizontalAdvance(text) / 2 + 4, radius, 0.6 * scale);
        painter.drawRoundedRect(QRectF(place.x() - half, place.y() - radius, 2 * half, 2 * radius), radius,
                                radius);
        if (text.isEmpty())
            continue;
        painter.setPen(own.isValid() ? textOn(own) : theme.text);
        painter.drawText(QRectF(place.x() - half, place.y() - radius, 2 * half, 2 * radius), Qt::AlignCenter,
                         metrics.elidedText(text, Qt::ElideRight, 2 * half - 4));
    }
    painter.restore();
}

void GraphPainter::paintEdges(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
                              const QRectF& visible, const Theme& theme, const PartMarks* marks) const
{
    const QFontMetricsF metrics(m_font);
    // A label that every edge carries says nothing.
    const bool labels = m_data.edgeLabels().size() > 1;
    // Where edges are many, each is drawn lighter, so that dense parts stay readable.
    QColor color = theme.line;
    const double perVertex =
        static_cast<double>(edgeCount(m_graph)) / std::max(1.0, static_cast<double>(vertexCount(m_graph)));
    color.setAlphaF(perVertex > 4 ? 0.45F : 1.0F);
    for (auto [edge, end] = boost::edges(m_graph); edge != end; ++edge) {
        const QPointF a = placeOf(layout, toScreen, boost::source(*edge, m_graph));
        const QPointF b = placeOf(layout, toScreen, boost::target(*edge, m_graph));
        if (!QRectF(a, b).normalized().adjusted(-1, -1, 1, 1).intersects(visible))
            continue;
        const auto source = boost::source(*edge, m_graph);
        const auto target = boost::target(*edge, m_graph);
        const QColor from = marks ? marks->color(source, theme) : QColor();
        const bool inPart = from.isValid() && marks->color(target, theme).isValid();
        painter.setPen(inPart ? QPen(from, 5) : QPen(color, 1));
        painter.drawLine(a, b);
        const LabelId label = m_graph[*edge].label;
        if (!labels || !label.valid() || QLineF(a, b).length() < edgeTextLength)
            continue;
        const QString text = labelText(m_data.edgeLabels(), label);
        QRectF box(0, 0, metrics.horizontalAdvance(text) + 4, metrics.height());
        box.moveCenter((a + b) / 2);
        painter.fillRect(box, theme.surface);
        painter.setPen(theme.secondaryText);
        painter.drawText(box, Qt::AlignCenter, text);
    }
}

} // namespace atlas
