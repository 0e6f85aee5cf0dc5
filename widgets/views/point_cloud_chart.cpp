#include "widgets/views/point_cloud_chart.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double hoverPixels = 8;
constexpr double wheelZoom = 1.2; // a notch
constexpr double keyZoom = 1.25;
constexpr double keyPan = 0.1; // of the plot
constexpr double deepestZoom = 1e7; // beyond, doubles cannot tell neighbouring pixels apart
constexpr double widestZoom = 50;

} // namespace

PointCloudChart::PointCloudChart(QWidget* parent) : FigureCanvas(parent)
{
    static int made = 0;
    m_filterSource = QStringLiteral("legend %1").arg(++made);
    setFocusPolicy(Qt::StrongFocus);
    setEmptyText(tr("Nothing to show yet. Run an analysis to see its map here."));
}

PointCloudChart::~PointCloudChart() { setHub(nullptr); }

ScatterItem* PointCloudChart::scatterItem() const { return qobject_cast<ScatterItem*>(item()); }

void PointCloudChart::setHub(SelectionHub* hub)
{
    if (m_hub) {
        m_hub->disconnect(this);
        m_hub->dropFilter(m_filterSource);
    }
    m_hub = hub;
    if (hub) {
        connect(hub, &SelectionHub::selectionChanged, this, &PointCloudChart::updateStates);
        connect(hub, &SelectionHub::filterChanged, this, &PointCloudChart::updateStates);
        connect(hub, &SelectionHub::highlightChanged, this, &PointCloudChart::updateHighlight);
        connect(hub, &SelectionHub::subtreeCountsChanged, this, &PointCloudChart::updateRings);
        connect(hub, &SelectionHub::filterRestored, this, &PointCloudChart::restoreLegend);
        connect(hub, &SelectionHub::dataReset, this, [this] {
            m_entriesOff.assign(m_entriesOff.size(), false);
            updateStates();
            updateRings();
        });
    }
    if (scatterItem())
        scatterItem()->legend()->setClickable(hub != nullptr);
    updateStates();
    updateRings();
}

void PointCloudChart::itemMade()
{
    ScatterItem* scatter = scatterItem();
    if (!scatter)
        return;
    if (figure() != m_shownFigure) {
        // A newer state of the same figure (a preview, other colours) keeps the person's zoom unless the axes
        // are others, and the legend unless the classes are others.
        const auto* before = m_shownFigure ? std::get_if<ScatterFigure>(&m_shownFigure->content) : nullptr;
        const ScatterFigure& now = scatter->scatter();
        const bool same = before && m_shownFigure->name == figure()->name;
        if (!same || before->classNames != now.classNames
            || m_entriesOff.size() != scatter->legendClasses().size()) {
            m_entriesOff.assign(scatter->legendClasses().size(), false);
            if (m_hub)
                m_hub->dropFilter(m_filterSource); // its steps were of other classes
        }
        if (!same || before->x.title != now.x.title || before->y.title != now.y.title)
            m_keptView.reset();
        m_shownFigure = figure();
        m_pointOfRow.clear();
        const std::vector<RowId>& rows = scatter->scatter().rows;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].valid())
                m_pointOfRow.emplace(rows[i], PointId(i));
        applyClassFilter();
    }
    scatter->legend()->setClickable(m_hub != nullptr);
    connect(scatter->legend(), &LegendItem::entryClicked, this, &PointCloudChart::toggleClass);
    if (m_keptView)
        scatter->setView(*m_keptView);
    updateStates();
    updateRings();
}

PointId PointCloudChart::pointOf(RowId row) const
{
    const auto found = m_pointOfRow.find(row);
    return found == m_pointOfRow.end() ? PointId() : found->second;
}

RowId PointCloudChart::rowOf(PointId point) const
{
    const std::vector<RowId>& rows = scatterItem()->scatter().rows;
    return point.valid() && point.index() < rows.size() ? rows[point.index()] : RowId();
}

