#include "widgets/results/sweep_view.h"

#include "core/support/text.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace atlas {

std::vector<std::pair<std::string, std::string>> mapOfCell(const ParameterValues& sweep,
                                                           const SweepCell& cell)
{
    std::vector<std::pair<std::string, std::string>> given;
    const std::vector<ParameterDescription>& known = findMethod("embed")->description.parameters;
    for (const auto& entry : sweep.all()) { // clang 14 captures no structured bindings
        const bool shared = std::any_of(known.begin(), known.end(),
                                        [&](const ParameterDescription& p) { return p.name == entry.first; });
        if (shared && entry.first != "neighbours" && entry.first != "components")
            given.emplace_back(entry.first, toString(entry.second));
    }
    given.emplace_back("neighbours", std::to_string(cell.neighbours));
    given.emplace_back("components", std::to_string(cell.components));
    return given;
}

SweepView::SweepView(ResultContext given, QWidget* parent)
    : ResultView(std::move(given), parent), m_best(new QPushButton(this)), m_figure(new FigureView(this))
{
    auto* hint =
        new QLabel(tr("Accuracy for every number of neighbours and components. A click on a cell opens its "
                      "map, which is made of all structures."),
                   this);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_best->setText(tr("Open the best map"));
    m_best->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::unit);
    row->addWidget(hint, 1);
    row->addWidget(m_best);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addLayout(row);
    column->addWidget(m_figure, 1);
    connect(m_figure, &FigureView::canvasChanged, this, &SweepView::connectCanvas);
    connect(m_best, &QPushButton::clicked, this, [this] { openMap(m_result->cells[m_result->best]); });
}

void SweepView::setOutput(const OutputPtr& output)
{
    const auto* result = std::any_cast<std::shared_ptr<const SweepResult>>(&output->details);
    if (!result || output->figures.empty())
        return;
    m_result = *result;
    m_figure->setFigure(output->figures.front());
    m_best->setEnabled(!m_result->cells.empty());
    m_best->setToolTip(words(m_result->cells[m_result->best]));
}

void SweepView::connectCanvas()
{
    HeatmapView* heatmap = m_figure->heatmap();
    if (!heatmap)
        return;
    heatmap->setWords([this](const HeatmapCell& cell) {
        const SweepCell* found = cellAt(cell.row, cell.column);
        return found ? words(*found) : QString();
    });
    connect(heatmap, &HeatmapView::cellClicked, this,
            [this](std::size_t, std::size_t row, std::size_t column) {
                if (const SweepCell* cell = cellAt(row, column))
                    openMap(*cell);
            });
}

const SweepCell* SweepView::cellAt(std::size_t row, std::size_t column) const
{
    const auto& heatmap = std::get<HeatmapFigure>(m_figure->figure()->content);
    const std::size_t index = row * heatmap.panels.front().columns + column;
    return m_result && index < m_result->cells.size() ? &m_result->cells[index] : nullptr;
}

QString SweepView::words(const SweepCell& cell) const
{
    return tr("%1, %2: accuracy %3 (from %4 to %5 over the folds)")
        .arg(QString::fromStdString(countText(cell.neighbours, "neighbour", "neighbours")),
             QString::fromStdString(countText(cell.components, "component", "components")),
             numberText(cell.accuracy), numberText(cell.minimum), numberText(cell.maximum));
}

void SweepView::openMap(const SweepCell& cell)
{
    if (context().run)
        context().run("embed", mapOfCell(context().parameters, cell));
}

} // namespace atlas
