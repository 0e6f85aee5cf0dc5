// The one place where views agree on what is selected, pointed at and filtered. A view talks to the hub,
// never to another view. Three different states over the row ids of one data set:
//   select     what the person chose; lasting, undone and redone
//   highlight  what the person points at now; at most one row, gone when the pointer leaves
//   filter     what each source (table filter, legend, ...) leaves visible; a row is visible where all agree
// Beside them the parts of structures: the chosen subtree (a node of the data set's plain minimal DAG), and
// the marks that a result puts on the structures' parts.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/ids.h"
#include "widgets/selection/structure_marks.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace atlas {

enum class SelectionChange { Replace, Add, Remove, Toggle };

class SelectionHub : public QObject {
    Q_OBJECT

public:
    explicit SelectionHub(QObject* parent = nullptr);

    /// A new data set of so many rows: nothing selected, highlighted or filtered; history gone.
    void reset(std::size_t rows);
    std::size_t rowCount() const { return m_selected.size(); }

    void select(const std::vector<RowId>& rows, SelectionChange change = SelectionChange::Replace);
    void clearSelection() { select({}); }
    void selectAllVisible();
    void invertSelection(); ///< among the visible rows
    bool isSelected(RowId row) const { return m_selected[row.index()]; }
    std::vector<RowId> selectedRows() const; ///< increasing
    std::size_t selectedCount() const { return m_selectedCount; }

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    void undo();
    void redo();

    void highlight(RowId row); ///< an invalid id = nothing
    RowId highlighted() const { return m_highlighted; }

    /// visible[row] for one source; an empty vector takes the source's filter away. Precondition: empty or
    /// one per row.
    void setFilter(const QString& source, std::vector<bool> visible);
    bool isVisible(RowId row) const { return m_visible[row.index()]; }
    std::size_t visibleCount() const { return m_visibleCount; }

    /// The subtree that the person chose in a tree, on a map or in a list; an invalid id = none.
    void chooseSubtree(DagNodeId subtree);
    DagNodeId chosenSubtree() const { return m_subtree; }

    /// The newest marks replace those of another view; nothing takes them away.
    void setMarks(std::optional<StructureMarks> marks);
    const std::optional<StructureMarks>& marks() const { return m_marks; }

Q_SIGNALS:
    void selectionChanged();
    void highlightChanged(atlas::RowId row);
    void filterChanged();
    void subtreeChosen(atlas::DagNodeId subtree);
    void marksChanged();
    void dataReset();

private:
    void applySelection(std::vector<bool> selected);
    void recomputeVisible();

    std::vector<bool> m_selected;
    std::size_t m_selectedCount = 0;
    std::vector<std::vector<bool>> m_undo;
    std::vector<std::vector<bool>> m_redo;
    RowId m_highlighted;
    DagNodeId m_subtree;
    std::optional<StructureMarks> m_marks;
    std::map<QString, std::vector<bool>> m_filters;
    std::vector<bool> m_visible;
    std::size_t m_visibleCount = 0;
};

} // namespace atlas
