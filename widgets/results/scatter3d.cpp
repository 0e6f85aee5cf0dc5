#include "widgets/results/scatter3d.h"

#include "widgets/views/figure_item.h"
#include "widgets/views/hover_card.h"
#include "widgets/views/point_states.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace atlas {

namespace {

constexpr double hoverPixels = 8;
constexpr double wheelZoom = 1.2; // a notch
constexpr double keyTurn = 30; // pixels of dragging
constexpr double margin = 2 * Theme::unit;

} // namespace

Scatter3d::Scatter3d(QWidget* parent) : QWidget(parent)
{
    static int made = 0;
    m_filterSource = QStringLiteral("legend in space %1").arg(++made);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_projection.reset();
    makeLegend();
}

Scatter3d::~Scatter3d() { setHub(nullptr); }

void Scatter3d::setHub(SelectionHub* hub)
{
    if (m_hub) {
        m_hub->disconnect(this);
        m_hub->dropFilter(m_filterSource);
    }
    m_hub = hub;
    if (hub) {
        connect(hub, &SelectionHub::selectionChanged, this, &Scatter3d::updateStates);
        connect(hub, &SelectionHub::filterChanged, this, &Scatter3d::updateStates);
        connect(hub, &SelectionHub::filterRestored, this, &Scatter3d::restoreLegend);
        connect(hub, &SelectionHub::highlightChanged, this, qOverload<>(&QWidget::update));
        connect(hub, &SelectionHub::dataReset, this, &Scatter3d::updateStates);
        connect(hub, &SelectionHub::subtreeCountsChanged, this, &Scatter3d::updateStates);
        connect(hub, &SelectionHub::colouringChanged, this, &Scatter3d::colourPoints);
    }
    colourPoints();
}

void Scatter3d::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    if (!m_card)
        m_card = new HoverCard(this);
    m_card->setDataset(m_data);
}

void Scatter3d::setPoints(ScatterFigure figure, std::vector<double> zs, const QString& zTitle)
{
    const bool fresh = m_points.size() != zs.size();
    m_given = std::move(figure);
    m_states.clear(); // they were of other points
    m_ringed.clear();
    m_zTitle = zTitle;
    m_points.clear();
    m_pointOfRow.clear();
    for (std::size_t i = 0; i < zs.size(); ++i) {
        m_points.push_back({m_given.xs[i], m_given.ys[i], zs[i]});
        if (i < m_given.rows.size() && m_given.rows[i].valid())
            m_pointOfRow.emplace(m_given.rows[i], PointId(i));
    }
    m_projection.setPoints(m_points);
    if (fresh)
        m_projection.reset();
    colourPoints();
}

void Scatter3d::colourPoints()
{
    m_figure = m_given;
    if (m_hub && m_hub->colouring())
        recolour(m_figure, *m_hub->colouring());
    m_styles = PointStyles(m_figure);
    const std::vector<double>& values = m_figure.values;
    m_bar = {colorScale(values),
             std::any_of(values.begin(), values.end(), [](double value) { return !std::isfinite(value); }),
             Theme::unit};
    m_sprites.clear();
    makeLegend();
    updateStates();
}

void Scatter3d::setDragSelects(bool selects)
{
    m_dragSelects = selects;
    setCursor(selects ? Qt::CrossCursor : Qt::ArrowCursor);
}

void Scatter3d::resetView()
{
    m_projection.reset();
    see();
    Q_EMIT viewMoved(this);
}

void Scatter3d::takeView(const Scatter3d& other)
{
    m_projection.takeView(other.m_projection);
    see();
}

std::unique_ptr<LegendItem> Scatter3d::legendIn(const Theme& theme) const
{
    QFont legendFont = font();
    legendFont.setPixelSize(QFontInfo(font()).pixelSize());
    auto legend = std::make_unique<LegendItem>(theme, legendFont, nullptr);
    std::vector<LegendEntry> entries;
    for (const ClassId id : m_legendClasses)
        entries.push_back({QString::fromStdString(m_figure.classNames[id.index()]),
                           m_figure.values.empty() ? theme.classColor(id) : theme.secondaryText,
                           LegendEntry::Marker::Point, Theme::classShape(id), false});
    legend->setEntries(std::move(entries));
    return legend;
}

