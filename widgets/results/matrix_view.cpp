#include "widgets/results/matrix_view.h"

#include "core/manifold/embed_method.h"
#include "widgets/models/background.h"
#include "widgets/results/alike_panel.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"
#include "widgets/views/point_states.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace atlas {

MatrixView::MatrixView(ResultContext given, QWidget* parent)
    : ResultView(std::move(given), parent), m_order(new QComboBox(this)),
      m_alikeButton(new QToolButton(this)), m_figure(new FigureView(this)),
      m_alike(new AlikePanel(context(), this))
{
    auto* bar = new QWidget(this);
    buildBar(bar);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_figure);
    splitter->addWidget(m_alike);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_alike->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(bar);
    column->addWidget(splitter, 1);
    m_figure->canvas()->setEmptyText(tr("The matrix is being put in order."));
    connect(m_figure, &FigureView::canvasChanged, this, &MatrixView::connectCanvas);
}

void MatrixView::buildBar(QWidget* bar)
{
    m_order->addItem(tr("class"), static_cast<int>(MatrixOrder::Class));
    m_order->addItem(tr("clustering"), static_cast<int>(MatrixOrder::Clustering));
    m_order->addItem(tr("as in the data"), static_cast<int>(MatrixOrder::Given));
    const auto& values = context().parameters.all();
    if (const auto found = values.find("order"); found != values.end())
        m_order->setCurrentIndex(
            m_order->findData(static_cast<int>(matrixOrderNamed(toString(found->second)))));
    m_alikeButton->setText(tr("Why alike?"));
    m_alikeButton->setCheckable(true);
    m_alikeButton->setToolTip(tr("What two selected structures share, drawn on both"));
    auto* label = new QLabel(tr("&Order by"), bar);
    label->setBuddy(m_order);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::unit);
    row->addWidget(label);
    row->addWidget(m_order);
    row->addStretch(1);
    row->addWidget(m_alikeButton);
    connect(m_order, &QComboBox::currentIndexChanged, this, &MatrixView::redraw);
    connect(m_alikeButton, &QToolButton::toggled, m_alike, &QWidget::setVisible);
}

void MatrixView::setOutput(const OutputPtr& output)
{
    if (const auto* run = std::any_cast<std::shared_ptr<const EmbedRun>>(&output->details)) {
        m_run = (*run)->similarity;
    } else if (const auto* similarity =
                   std::any_cast<std::shared_ptr<const SimilarityRun>>(&output->details)) {
        m_run = **similarity;
        m_similarities = true;
    } else {
        return; // a preview
    }
    m_alike->setKernel(m_run.kernel);
    if (!m_run.distances)
        m_figure->canvas()->setEmptyText(
            tr("There are too many structures for a matrix of all distances: the kernel was approximated."));
    redraw();
}

void MatrixView::redraw()
{
    if (!m_run.distances)
        return;
    const auto kind = static_cast<MatrixOrder>(m_order->currentData().toInt());
    const auto work = [run = m_run, kind, data = context().data, both = m_similarities]() -> Result<Ordered> {
        Result<std::vector<std::size_t>> order = structureOrder(kind, *data, *run.distances);
        if (!order)
            return order.error();
        std::vector<HeatmapFigure::Panel> panels;
        if (both)
            panels.push_back(matrixPanel(run.kernel->matrix.values, *order, "Similarity", *data));
        panels.push_back(matrixPanel(*run.distances, *order, both ? "Distance" : "", *data));
        Figure figure{"distances", both ? "Similarities and distances" : "Distances",
                      matrixFigure(kind, *data, std::move(panels), both ? "Value" : "Distance")};
        return Ordered{std::move(*order), std::move(figure)};
    };
    runInBackground(*QThreadPool::globalInstance(), this, work,
                    [this, generation = ++m_generation](const Result<Ordered>& ordered) {
                        if (generation != m_generation)
                            return;
                        if (ordered)
                            showOrdered(*ordered);
                        else
                            m_figure->canvas()->setEmptyText(QString::fromStdString(ordered.error().message));
                    });
}

void MatrixView::showOrdered(Ordered ordered)
{
    m_rows = std::move(ordered.order);
    m_figure->setFigure(std::move(ordered.figure));
    Q_EMIT shown();
}

void MatrixView::connectCanvas()
{
    HeatmapView* heatmap = m_figure->heatmap();
    if (!heatmap)
        return;
    heatmap->setWords([this](const HeatmapCell& cell) { return words(cell); });
    connect(heatmap, &HeatmapView::cellClicked, this,
            [this](std::size_t, std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers) {
                selectCell(row, column, modifiers);
            });
}

std::vector<RowId> MatrixView::rowsOf(std::size_t cell, std::size_t cells) const
{
    std::vector<RowId> rows;
    const auto [first, last] = placesOfCell(cell, cells, m_rows.size());
    for (std::size_t place = first; place < last; ++place)
        rows.emplace_back(m_rows[place]);
    return rows;
}

QString MatrixView::words(const HeatmapCell& cell) const
{
    const auto& heatmap = std::get<HeatmapFigure>(m_figure->figure()->content);
    const HeatmapFigure::Panel& panel = heatmap.panels[cell.panel];
    const auto name = [&](std::size_t index) {
        const std::vector<RowId> rows = rowsOf(index, panel.rows);
        const QString first = QString::fromStdString(context().data->name(rows.front()));
        return rows.size() == 1 ? first : tr("%1 and %2 more").arg(first).arg(rows.size() - 1);
    };
    const QString kind = panel.title.empty() ? tr("Distance") : QString::fromStdString(panel.title);
    return tr("%1 and %2\n%3 %4")
        .arg(name(cell.row), name(cell.column), kind,
             numberText(panel.values[cell.row * panel.columns + cell.column]));
}

void MatrixView::selectCell(std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers)
{
    if (!context().hub)
        return;
    const auto& heatmap = std::get<HeatmapFigure>(m_figure->figure()->content);
    std::vector<RowId> rows = rowsOf(row, heatmap.panels.front().rows);
    if (column != row) {
        const std::vector<RowId> others = rowsOf(column, heatmap.panels.front().columns);
        rows.insert(rows.end(), others.begin(), others.end());
    }
    context().hub->select(rows, selectionChangeFor(modifiers));
}

} // namespace atlas
