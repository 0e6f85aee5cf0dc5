#include "widgets/views/inspector.h"

#include "core/data/structure_text.h"
#include "widgets/models/background.h"
#include "widgets/models/structure_facts.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/class_marker.h"
#include "widgets/views/graph_view.h"
#include "widgets/views/mark_legend.h"
#include "widgets/views/molecule_view.h"
#include "widgets/views/occurrence_panel.h"
#include "widgets/views/table_look.h"
#include "widgets/views/tree_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

constexpr double zoomStep = 1.25;

QTreeWidget* makeFactList(QWidget* parent)
{
    auto* list = new QTreeWidget(parent);
    list->setColumnCount(2);
    list->setHeaderHidden(true);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setItemDelegate(new TableDelegate(list));
    list->setTextElideMode(Qt::ElideRight);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->header()->setMaximumSectionSize(220);
    list->setAccessibleName(Inspector::tr("Numbers and properties"));
    return list;
}

} // namespace

Inspector::Inspector(SelectionHub& hub, QWidget* parent)
    : QWidget(parent), m_hub(hub), m_title(new QLabel(this)), m_marker(new QLabel(this)),
      m_subtitle(new QLabel(this)), m_views(new QStackedWidget(this)), m_empty(new QLabel(this)),
      m_tree(new TreeView(this)), m_graph(new GraphView(this)), m_molecule(new MoleculeView(this)),
      m_legend(new MarkLegend(this)), m_tools(new QToolBar(this)), m_facts(makeFactList(this)),
      m_occurrences(new OccurrencePanel(hub, this)), m_splitter(new QSplitter(Qt::Vertical, this))
{
    buildLayout();
    buildActions();
    connect(&m_hub, &SelectionHub::selectionChanged, this, &Inspector::onSelectionChanged);
    connect(&m_hub, &SelectionHub::highlightChanged, this, &Inspector::onHighlightChanged);
    connect(&m_hub, &SelectionHub::subtreeChosen, this, &Inspector::onSubtreeChosen);
    connect(&m_hub, &SelectionHub::marksChanged, this, &Inspector::showMarks);
    connect(m_tree, &TreeView::nodeActivated, this, &Inspector::onNodeActivated);
    connect(m_tree, &TreeView::currentNodeChanged, this, [this](NodeId node) {
        if (!node.valid()) // a click beside the tree
            m_hub.chooseSubtree({});
    });
    connect(m_occurrences, &OccurrencePanel::placeRequested, this, [this](RowId row, NodeId node) {
        showStructure(row, node);
        Q_EMIT structureRequested(row, node);
    });
    displayNothing();
}

QWidget* Inspector::buildHeader()
{
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_title->setFont(font);
    m_title->setWordWrap(true);
    m_subtitle->setWordWrap(true);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_title, m_subtitle}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        // A long name without spaces is cut by the widget instead of widening the whole dock.
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* header = new QWidget(this);
    auto* second = new QHBoxLayout;
    second->setSpacing(Theme::unit / 2);
    second->addWidget(m_marker);
    second->addWidget(m_subtitle, 1);
    auto* column = new QVBoxLayout(header);
    column->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, 0);
    column->setSpacing(Theme::unit / 2);
    column->addWidget(m_title);
    column->addLayout(second);
    return header;
}

void Inspector::buildLayout()
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(2 * Theme::unit);
    for (QWidget* page : {static_cast<QWidget*>(m_empty), static_cast<QWidget*>(m_tree),
                          static_cast<QWidget*>(m_graph), static_cast<QWidget*>(m_molecule)})
        m_views->addWidget(page);
    auto* upper = new QWidget(this);
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->setSpacing(0);
    upperColumn->addWidget(m_views, 1);
    upperColumn->addWidget(m_legend);
    upperColumn->addWidget(m_tools);
    m_splitter->addWidget(upper);
    m_splitter->addWidget(m_facts);
    m_splitter->addWidget(m_occurrences);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setStretchFactor(2, 1);
    m_splitter->setSizes({400, 120, 220});
    m_splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(buildHeader());
    column->addWidget(m_splitter, 1);
}

