// Shows any figure: a point cloud to work with, a heatmap, bars or curves. Point clouds take their colours
// from the hub where that has some.
#pragma once

#include "core/data/dataset.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/figure_canvas.h"
#include "widgets/views/shown_figure.h"

#include <QPointer>
#include <QWidget>

namespace atlas {

class HeatmapView;
class HoverCard;
class PointCloudChart;

class FigureView : public QWidget {
    Q_OBJECT

public:
    explicit FigureView(QWidget* parent = nullptr);

    void setFigure(Figure figure);
    void setFigure(FigurePtr figure); ///< null = none
    const FigurePtr& figure() const { return m_canvas->figure(); } ///< with the hub's colours
    ShownFigure shown() const; ///< with zoom, selection and hidden classes

    /// Point clouds select, highlight and filter here; null = none.
    void setHub(SelectionHub* hub);
    /// Lets point clouds show a picture of the structure that the pointer is on.
    void setDataset(DatasetPtr data);

    FigureCanvas* canvas() const { return m_canvas; }
    PointCloudChart* pointCloud() const; ///< null where the figure is of another kind
    HeatmapView* heatmap() const;

Q_SIGNALS:
    /// Another kind of figure needs another canvas: connect to its signals again.
    void canvasChanged();
    void viewMoved(const atlas::FigureView* self); ///< a point cloud was panned or zoomed

private:
    void replaceCanvas(FigureCanvas* canvas);
    void colourPoints();
    void showCard(RowId row);

    FigureCanvas* m_canvas = nullptr;
    FigurePtr m_given; ///< without the hub's colours
    QPointer<SelectionHub> m_hub;
    DatasetPtr m_data;
    HoverCard* m_card = nullptr;
};

} // namespace atlas
