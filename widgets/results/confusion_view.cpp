#include "widgets/results/confusion_view.h"

#include "core/support/text.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"
#include "widgets/views/point_states.h"

#include <QLabel>
#include <QVBoxLayout>

namespace atlas {

ConfusionView::ConfusionView(ResultContext given, QWidget* parent)
    : ResultView(std::move(given), parent), m_figure(new FigureView(this))
{
    auto* hint = new QLabel(
        tr("Structures by their class and by what they were taken for, on average over the repeats. A click "
           "selects those of a cell."),
        this);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(hint);
    column->addWidget(m_figure, 1);
    connect(m_figure, &FigureView::canvasChanged, this, &ConfusionView::connectCanvas);
}

void ConfusionView::setOutput(const OutputPtr& output)
{
    const auto* run = std::any_cast<std::shared_ptr<const ClassifyRun>>(&output->details);
    if (!run || output->figures.empty())
        return;
    m_run = *run;
    m_figure->setFigure(output->figures.front());
}

void ConfusionView::connectCanvas()
{
    HeatmapView* heatmap = m_figure->heatmap();
    if (!heatmap)
        return;
    heatmap->setWords([this](const HeatmapCell& cell) { return words(cell); });
    connect(heatmap, &HeatmapView::cellClicked, this,
            [this](std::size_t, std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers) {
                if (context().hub)
                    context().hub->select(rowsTakenFor(*m_run, ClassId(row), ClassId(column)),
                                          selectionChangeFor(modifiers));
            });
}

QString ConfusionView::words(const HeatmapCell& cell) const
{
    const auto& heatmap = std::get<HeatmapFigure>(m_figure->figure()->content);
    const HeatmapFigure::Panel& panel = heatmap.panels.front();
    const std::size_t ever = rowsTakenFor(*m_run, ClassId(cell.row), ClassId(cell.column)).size();
    return tr("%1 taken for %2: %3 on average, %4 in some repeat")
        .arg(QString::fromStdString(panel.rowNames[cell.row]),
             QString::fromStdString(panel.columnNames[cell.column]),
             numberText(panel.values[cell.row * panel.columns + cell.column]),
             QString::fromStdString(countText(ever, "structure", "structures")));
}

} // namespace atlas
