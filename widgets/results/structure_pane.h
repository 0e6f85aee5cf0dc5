// One structure with a caption, whatever its kind: for two of them side by side.
#pragma once

#include "core/data/dataset.h"
#include "widgets/views/mark_colors.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace atlas {

class GraphView;
class MoleculeView;
class TreeView;

class StructurePane : public QWidget {
    Q_OBJECT

public:
    explicit StructurePane(QWidget* parent = nullptr);

    /// `marks` has one value a node of a tree; other kinds do not show them.
    void show(const QString& caption, const DatasetPtr& data, RowId row, PartMarks marks = {});
    void clear(const QString& caption);

    QString caption() const;
    TreeView* treeView() const { return m_tree; }
    GraphView* graphView() const { return m_graph; }

private:
    QLabel* m_caption;
    QStackedWidget* m_views;
    QWidget* m_nothing;
    TreeView* m_tree;
    GraphView* m_graph;
    MoleculeView* m_molecule;
};

} // namespace atlas