void PointCloudChart::updateStates()
{
    ScatterItem* scatter = scatterItem();
    if (!scatter)
        return;
    std::vector<PointState> states;
    if (m_hub) {
        states = pointStates(*m_hub, scatter->scatter().rows);
        states.resize(scatter->scatter().xs.size(), PointState::Normal);
    }
    scatter->cloud().setStates(std::move(states));
    for (std::size_t i = 0; i < m_entriesOff.size(); ++i)
        scatter->legend()->setOff(i, m_entriesOff[i]);
    updateHighlight();
}

void PointCloudChart::updateHighlight()
{
    ScatterItem* scatter = scatterItem();
    if (!scatter)
        return;
    scatter->setHighlighted(m_hub ? pointOf(m_hub->highlighted()) : PointId());
}

void PointCloudChart::updateRings()
{
    ScatterItem* scatter = scatterItem();
    if (!scatter)
        return;
    std::vector<bool> ringed = m_hub ? ringedPoints(*m_hub, scatter->scatter().rows) : std::vector<bool>();
    if (!ringed.empty())
        ringed.resize(scatter->scatter().xs.size(), false);
    scatter->cloud().setRinged(std::move(ringed));
}

void PointCloudChart::toggleClass(int entry)
{
    const auto index = static_cast<std::size_t>(entry);
    m_entriesOff[index] = !m_entriesOff[index];
    applyClassFilter();
    updateStates();
}

void PointCloudChart::applyClassFilter()
{
    if (!m_hub || !scatterItem())
        return;
    std::vector<bool> visible;
    if (std::find(m_entriesOff.begin(), m_entriesOff.end(), true) != m_entriesOff.end()) {
        visible.assign(m_hub->rowCount(), true);
        std::unordered_map<ClassId, bool> off;
        for (std::size_t i = 0; i < m_entriesOff.size(); ++i)
            off[scatterItem()->legendClasses()[i]] = m_entriesOff[i];
        const ScatterFigure& scatter = scatterItem()->scatter();
        for (std::size_t i = 0; i < scatter.classes.size(); ++i) {
            const RowId row = rowOf(PointId(i));
            if (row.valid() && row.index() < visible.size() && off[scatter.classes[i]])
                visible[row.index()] = false;
        }
    }
    m_hub->setFilter(m_filterSource, std::move(visible), m_entriesOff);
}

void PointCloudChart::restoreLegend(const QString& source, const std::any& controls)
{
    if (source != m_filterSource)
        return;
    const auto* off = std::any_cast<std::vector<bool>>(&controls);
    m_entriesOff =
        off && off->size() == m_entriesOff.size() ? *off : std::vector<bool>(m_entriesOff.size(), false);
    updateStates();
}

PlaneRectangle PointCloudChart::view() const
{
    return scatterItem() ? scatterItem()->view() : PlaneRectangle{0, 0, 1, 1};
}

void PointCloudChart::setView(const PlaneRectangle& view)
{
    ScatterItem* scatter = scatterItem();
    if (!scatter || scatter->index().size() == 0)
        return;
    const PlaneRectangle& full = scatter->fullView();
    const double x = (view.right - view.left) / (full.right - full.left);
    const double y = (view.top - view.bottom) / (full.top - full.bottom);
    if (!(std::min(x, y) > 1 / deepestZoom) || !(std::max(x, y) < widestZoom))
        return;
    m_keptView = view;
    scatter->setView(view);
    Q_EMIT viewChanged();
}

void PointCloudChart::resetView()
{
    if (scatterItem())
        setView(scatterItem()->fullView());
    m_keptView.reset();
}

PlaneRectangle PointCloudChart::relativeView() const
{
    if (!scatterItem())
        return {0, 0, 1, 1};
    const PlaneRectangle& full = scatterItem()->fullView();
    const PlaneRectangle now = view();
    const double width = full.right - full.left;
    const double height = full.top - full.bottom;
    return {(now.left - full.left) / width, (now.bottom - full.bottom) / height,
            (now.right - full.left) / width, (now.top - full.bottom) / height};
}

