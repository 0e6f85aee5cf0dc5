#include "widgets/views/occurrence_panel.h"

#include "core/dag/subtree_occurrences.h"
#include "widgets/models/subtree_occurrence_model.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace atlas {

OccurrencePanel::OccurrencePanel(SelectionHub& hub, QWidget* parent)
    : QWidget(parent), m_hub(hub), m_model(new SubtreeOccurrenceModel(this)), m_summary(new QLabel(this)),
      m_classes(new QLabel(this)), m_list(new QTreeView(this)),
      m_select(new QPushButton(tr("&Select these trees"), this))
{
    m_summary->setWordWrap(true);
    m_classes->setWordWrap(true);
    m_classes->setForegroundRole(QPalette::PlaceholderText);
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Places where the subtree occurs"));
    m_list->setItemDelegate(new TableDelegate(m_list));
    applyHeaderLook(m_list->header());
    m_list->setColumnWidth(SubtreeOccurrenceModel::TreeColumn, 130);
    m_list->setColumnWidth(SubtreeOccurrenceModel::ClassColumn, 120);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, 0);
    top->addWidget(m_summary, 1);
    top->addWidget(m_select);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit / 2);
    column->addLayout(top);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    second->addWidget(m_classes);
    column->addLayout(second);
    column->addWidget(m_list, 1);
    column->addStretch(0); // a hint without a list stays at the top

    const auto request = [this](const QModelIndex& index) {
        Q_EMIT placeRequested(m_model->rowAt(index.row()), m_model->nodeAt(index.row()));
    };
    connect(m_list, &QTreeView::clicked, this, request);
    connect(m_list, &QTreeView::activated, this, request);
    connect(m_select, &QPushButton::clicked, this, [this] { m_hub.select(m_model->occurrences().trees); });
    clear({});
}

void OccurrencePanel::showOccurrences(const DatasetPtr& data, const MinimalDag& dag, NodeId node)
{
    m_model->setOccurrences(data, subtreeOccurrences(*data, dag, dag.nodeOf(node)), node);
    m_summary->setText(m_model->summary());
    m_classes->setText(m_model->classSummary());
    m_classes->setVisible(!m_classes->text().isEmpty());
    m_list->setColumnHidden(SubtreeOccurrenceModel::ClassColumn, data->classes().size() == 0);
    m_list->show();
    m_select->show();
}

void OccurrencePanel::clear(const QString& hint)
{
    m_model->clear();
    m_summary->setText(hint);
    m_classes->hide();
    m_list->hide();
    m_select->hide();
}

QString OccurrencePanel::summary() const { return m_summary->text(); }

} // namespace atlas
