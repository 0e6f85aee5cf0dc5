#include "widgets/views/tree_painter.h"

#include "widgets/views/mark_colors.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double padding = 7; // beside a label
constexpr double smallestBox = 22;
constexpr double gap = 12;
constexpr double longestLabel = 150;
constexpr double readableScale = 0.45; // below it words are left out
constexpr double detail = 0.6; // pixels on the screen that can be told apart

QString hiddenText(std::uint32_t count) { return QStringLiteral("+%1").arg(count); }

/// The edges between two levels that touch [left, right], as a range of children: since edges of a tidy
/// drawing do not cross, it is one run.
std::span<const PlacedNode> edgesBetween(const TreeLayout& layout, std::size_t lowerLevel, double left,
                                         double right)
{
    const auto nodes = layout.level(lowerLevel);
    const auto parentX = [&](const PlacedNode& node) { return layout[node.parent].x; };
    const auto begin = std::partition_point(nodes.begin(), nodes.end(), [&](const PlacedNode& node) {
        return std::max(node.x, parentX(node)) < left;
    });
    const auto end = std::partition_point(
        begin, nodes.end(), [&](const PlacedNode& node) { return std::min(node.x, parentX(node)) <= right; });
    return {begin, end};
}

/// Where a line leaves the visible stripe, or its end: of a fan of 100,000 lines few differ in sight.
QPointF endInSight(QPointF from, QPointF to, const QRectF& visible)
{
    const double x = std::clamp(to.x(), visible.left(), visible.right());
    return x == to.x() ? to : from + (x - from.x()) / (to.x() - from.x()) * (to - from);
}

struct LevelRange {
    std::size_t begin;
    std::size_t end;
    std::size_t step; // more than 1 where levels fall on the same pixel
};

LevelRange levelsIn(const TreeLayout& layout, double top, double bottom, double scale)
{
    const auto count = static_cast<double>(layout.levelCount());
    const double first = std::clamp(std::floor(top / layout.levelDistance), 0.0, count);
    const double last = std::clamp(std::ceil(bottom / layout.levelDistance) + 1, 0.0, count);
    const double step = std::max(1.0, std::floor(detail / (layout.levelDistance * scale)));
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(last), static_cast<std::size_t>(step)};
}

QColor nodeFill(const PlacedNode& node, bool current, bool alike, const QColor& own, const Theme& theme,
                bool words)
{
    if (own.isValid())
        return own;
    if (current || alike) {
        QColor fill = theme.accent;
        fill.setAlphaF(current ? 1.0F : 0.16F);
        return fill;
    }
    if (!words)
        return theme.line;
    return node.collapsed() ? theme.grid : theme.surface;
}

QPen linePen(const QColor& color, double width, Qt::PenStyle style = Qt::SolidLine)
{
    QPen pen(color, width, style);
    pen.setCosmetic(false);
    return pen;
}

} // namespace

QFont withPixels(QFont font, int pixels)
{
    font.setPixelSize(pixels);
    return font;
}

QString labelText(const LabelDictionary& labels, LabelId label)
{
    if (!label.valid())
        return {};
    if (labels.dimension() > 0 && !labels.vector(label).empty()) {
        QStringList parts;
        for (const double component : labels.vector(label))
            parts << QString::number(component, 'g', 3);
        return QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
    }
    const std::string& text = labels.text(label);
    return text.empty() ? QStringLiteral("\u00b7") : QString::fromStdString(text);
}

TreePainter::TreePainter(DatasetPtr data, const QFont& font)
    : m_data(std::move(data)), m_font(withPixels(font, 12)), m_metrics(m_font)
{
}

QString TreePainter::text(NodeId node) const
{
    return labelText(m_data->nodeLabels(), m_data->forest().label(node));
}

QString TreePainter::shownText(NodeId node) const
{
    return m_metrics.elidedText(text(node).simplified(), Qt::ElideRight, longestLabel);
}

