#include "widgets/views/tree_view.h"

#include "core/dag/subtree_occurrences.h"
#include "widgets/views/mark_legend.h"
#include "widgets/views/structure_painter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace atlas {

namespace {

constexpr std::size_t largestOpenTree = 300; // nodes; larger trees start folded
constexpr double readableStart = 0.6; // the smallest scale at which a tree is first shown
constexpr std::size_t unfoldedAtOnce = 60; // nodes that unfolding one node brings to light, roughly

} // namespace

TreeView::TreeView(QWidget* parent) : PanZoomView(parent)
{
    setAccessibleName(tr("Tree"));
    setAccessibleDescription(tr("Arrow keys move between nodes, Enter shows where the subtree occurs, plus "
                                "and minus unfold and fold."));
}

void TreeView::setTree(DatasetPtr data, RowId row)
{
    m_data = std::move(data);
    m_row = row;
    m_dag.reset();
    m_marks = {};
    m_current = {};
    m_hovered = {};
    m_painter.emplace(m_data, font());
    setTouched(false);
    foldForStart();
    showStart();
}

void TreeView::clear()
{
    m_data.reset();
    m_dag.reset();
    m_chosen = {};
    m_marks = {};
    m_painter.reset();
    m_layout = {};
    m_collapsed.clear();
    m_current = {};
    m_hovered = {};
    update();
}

void TreeView::setDag(std::shared_ptr<const MinimalDag> dag)
{
    m_dag = std::move(dag);
    update();
}

void TreeView::setChosenSubtree(DagNodeId subtree)
{
    m_chosen = subtree;
    update();
}

void TreeView::setMarks(PartMarks marks)
{
    m_marks = std::move(marks);
    update();
}

/// A small tree is shown open. A large one is folded further until it can be read in this widget.
void TreeView::foldForStart()
{
    m_collapsed.clear();
    if (tree().nodeCount() <= largestOpenTree) {
        relayout();
        return;
    }
    constexpr std::array<std::size_t, 6> budgets{240, 120, 60, 30, 15, 8};
    for (const std::size_t budget : budgets) {
        const auto levels =
            static_cast<std::size_t>(std::max(3.0, height() / (readableStart * TreePainter::levelDistance)));
        m_collapsed = foldToFit(tree(), tree().root(), {budget, levels});
        relayout();
        if (content().width() * readableStart <= width())
            break;
    }
}

void TreeView::showStart()
{
    fit();
    if (scale() >= readableStart)
        return;
    place(readableStart, QPointF(m_layout.nodes[0].x, 0), QPointF(width() / 2.0, 3.0 * Theme::unit));
}

void TreeView::resizeEvent(QResizeEvent* event)
{
    PanZoomView::resizeEvent(event);
    if (!m_data || isTouched())
        return;
    foldForStart();
    showStart();
}

void TreeView::relayout()
{
    m_layout = m_painter->layout(tree(), m_collapsed);
    update();
}

QRectF TreeView::content() const
{
    return m_painter ? TreePainter::bounds(m_layout).adjusted(-2, -2, 2, 2) : QRectF();
}

QString TreeView::emptyText() const { return tr("Select a tree in the table to see it here."); }

void TreeView::paintContent(QPainter& painter, const QTransform& toWidget, const QRectF& visible,
                            const Theme& theme) const
{
    TreePainter::Marks marks;
    marks.current = m_current;
    marks.hovered = m_hovered;
    const DagNodeId same = m_dag && m_current.valid() ? m_dag->nodeOf(m_current) : m_chosen;
    if (m_dag && same.valid())
        marks.alike = [this, same](NodeId node) { return m_dag->nodeOf(node) == same; };
    if (!m_marks.empty())
        marks.color = [this, &theme, first = tree().firstNode()](NodeId node) {
            return m_marks.color(node.index() - first.index(), theme);
        };
    painter.save();
    painter.setTransform(toWidget, true);
    m_painter->paint(painter, m_layout, visible, toWidget.m11(), theme, marks);
    painter.restore();
}

QSizeF TreeView::pictureSize() const
{
    return m_marks.empty() ? content().size()
                           : content().size().expandedTo({240, 0}) + QSizeF(0, markLegendHeight);
}

void TreeView::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    QRectF upper = area;
    if (!m_marks.empty()) {
        const double height = area.height() * markLegendHeight / pictureSize().height();
        upper.setBottom(area.bottom() - height);
        painter.save();
        const double scale = height / markLegendHeight;
        painter.translate(upper.bottomLeft());
        painter.scale(scale, scale);
        painter.setFont(withPixels(font(), 12));
        paintMarkLegend(painter, {0, 0, area.width() / scale, markLegendHeight}, m_marks, theme);
        painter.restore();
    }
    const QTransform transform = fitTransform(content(), upper, 1e6);
    paintContent(painter, transform, content(), theme);
}

NodeId TreeView::nodeAtPoint(QPointF point) const
{
    if (!m_painter)
        return {};
    const PlacedId id = nodeAt(m_layout, point.x(), point.y(), TreePainter::nodeHeight, 3 / scale());
    return id.valid() ? m_layout[id].node : NodeId();
}

