// The scatter figure that people work with: hover, click, rectangle and lasso selection (Shift adds,
// Ctrl removes), wheel zoom at the pointer, panning with the middle or right button or Space,
// double click or 0 for everything, + - and arrows. It speaks to the SelectionHub alone; a click on a legend
// entry hides its class there.
#pragma once

#include "widgets/selection/selection_hub.h"
#include "widgets/views/figure_canvas.h"
#include "widgets/views/point_states.h"
#include "widgets/views/scatter_item.h"
#include "widgets/views/selection_drag.h"

#include <QPointer>

#include <optional>
#include <unordered_map>

namespace atlas {

class PointCloudChart : public FigureCanvas {
    Q_OBJECT

public:
    explicit PointCloudChart(QWidget* parent = nullptr);
    ~PointCloudChart() override;

    /// Null = none: nothing can be selected then.
    void setHub(SelectionHub* hub);
    void setTool(SelectionTool tool) { m_path.setTool(tool); }
    SelectionTool tool() const { return m_path.tool(); }

    /// Null without a figure.
    ScatterItem* scatterItem() const;
    PointId pointOf(RowId row) const; ///< invalid = the figure does not show it
    PlaneRectangle view() const;
    void setView(const PlaneRectangle& view);
    void resetView();
    /// What is shown as fractions of everything: {0, 0, 1, 1} is all. So that plots
    /// with other axes can follow.
    PlaneRectangle relativeView() const;
    void setRelativeView(const PlaneRectangle& view);
    void zoomAt(QPointF position, double factor); ///< above 1 = nearer
    void panBy(QPointF pixels);

Q_SIGNALS:
    void pointHovered(atlas::RowId row); ///< invalid = none
    void pointActivated(atlas::RowId row); ///< clicked
    void viewChanged();
    void placeClicked(double x, double y); ///< on no point

protected:
    void itemMade() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    enum class Drag { None, Select, Pan };

    RowId rowOf(PointId point) const;
    void hover(QPointF position);
    void finishSelection(Qt::KeyboardModifiers modifiers);
    void clickAt(QPointF position, Qt::KeyboardModifiers modifiers);
    void selectPoints(const std::vector<PointId>& points, Qt::KeyboardModifiers modifiers);
    void endDrag();
    void updateStates();
    void updateHighlight();
    void updateRings();
    void toggleClass(int entry);
    void applyClassFilter();
    void restoreLegend(const QString& source, const std::any& controls);

    QPointer<SelectionHub> m_hub;
    QString m_filterSource;
    FigurePtr m_shownFigure;
    std::optional<PlaneRectangle> m_keptView;
    std::unordered_map<RowId, PointId> m_pointOfRow;
    std::vector<bool> m_entriesOff; ///< legend entries whose class is hidden

    Drag m_drag = Drag::None;
    SelectionDrag m_path;
    bool m_spaceDown = false;
};

} // namespace atlas