double TreePainter::width(NodeId node, std::uint32_t hiddenNodes) const
{
    const LabelId label = m_data->forest().label(node);
    auto known = m_widths.find(label);
    if (known == m_widths.end())
        known = m_widths.emplace(label, m_metrics.horizontalAdvance(shownText(node))).first;
    const double badge = hiddenNodes > 0 ? m_metrics.horizontalAdvance(hiddenText(hiddenNodes)) + padding : 0;
    return std::max(smallestBox, std::ceil(known->second + badge) + 2 * padding);
}

TreeLayout TreePainter::layout(const Tree& tree, const NodeSet& collapsed) const
{
    TreeLayoutParameters parameters;
    parameters.width = [this](NodeId node, std::uint32_t hidden) { return width(node, hidden); };
    parameters.missingWidth = 16;
    parameters.gap = gap;
    parameters.levelDistance = levelDistance;
    return layoutTree(tree, parameters, collapsed);
}

QRectF TreePainter::bounds(const TreeLayout& layout)
{
    return {layout.left, -nodeHeight / 2, layout.right - layout.left, layout.bottom() + nodeHeight};
}

void TreePainter::paint(QPainter& painter, const TreeLayout& layout, const QRectF& visible, double scale,
                        const Theme& theme, const Marks& marks) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_font);
    paintEdges(painter, layout, visible, scale, theme);
    const bool words = scale >= readableScale;
    const LevelRange levels =
        levelsIn(layout, visible.top() - nodeHeight, visible.bottom() + nodeHeight, scale);
    for (std::size_t level = levels.begin; level < levels.end; level += levels.step) {
        double lastRight = -std::numeric_limits<double>::infinity();
        for (const PlacedNode& node : nodesBetween(layout, level, visible.left(), visible.right())) {
            const double right = node.x + node.width / 2;
            if ((right - lastRight) * scale < detail)
                continue;
            lastRight = right;
            paintNode(painter, layout, node, theme, marks, words);
        }
    }
    painter.restore();
}

void TreePainter::paintEdges(QPainter& painter, const TreeLayout& layout, const QRectF& visible, double scale,
                             const Theme& theme) const
{
    // At least a hairline on the screen, so that a tree seen from afar keeps its shape.
    const double width = std::max(1.0, 0.8 / scale);
    const QPen solid = linePen(theme.line, width);
    QPen dotted = linePen(theme.line, width, Qt::DotLine);
    const LevelRange levels =
        levelsIn(layout, visible.top() - levelDistance, visible.bottom() + levelDistance, scale);
    for (std::size_t level = std::max<std::size_t>(levels.begin, 1); level < levels.end;
         level += levels.step) {
        PlacedId lastParent;
        QPointF lastEnd;
        for (const PlacedNode& node : edgesBetween(layout, level, visible.left(), visible.right())) {
            const PlacedNode& parent = layout[node.parent];
            const QPointF from(parent.x, layout.y(parent) + nodeHeight / 2);
            const QPointF to(node.x, layout.y(node) - nodeHeight / 2);
            const QPointF end = endInSight(from, node.missing() ? from + 0.75 * (to - from) : to, visible);
            if (node.parent == lastParent && (end - lastEnd).manhattanLength() * scale < detail)
                continue;
            lastParent = node.parent;
            lastEnd = end;
            painter.setPen(node.missing() ? dotted : solid);
            painter.drawLine(from, end);
        }
    }
}

