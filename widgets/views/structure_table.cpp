#include "widgets/views/structure_table.h"

#include "core/support/text.h"
#include "widgets/models/structure_filter.h"
#include "widgets/models/structure_table_model.h"
#include "widgets/models/thumbnail_provider.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/class_marker.h"
#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>
#include <set>
#include <utility>

namespace atlas {

namespace {

constexpr QSize thumbnailSize(72, 48);
constexpr int typingPause = 150; // milliseconds

class StructureDelegate : public TableDelegate {
public:
    StructureDelegate(const SelectionHub& hub, const StructureTableModel& model, QObject* parent)
        : TableDelegate(parent), m_hub(hub), m_model(model)
    {
    }

protected:
    bool isHighlighted(const QModelIndex& index) const override
    {
        return m_hub.highlighted().valid() && m_model.rowAt(index.row()) == m_hub.highlighted();
    }

private:
    const SelectionHub& m_hub;
    const StructureTableModel& m_model;
};

QString countsText(std::size_t shown, std::size_t all, std::size_t selected, StructureKind kind)
{
    const std::string noun = toString(kind);
    QString text = QString::fromStdString(countText(all, noun, noun + "s"));
    if (shown != all)
        text = StructureTable::tr("%1 of %2")
                   .arg(QString::fromStdString(countText(shown, "", "")).trimmed(), text);
    if (selected > 0)
        text += StructureTable::tr(", %1 selected")
                    .arg(QString::fromStdString(countText(selected, "", "")).trimmed());
    return text;
}

} // namespace

StructureTable::StructureTable(SelectionHub& hub, QWidget* parent)
    : QWidget(parent), m_hub(hub), m_thumbnails(new ThumbnailProvider(this)),
      m_model(new StructureTableModel(m_thumbnails, this)), m_filter(new StructureFilter(hub, this)),
      m_text(new QLineEdit(this)), m_classButton(new QToolButton(this)), m_classList(new QListWidget(this)),
      m_smarts(new QLineEdit(this)), m_message(new QLabel(this)), m_count(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_empty(new QLabel(this)),
      m_clear(new QPushButton(tr("Show all again"), this)), m_table(new QTableView(this))
{
    buildClassMenu();
    buildTable();
    buildFilters();
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    connect(&m_typing, &QTimer::timeout, this, &StructureTable::applyTexts);
    connect(&m_hub, &SelectionHub::selectionChanged, this, &StructureTable::receiveSelection);
    connect(&m_hub, &SelectionHub::subtreeCountsChanged, this, &StructureTable::receiveSubtree);
    connect(&m_hub, &SelectionHub::highlightChanged, this, &StructureTable::receiveHighlight);
    connect(&m_hub, &SelectionHub::filterChanged, this, &StructureTable::onVisibleChanged);
    connect(&m_hub, &SelectionHub::dataReset, this, &StructureTable::onVisibleChanged);
    connect(m_filter, &StructureFilter::smartsChanged, this, &StructureTable::showSmartsState);
    connect(m_filter, &StructureFilter::restored, this, &StructureTable::showFilter);
    setDataset({});
}

void StructureTable::buildFilters()
{
    m_text->setPlaceholderText(tr("Find a name, class, property or record number"));
    m_text->setClearButtonEnabled(true);
    m_text->setAccessibleName(tr("Find structures"));
    m_smarts->setPlaceholderText(tr("SMARTS pattern, for example c1ccccc1[OH]"));
    m_smarts->setClearButtonEnabled(true);
    m_smarts->setAccessibleName(tr("SMARTS pattern"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    for (QLineEdit* field : {m_text, m_smarts}) {
        connect(field, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
        connect(field, &QLineEdit::returnPressed, this, &StructureTable::applyTexts);
    }
    connect(m_clear, &QPushButton::clicked, this, &StructureTable::clearFilters);

    auto* page = new QWidget(this);
    auto* pageColumn = new QVBoxLayout(page);
    pageColumn->addStretch();
    pageColumn->addWidget(m_empty);
    pageColumn->addWidget(m_clear, 0, Qt::AlignHCenter);
    pageColumn->addStretch();
    m_stack->addWidget(page);
    m_stack->addWidget(m_table);

    auto* first = new QHBoxLayout;
    first->addWidget(m_text, 1);
    first->addWidget(m_classButton);
    auto* filters = new QVBoxLayout;
    filters->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, 0);
    filters->setSpacing(Theme::unit / 2);
    filters->addLayout(first);
    filters->addWidget(m_smarts);
    filters->addWidget(m_message);
    filters->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit / 2);
    column->addLayout(filters);
    column->addWidget(m_stack, 1);
}

void StructureTable::buildClassMenu()
{
    m_classButton->setText(tr("Classes"));
    m_classButton->setPopupMode(QToolButton::InstantPopup);
    m_classButton->setAccessibleName(tr("Classes to show"));
    m_classList->setAccessibleName(tr("Classes to show"));
    m_classList->setFrameShape(QFrame::NoFrame);
    auto* panel = new QWidget(this);
    auto* all = new QPushButton(tr("All"), panel);
    auto* none = new QPushButton(tr("None"), panel);
    auto* row = new QHBoxLayout;
    row->addWidget(all);
    row->addWidget(none);
    auto* column = new QVBoxLayout(panel);
    column->addWidget(m_classList, 1);
    column->addLayout(row);
    auto* menu = new QMenu(this);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(panel);
    menu->addAction(action);
    m_classButton->setMenu(menu);
    const auto setAll = [this](Qt::CheckState state) {
        const QSignalBlocker blocker(m_classList);
        for (int i = 0; i < m_classList->count(); ++i)
            m_classList->item(i)->setCheckState(state);
        applyClasses();
    };
    connect(all, &QPushButton::clicked, this, [setAll] { setAll(Qt::Checked); });
    connect(none, &QPushButton::clicked, this, [setAll] { setAll(Qt::Unchecked); });
    connect(m_classList, &QListWidget::itemChanged, this, &StructureTable::applyClasses);
}

void StructureTable::buildTable()
{
    m_table->setModel(m_model);
    applyTableLook(m_table, new StructureDelegate(m_hub, *m_model, m_table));
    m_table->setIconSize(thumbnailSize);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setMouseTracking(true);
    m_table->setAccessibleName(tr("Structures"));
    m_table->viewport()->installEventFilter(this);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(thumbnailSize.height() + Theme::unit);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &StructureTable::sendSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid())
                    m_current = m_model->rowAt(index.row());
            });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT structureActivated(m_model->rowAt(index.row())); });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this] { m_ownWidths = m_ownWidths || !m_fitting; });
    // A reset, by sorting or a filter, forgets the view's selection; the hub remembers.
    connect(m_model, &QAbstractItemModel::modelReset, this, &StructureTable::receiveSelection);
}

