#include "widgets/results/map_view.h"

#include "core/data/structure_text.h"
#include "core/gtm/map_fields.h"
#include "core/support/text.h"
#include "widgets/views/combo_look.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr int noLayer = -1;
constexpr int classLayer = -2; // not a number a cell: the nearest trees' classes
constexpr std::size_t landscapeRaster = 80;
constexpr std::size_t landscapeNeighbours = 5;
constexpr int rowRole = Qt::UserRole; // of an item of the cell's list: a tree's row ...
constexpr int nodeRole = Qt::UserRole + 1; // ... or a subtree's node in the report's DAG
constexpr std::size_t mostLinks = 3000;
constexpr std::size_t mostListed = 500; // of a cell's trees and of its subtrees
constexpr int longestLabel = 60;

QString shortened(QString text)
{
    return text.size() <= longestLabel ? text : text.left(longestLabel - 1) + QChar(0x2026);
}

NodeId firstOccurrence(const MinimalDag& dag, DagNodeId node) { return dag.occurrences(node).front(); }

} // namespace

MapView::MapView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_map(new FigureView(this)), m_curve(new FigureView(this))
{
    m_side = new QSplitter(Qt::Vertical);
    m_side->addWidget(buildCellPanel());
    m_side->addWidget(m_curve);
    m_side->setStretchFactor(0, 3);
    m_side->setStretchFactor(1, 2);
    m_side->setChildrenCollapsible(false);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_map);
    splitter->addWidget(m_side);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(buildTools());
    column->addWidget(splitter, 1);
    connectHub();
}

QWidget* MapView::buildTools()
{
    auto* tools = new QWidget(this);
    auto* line = new QHBoxLayout(tools);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Theme::unit);
    const auto addLabelled = [&](const QString& text, QComboBox* box, const QString& tip) {
        auto* label = new QLabel(text, tools);
        label->setBuddy(box);
        box->setToolTip(tip);
        line->addWidget(label);
        line->addWidget(box, 100); // as wide as its entries, before the rest stays empty
    };
    m_layer = new QComboBox(tools);
    m_layer->addItem(tr("nothing"), noLayer);
    m_layer->addItem(tr("trees"), static_cast<int>(MapField::Trees));
    m_layer->addItem(tr("all subtrees"), static_cast<int>(MapField::Subtrees));
    m_layer->addItem(tr("magnification"), static_cast<int>(MapField::Magnification));
    m_layer->addItem(tr("how well trees are explained"), static_cast<int>(MapField::Score));
    m_layer->addItem(tr("classes of the nearest trees"), classLayer);
    letShrink(*m_layer);
    m_place = new QComboBox(tools);
    m_place->addItem(tr("mean"), static_cast<int>(Projection::Mean));
    m_place->addItem(tr("mode"), static_cast<int>(Projection::Mode));
    letShrink(*m_place);
    m_counts = new QCheckBox(tr("&Counts"), tools);
    m_counts->setToolTip(
        tr("How many trees lie at one place, where there are several; they are spread a little"));
    m_scale = new QLabel(tools);
    m_scale->setForegroundRole(QPalette::PlaceholderText);
    addLabelled(tr("&Layer:"), m_layer,
                tr("Behind the points: responsibility of each cell for trees or subtrees, how much the map "
                   "stretches there, or the mean log-likelihood a node"));
    addLabelled(tr("&Places:"), m_place,
                tr("Where a tree lies: its posterior's mean (eq. 17) or mode (eq. 18)"));
    line->addWidget(m_counts);
    line->addWidget(m_scale, 1);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &MapView::updateMap);
    connect(m_place, &QComboBox::currentIndexChanged, this, &MapView::updateMap);
    connect(m_counts, &QCheckBox::toggled, this, &MapView::updateMap);
    return tools;
}

/// Where two maps are compared in a small window, they get the room.
void MapView::resizeEvent(QResizeEvent* event)
{
    constexpr int roomForBoth = 60 * Theme::unit;
    m_side->setVisible(width() >= roomForBoth);
    ResultView::resizeEvent(event);
}

