// A widget over a drawing larger than itself: drag to pan, wheel or Ctrl and +/- to zoom, F to fit. What is
// drawn is the subclass's business.
#pragma once

#include "widgets/views/picture_source.h"

#include <QPointF>
#include <QWidget>

namespace atlas {

class PanZoomView : public QWidget, public PictureSource {
    Q_OBJECT

public:
    explicit PanZoomView(QWidget* parent = nullptr);

    void fit(); ///< everything in sight; stays so when the widget's size changes
    void zoomBy(double factor); ///< around the middle
    double scale() const { return m_scale; }
    QPointF toContent(QPointF widgetPoint) const { return (widgetPoint - m_shift) / m_scale; }
    QPointF toWidget(QPointF contentPoint) const { return m_scale * contentPoint + m_shift; }

    QSize sizeHint() const override { return {320, 280}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

protected:
    virtual QRectF content() const = 0; ///< in its own units; empty = nothing to show
    /// The painter draws in the widget's pixels; `toWidget` and `visible` relate them to the content.
    virtual void paintContent(QPainter& painter, const QTransform& toWidget, const QRectF& visible,
                              const Theme& theme) const = 0;
    virtual QString emptyText() const = 0;
    virtual double naturalScale() const { return 1; } ///< fitting never enlarges beyond it

    virtual void pressed(QPointF) { } ///< a click without a drag, in content units
    virtual void doublePressed(QPointF) { }
    virtual void hovered(QPointF) { }
    virtual void hoverLeft() { }

    /// Shows the content at this scale with this content point at that widget point.
    void place(double scale, QPointF contentPoint, QPointF widgetPoint);
    void ensureVisible(const QRectF& contentBox);
    /// Whether the person has moved, zoomed or fitted since the content was set: a new start is
    /// theirs to ask for then.
    bool isTouched() const { return m_touched; }
    void setTouched(bool touched) { m_touched = touched; }

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void zoomAt(double factor, QPointF widgetPoint);
    void keepInSight();

    double m_scale = 1;
    QPointF m_shift;
    bool m_fitted = true;
    bool m_touched = false;
    bool m_dragging = false;
    QPointF m_pressedAt;
    QPointF m_lastDrag;
};

/// A calm sentence in the middle of a view that has nothing to show.
void paintEmptyState(QPainter& painter, const QRect& area, const QString& text, const Theme& theme);

} // namespace atlas