void PointCloudChart::setRelativeView(const PlaneRectangle& view)
{
    if (!scatterItem())
        return;
    if (view.left == 0 && view.bottom == 0 && view.right == 1 && view.top == 1) {
        resetView(); // everything, also of newer outputs
        return;
    }
    const PlaneRectangle& full = scatterItem()->fullView();
    const double width = full.right - full.left;
    const double height = full.top - full.bottom;
    setView({full.left + view.left * width, full.bottom + view.bottom * height,
             full.left + view.right * width, full.bottom + view.top * height});
}

void PointCloudChart::zoomAt(QPointF position, double factor)
{
    if (!scatterItem() || scatterItem()->plotRect().isEmpty())
        return;
    const PlanePoint fixed = scatterItem()->cloud().placeAt(position);
    const PlaneRectangle old = view();
    setView({fixed.x + (old.left - fixed.x) / factor, fixed.y + (old.bottom - fixed.y) / factor,
             fixed.x + (old.right - fixed.x) / factor, fixed.y + (old.top - fixed.y) / factor});
}

void PointCloudChart::panBy(QPointF pixels)
{
    if (!scatterItem() || scatterItem()->plotRect().isEmpty())
        return;
    const QRectF plot = scatterItem()->plotRect();
    const PlaneRectangle old = view();
    const double dx = -pixels.x() / plot.width() * (old.right - old.left);
    const double dy = pixels.y() / plot.height() * (old.top - old.bottom);
    setView({old.left + dx, old.bottom + dy, old.right + dx, old.top + dy});
}

void PointCloudChart::mousePressEvent(QMouseEvent* event)
{
    ScatterItem* scatter = scatterItem();
    if (!scatter || m_drag != Drag::None)
        return;
    const QPointF position = event->position();
    if (event->button() == Qt::LeftButton && scatter->legend()->isVisible()
        && scatter->legend()->sceneBoundingRect().contains(position)) {
        FigureCanvas::mousePressEvent(event);
        return;
    }
    const bool pan = event->button() == Qt::MiddleButton || event->button() == Qt::RightButton
        || (event->button() == Qt::LeftButton && m_spaceDown);
    if (!pan && event->button() != Qt::LeftButton)
        return;
    m_drag = pan ? Drag::Pan : Drag::Select;
    m_path.begin(position);
    Q_EMIT pointHovered({}); // a card beside the pointer would be in the way
    if (pan)
        viewport()->setCursor(Qt::ClosedHandCursor);
    event->accept();
}

void PointCloudChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    switch (m_drag) {
    case Drag::Pan:
        panBy(m_path.moveTo(position));
        break;
    case Drag::Select:
        m_path.moveTo(position);
        viewport()->update();
        break;
    case Drag::None:
        FigureCanvas::mouseMoveEvent(event);
        hover(position);
        break;
    }
}

void PointCloudChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None) {
        FigureCanvas::mouseReleaseEvent(event);
        return;
    }
    m_path.moveTo(event->position());
    const bool moved = !m_path.isClick();
    if (m_drag == Drag::Select && moved)
        finishSelection(event->modifiers());
    else if (m_drag == Drag::Select)
        clickAt(event->position(), event->modifiers());
    const bool menu = m_drag == Drag::Pan && !moved && event->button() == Qt::RightButton;
    endDrag();
    if (menu) {
        QContextMenuEvent wish(QContextMenuEvent::Other, event->pos(), event->globalPosition().toPoint());
        QApplication::sendEvent(parentWidget() ? parentWidget() : this, &wish);
    }
}

void PointCloudChart::endDrag()
{
    m_drag = Drag::None;
    viewport()->unsetCursor();
    viewport()->update();
}

void PointCloudChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const ScatterItem* scatter = scatterItem();
    if (event->button() == Qt::LeftButton && scatter && scatter->plotRect().contains(event->position()))
        resetView();
    else
        mousePressEvent(event); // two quick clicks on the legend are two clicks
}

void PointCloudChart::wheelEvent(QWheelEvent* event)
{
    zoomAt(event->position(), std::pow(wheelZoom, event->angleDelta().y() / 120.0));
    event->accept();
}

void PointCloudChart::contextMenuEvent(QContextMenuEvent* event)
{
    // The right button pans, and asks for a menu when it is let go where it was pressed;
    // the menu key does as ever.
    if (event->reason() == QContextMenuEvent::Mouse)
        event->accept();
    else
        event->ignore();
}

