#include "widgets/views/figure_view.h"

#include "widgets/views/heatmap_view.h"
#include "widgets/views/hover_card.h"
#include "widgets/views/point_cloud_chart.h"

#include <QCursor>
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
    if (PointCloudChart* chart = pointCloud()) {
        chart->setHub(m_hub);
        connect(chart, &PointCloudChart::pointHovered, this, &FigureView::showCard);
        connect(chart, &PointCloudChart::viewChanged, this, [this] { Q_EMIT viewMoved(this); });
    }
    Q_EMIT canvasChanged();
}

void FigureView::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    if (m_card)
        m_card->setDataset(m_data);
}

void FigureView::showCard(RowId row)
{
    if (!m_data)
        return;
    if (!m_card) {
        m_card = new HoverCard(this);
        m_card->setDataset(m_data);
    }
    QString number;
    const PointCloudChart* chart = pointCloud();
    if (chart && chart->scatterItem() && row.valid() && chart->pointOf(row).valid()) {
        const ScatterFigure& scatter = chart->scatterItem()->scatter();
        if (!scatter.values.empty())
            number = QString::fromStdString(scatter.valueTitle) + QStringLiteral(": ")
                + numberText(scatter.values[chart->pointOf(row).index()]);
    }
    m_card->showFor(row, QCursor::pos(), number);
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
    m_given = std::move(figure);
    colourPoints();
}

void FigureView::colourPoints()
{
    const ColouringPtr colouring = m_hub && pointCloud() ? m_hub->colouring() : nullptr;
    if (!colouring) {
        m_canvas->setFigure(m_given);
        return;
    }
    Figure coloured = *m_given;
    recolour(std::get<ScatterFigure>(coloured.content), *colouring);
    m_canvas->setFigure(std::make_shared<const Figure>(std::move(coloured)));
}

ShownFigure FigureView::shown() const
{
    ShownFigure shown{figure()};
    const PointCloudChart* chart = pointCloud();
    if (!chart || !chart->scatterItem())
        return shown;
    const ScatterItem& item = *chart->scatterItem();
    shown.view = item.view();
    for (std::size_t i = 0; i < item.scatter().xs.size(); ++i)
        shown.states.push_back(item.cloud().state(PointId(i)));
    shown.ringed = item.cloud().ringed();
    for (const LegendEntry& entry : item.legend()->entries())
        shown.legendOff.push_back(entry.off);
    return shown;
}

void FigureView::setHub(SelectionHub* hub)
{
    if (m_hub)
        m_hub->disconnect(this);
    m_hub = hub;
    if (hub)
        connect(hub, &SelectionHub::colouringChanged, this, &FigureView::colourPoints);
    if (PointCloudChart* chart = pointCloud()) {
        chart->setHub(hub);
        colourPoints();
    }
}

PointCloudChart* FigureView::pointCloud() const { return qobject_cast<PointCloudChart*>(m_canvas); }

HeatmapView* FigureView::heatmap() const { return qobject_cast<HeatmapView*>(m_canvas); }

} // namespace atlas