void Inspector::buildActions()
{
    const auto add = [this](const QString& text, const QString& toolTip, auto slot) {
        QAction* action = m_tools->addAction(text);
        action->setToolTip(toolTip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_tools->setAccessibleName(tr("Picture"));
    m_zoomActions = {add(tr("Fit"), tr("Show everything (F)"), [this] { fit(); }),
                     add(QStringLiteral("\u2212"), tr("Zoom out (Ctrl+-)"), [this] { zoom(1 / zoomStep); }),
                     add(QStringLiteral("+"), tr("Zoom in (Ctrl++)"), [this] { zoom(zoomStep); }),
                     m_tools->addSeparator()};
    QAction* text =
        add(tr("Copy text"), tr("Copy as SMILES or bracketed text (Ctrl+C)"), [this] { copyText(); });
    QAction* copy = add(tr("Copy picture"), tr("Copy the picture (Ctrl+Shift+C)"), [this] { copyPicture(); });
    QAction* write = add(tr("Export \u2026"), tr("Write the picture as SVG, PDF or PNG (Ctrl+Shift+E)"),
                         [this] { exportPicture(); });
    text->setShortcut(QKeySequence::Copy);
    copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    write->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    for (QWidget* view :
         {static_cast<QWidget*>(m_tree), static_cast<QWidget*>(m_graph), static_cast<QWidget*>(m_molecule)}) {
        view->setContextMenuPolicy(Qt::ActionsContextMenu);
        for (QAction* action : {text, copy, write}) {
            action->setShortcutContext(Qt::WidgetShortcut);
            view->addAction(action);
        }
    }
    auto* unfold = new QAction(tr("Unfold everything"), this);
    connect(unfold, &QAction::triggered, m_tree, &TreeView::expandAll);
    m_tree->addAction(unfold);
}

void Inspector::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    m_dag.reset();
    m_row = {};
    m_chosen = false;
    displayNothing();
}

void Inspector::setDag(std::shared_ptr<const MinimalDag> dag)
{
    m_dag = std::move(dag);
    if (!m_dag || !m_data || m_data->kind() != StructureKind::Tree)
        return;
    // The first look-up sorts the forest's nodes: done ahead, so that the first click answers at once.
    if (m_dag->nodeCount() > 0)
        QThreadPool::globalInstance()->start([kept = m_dag] { (void)kept->occurrences(DagNodeId(0)); });
    if (!m_row.valid())
        return;
    m_tree->setDag(m_dag);
    fillFacts();
    showOccurrencesOf(m_tree->currentNode());
}

void Inspector::setPattern(std::optional<SmartsPattern> pattern)
{
    m_molecule->setPattern(std::move(pattern));
}

void Inspector::onSelectionChanged()
{
    // Of several structures the first, where a result marks something in it but nothing in what is shown.
    const bool marked = m_hub.selectedCount() > 1 && PartMarks::of(m_hub.marks(), m_row).empty()
        && !PartMarks::of(m_hub.marks(), m_hub.selectedRows().front()).empty();
    if (m_hub.selectedCount() != 1 && !marked)
        return;
    m_chosen = true;
    display(m_hub.selectedRows().front());
}

void Inspector::onHighlightChanged(RowId row)
{
    if (!m_chosen && row.valid())
        display(row);
}

void Inspector::onNodeActivated(NodeId node)
{
    showOccurrencesOf(node);
    if (m_dag && node.valid())
        m_hub.chooseSubtree(m_dag->nodeOf(node));
}

void Inspector::onSubtreeChosen(DagNodeId subtree)
{
    m_tree->setChosenSubtree(subtree);
    if (!m_dag || !m_data || subtree.index() >= m_dag->nodeCount())
        return;
    if (m_tree->currentNode().valid() && m_dag->nodeOf(m_tree->currentNode()) == subtree)
        return; // chosen here
    const std::span<const NodeId> places = m_dag->occurrences(subtree);
    NodeId place = places.front();
    if (m_row.valid()) {
        const Tree tree = m_data->tree(m_row);
        const auto here = std::lower_bound(places.begin(), places.end(), tree.firstNode());
        if (here != places.end() && *here <= tree.root())
            place = *here;
    }
    showStructure(m_data->forest().treeOf(place), place);
}

void Inspector::showMarks()
{
    const PartMarks marks = m_data ? PartMarks::of(m_hub.marks(), m_row) : PartMarks();
    m_legend->setMarks(marks);
    if (!m_data)
        return;
    switch (m_data->kind()) {
    case StructureKind::Tree:
        return m_tree->setMarks(marks);
    case StructureKind::Graph:
        return m_graph->setMarks(marks);
    case StructureKind::Molecule:
        return m_molecule->setMarks(marks);
    }
}

void Inspector::showStructure(RowId row, NodeId node)
{
    m_chosen = true;
    display(row);
    if (!node.valid() || !m_data || m_data->kind() != StructureKind::Tree)
        return;
    m_tree->setCurrentNode(node);
    showOccurrencesOf(node);
}

void Inspector::displayNothing()
{
    m_tree->clear();
    m_graph->clear();
    m_molecule->clear();
    m_title->clear();
    m_subtitle->clear();
    m_marker->hide();
    m_empty->setText(m_data ? tr("Select a structure in the table or on a map to see it here.")
                            : tr("Open a file or an example to look at its structures."));
    m_views->setCurrentWidget(m_empty);
    m_legend->hide();
    m_tools->hide();
    m_facts->hide();
    m_occurrences->hide();
}

void Inspector::display(RowId row)
{
    if (!m_data || row.index() >= m_data->size() || row == m_row)
        return;
    m_row = row;
    m_title->setText(QString::fromStdString(m_data->name(row)));
    const QString className = classText(*m_data, row);
    QStringList parts{className, sourceText(*m_data, row)};
    parts.removeAll(QString());
    m_subtitle->setText(parts.join(QStringLiteral("  \u00b7  ")));
    m_marker->setVisible(!className.isEmpty());
    m_marker->setPixmap(classMarker(m_data->record(row).classId));
    switch (m_data->kind()) {
    case StructureKind::Tree:
        m_views->setCurrentWidget(m_tree);
        m_tree->setTree(m_data, row);
        m_tree->setDag(m_dag);
        m_tree->setChosenSubtree(m_hub.chosenSubtree());
        break;
    case StructureKind::Graph:
        m_views->setCurrentWidget(m_graph);
        m_graph->setGraph(m_data, row);
        break;
    case StructureKind::Molecule:
        m_views->setCurrentWidget(m_molecule);
        m_molecule->setMolecule(m_data, row);
        break;
    }
    for (QAction* action : m_zoomActions) // a molecule always fills the view
        action->setVisible(m_data->kind() != StructureKind::Molecule);
    m_tools->show();
    m_facts->show();
    m_occurrences->setVisible(m_data->kind() == StructureKind::Tree);
    fillFacts();
    showOccurrencesOf({});
    showMarks();
}

void Inspector::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_row.valid())
        fillFacts(); // its colours are the theme's
}

