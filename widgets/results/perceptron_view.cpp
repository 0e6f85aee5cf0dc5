#include "widgets/results/perceptron_view.h"

#include "core/support/text.h"
#include "widgets/results/confusion_model.h"
#include "widgets/results/fragment_model.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace atlas {

namespace {

constexpr int paintNothing = -2;
constexpr int paintPredicted = -1;

QVBoxLayout* panelColumn(QWidget* panel)
{
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    return column;
}

QLabel* caption(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

PerceptronView::PerceptronView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_splitter(new QSplitter(Qt::Vertical, this))
{
    auto* upper = new QSplitter(Qt::Horizontal, m_splitter);
    upper->addWidget(buildCurves());
    upper->addWidget(buildConfusion());
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 2);
    upper->setChildrenCollapsible(false);
    m_splitter->addWidget(upper);
    m_splitter->addWidget(buildFragments());
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit, 0, 0);
    column->addWidget(m_splitter);
    m_confusionPanel->hide();
    m_fragmentPanel->hide();
    connectHub();
}

PerceptronView::~PerceptronView()
{
    m_settingMarks = true; // nothing to follow any more
    if (m_ownMarks)
        this->context().hub->setMarks(std::nullopt);
}

QWidget* PerceptronView::buildCurves()
{
    auto* panel = new QWidget(this);
    QVBoxLayout* column = panelColumn(panel);
    m_curveTabs = new QTabBar(panel);
    m_curveTabs->setAccessibleName(tr("Curve"));
    m_curveTabs->setDrawBase(false);
    m_curveTabs->setExpanding(false);
    m_curveTabs->setUsesScrollButtons(false); // four short words always fit
    m_curve = new FigureView(panel);
    column->addWidget(m_curveTabs);
    column->addWidget(m_curve, 1);
    const std::array<std::pair<QString, QString>, 4> curves{{{tr("Mistakes"), QStringLiteral("learning")},
                                                             {tr("Vertices"), QStringLiteral("vertices")},
                                                             {tr("Time"), QStringLiteral("time")},
                                                             {tr("Speed"), QStringLiteral("speed")}}};
    for (const auto& [text, name] : curves)
        m_curveTabs->setTabData(m_curveTabs->addTab(text), name);
    connect(m_curveTabs, &QTabBar::currentChanged, this, &PerceptronView::showCurve);
    return panel;
}