QWidget* MapView::buildCellPanel()
{
    auto* panel = new QWidget(this);
    m_cellTitle =
        new QLabel(tr("Click an empty place of the map to see the trees and subtrees of its cell."), panel);
    m_cellTitle->setWordWrap(true);
    m_cellTitle->setForegroundRole(QPalette::PlaceholderText);
    m_cell = new QTreeWidget(panel);
    m_cell->setHeaderLabels({tr("In this cell"), tr("Level"), tr("Times")});
    m_cell->setUniformRowHeights(true);
    m_cell->setFrameShape(QFrame::NoFrame);
    m_cell->setItemDelegate(new TableDelegate(m_cell));
    m_cell->setAccessibleName(tr("Trees and subtrees of a cell"));
    m_cell->header()->setStretchLastSection(false);
    m_cell->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_cell->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_cell->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    applyHeaderLook(m_cell->header());
    m_cell->hide();
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_cellTitle);
    column->addWidget(m_cell, 1);
    connect(m_cell, &QTreeWidget::currentItemChanged, this,
            [this](const QTreeWidgetItem* item) { onItemClicked(item); });
    return panel;
}

void MapView::connectHub()
{
    SelectionHub* hub = context().hub;
    if (!hub)
        return;
    m_map->setHub(hub);
    connect(hub, &SelectionHub::selectionChanged, this, &MapView::onSelectionChanged);
    connect(hub, &SelectionHub::subtreeChosen, this, &MapView::onSubtreeChosen);
    connect(m_map, &FigureView::canvasChanged, this, [this] {
        if (PointCloudChart* chart = m_map->pointCloud())
            connect(chart, &PointCloudChart::placeClicked, this, &MapView::showCell);
    });
}

void MapView::setOutput(const OutputPtr& output)
{
    const auto* report = std::any_cast<std::shared_ptr<const TreeMapReport>>(&output->details);
    if (!report || !*report)
        return;
    m_output = output;
    const bool first = !m_report;
    m_report = *report;
    if (first) {
        const QSignalBlocker quiet(m_place);
        m_place->setCurrentIndex(m_place->findData(static_cast<int>(m_report->projection)));
    }
    m_layer->setEnabled(isComplete());
    m_place->setEnabled(isComplete());
    updateCurve();
    if (isComplete())
        onSelectionChanged();
    updateMap();
}

bool MapView::isLinked() const
{
    return context().hub && m_report && m_report->data->size() == context().hub->rowCount();
}

const Eigen::MatrixXd& MapView::rowPlaces() const
{
    const bool mode = m_place->currentData().toInt() == static_cast<int>(Projection::Mode);
    return mode && isComplete() ? m_report->rowModes : m_report->rowMeans;
}

void MapView::updateCurve()
{
    if (m_report->iterations.empty())
        return;
    const QString name =
        m_report->method == "som-sd" ? tr("Minus the quantisation error") : tr("Log-likelihood");
    m_curve->setFigure(iterationFigure(m_report->iterations, name.toStdString(), name.toStdString()));
}

void MapView::updateMap()
{
    if (!m_report || m_report->rowMeans.cols() == 0)
        return;
    const SpreadPlaces spread = spreadEqualPlaces(rowPlaces(), m_report->grid);
    Figure figure = mapFigure(*m_report->data, spread.points);
    auto& scatter = std::get<ScatterFigure>(figure.content);
    if (m_counts->isChecked())
        for (const SpreadPlaces::Count& count : spread.counts)
            scatter.layers.remarks.push_back({count.x, count.y, std::to_string(count.trees)});
    m_scale->clear();
    if (isComplete())
        addLayers(scatter);
    m_map->setFigure(std::move(figure));
}

void MapView::addLayers(ScatterFigure& figure)
{
    const int layer = m_layer->currentData().toInt();
    if (layer == classLayer) {
        ClassLandscape land = classLandscape(*m_report, landscapeRaster, landscapeNeighbours);
        figure.regions = {
            land.left, land.bottom, land.right, land.top, land.columns, land.rows, std::move(land.classes)};
    } else if (layer != noLayer) {
        const GridSize grid = m_report->grid;
        const auto [halfX, halfY] = halfCell(grid);
        ScatterLayers::Field& field = figure.layers.field;
        const std::vector<double> values = mapField(*m_report, static_cast<MapField>(layer));
        if (values.size() == grid.count()) {
            field = {-1 - halfX, -1 - halfY, 1 + halfX, 1 + halfY, grid.columns, grid.rows, {}, {}};
            field.title = m_layer->currentText().toStdString();
            for (std::size_t row = grid.rows; row-- > 0;) // a field starts at the top
                field.values.insert(field.values.end(),
                                    values.begin() + static_cast<std::ptrdiff_t>(row * grid.columns),
                                    values.begin() + static_cast<std::ptrdiff_t>((row + 1) * grid.columns));
            double low = INFINITY;
            double high = -INFINITY;
            for (const double value : values)
                if (std::isfinite(value)) {
                    low = std::min(low, value);
                    high = std::max(high, value);
                }
            if (low <= high)
                m_scale->setText(tr("dark %1, light %2").arg(numberText(low), numberText(high)));
        }
    }
    if (m_pathRow.valid())
        for (const MapLink& link : treeLinks(*m_report, m_pathRow, mostLinks))
            figure.layers.links.push_back({link.x1, link.y1, link.x2, link.y2});
    addChosenSubtree(figure.layers);
}