void Inspector::fillFacts()
{
    m_facts->clear();
    const QBrush secondary(Theme::current().secondaryText);
    std::vector<Fact> facts = structureNumbers(*m_data, m_row, m_dag.get());
    for (Fact& fact : structureProperties(*m_data, m_row))
        facts.push_back(std::move(fact));
    for (const Fact& fact : facts) {
        auto* item = new QTreeWidgetItem(m_facts, {fact.name, fact.value.simplified()});
        item->setForeground(0, secondary);
        item->setToolTip(0, fact.name);
        item->setToolTip(1, fact.value);
    }
}

void Inspector::showOccurrencesOf(NodeId node)
{
    if (!m_data || m_data->kind() != StructureKind::Tree)
        return;
    if (node.valid() && m_dag)
        m_occurrences->showOccurrences(m_data, *m_dag, node);
    else
        m_occurrences->clear(node.valid() ? tr("Looking for equal subtrees \u2026")
                                          : tr("Click a node to see where its subtree occurs."));
}

QString Inspector::title() const { return m_title->text(); }

const PictureSource* Inspector::picture() const
{
    const auto* source = dynamic_cast<const PictureSource*>(m_views->currentWidget());
    return source && source->hasPicture() ? source : nullptr;
}

void Inspector::copyPicture()
{
    if (const PictureSource* source = picture())
        QApplication::clipboard()->setImage(pictureImage(*source, 2));
}

void Inspector::copyText()
{
    if (m_row.valid())
        QApplication::clipboard()->setText(QString::fromStdString(structureText(*m_data, m_row)));
}

void Inspector::exportPicture()
{
    const PictureSource* source = picture();
    if (!source)
        return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export the picture"), title() + QStringLiteral(".svg"),
                                     tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    if (const Result<void> written = writePicture(*source, path); !written)
        QMessageBox::warning(this, tr("Export the picture"), QString::fromStdString(written.error().message));
}

void Inspector::zoom(double factor)
{
    if (auto* view = qobject_cast<PanZoomView*>(m_views->currentWidget()))
        view->zoomBy(factor);
}

void Inspector::fit()
{
    if (auto* view = qobject_cast<PanZoomView*>(m_views->currentWidget()))
        view->fit();
}

} // namespace atlas
