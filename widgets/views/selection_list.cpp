#include "widgets/views/selection_list.h"

#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace atlas {

namespace {

enum Column { NameColumn, CountColumn, ClassesColumn };
constexpr int nameRole = Qt::UserRole; // as the hub knows it, while the cell is being edited

} // namespace

SelectionList::SelectionList(SelectionHub& hub, QWidget* parent)
    : QWidget(parent), m_hub(hub), m_list(new QTreeWidget(this)),
      m_empty(
          new QLabel(tr("Select structures and give the selection a name (Ctrl+M): it is kept here."), this)),
      m_menu(new QMenu(this))
{
    m_list->setHeaderLabels({tr("Selection"), tr("Structures"), tr("Classes")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new TableDelegate(m_list));
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Named selections"));
    applyHeaderLook(m_list->header());
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(CountColumn, QHeaderView::ResizeToContents);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit / 2, 0, 0);
    column->addLayout(bar);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    column->addStretch(0);
    addCommandsOfOne();
    for (QAction* action : m_commandsOfOne.mid(0, 4)) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        bar->addWidget(button);
    }
    auto* more = new QToolButton(this);
    more->setText(tr("More"));
    more->setMenu(m_menu);
    more->setPopupMode(QToolButton::InstantPopup);
    bar->addWidget(more);
    bar->addStretch(1);
    connect(m_list, &QTreeWidget::itemActivated, this, [this] { m_commandsOfOne.front()->trigger(); });
    connect(m_list, &QTreeWidget::itemChanged, this, &SelectionList::onItemChanged);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &SelectionList::updateCommands);
    connect(m_list, &QWidget::customContextMenuRequested, this,
            [this](QPoint place) { m_menu->popup(m_list->viewport()->mapToGlobal(place)); });
    connect(&m_hub, &SelectionHub::namedSelectionsChanged, this, &SelectionList::refresh);
    refresh();
}

QAction* SelectionList::addCommand(const QString& text, const QString& tip)
{
    QAction* action = m_menu->addAction(text);
    action->setToolTip(tip);
    m_commandsOfOne << action;
    return action;
}

void SelectionList::addSetOperation(const QString& text, const QString& tip, SelectionChange change)
{
    connect(addCommand(text, tip), &QAction::triggered, this, [this, change] {
        if (const NamedSelection* chosen = m_hub.findSelection(currentName()))
            m_hub.select(chosen->rows, change);
    });
}

void SelectionList::addCommandsOfOne()
{
    addSetOperation(tr("Select"), tr("These structures, and no others"), SelectionChange::Replace);
    addSetOperation(tr("Add"), tr("Union: what is selected now, and these"), SelectionChange::Add);
    addSetOperation(tr("Keep common"), tr("Intersection: of what is selected now, only these"),
                    SelectionChange::Intersect);
    addSetOperation(tr("Take away"), tr("Difference: what is selected now, without these"),
                    SelectionChange::Remove);
    connect(addCommand(tr("Select the others"), tr("Complement: all structures but these")),
            &QAction::triggered, this, [this] {
                const NamedSelection* chosen = m_hub.findSelection(currentName());
                if (!chosen)
                    return;
                std::vector<bool> held(m_hub.rowCount(), false);
                for (const RowId row : chosen->rows)
                    held[row.index()] = true;
                std::vector<RowId> others;
                for (std::size_t i = 0; i < held.size(); ++i)
                    if (!held[i])
                        others.emplace_back(i);
                m_hub.select(others);
            });
    m_menu->addSeparator();
    connect(addCommand(tr("Rename"), tr("Give it another name (F2)")), &QAction::triggered, this, [this] {
        if (QTreeWidgetItem* item = m_list->currentItem())
            m_list->editItem(item, NameColumn);
    });
    QAction* erase = addCommand(tr("Delete"), tr("Forget the name; the structures stay"));
    erase->setShortcut(QKeySequence::Delete);
    erase->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_list->addAction(erase);
    connect(erase, &QAction::triggered, this, [this] { m_hub.deleteSelection(currentName()); });
    m_menu->setToolTipsVisible(true);
}

void SelectionList::addCommands(const QList<QAction*>& actions)
{
    m_menu->addSeparator();
    m_menu->addActions(actions);
}

void SelectionList::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    refresh();
}

QString SelectionList::currentName() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? item->data(NameColumn, nameRole).toString() : QString();
}

QString SelectionList::classesOf(const NamedSelection& selection) const
{
    if (!m_data || m_data->size() != m_hub.rowCount())
        return {};
    std::map<ClassId, std::size_t> counts;
    for (const RowId row : selection.rows)
        if (const ClassId id = m_data->record(row).classId; id.valid())
            ++counts[id];
    QStringList parts;
    for (const auto& [id, count] : counts)
        parts << QStringLiteral("%1 %2").arg(
            QString::fromStdString(m_data->classes().text(LabelId(id.index()))), QString::number(count));
    return parts.join(QStringLiteral(", "));
}

void SelectionList::refresh()
{
    m_filling = true;
    const QString current = currentName();
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->clear();
    for (const NamedSelection& selection : m_hub.namedSelections()) {
        const QString count =
            QLocale(QLocale::English).toString(static_cast<qulonglong>(selection.rows.size()));
        auto* item = new QTreeWidgetItem(m_list, {selection.name, count, classesOf(selection)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setData(NameColumn, nameRole, selection.name);
        item->setTextAlignment(CountColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(ClassesColumn, item->text(ClassesColumn));
        if (selection.name == current)
            m_list->setCurrentItem(item);
    }
    // The current one was renamed or deleted: what is at its place now.
    if (const int count = m_list->topLevelItemCount(); !m_list->currentItem() && count > 0)
        m_list->setCurrentItem(m_list->topLevelItem(std::clamp(row, 0, count - 1)));
    m_filling = false;
    m_list->setVisible(m_list->topLevelItemCount() > 0);
    m_empty->setVisible(m_list->topLevelItemCount() == 0);
    updateCommands();
}

void SelectionList::updateCommands()
{
    for (QAction* action : m_commandsOfOne)
        action->setEnabled(m_list->currentItem() != nullptr);
}

/// A name that is empty or taken is refused: the old one comes back.
void SelectionList::onItemChanged(const QTreeWidgetItem* item)
{
    if (m_filling)
        return;
    const QString before = item->data(NameColumn, nameRole).toString();
    const QString wanted = item->text(NameColumn).simplified();
    const bool free = !wanted.isEmpty() && !m_hub.findSelection(wanted);
    // After the editor has closed: the list is filled anew, and the item is gone.
    QMetaObject::invokeMethod(
        this,
        [this, before, wanted, free] {
            if (free)
                m_hub.renameSelection(before, wanted);
            refresh();
        },
        Qt::QueuedConnection);
}

} // namespace atlas