void StructureTable::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    m_current = {};
    m_highlighted = {};
    const QSignalBlocker textBlocker(m_text);
    const QSignalBlocker smartsBlocker(m_smarts);
    m_typing.stop();
    m_text->clear();
    m_smarts->clear();
    m_filter->setDataset(m_data);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_model->setDataset(m_data);
    m_ownWidths = false;
    showColumn(StructureTableModel::ClassColumn, m_data && m_data->classes().size() > 0);
    receiveSubtree();
    m_smarts->setVisible(m_data && m_data->kind() == StructureKind::Molecule);
    m_text->setEnabled(m_data != nullptr);
    fillClasses();
    onVisibleChanged();
}

/// The name takes what the other columns leave, until the person sets a width.
void StructureTable::fitNameColumn()
{
    constexpr int narrowest = 240;
    if (m_ownWidths || !m_data)
        return;
    m_fitting = true;
    m_table->setColumnWidth(StructureTableModel::ClassColumn, 120);
    for (const int column : {StructureTableModel::SizeColumn, StructureTableModel::ExtentColumn,
                             StructureTableModel::SubtreeColumn})
        m_table->setColumnWidth(column, 80);
    int others = 0;
    for (int column = StructureTableModel::ClassColumn; column < m_model->columnCount(); ++column)
        others += m_table->columnWidth(column);
    m_table->setColumnWidth(StructureTableModel::NameColumn,
                            std::max(narrowest, m_table->viewport()->width() - others));
    m_fitting = false;
}

void StructureTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitNameColumn();
}

void StructureTable::fillClasses()
{
    const QSignalBlocker blocker(m_classList);
    m_classList->clear();
    const std::optional<std::set<ClassId>>& chosen = m_filter->classes();
    const auto add = [&](const QString& text, ClassId id) {
        auto* item = new QListWidgetItem(QIcon(classMarker(id)), text, m_classList);
        item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setCheckState(!chosen || chosen->contains(id) ? Qt::Checked : Qt::Unchecked);
        item->setData(Qt::UserRole, id.value());
    };
    const std::size_t classes = m_data ? m_data->classes().size() : 0;
    for (std::size_t i = 0; i < classes; ++i)
        add(QString::fromStdString(m_data->classes().text(LabelId(i))), ClassId(i));
    if (classes > 0)
        add(tr("no class"), ClassId());
    m_classButton->setVisible(classes > 0);
    showClassCount();
}

void StructureTable::showClassCount()
{
    const std::optional<std::set<ClassId>>& chosen = m_filter->classes();
    m_classButton->setText(chosen ? tr("Classes: %1 of %2")
                                        .arg(chosen->size() - chosen->count(ClassId()))
                                        .arg(m_data->classes().size())
                                  : tr("Classes"));
}

void StructureTable::applyClasses()
{
    std::set<ClassId> chosen;
    for (int i = 0; i < m_classList->count(); ++i) {
        const QListWidgetItem* item = m_classList->item(i);
        if (item->checkState() == Qt::Checked)
            chosen.insert(ClassId(item->data(Qt::UserRole).toUInt()));
    }
    const bool all = chosen.size() == static_cast<std::size_t>(m_classList->count());
    m_filter->setClasses(all ? std::optional<std::set<ClassId>>() : std::move(chosen));
    showClassCount();
    updateState();
}

void StructureTable::applyTexts()
{
    m_typing.stop();
    m_filter->setText(m_text->text());
    if (m_data && m_data->kind() == StructureKind::Molecule)
        m_filter->setSmarts(m_smarts->text());
    updateState();
}

void StructureTable::clearFilters()
{
    m_filter->clear();
    showFilter();
}

/// The fields say what the filter does, without asking it for the same again.
void StructureTable::showFilter()
{
    m_text->setText(m_filter->text());
    m_smarts->setText(m_filter->smarts());
    m_typing.stop();
    fillClasses();
    updateState();
}

void StructureTable::showSmartsState()
{
    QPalette colors = m_message->palette();
    const bool wrong = !m_filter->smartsError().isEmpty();
    colors.setColor(QPalette::WindowText, wrong ? Theme::current().warning : Theme::current().secondaryText);
    m_message->setPalette(colors);
    m_message->setText(wrong                        ? m_filter->smartsError()
                           : m_filter->isMatching() ? tr("Looking for the pattern \u2026")
                                                    : QString());
    m_message->setVisible(!m_message->text().isEmpty());
    updateState();
}

void StructureTable::onVisibleChanged()
{
    if (m_data && m_hub.rowCount() == m_data->size()) {
        std::vector<bool> visible(m_data->size());
        for (std::size_t row = 0; row < visible.size(); ++row)
            visible[row] = m_hub.isVisible(RowId(row));
        m_model->setVisible(visible);
    }
    updateState();
}

void StructureTable::updateState()
{
    const bool any = m_model->rowCount() > 0;
    m_stack->setCurrentIndex(any ? 1 : 0);
    m_empty->setText(m_data ? tr("No structure passes the filters.")
                            : tr("Open a file or an example: its structures are listed here."));
    m_clear->setVisible(m_data && m_filter->isActive());
    m_count->setVisible(m_data != nullptr);
    if (m_data)
        m_count->setText(countsText(static_cast<std::size_t>(m_model->rowCount()), m_data->size(),
                                    m_hub.selectedCount(), m_data->kind()));
}

void StructureTable::sendSelection()
{
    if (m_receiving || !m_data || m_hub.rowCount() != m_data->size())
        return;
    std::vector<RowId> rows;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(m_model->rowAt(row));
    m_receiving = true; // what comes back is what was sent
    m_hub.select(rows);
    m_receiving = false;
    updateState();
}