void Scatter3d::makeLegend()
{
    std::vector<bool> used(m_figure.classNames.size(), false);
    for (const ClassId id : m_figure.classes)
        if (id.valid() && id.index() < used.size())
            used[id.index()] = true;
    std::vector<ClassId> classes;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i])
            classes.emplace_back(i);
    std::vector<bool> off(classes.size(), false); // hidden classes stay hidden under other colours
    if (classes == m_legendClasses && m_legend)
        for (std::size_t i = 0; i < off.size(); ++i)
            off[i] = m_legend->entries()[i].off;
    m_legendClasses = std::move(classes);
    m_legend = legendIn(Theme::current());
    for (std::size_t i = 0; i < off.size(); ++i)
        m_legend->setOff(i, off[i]);
    layoutParts();
}

QRectF Scatter3d::legendRoom() const { return QRectF(rect()).adjusted(margin, margin, -margin, -margin); }

void Scatter3d::layoutParts()
{
    QRectF rest = m_legend->takeRoom(legendRoom());
    m_barRect = {};
    if (!m_figure.values.empty()) {
        const double width = m_bar.width(font());
        m_barRect =
            QRectF(rest.right() - width, rest.top(), width, std::min(rest.height(), 40.0 * Theme::unit));
        rest.setRight(m_barRect.left() - 2 * Theme::unit);
    }
    m_plot = rest;
    const double words = 3.0 * QFontMetricsF(font()).height(); // titles of the axes stand beyond the box
    m_projection.setScreen(rest.adjusted(words, words / 2, -words, -words / 2));
    see();
}

void Scatter3d::updateStates()
{
    m_states.clear();
    m_ringed.clear();
    if (m_hub) {
        m_states = pointStates(*m_hub, m_figure.rows);
        m_states.resize(m_points.size(), PointState::Normal);
        m_ringed = ringedPoints(*m_hub, m_figure.rows);
        m_ringed.resize(m_points.size(), false);
    }
    see();
}

void Scatter3d::see()
{
    m_seen.resize(m_points.size());
    m_order.resize(m_points.size());
    for (std::size_t i = 0; i < m_points.size(); ++i)
        m_seen[i] = m_projection.see(m_points[i]);
    std::iota(m_order.begin(), m_order.end(), 0U);
    // Points that are not finite come first and are not drawn; the selected lie on top.
    const auto key = [&](std::uint32_t i) {
        const bool selected = !m_states.empty() && m_states[i] == PointState::Selected;
        const double depth = std::isfinite(m_seen[i].depth) ? -m_seen[i].depth : -1e9;
        return std::pair(selected, depth);
    };
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    update();
}

bool Scatter3d::isShown(std::size_t point) const
{
    return std::isfinite(m_seen[point].depth) && std::isfinite(m_seen[point].position.x())
        && std::isfinite(m_seen[point].position.y())
        && (m_states.empty() || m_states[point] != PointState::Hidden);
}

QPointF Scatter3d::positionOf(std::size_t point) const { return m_seen[point].position; }

RowId Scatter3d::rowOf(PointId point) const
{
    return point.valid() && point.index() < m_figure.rows.size() ? m_figure.rows[point.index()] : RowId();
}

PointId Scatter3d::pointAt(QPointF position) const
{
    PointId best;
    double least = hoverPixels * hoverPixels;
    for (const std::uint32_t i : m_order) { // later ones lie in front and win a tie
        if (!isShown(i))
            continue;
        const QPointF way = m_seen[i].position - position;
        const double squared = way.x() * way.x() + way.y() * way.y();
        if (squared <= least) {
            least = squared;
            best = PointId(i);
        }
    }
    return best;
}

void Scatter3d::mousePressEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None)
        return;
    const bool left = event->button() == Qt::LeftButton;
    if (left && clickLegend(event->position()))
        return;
    const bool modified = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (left)
        m_drag = m_dragSelects || modified ? Drag::Select : Drag::Turn;
    else if (event->button() == Qt::MiddleButton || event->button() == Qt::RightButton)
        m_drag = Drag::Move;
    else
        return;
    if (m_card)
        m_card->showFor({}, {});
    m_path.begin(event->position());
}

void Scatter3d::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None)
        return hover(event->position());
    const QPointF step = m_path.moveTo(event->position());
    if (m_drag == Drag::Select)
        return update();
    if (m_drag == Drag::Turn)
        m_projection.rotate(step);
    else
        m_projection.move(step);
    see();
    Q_EMIT viewMoved(this);
}

void Scatter3d::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None)
        return;
    m_path.moveTo(event->position());
    finishDrag(event->modifiers());
    const bool menu = m_drag == Drag::Move && event->button() == Qt::RightButton && m_path.isClick();
    m_drag = Drag::None;
    update();
    if (menu && !actions().isEmpty()) {
        auto* choices = new QMenu(this);
        choices->setAttribute(Qt::WA_DeleteOnClose);
        choices->addActions(actions());
        choices->popup(event->globalPosition().toPoint());
    }
}

