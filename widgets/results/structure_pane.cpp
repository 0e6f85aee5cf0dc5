#include "widgets/results/structure_pane.h"

#include "widgets/views/graph_view.h"
#include "widgets/views/molecule_view.h"
#include "widgets/views/theme.h"
#include "widgets/views/tree_view.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace atlas {

StructurePane::StructurePane(QWidget* parent)
    : QWidget(parent), m_caption(new QLabel(this)), m_views(new QStackedWidget(this)), m_nothing(new QWidget),
      m_tree(new TreeView), m_graph(new GraphView), m_molecule(new MoleculeView)
{
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    for (QWidget* view : {m_nothing, static_cast<QWidget*>(m_tree), static_cast<QWidget*>(m_graph),
                          static_cast<QWidget*>(m_molecule)})
        m_views->addWidget(view);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit / 2);
    column->addWidget(m_caption);
    column->addWidget(m_views, 1);
}

void StructurePane::show(const QString& caption, const DatasetPtr& data, RowId row, PartMarks marks)
{
    m_caption->setText(caption);
    switch (data->kind()) {
    case StructureKind::Tree:
        m_tree->setTree(data, row);
        m_tree->setMarks(std::move(marks));
        m_views->setCurrentWidget(m_tree);
        break;
    case StructureKind::Graph:
        m_graph->setGraph(data, row);
        m_views->setCurrentWidget(m_graph);
        break;
    case StructureKind::Molecule:
        m_molecule->setMolecule(data, row);
        m_views->setCurrentWidget(m_molecule);
        break;
    }
}

void StructurePane::clear(const QString& caption)
{
    m_caption->setText(caption);
    m_views->setCurrentWidget(m_nothing);
}

QString StructurePane::caption() const { return m_caption->text(); }

} // namespace atlas