void PointCloudChart::keyPressEvent(QKeyEvent* event)
{
    if (!scatterItem()) {
        FigureCanvas::keyPressEvent(event);
        return;
    }
    const QRectF plot = scatterItem()->plotRect();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomAt(plot.center(), keyZoom);
    case Qt::Key_Minus:
        return zoomAt(plot.center(), 1 / keyZoom);
    case Qt::Key_0:
        return resetView();
    case Qt::Key_Left:
        return panBy({keyPan * plot.width(), 0});
    case Qt::Key_Right:
        return panBy({-keyPan * plot.width(), 0});
    case Qt::Key_Up:
        return panBy({0, keyPan * plot.height()});
    case Qt::Key_Down:
        return panBy({0, -keyPan * plot.height()});
    case Qt::Key_Space:
        m_spaceDown = true;
        if (m_drag == Drag::None)
            viewport()->setCursor(Qt::OpenHandCursor);
        return;
    case Qt::Key_Escape:
        if (m_drag == Drag::None)
            break;
        return endDrag();
    default:
        break;
    }
    event->ignore();
}

void PointCloudChart::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceDown = false;
        if (m_drag == Drag::None)
            viewport()->unsetCursor();
    } else {
        FigureCanvas::keyReleaseEvent(event);
    }
}

void PointCloudChart::hover(QPointF position)
{
    ScatterItem* scatter = scatterItem();
    if (!scatter)
        return;
    const RowId row = rowOf(scatter->pointAt(position, hoverPixels));
    if (!m_hub || m_hub->highlighted() == row)
        return;
    if (!row.valid() || row.index() < m_hub->rowCount())
        m_hub->highlight(row);
    Q_EMIT pointHovered(row);
}

void PointCloudChart::leaveEvent(QEvent* event)
{
    FigureCanvas::leaveEvent(event);
    if (m_hub && m_hub->highlighted().valid()) {
        m_hub->highlight({});
        Q_EMIT pointHovered({});
    }
}

void PointCloudChart::clickAt(QPointF position, Qt::KeyboardModifiers modifiers)
{
    const PointId point = scatterItem()->pointAt(position, hoverPixels);
    if (!point.valid()) {
        selectPoints({}, modifiers);
        const PlanePoint place = scatterItem()->cloud().placeAt(position);
        Q_EMIT placeClicked(place.x, place.y);
        return;
    }
    selectPoints({point}, modifiers);
    if (rowOf(point).valid())
        Q_EMIT pointActivated(rowOf(point));
}

void PointCloudChart::finishSelection(Qt::KeyboardModifiers modifiers)
{
    const ScatterItem& scatter = *scatterItem();
    if (scatter.index().size() == 0)
        return;
    const PointCloudItem& cloud = scatter.cloud();
    if (m_path.tool() == SelectionTool::Rectangle) {
        const PlanePoint a = cloud.placeAt(m_path.rectangle().topLeft());
        const PlanePoint b = cloud.placeAt(m_path.rectangle().bottomRight());
        selectPoints(scatter.index().inRectangle(
                         {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)}),
                     modifiers);
        return;
    }
    std::vector<PlanePoint> polygon;
    for (const QPointF& corner : m_path.lasso())
        polygon.push_back(cloud.placeAt(corner));
    selectPoints(scatter.index().inPolygon(polygon), modifiers);
}

void PointCloudChart::selectPoints(const std::vector<PointId>& points, Qt::KeyboardModifiers modifiers)
{
    if (!m_hub)
        return;
    std::vector<RowId> rows;
    for (const PointId point : points) {
        const RowId row = rowOf(point);
        if (row.valid() && row.index() < m_hub->rowCount() && m_hub->isVisible(row))
            rows.push_back(row);
    }
    m_hub->select(rows, selectionChangeFor(modifiers));
}

void PointCloudChart::drawForeground(QPainter* painter, const QRectF& rect)
{
    FigureCanvas::drawForeground(painter, rect);
    if (m_drag == Drag::Select && m_path.lasso().size() > 1)
        m_path.paint(*painter, Theme::current());
}

} // namespace atlas