void MapView::addChosenSubtree(ScatterLayers& layers) const
{
    if (!m_subtree.valid())
        return;
    const auto column = static_cast<Eigen::Index>(m_subtree.index());
    const double x = m_report->nodePoints()(0, column);
    const double y = m_report->nodePoints()(1, column);
    layers.links.push_back({x, y, x, y}); // a dot
    const QString text =
        QString::fromStdString(bracketedText(*m_report->data, firstOccurrence(*m_report->dag, m_subtree)));
    layers.remarks.push_back({x, y, shortened(text).toStdString()});
}

void MapView::onSelectionChanged()
{
    RowId row;
    if (isLinked() && isComplete() && context().hub->selectedCount() == 1)
        row = context().hub->selectedRows().front();
    if (row == m_pathRow)
        return;
    m_pathRow = row;
    updateMap();
}

/// The hub speaks of the plain DAG; the same subtree's first occurrence leads to the report's.
void MapView::onSubtreeChosen(DagNodeId subtree)
{
    DagNodeId own;
    const auto plain = context().dag ? context().dag() : nullptr;
    if (subtree.valid() && plain && isLinked() && isComplete() && m_report->data == context().data)
        own = m_report->dag->nodeOf(plain->occurrences(subtree).front());
    if (own == m_subtree)
        return;
    m_subtree = own;
    updateMap();
}

void MapView::showCell(double x, double y)
{
    if (!isComplete())
        return;
    const auto state = stateAt(m_report->grid, x, y);
    if (!state)
        return;
    const MapCell cell = mapCell(*m_report, *state);
    const QSignalBlocker quiet(m_cell);
    m_cell->clear();
    m_cellTitle->setText(tr("Row %1, column %2 of the map")
                             .arg(*state / m_report->grid.columns + 1)
                             .arg(*state % m_report->grid.columns + 1));
    const auto addGroup = [this](const QString& text) {
        auto* group = new QTreeWidgetItem(m_cell, {text});
        group->setFirstColumnSpanned(true);
        group->setExpanded(true);
        return group;
    };
    QTreeWidgetItem* trees = addGroup(QString::fromStdString(countText(cell.rows.size(), "tree", "trees")));
    for (std::size_t i = 0; i < std::min(mostListed, cell.rows.size()); ++i) {
        const RowId row = cell.rows[i];
        auto* item = new QTreeWidgetItem(trees, {QString::fromStdString(m_report->data->name(row))});
        item->setData(0, rowRole, static_cast<uint>(row.index()));
    }
    QTreeWidgetItem* subtrees = addGroup(
        QString::fromStdString(countText(cell.subtrees.size(), "distinct subtree", "distinct subtrees")));
    for (std::size_t i = 0; i < std::min(mostListed, cell.subtrees.size()); ++i) {
        const DagNodeId node = cell.subtrees[i];
        const QString text =
            QString::fromStdString(bracketedText(*m_report->data, firstOccurrence(*m_report->dag, node)));
        auto* item = new QTreeWidgetItem(subtrees,
                                         {shortened(text), QString::number(m_report->dag->level(node)),
                                          QString::number(m_report->dag->frequency(node))});
        item->setToolTip(0, text.left(2000));
        item->setData(0, nodeRole, static_cast<uint>(node.index()));
    }
    m_cell->show();
}

void MapView::onItemClicked(const QTreeWidgetItem* item)
{
    if (!item || !isLinked())
        return;
    if (const QVariant row = item->data(0, rowRole); row.isValid())
        context().hub->select({RowId(row.toUInt())});
    const QVariant node = item->data(0, nodeRole);
    const auto plain = context().dag ? context().dag() : nullptr;
    if (node.isValid() && plain && m_report->data == context().data)
        context().hub->chooseSubtree(
            plain->nodeOf(firstOccurrence(*m_report->dag, DagNodeId(node.toUInt()))));
}

} // namespace atlas