void Scatter3d::finishDrag(Qt::KeyboardModifiers modifiers)
{
    const bool moved = !m_path.isClick();
    if (m_drag == Drag::Move || (m_drag == Drag::Turn && moved))
        return;
    std::vector<std::size_t> chosen;
    if (moved) {
        for (std::size_t i = 0; i < m_seen.size(); ++i)
            if (isShown(i) && m_path.contains(m_seen[i].position))
                chosen.push_back(i);
    } else if (const PointId point = pointAt(m_path.position()); point.valid()) {
        chosen.push_back(point.index());
    }
    select(chosen, modifiers);
}

void Scatter3d::select(const std::vector<std::size_t>& points, Qt::KeyboardModifiers modifiers)
{
    if (!m_hub)
        return;
    std::vector<RowId> rows;
    for (const std::size_t point : points)
        if (const RowId row = rowOf(PointId(point)); row.valid() && row.index() < m_hub->rowCount())
            rows.push_back(row);
    m_hub->select(rows, selectionChangeFor(modifiers));
}

bool Scatter3d::clickLegend(QPointF position)
{
    for (std::size_t entry = 0; m_hub && entry < m_legendClasses.size(); ++entry) {
        if (!m_legend->entryRect(entry).translated(m_legend->pos()).contains(position))
            continue;
        m_legend->setOff(entry, !m_legend->entries()[entry].off);
        std::vector<bool> visible(m_hub->rowCount(), true);
        for (std::size_t e = 0; e < m_legendClasses.size(); ++e)
            for (std::size_t i = 0; m_legend->entries()[e].off && i < m_figure.classes.size(); ++i)
                if (const RowId row = rowOf(PointId(i));
                    row.valid() && row.index() < visible.size() && m_figure.classes[i] == m_legendClasses[e])
                    visible[row.index()] = false;
        const bool none = std::find(visible.begin(), visible.end(), false) == visible.end();
        std::vector<bool> off;
        for (const LegendEntry& each : m_legend->entries())
            off.push_back(each.off);
        m_hub->setFilter(m_filterSource, none ? std::vector<bool>() : std::move(visible), std::move(off));
        return true;
    }
    return false;
}

void Scatter3d::restoreLegend(const QString& source, const std::any& controls)
{
    if (source != m_filterSource)
        return;
    const auto* off = std::any_cast<std::vector<bool>>(&controls);
    for (std::size_t entry = 0; entry < m_legendClasses.size(); ++entry)
        m_legend->setOff(entry, off && entry < off->size() && (*off)[entry]);
    update();
}

void Scatter3d::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_plot.contains(event->position()))
        resetView();
    else
        mousePressEvent(event);
}

void Scatter3d::wheelEvent(QWheelEvent* event)
{
    m_projection.zoom(std::pow(wheelZoom, event->angleDelta().y() / 120.0), event->position());
    see();
    Q_EMIT viewMoved(this);
    event->accept();
}

void Scatter3d::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        m_projection.rotate({-keyTurn, 0});
        break;
    case Qt::Key_Right:
        m_projection.rotate({keyTurn, 0});
        break;
    case Qt::Key_Up:
        m_projection.rotate({0, -keyTurn});
        break;
    case Qt::Key_Down:
        m_projection.rotate({0, keyTurn});
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_projection.zoom(wheelZoom, m_plot.center());
        break;
    case Qt::Key_Minus:
        m_projection.zoom(1 / wheelZoom, m_plot.center());
        break;
    case Qt::Key_0:
        m_projection.reset();
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    see();
    Q_EMIT viewMoved(this);
}

void Scatter3d::hover(QPointF position)
{
    if (!m_hub)
        return;
    const RowId row = rowOf(pointAt(position));
    if (row == m_hub->highlighted() || (row.valid() && row.index() >= m_hub->rowCount()))
        return;
    m_hub->highlight(row);
    if (m_card)
        m_card->showFor(row, mapToGlobal(position.toPoint()));
}

void Scatter3d::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (m_hub && m_hub->highlighted().valid())
        m_hub->highlight({});
    if (m_card)
        m_card->showFor({}, {});
}

void Scatter3d::contextMenuEvent(QContextMenuEvent* event)
{
    event->setAccepted(event->reason() == QContextMenuEvent::Mouse); // the right button moves
}

void Scatter3d::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layoutParts();
}

void Scatter3d::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_sprites.clear();
    makeLegend();
}

} // namespace atlas