void TreePainter::paintNode(QPainter& painter, const TreeLayout& layout, const PlacedNode& node,
                            const Theme& theme, const Marks& marks, bool words) const
{
    if (node.missing()) {
        if (words && node.missingPositions > 1) {
            painter.setPen(theme.secondaryText);
            painter.drawText(QRectF(node.x - 30, layout.y(node) - nodeHeight / 2 - 8, 60, nodeHeight),
                             Qt::AlignCenter, QStringLiteral("\u00d7%1").arg(node.missingPositions));
        }
        return;
    }
    const QRectF box(node.x - node.width / 2, layout.y(node) - nodeHeight / 2, node.width, nodeHeight);
    const bool current = node.node == marks.current;
    const bool alike = !current && marks.alike && marks.alike(node.node);
    const QColor own = marks.color ? marks.color(node.node) : QColor();
    const QColor fill = nodeFill(node, current, alike, own, theme, words);
    const QColor edge = current || alike ? theme.accent
        : node.node == marks.hovered     ? theme.highlight
                                         : theme.line;
    if (alike) { // the tint lies on the surface, not on lines below
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.surface);
        painter.drawRoundedRect(box, 4, 4);
    }
    // A coloured node keeps its colour when it is chosen: its edge tells then.
    const double width = own.isValid() && (current || alike) ? 2.5 : 1.6;
    painter.setPen(
        linePen(edge, node.node == marks.hovered || alike || (current && own.isValid()) ? width : 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 4, 4);
    if (!words)
        return;
    const QRectF inner = box.adjusted(padding, 0, -padding, 0);
    const QColor ink = own.isValid() ? textOn(fill) : current ? theme.surface : theme.text;
    painter.setPen(ink);
    painter.drawText(inner, node.collapsed() ? Qt::AlignVCenter | Qt::AlignLeft : Qt::AlignCenter,
                     shownText(node.node));
    if (node.collapsed()) {
        painter.setPen(current || own.isValid() ? ink : theme.secondaryText);
        painter.drawText(inner, Qt::AlignVCenter | Qt::AlignRight, hiddenText(node.hiddenNodes));
    }
}

void TreePainter::paintShape(QPainter& painter, const TreeLayout& layout, const QRectF& area,
                             const Theme& theme, const std::function<QColor(NodeId)>& color)
{
    constexpr double widestStep = 14; // pixels between neighbours
    constexpr double highestStep = 14; // pixels between levels
    const double width = std::max(layout.right - layout.left, 1e-9);
    const double height = std::max(layout.bottom(), 1e-9);
    const double sx = std::min(area.width() / width, widestStep);
    const double sy = std::min(area.height() / height, highestStep / layout.levelDistance);
    const QPointF origin(area.center().x() - sx * (layout.left + layout.right) / 2,
                         area.center().y() - sy * layout.bottom() / 2);
    const auto place = [&](const PlacedNode& node) {
        return QPointF(origin.x() + sx * node.x, origin.y() + sy * layout.y(node));
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const PlacedNode* last = nullptr;
    for (const PlacedNode& node : layout.nodes) {
        // Lines that fall on the same pixel are drawn once.
        if (!node.parent.valid() || (last && last->parent == node.parent && (node.x - last->x) * sx < 0.3))
            continue;
        last = &node;
        painter.setPen(linePen(theme.line, 1, node.missing() ? Qt::DotLine : Qt::SolidLine));
        const QPointF from = place(layout[node.parent]);
        painter.drawLine(from, node.missing() ? from + 0.6 * (place(node) - from) : place(node));
    }
    const double radius = std::clamp(0.3 * std::min(sx, sy * layout.levelDistance), 0.7, 2.5);
    painter.setPen(Qt::NoPen);
    last = &layout.nodes.front();
    for (const PlacedNode& node : layout.nodes) {
        if (node.missing()
            || (last->level == node.level && std::abs(node.x - last->x) * sx < 0.3 && last != &node))
            continue;
        last = &node;
        painter.setBrush(node.collapsed() ? theme.muted : theme.text);
        painter.drawEllipse(place(node), radius, radius);
    }
    for (const PlacedNode& node : layout.nodes)
        if (const QColor own = color && !node.missing() ? color(node.node) : QColor(); own.isValid()) {
            painter.setBrush(own);
            painter.drawEllipse(place(node), radius + 1, radius + 1);
        }
    painter.restore();
}

} // namespace atlas