const PlacedNode* TreeView::placed(NodeId node) const
{
    // Down the way from the root: children of a placed node are neighbours in post-order.
    if (!m_painter || !node.valid())
        return nullptr;
    const PlacedNode* at = &m_layout.nodes[0];
    while (at->node != node) {
        const auto children =
            std::span(m_layout.nodes).subspan(at->firstChild, at->collapsed() ? 0 : at->childCount);
        const auto next = std::find_if(children.begin(), children.end(), [&](const PlacedNode& child) {
            return !child.missing() && child.node >= node;
        });
        if (next == children.end())
            return nullptr;
        at = &*next;
    }
    return at;
}

QRectF TreeView::boxOf(const PlacedNode& node) const
{
    return {node.x - node.width / 2, m_layout.y(node) - TreePainter::nodeHeight / 2, node.width,
            TreePainter::nodeHeight};
}

QPointF TreeView::widgetPlace(NodeId node) const
{
    const PlacedNode* at = placed(node);
    return at ? toWidget(QPointF(at->x, m_layout.y(*at))) : QPointF(-1, -1);
}

void TreeView::setCurrentNode(NodeId node)
{
    if (!m_painter)
        return;
    if (node.valid()) {
        bool unfolded = false;
        std::vector<NodeId> way = nodePath(tree(), node);
        way.pop_back();
        for (const NodeId ancestor : way)
            unfolded = m_collapsed.erase(ancestor) > 0 || unfolded;
        if (unfolded)
            relayout();
        if (const PlacedNode* at = placed(node))
            ensureVisible(boxOf(*at));
    }
    const bool changed = node != m_current;
    m_current = node;
    update();
    if (changed)
        Q_EMIT currentNodeChanged(node);
}

void TreeView::setCollapsed(NodeId node, bool collapsed)
{
    if (!m_painter || tree().children(node).empty() || collapsed == isCollapsed(node))
        return;
    setTouched(true);
    const PlacedNode* before = placed(node);
    const QPointF anchor = before ? toWidget(QPointF(before->x, m_layout.y(*before))) : QPointF();
    if (collapsed) {
        m_collapsed.insert(node);
    } else {
        m_collapsed.erase(node);
        m_collapsed.merge(foldToFit(tree(), node, {unfoldedAtOnce, 5}));
    }
    relayout();
    // The node stays under the pointer while its surroundings move.
    if (const PlacedNode* after = placed(node); after && before)
        place(scale(), QPointF(after->x, m_layout.y(*after)), anchor);
}

void TreeView::expandAll()
{
    if (!m_painter)
        return;
    setTouched(true);
    m_collapsed.clear();
    relayout();
    fit();
}

void TreeView::pressed(QPointF point)
{
    setTouched(true);
    const NodeId node = nodeAtPoint(point);
    setCurrentNode(node);
    if (node.valid())
        Q_EMIT nodeActivated(node);
}

void TreeView::doublePressed(QPointF point)
{
    const NodeId node = nodeAtPoint(point);
    if (node.valid())
        setCollapsed(node, !isCollapsed(node));
    else
        fit();
}

void TreeView::hovered(QPointF point) { setHovered(nodeAtPoint(point)); }

void TreeView::hoverLeft() { setHovered({}); }

void TreeView::setHovered(NodeId node)
{
    if (node == m_hovered)
        return;
    m_hovered = node;
    update();
}

bool TreeView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const NodeId node = nodeAtPoint(toContent(help->pos()));
        const QString full = node.valid()
            ? QString::fromStdString(m_data->nodeLabels().text(m_data->forest().label(node)))
            : QString();
        QToolTip::showText(help->globalPos(), full, this);
        return true;
    }
    return PanZoomView::event(event);
}

NodeId TreeView::neighbour(int key) const
{
    const PlacedNode* at = placed(m_current);
    if (!at)
        return tree().root();
    if (key == Qt::Key_Up)
        return at->parent.valid() ? m_layout[at->parent].node : m_current;
    if (key == Qt::Key_Down) {
        for (std::uint32_t i = 0; i < at->childCount; ++i)
            if (!m_layout.nodes[at->firstChild + i].missing())
                return m_layout.nodes[at->firstChild + i].node;
        return m_current;
    }
    // Siblings, and beyond the last one the next node of the level.
    const auto level = m_layout.level(at->level);
    const std::ptrdiff_t step = key == Qt::Key_Left ? -1 : 1;
    for (std::ptrdiff_t i = at - level.data() + step; i >= 0 && i < std::ssize(level); i += step)
        if (!level[static_cast<std::size_t>(i)].missing())
            return level[static_cast<std::size_t>(i)].node;
    return m_current;
}

void TreeView::keyPressEvent(QKeyEvent* event)
{
    if (!m_painter || event->modifiers() & Qt::ControlModifier) {
        PanZoomView::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        setTouched(true);
        setCurrentNode(neighbour(event->key()));
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current.valid())
            Q_EMIT nodeActivated(m_current);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        if (m_current.valid())
            setCollapsed(m_current, event->key() == Qt::Key_Minus);
        break;
    default:
        PanZoomView::keyPressEvent(event);
    }
}

} // namespace atlas
