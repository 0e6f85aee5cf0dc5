// A drag of the mouse over points: from where to where, and the rectangle or lasso that it draws.
#pragma once

#include "widgets/views/theme.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>

class QPainter;

namespace atlas {

enum class SelectionTool { Rectangle, Lasso };

class SelectionDrag {
public:
    void setTool(SelectionTool tool) { m_tool = tool; }
    SelectionTool tool() const { return m_tool; }

    void begin(QPointF position);
    QPointF moveTo(QPointF position); ///< returns the step
    bool isClick() const; ///< let go where it was pressed
    QPointF position() const { return m_last; }

    QRectF rectangle() const { return QRectF(m_start, m_last).normalized(); }
    const QPolygonF& lasso() const { return m_lasso; }
    bool contains(QPointF point) const; ///< in the rectangle or the lasso
    void paint(QPainter& painter, const Theme& theme) const;

private:
    SelectionTool m_tool = SelectionTool::Rectangle;
    QPointF m_start;
    QPointF m_last;
    QPolygonF m_lasso;
};

} // namespace atlas
