// A scatter figure: Qt Charts axes and all points in one item. It knows what part of the plane is shown and
// finds points; the person's actions are PointCloudChart's business.
#pragma once

#include "widgets/views/chart_item.h"
#include "widgets/views/color_bar.h"
#include "widgets/views/point_cloud_item.h"
#include "widgets/views/point_index.h"
#include "widgets/views/scatter_layers.h"

#include <QGraphicsEllipseItem>

namespace atlas {

class ScatterItem : public ChartItem {
    Q_OBJECT

public:
    ScatterItem(const FigurePtr& figure, const FigureLook& look);

    const ScatterFigure& scatter() const { return *m_scatter; }
    const PointIndex& index() const { return m_index; }
    PointCloudItem& cloud() { return *m_cloud; }
    const PointCloudItem& cloud() const { return *m_cloud; }

    /// All points with a margin: what is shown first.
    const PlaneRectangle& fullView() const { return m_fullView; }
    PlaneRectangle view() const;
    void setView(const PlaneRectangle& view);

    /// The visible point nearest to the position within so many pixels.
    PointId pointAt(QPointF position, double pixels) const;
    void setHighlighted(PointId point); ///< invalid = none

    /// The class behind each legend entry; invalid = the entry for points without a class.
    const std::vector<ClassId>& legendClasses() const { return m_legendClasses; }

protected:
    void plotChanged() override;
    void layoutContent(const QRectF& rect) override;
    void paintContent(QPainter& painter) override;

private:
    void makeLegend();
    void placeRing();
    void makeRegions();
    void paintRegions(QPainter& painter) const;

    std::shared_ptr<const ScatterFigure> m_scatter;
    PointIndex m_index;
    PlaneRectangle m_fullView{0, 0, 1, 1};
    PointCloudItem* m_cloud = nullptr;
    QGraphicsEllipseItem* m_ring = nullptr;
    ScatterFieldItem* m_field = nullptr; ///< null where the figure has none
    ScatterMarksItem* m_marks = nullptr;
    PointId m_highlighted;
    std::vector<ClassId> m_legendClasses;
    ColorBar m_bar;
    QRectF m_barRect; ///< empty where colours are classes
    QRectF m_barTitle;
    QImage m_regions; ///< a pixel a cell
};

} // namespace atlas
