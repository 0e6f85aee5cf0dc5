#include "widgets/results/levels_view.h"

#include "core/dag/subtree_occurrences.h"
#include "core/gtm/map_fields.h"
#include "core/support/text.h"
#include "widgets/views/combo_look.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"
#include "widgets/views/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace atlas {

LevelsView::LevelsView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_heatmaps(new FigureView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(buildTools());
    column->addWidget(m_heatmaps, 1);
    connect(m_heatmaps, &FigureView::canvasChanged, this, [this] {
        if (HeatmapView* heatmap = m_heatmaps->heatmap())
            connect(heatmap, &HeatmapView::cellClicked, this, &LevelsView::selectCell);
    });
}

QWidget* LevelsView::buildTools()
{
    auto* tools = new QWidget(this);
    auto* line = new QHBoxLayout(tools);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Theme::unit);
    m_level = new QSlider(Qt::Horizontal, tools);
    m_level->setRange(0, 0);
    m_level->setPageStep(1);
    m_level->setMinimumWidth(8 * Theme::unit);
    m_level->setMaximumWidth(24 * Theme::unit);
    m_level->setAccessibleName(tr("Level"));
    m_level->setToolTip(tr("All levels side by side, or one of them large"));
    m_levelText = new QLabel(tr("all levels"), tools);
    m_levelText->setMinimumWidth(12 * Theme::unit);
    m_scale = new QComboBox(tools);
    m_scale->addItem(tr("each its own scale"), false); // leaves outnumber roots by far
    m_scale->addItem(tr("one scale for all"), true);
    m_scale->setAccessibleName(tr("Colour scale"));
    m_kind = new QComboBox(tools);
    m_kind->addItem(tr("by the subtree alone"), false);
    m_kind->addItem(tr("within the whole tree"), true);
    m_kind->setAccessibleName(tr("Responsibility"));
    m_kind->setToolTip(
        tr("Compositional (beta) or contextual (eps) responsibilities, summed over the subtrees of a level "
           "with their frequency"));
    letShrink(*m_scale);
    letShrink(*m_kind);
    line->addWidget(m_level);
    line->addWidget(m_levelText);
    line->addWidget(m_scale, 100); // as wide as their entries, before the rest stays empty
    line->addWidget(m_kind, 100);
    line->addStretch(1);
    connect(m_level, &QSlider::valueChanged, this, &LevelsView::update);
    connect(m_scale, &QComboBox::currentIndexChanged, this, &LevelsView::update);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &LevelsView::update);
    return tools;
}

void LevelsView::setOutput(const OutputPtr& output)
{
    const auto* report = std::any_cast<std::shared_ptr<const TreeMapReport>>(&output->details);
    if (!report || !*report || (*report)->preview)
        return;
    m_report = *report;
    const bool contextual = !m_report->levels.empty() && !m_report->levels.front().contextual.empty();
    m_kind->setVisible(contextual);
    const QSignalBlocker quiet(m_level);
    m_level->setRange(0, static_cast<int>(m_report->levels.size()));
    update();
}

std::vector<LevelMap> LevelsView::shownLevels() const
{
    if (m_level->value() == 0)
        return m_report->levels;
    return {m_report->levels[static_cast<std::size_t>(m_level->value() - 1)]};
}

void LevelsView::update()
{
    if (!m_report)
        return;
    const std::vector<LevelMap> levels = shownLevels();
    if (m_level->value() == 0)
        m_levelText->setText(tr("all levels"));
    else
        m_levelText->setText(
            tr("level %1: %2")
                .arg(levels[0].level)
                .arg(QString::fromStdString(countText(levels[0].subtrees, "subtree", "subtrees"))));
    Figure figure = levelFigure(levels, m_report->grid, m_kind->currentData().toBool());
    std::get<HeatmapFigure>(figure.content).commonScale = m_scale->currentData().toBool();
    m_heatmaps->setFigure(std::move(figure));
}

void LevelsView::selectCell(std::size_t panel, std::size_t row, std::size_t column)
{
    SelectionHub* hub = context().hub;
    if (!hub || m_report->data->size() != hub->rowCount())
        return;
    const std::uint32_t level = shownLevels()[panel].level;
    // Drawn from the top.
    const std::size_t state = (m_report->grid.rows - 1 - row) * m_report->grid.columns + column;
    std::vector<RowId> rows;
    for (const DagNodeId subtree : mapCell(*m_report, state).subtrees)
        if (m_report->dag->level(subtree) == level) {
            const std::vector<RowId> trees =
                subtreeOccurrences(*m_report->data, *m_report->dag, subtree).trees;
            rows.insert(rows.end(), trees.begin(), trees.end());
        }
    hub->select(rows);
}

} // namespace atlas