void StructureTable::receiveSelection()
{
    if (m_receiving || !m_data || m_hub.rowCount() != m_data->size())
        return;
    m_receiving = true;
    QItemSelection selection;
    const int lastColumn = m_model->columnCount() - 1;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!m_hub.isSelected(m_model->rowAt(row)))
            continue;
        const int first = row;
        while (row + 1 < m_model->rowCount() && m_hub.isSelected(m_model->rowAt(row + 1)))
            ++row;
        selection.append(QItemSelectionRange(m_model->index(first, 0), m_model->index(row, lastColumn)));
    }
    // reset() first: to replace one selection by another costs the product of their ranges.
    QItemSelectionModel* model = m_table->selectionModel();
    model->reset();
    const int current = m_current.valid() ? m_model->tableRowOf(m_current) : -1;
    if (current >= 0)
        model->setCurrentIndex(m_model->index(current, 0), QItemSelectionModel::NoUpdate);
    model->select(selection, QItemSelectionModel::Select);
    m_table->viewport()->update();
    if (!selection.isEmpty())
        showSomeOf(selection);
    m_receiving = false;
    updateState();
}

/// Scrolls to the first of the selected rows where none is in sight.
void StructureTable::showSomeOf(const QItemSelection& selection)
{
    const bool seen = std::any_of(selection.begin(), selection.end(), [&](const QItemSelectionRange& range) {
        const QRect first = m_table->visualRect(m_model->index(range.top(), 0));
        const QRect last = m_table->visualRect(m_model->index(range.bottom(), 0));
        return first.united(last).intersects(m_table->viewport()->rect());
    });
    if (!seen)
        m_table->scrollTo(m_model->index(selection.front().top(), 0));
}

void StructureTable::scrollTo(RowId row)
{
    const int tableRow = m_model->tableRowOf(row);
    if (tableRow >= 0)
        m_table->scrollTo(m_model->index(tableRow, 0));
}

void StructureTable::receiveHighlight(RowId row)
{
    updateRow(std::exchange(m_highlighted, row));
    updateRow(row);
}

/// The column is there while a subtree is chosen.
void StructureTable::receiveSubtree()
{
    const SubtreeCounts& counts = m_hub.subtreeCounts();
    const bool chosen = counts && m_data && counts->size() == m_data->size();
    if (chosen || !m_table->isColumnHidden(StructureTableModel::SubtreeColumn))
        m_model->setSubtreeCounts(chosen ? *counts : std::vector<std::uint32_t>());
    showColumn(StructureTableModel::SubtreeColumn, chosen);
    QHeaderView* header = m_table->horizontalHeader();
    if (chosen && !m_ownWidths) // in sight, also where the table is narrow
        header->moveSection(header->visualIndex(StructureTableModel::SubtreeColumn), 1);
}

void StructureTable::showColumn(int column, bool shown)
{
    m_fitting = true; // not the person's doing
    m_table->setColumnHidden(column, !shown);
    m_fitting = false;
    fitNameColumn();
}

void StructureTable::updateRow(RowId row)
{
    const int tableRow = row.valid() ? m_model->tableRowOf(row) : -1;
    if (tableRow < 0)
        return;
    m_table->viewport()->update(0, m_table->rowViewportPosition(tableRow), m_table->viewport()->width(),
                                m_table->rowHeight(tableRow));
}

bool StructureTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport()) {
        if (event->type() == QEvent::MouseMove) {
            const QModelIndex index = m_table->indexAt(static_cast<QMouseEvent*>(event)->pos());
            m_hub.highlight(index.isValid() ? m_model->rowAt(index.row()) : RowId());
        } else if (event->type() == QEvent::Leave) {
            m_hub.highlight({});
        }
    }
    return QWidget::eventFilter(watched, event);
}

void StructureTable::updateLook()
{
    m_thumbnails->setLook(thumbnailSize, devicePixelRatioF(), Theme::current(), font());
    m_table->viewport()->update();
}

void StructureTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateLook();
}

void StructureTable::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateLook();
    fitNameColumn();
}

} // namespace atlas
