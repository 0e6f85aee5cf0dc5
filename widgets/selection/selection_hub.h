// The one place where views agree on what is selected, pointed at and filtered. A view talks to the hub,
// never to another view. Three different states over the row ids of one data set:
//   select     what the person chose; lasting
//   highlight  what the person points at now; at most one row, gone when the pointer leaves
//   filter     what each source (table filter, legend, ...) leaves visible; a row is visible where all agree
// Selections and filters share one history that is undone and redone step by step; selections that the person
// gave a name are kept apart from it. Beside them the parts of structures: the chosen subtree (a node of the
// data set's plain minimal DAG), and the marks that a result puts on the structures' parts; and what all
// points are coloured by.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/ids.h"
#include "core/methods/colouring.h"
#include "widgets/selection/structure_marks.h"

#include <QObject>
#include <QString>

#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace atlas {

using SubtreeCounts = std::shared_ptr<const std::vector<std::uint32_t>>;

enum class SelectionChange { Replace, Add, Remove, Toggle, Intersect };

struct NamedSelection {
    QString name;
    std::vector<RowId> rows; ///< increasing
    friend bool operator==(const NamedSelection&, const NamedSelection&) = default;
};

class SelectionHub : public QObject {
    Q_OBJECT

public:
    explicit SelectionHub(QObject* parent = nullptr);

    /// A new data set of so many rows: nothing selected, highlighted or filtered; history gone.
    void reset(std::size_t rows);
    std::size_t rowCount() const { return m_now.selected->size(); }

    void select(const std::vector<RowId>& rows, SelectionChange change = SelectionChange::Replace);
    void clearSelection() { select({}); }
    void selectAllVisible();
    void invertSelection(); ///< among the visible rows
    bool isSelected(RowId row) const { return (*m_now.selected)[row.index()]; }
    std::vector<RowId> selectedRows() const; ///< increasing
    std::size_t selectedCount() const { return m_selectedCount; }

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    void undo();
    void redo();

    void highlight(RowId row); ///< an invalid id = nothing
    RowId highlighted() const { return m_highlighted; }

    /// visible[row] for one source; an empty vector takes the source's filter away. Precondition: empty or
    /// one per row. `controls` is what the source's own controls show, given back by filterRestored().
    void setFilter(const QString& source, std::vector<bool> visible, std::any controls = {});
    void dropFilter(const QString& source); ///< the source is gone: from the history, too
    bool isVisible(RowId row) const { return m_visible[row.index()]; }
    std::size_t visibleCount() const { return m_visibleCount; }

    /// Sorted by what the person did, not by name. Names are unique.
    const std::vector<NamedSelection>& namedSelections() const { return m_named; }
    /// Rows that the data does not have are left out; of equal names the last one stays.
    void setNamedSelections(std::vector<NamedSelection> selections);
    /// The selected rows under a name; one of the same name is replaced. Precondition: a name and a row.
    void saveSelectionAs(const QString& name);
    void renameSelection(const QString& from, const QString& to); ///< an unknown or taken name: nothing
    void deleteSelection(const QString& name);
    const NamedSelection* findSelection(const QString& name) const; ///< null = none

    /// The subtree that the person chose in a tree, on a map or in a list; an invalid id = none.
    void chooseSubtree(DagNodeId subtree);
    DagNodeId chosenSubtree() const { return m_subtree; }
    /// How often each row has it, from whoever owns the DAG; null = none is chosen, or the counts are on
    /// their way. Precondition: null or one a row.
    void setSubtreeCounts(SubtreeCounts counts);
    const SubtreeCounts& subtreeCounts() const { return m_subtreeCounts; }

    /// The newest marks replace those of another view; nothing takes them away.
    void setMarks(std::optional<StructureMarks> marks);
    const std::optional<StructureMarks>& marks() const { return m_marks; }

    /// What the points of all figures are coloured by; null = their classes. Precondition: one value a row.
    void setColouring(ColouringPtr colouring);
    const ColouringPtr& colouring() const { return m_colouring; }

Q_SIGNALS:
    void selectionChanged();
    void highlightChanged(atlas::RowId row);
    void filterChanged();
    /// An undo or redo changed this source's filter; without `controls` it filters nothing any more.
    void filterRestored(const QString& source, const std::any& controls);
    void historyChanged(); ///< what can be undone or redone
    void namedSelectionsChanged();
    void subtreeChosen(atlas::DagNodeId subtree); ///< its counts follow
    void subtreeCountsChanged();
    void marksChanged();
    void colouringChanged();
    void dataReset();

private:
    /// Steps share what they do not change: a hundred of a large data set are small.
    using Mask = std::shared_ptr<const std::vector<bool>>;
    struct Filter {
        Mask visible;
        std::any controls;
    };
    struct State {
        Mask selected = std::make_shared<const std::vector<bool>>();
        std::map<QString, Filter> filters = {};
    };

    static bool same(const State& a, const State& b);
    void remember();
    void travel(std::vector<State>& from, std::vector<State>& to);
    void setSelected(Mask selected);
    void recomputeVisible();

    State m_now;
    std::size_t m_selectedCount = 0;
    std::vector<State> m_undo;
    std::vector<State> m_redo;
    std::vector<NamedSelection> m_named;
    RowId m_highlighted;
    DagNodeId m_subtree;
    SubtreeCounts m_subtreeCounts;
    std::optional<StructureMarks> m_marks;
    ColouringPtr m_colouring;
    std::vector<bool> m_visible;
    std::size_t m_visibleCount = 0;
};

} // namespace atlas
