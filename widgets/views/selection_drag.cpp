#include "widgets/views/selection_drag.h"

#include <QApplication>
#include <QLineF>
#include <QPainter>

namespace atlas {

namespace {

constexpr double lassoStep = 2; // a corner at most every so many pixels
constexpr qsizetype cornersOfADrag = 8; // a lasso that comes back to its start is no click

} // namespace

void SelectionDrag::begin(QPointF position)
{
    m_start = m_last = position;
    m_lasso = QPolygonF({position});
}

QPointF SelectionDrag::moveTo(QPointF position)
{
    const QPointF step = position - m_last;
    m_last = position;
    if (QLineF(m_lasso.back(), position).length() >= lassoStep)
        m_lasso.append(position);
    return step;
}

bool SelectionDrag::isClick() const
{
    return (m_last - m_start).manhattanLength() < QApplication::startDragDistance()
        && m_lasso.size() <= cornersOfADrag;
}

bool SelectionDrag::contains(QPointF point) const
{
    return m_tool == SelectionTool::Rectangle ? rectangle().contains(point)
                                              : m_lasso.containsPoint(point, Qt::OddEvenFill);
}

void SelectionDrag::paint(QPainter& painter, const Theme& theme) const
{
    QColor fill = theme.accent;
    fill.setAlphaF(0.12F);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(fill);
    if (m_tool == SelectionTool::Rectangle)
        painter.drawRect(rectangle());
    else
        painter.drawPolygon(m_lasso);
}

} // namespace atlas
