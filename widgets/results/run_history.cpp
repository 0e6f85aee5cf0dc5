#include "widgets/results/run_history.h"

#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace atlas {

namespace {

constexpr int runRole = Qt::UserRole;

} // namespace

RunHistory::RunHistory(QWidget* parent)
    : QWidget(parent), m_list(new QTreeWidget(this)),
      m_empty(new QLabel(tr("Analyses that you run are listed here."), this))
{
    m_list->setColumnCount(3);
    m_list->setHeaderLabels({tr("Analysis"), tr("Parameters"), tr("Result")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new TableDelegate(m_list));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->setAccessibleName(tr("Analyses so far"));
    applyHeaderLook(m_list->header());
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit / 2, 0, 0);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    addAction(tr("Show"), tr("Bring its tab to the front, or open it again"), &RunHistory::showRequested);
    addAction(tr("Run again with other parameters..."), tr("Start from this run's parameters"),
              &RunHistory::againRequested);
    addAction(tr("Copy as command"), tr("The 'structatlas run' line that repeats it without a window"),
              &RunHistory::copyCommandRequested);
    connect(m_list, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        Q_EMIT showRequested(RunId(item->data(0, runRole).toUInt()));
    });
    clear();
}

QAction* RunHistory::addAction(const QString& text, const QString& tip, void (RunHistory::*signal)(RunId))
{
    auto* action = new QAction(text, m_list);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, signal] {
        if (const RunId run = currentRun(); run.valid())
            Q_EMIT(this->*signal)(run);
    });
    m_list->addAction(action);
    return action;
}

void RunHistory::addRun(RunId run, const QString& title, const QString& parameters, const QString& outcome)
{
    auto* item = new QTreeWidgetItem({title, parameters, outcome});
    item->setData(0, runRole, static_cast<unsigned>(run.index()));
    for (int column = 0; column < m_list->columnCount(); ++column)
        item->setToolTip(column, item->text(column));
    m_list->insertTopLevelItem(0, item);
    m_list->setCurrentItem(item);
    m_empty->hide();
    m_list->show();
}

void RunHistory::clear()
{
    m_list->clear();
    m_list->hide();
    m_empty->show();
}

RunId RunHistory::currentRun() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? RunId(item->data(0, runRole).toUInt()) : RunId();
}

} // namespace atlas
