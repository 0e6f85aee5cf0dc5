#include "widgets/views/figure_view.h"

#include "widgets/views/heatmap_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QVBoxLayout>

#include <variant>

namespace atlas {

FigureView::FigureView(QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    replaceCanvas(new FigureCanvas(this));
}

void FigureView::replaceCanvas(FigureCanvas* canvas)
{
    delete m_canvas;
    m_canvas = canvas;
    layout()->addWidget(canvas);
    setFocusProxy(canvas);
    if (PointCloudChart* chart = pointCloud())
        chart->setHub(m_hub);
    Q_EMIT canvasChanged();
}

void FigureView::setFigure(Figure figure) { setFigure(std::make_shared<const Figure>(std::move(figure))); }

void FigureView::setFigure(FigurePtr figure)
{
    const bool scatter = figure && std::holds_alternative<ScatterFigure>(figure->content);
    const bool heat = figure && std::holds_alternative<HeatmapFigure>(figure->content);
    if (scatter != (pointCloud() != nullptr) || heat != (heatmap() != nullptr)) {
        if (scatter)
            replaceCanvas(new PointCloudChart(this));
        else if (heat)
            replaceCanvas(new HeatmapView(this));
        else
            replaceCanvas(new FigureCanvas(this));
    }
    m_canvas->setFigure(std::move(figure));
}

void FigureView::setHub(SelectionHub* hub)
{
    m_hub = hub;
    if (PointCloudChart* chart = pointCloud())
        chart->setHub(hub);
}

PointCloudChart* FigureView::pointCloud() const { return qobject_cast<PointCloudChart*>(m_canvas); }

HeatmapView* FigureView::heatmap() const { return qobject_cast<HeatmapView*>(m_canvas); }

} // namespace atlas