QWidget* PerceptronView::buildConfusion()
{
    m_confusionPanel = new QWidget(this);
    QVBoxLayout* column = panelColumn(m_confusionPanel);
    m_confusion = new ConfusionModel(this);
    m_confusionTable = new QTableView(m_confusionPanel);
    m_confusionTable->setModel(m_confusion);
    applyTableLook(m_confusionTable, new TableDelegate(m_confusionTable));
    m_confusionTable->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_confusionTable->setAccessibleName(tr("Confusion matrix"));
    m_confusionTable->setCornerButtonEnabled(false);
    m_confusionTable->verticalHeader()->show();
    applyHeaderLook(m_confusionTable->verticalHeader());
    for (QHeaderView* header : {m_confusionTable->horizontalHeader(), m_confusionTable->verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        header->setMinimumSectionSize(3 * Theme::unit);
    }
    m_misclassified = new QPushButton(tr("Select &misclassified"), m_confusionPanel);
    m_misclassified->setToolTip(tr("The trees that the final model puts into a wrong class"));
    m_mistakes = new QPushButton(tr("Select mista&kes"), m_confusionPanel);
    m_mistakes->setToolTip(tr("The trees that were wrong when they came by while learning"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::unit);
    buttons->addWidget(m_misclassified);
    buttons->addWidget(m_mistakes);
    buttons->addStretch(1);
    column->addWidget(
        caption(tr("True classes down, predicted ones across. A cell selects its trees."), m_confusionPanel));
    column->addWidget(m_confusionTable, 1);
    column->addLayout(buttons);
    connect(m_confusionTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PerceptronView::selectCells);
    connect(m_misclassified, &QPushButton::clicked, this,
            [this] { this->context().hub->select(m_details->confusion.wrongRows()); });
    connect(m_mistakes, &QPushButton::clicked, this,
            [this] { this->context().hub->select(m_details->mistakenRows()); });
    return m_confusionPanel;
}

QWidget* PerceptronView::buildFragments()
{
    m_fragmentPanel = new QWidget(this);
    QVBoxLayout* column = panelColumn(m_fragmentPanel);
    m_fragments = new FragmentModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_fragments);
    m_sorted->setSortRole(FragmentModel::SortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_fragmentTable = new QTableView(m_fragmentPanel);
    m_fragmentTable->setModel(m_sorted);
    applyTableLook(m_fragmentTable, new TableDelegate(m_fragmentTable));
    m_fragmentTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_fragmentTable->setSortingEnabled(true);
    m_fragmentTable->sortByColumn(-1, Qt::DescendingOrder); // as the model has them
    m_fragmentTable->setAccessibleName(tr("Strongest subtrees"));
    QHeaderView* header = m_fragmentTable->horizontalHeader();
    header->setSectionResizeMode(FragmentModel::TextColumn, QHeaderView::Stretch);
    m_filter = new QLineEdit(m_fragmentPanel);
    m_filter->setPlaceholderText(tr("Find subtrees"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(28 * Theme::unit);
    m_paint = new QComboBox(m_fragmentPanel);
    m_paint->setToolTip(tr("Colours in the tree shown by the inspector: what its nodes add to the score"));
    auto* paintLabel = new QLabel(tr("&Paint trees by"), m_fragmentPanel);
    paintLabel->setBuddy(m_paint);
    auto* tools = new QHBoxLayout;
    tools->setSpacing(Theme::unit);
    auto* heading = new QLabel(tr("Strongest subtrees"), m_fragmentPanel);
    heading->setToolTip(tr("A click selects the trees that have the subtree and marks it in them"));
    tools->addWidget(heading);
    tools->addStretch(1);
    tools->addWidget(m_filter);
    tools->addWidget(paintLabel);
    tools->addWidget(m_paint);
    column->addLayout(tools);
    column->addWidget(m_fragmentTable, 1);
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_fragmentTable, &QTableView::clicked, this,
            [this](const QModelIndex& index) { chooseFragment(index, true); });
    connect(m_fragmentTable, &QTableView::activated, this,
            [this](const QModelIndex& index) { chooseFragment(index, true); });
    connect(m_paint, &QComboBox::activated, this, &PerceptronView::paintTrees);
    return m_fragmentPanel;
}

void PerceptronView::connectHub()
{
    SelectionHub* hub = context().hub;
    if (!hub)
        return;
    connect(hub, &SelectionHub::subtreeChosen, this, &PerceptronView::followSubtree);
    connect(hub, &SelectionHub::dataReset, this, [this] { m_ownMarks = false; });
    connect(hub, &SelectionHub::marksChanged, this, [this] {
        if (m_settingMarks)
            return;
        m_ownMarks = false; // another view paints now
        m_paint->setCurrentIndex(m_paint->findData(paintNothing));
    });
}

bool PerceptronView::isLinked() const
{
    return context().hub && m_details && m_details->scorer && !m_details->isTestData;
}

void PerceptronView::setOutput(const OutputPtr& output)
{
    const auto* details = std::any_cast<PerceptronDetailsPtr>(&output->details);
    if (!details || !*details)
        return;
    m_output = output;
    m_details = *details;
    showCurve();
    if (m_details->scorer)
        showResult();
}

void PerceptronView::showCurve()
{
    if (!m_output)
        return;
    const std::string name = m_curveTabs->tabData(m_curveTabs->currentIndex()).toString().toStdString();
    const auto figure = std::find_if(m_output->figures.begin(), m_output->figures.end(),
                                     [&](const Figure& one) { return one.name == name; });
    if (figure != m_output->figures.end())
        m_curve->setFigure(*figure);
}

void PerceptronView::showResult()
{
    const Confusion& confusion = m_details->confusion;
    m_confusion->setConfusion(confusion);
    m_confusionPanel->setVisible(confusion.total > 0);
    m_fragments->setDetails(m_details);
    fitFragmentColumns();
    m_fragmentPanel->show();
    const std::size_t wrong = confusion.wrongRows().size();
    const std::size_t mistaken = m_details->mistakenRows().size();
    const QLocale english(QLocale::English);
    m_misclassified->setText(
        tr("Select &misclassified (%1)").arg(english.toString(static_cast<qulonglong>(wrong))));
    m_mistakes->setText(tr("Select mista&kes (%1)").arg(english.toString(static_cast<qulonglong>(mistaken))));
    m_misclassified->setEnabled(isLinked() && wrong > 0);
    m_mistakes->setEnabled(isLinked() && mistaken > 0);
    fillPaintChoice();
    paintTrees();
}

/// As narrow as their numbers and words allow: the subtree itself gets the rest.
void PerceptronView::fitFragmentColumns()
{
    constexpr int widest = 15 * Theme::unit;
    QHeaderView* header = m_fragmentTable->horizontalHeader();
    header->setResizeContentsPrecision(100); // rows; Qt's thousand keep the window waiting
    for (int column = 0; column < FragmentModel::ColumnCount; ++column) {
        if (column == FragmentModel::TextColumn)
            continue;
        m_fragmentTable->resizeColumnToContents(column); // also as wide as its title and the sorting arrow
        const int width = m_fragmentTable->columnWidth(column) - 2 * Theme::unit;
        const QString words = m_fragments->headerData(column, Qt::Horizontal).toString();
        const int title = header->fontMetrics().horizontalAdvance(words) + 2 * Theme::unit;
        m_fragmentTable->setColumnWidth(column, std::clamp(width, title, std::max(title, widest)));
    }
}

void PerceptronView::fillPaintChoice()
{
    const std::vector<std::string>& classes = m_details->result->model.classes;
    m_paint->clear();
    m_paint->addItem(tr("nothing"), paintNothing);
    m_paint->addItem(tr("their predicted class"), paintPredicted);
    for (std::size_t c = 0; c < classes.size(); ++c)
        m_paint->addItem(tr("class %1").arg(QString::fromStdString(classes[c])), static_cast<int>(c));
    // One class against the rest has one meaning of plus and minus; of several, each tree's own is asked.
    m_paint->setCurrentIndex(m_paint->findData(classes.size() == 1 ? 0 : paintPredicted));
    m_paint->setEnabled(isLinked());
}

void PerceptronView::paintTrees()
{
    if (!isLinked())
        return;
    const int choice = m_paint->currentData().toInt();
    std::optional<StructureMarks> marks;
    if (choice != paintNothing) {
        std::optional<std::size_t> column;
        if (choice >= 0)
            column = static_cast<std::size_t>(choice);
        const QString whose = column
            ? tr("class %1").arg(QString::fromStdString(m_details->result->model.classes[*column]))
            : tr("the predicted class");
        marks = StructureMarks{
            StructureMarks::Kind::Weight, tr("Speaks for %1 (log scale)").arg(whose),
            [details = m_details, column](RowId row) { return details->contributions(row, column); }};
    }
    if (!marks && !m_ownMarks)
        return;
    m_settingMarks = true;
    context().hub->setMarks(std::move(marks));
    m_settingMarks = false;
    m_ownMarks = choice != paintNothing;
}

void PerceptronView::selectCells()
{
    const QModelIndexList cells = m_confusionTable->selectionModel()->selectedIndexes();
    if (!isLinked() || cells.isEmpty())
        return;
    std::vector<RowId> rows;
    for (const QModelIndex& cell : cells) {
        const std::vector<RowId> own = m_details->confusion.rows(static_cast<std::size_t>(cell.row()),
                                                                 static_cast<std::size_t>(cell.column()));
        rows.insert(rows.end(), own.begin(), own.end());
    }
    context().hub->select(rows);
}

void PerceptronView::chooseFragment(const QModelIndex& index, bool selectTrees)
{
    if (!index.isValid() || !isLinked())
        return;
    const DagNodeId subtree = m_fragments->fragment(m_sorted->mapToSource(index).row()).subtree;
    if (!subtree.valid())
        return;
    if (selectTrees)
        context().hub->select(m_details->scorer->rowsWith(subtree));
    context().hub->chooseSubtree(subtree);
}

/// Where another view chose a subtree that is in the list, it becomes the current one.
void PerceptronView::followSubtree(DagNodeId subtree)
{
    if (!isLinked())
        return;
    const QModelIndex current = m_fragmentTable->currentIndex();
    if (current.isValid() && m_fragments->fragment(m_sorted->mapToSource(current).row()).subtree == subtree)
        return;
    const int row = m_fragments->rowOf(subtree);
    const QModelIndex index =
        row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_fragments->index(row, FragmentModel::TextColumn));
    m_fragmentTable->setCurrentIndex(index);
    if (!index.isValid())
        m_fragmentTable->clearSelection();
}

} // namespace atlas
