#include "widgets/views/pan_zoom_view.h"

#include "widgets/views/structure_painter.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double wheelStep = 1.2; // of one notch
constexpr double largestZoom = 6; // of the natural scale
constexpr int margin = Theme::unit;

} // namespace

void paintEmptyState(QPainter& painter, const QRect& area, const QString& text, const Theme& theme)
{
    painter.setPen(theme.secondaryText);
    painter.drawText(area.adjusted(2 * margin, margin, -2 * margin, -margin),
                     Qt::AlignCenter | Qt::TextWordWrap, text);
}

PanZoomView::PanZoomView(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PanZoomView::fit()
{
    const QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    const QTransform transform = fitTransform(content(), area, naturalScale());
    m_scale = std::max(transform.m11(), 1e-9);
    m_shift = {transform.dx(), transform.dy()};
    m_fitted = true;
    update();
}

void PanZoomView::zoomBy(double factor) { zoomAt(factor, QRectF(rect()).center()); }

void PanZoomView::zoomAt(double factor, QPointF widgetPoint)
{
    if (content().isEmpty())
        return;
    const QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    const double smallest = 0.5 * fitTransform(content(), area, naturalScale()).m11();
    const double wanted = std::clamp(m_scale * factor, smallest, largestZoom * naturalScale());
    place(wanted, toContent(widgetPoint), widgetPoint);
    m_touched = true;
}

void PanZoomView::place(double scale, QPointF contentPoint, QPointF widgetPoint)
{
    m_scale = scale;
    m_shift = widgetPoint - scale * contentPoint;
    m_fitted = false;
    keepInSight();
    update();
}

/// Some of the content always stays in the widget: nobody gets lost.
void PanZoomView::keepInSight()
{
    const QRectF box(toWidget(content().topLeft()), toWidget(content().bottomRight()));
    const double reach = 5 * margin;
    m_shift.rx() += std::max(0.0, reach - box.right()) - std::max(0.0, box.left() - (width() - reach));
    m_shift.ry() += std::max(0.0, reach - box.bottom()) - std::max(0.0, box.top() - (height() - reach));
}

void PanZoomView::ensureVisible(const QRectF& contentBox)
{
    const QRectF box(toWidget(contentBox.topLeft()), toWidget(contentBox.bottomRight()));
    const QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    if (area.contains(box))
        return;
    const double dx = std::max(0.0, area.left() - box.left()) - std::max(0.0, box.right() - area.right());
    const double dy = std::max(0.0, area.top() - box.top()) - std::max(0.0, box.bottom() - area.bottom());
    m_shift += QPointF(dx, dy);
    m_fitted = false;
    update();
}

void PanZoomView::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    if (content().isEmpty()) {
        paintEmptyState(painter, rect(), emptyText(), theme);
        return;
    }
    const QTransform transform(m_scale, 0, 0, m_scale, m_shift.x(), m_shift.y());
    paintContent(painter, transform, QRectF(toContent({0, 0}), toContent(QPointF(width(), height()))), theme);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PanZoomView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_fitted)
        fit();
}

void PanZoomView::wheelEvent(QWheelEvent* event)
{
    zoomAt(std::pow(wheelStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void PanZoomView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_pressedAt = event->position();
    m_lastDrag = m_pressedAt;
    m_dragging = false;
}

void PanZoomView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        hovered(toContent(event->position()));
        return;
    }
    if (!m_dragging
        && (event->position() - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    m_touched = true;
    setCursor(Qt::ClosedHandCursor);
    m_shift += event->position() - m_lastDrag;
    m_lastDrag = event->position();
    m_fitted = false;
    keepInSight();
    update();
}

void PanZoomView::mouseReleaseEvent(QMouseEvent* event)
{
    unsetCursor();
    if (event->button() == Qt::LeftButton && !m_dragging)
        pressed(toContent(event->position()));
    m_dragging = false;
}

void PanZoomView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        doublePressed(toContent(event->position()));
    m_dragging = true; // the release that follows is not another click
}

void PanZoomView::leaveEvent(QEvent* event)
{
    hoverLeft();
    QWidget::leaveEvent(event);
}

void PanZoomView::keyPressEvent(QKeyEvent* event)
{
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->matches(QKeySequence::ZoomIn))
        zoomBy(wheelStep);
    else if (event->matches(QKeySequence::ZoomOut))
        zoomBy(1 / wheelStep);
    else if (event->key() == (control ? Qt::Key_0 : Qt::Key_F))
        fit();
    else
        QWidget::keyPressEvent(event);
}

} // namespace atlas
