// One structure in full: its picture, numbers and properties, and for trees where its subtrees occur.
//
// It shows what the person chose last: the row that became the only selected one, or the one that was
// activated (double click, an item of the occurrences). While nothing was ever chosen it shows what the
// pointer is on. A subtree that another view chose is shown where it occurs: in the tree that is shown, else
// in the first that has it. Where a result marks parts of structures (SelectionHub::marks), they are
// coloured; of several selected structures it then shows the first, unless what it shows has marks already.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"

#include <QList>
#include <QWidget>

#include <memory>
#include <optional>

class QAction;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolBar;
class QTreeWidget;

namespace atlas {

class GraphView;
class MarkLegend;
class MoleculeView;
class OccurrencePanel;
class PictureSource;
class SelectionHub;
class TreeView;

class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(SelectionHub& hub, QWidget* parent = nullptr);

    void setDataset(DatasetPtr data);
    /// The minimal DAG of the data set's trees, when it is ready; nothing before.
    void setDag(std::shared_ptr<const MinimalDag> dag);
    /// The pattern whose atoms are highlighted in molecules.
    void setPattern(std::optional<SmartsPattern> pattern);

    /// Shows a structure and, where given, makes a node of its tree current.
    void showStructure(RowId row, NodeId node = {});
    RowId shownRow() const { return m_row; } ///< invalid = none

    TreeView* treeView() const { return m_tree; }
    GraphView* graphView() const { return m_graph; }
    MoleculeView* moleculeView() const { return m_molecule; }
    OccurrencePanel* occurrences() const { return m_occurrences; }
    MarkLegend* markLegend() const { return m_legend; }
    QTreeWidget* facts() const { return m_facts; }
    QString title() const;

Q_SIGNALS:
    /// A place of the list was clicked; the inspector shows it already.
    void structureRequested(atlas::RowId row, atlas::NodeId node);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    QWidget* buildHeader();
    void buildActions();
    void onSelectionChanged();
    void onHighlightChanged(RowId row);
    void onNodeActivated(NodeId node);
    void onSubtreeChosen(DagNodeId subtree);
    void showMarks();
    void display(RowId row);
    void displayNothing();
    void fillFacts();
    void showOccurrencesOf(NodeId node);
    const PictureSource* picture() const;
    void copyPicture();
    void exportPicture();
    void copyText();
    void zoom(double factor);
    void fit();

    SelectionHub& m_hub;
    DatasetPtr m_data;
    std::shared_ptr<const MinimalDag> m_dag;
    RowId m_row;
    bool m_chosen = false; // the person selected or activated something

    QLabel* m_title;
    QLabel* m_marker;
    QLabel* m_subtitle;
    QStackedWidget* m_views;
    QLabel* m_empty;
    TreeView* m_tree;
    GraphView* m_graph;
    MoleculeView* m_molecule;
    MarkLegend* m_legend;
    QToolBar* m_tools;
    QList<QAction*> m_zoomActions;
    QTreeWidget* m_facts;
    OccurrencePanel* m_occurrences;
    QSplitter* m_splitter;
};

} // namespace atlas
