#include "widgets/selection/selection_hub.h"

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

constexpr std::size_t historyLimit = 100;

std::size_t countSet(const std::vector<bool>& rows)
{
    return static_cast<std::size_t>(std::count(rows.begin(), rows.end(), true));
}

} // namespace

SelectionHub::SelectionHub(QObject* parent) : QObject(parent) { }

void SelectionHub::reset(std::size_t rows)
{
    m_selected.assign(rows, false);
    m_selectedCount = 0;
    m_undo.clear();
    m_redo.clear();
    m_highlighted = {};
    m_filters.clear();
    m_visible.assign(rows, true);
    m_visibleCount = rows;
    m_subtree = {};
    m_marks.reset();
    Q_EMIT dataReset();
}

void SelectionHub::select(const std::vector<RowId>& rows, SelectionChange change)
{
    std::vector<bool> selected =
        change == SelectionChange::Replace ? std::vector<bool>(rowCount(), false) : m_selected;
    for (const RowId row : rows)
        selected[row.index()] =
            change == SelectionChange::Toggle ? !m_selected[row.index()] : change != SelectionChange::Remove;
    if (selected == m_selected)
        return;
    m_undo.push_back(m_selected);
    if (m_undo.size() > historyLimit)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
    applySelection(std::move(selected));
}

void SelectionHub::selectAllVisible()
{
    std::vector<RowId> rows;
    for (std::size_t i = 0; i < rowCount(); ++i)
        if (m_visible[i])
            rows.emplace_back(i);
    select(rows);
}

void SelectionHub::invertSelection()
{
    std::vector<RowId> rows;
    for (std::size_t i = 0; i < rowCount(); ++i)
        if (m_visible[i] && !m_selected[i])
            rows.emplace_back(i);
    select(rows);
}

std::vector<RowId> SelectionHub::selectedRows() const
{
    std::vector<RowId> rows;
    rows.reserve(m_selectedCount);
    for (std::size_t i = 0; i < rowCount(); ++i)
        if (m_selected[i])
            rows.emplace_back(i);
    return rows;
}

void SelectionHub::undo()
{
    if (m_undo.empty())
        return;
    m_redo.push_back(m_selected);
    std::vector<bool> selected = std::move(m_undo.back());
    m_undo.pop_back();
    applySelection(std::move(selected));
}

void SelectionHub::redo()
{
    if (m_redo.empty())
        return;
    m_undo.push_back(m_selected);
    std::vector<bool> selected = std::move(m_redo.back());
    m_redo.pop_back();
    applySelection(std::move(selected));
}

void SelectionHub::applySelection(std::vector<bool> selected)
{
    m_selected = std::move(selected);
    m_selectedCount = countSet(m_selected);
    Q_EMIT selectionChanged();
}

void SelectionHub::highlight(RowId row)
{
    if (row == m_highlighted)
        return;
    m_highlighted = row;
    Q_EMIT highlightChanged(row);
}

void SelectionHub::setFilter(const QString& source, std::vector<bool> visible)
{
    Q_ASSERT(visible.empty() || visible.size() == rowCount());
    if (visible.empty())
        m_filters.erase(source);
    else
        m_filters.insert_or_assign(source, std::move(visible));
    recomputeVisible();
}

void SelectionHub::recomputeVisible()
{
    std::vector<bool> visible(rowCount(), true);
    for (const auto& [source, filter] : m_filters)
        for (std::size_t i = 0; i < visible.size(); ++i)
            visible[i] = visible[i] && filter[i];
    if (visible == m_visible)
        return;
    m_visible = std::move(visible);
    m_visibleCount = countSet(m_visible);
    Q_EMIT filterChanged();
}

void SelectionHub::chooseSubtree(DagNodeId subtree)
{
    if (subtree == m_subtree)
        return;
    m_subtree = subtree;
    Q_EMIT subtreeChosen(subtree);
}

void SelectionHub::setMarks(std::optional<StructureMarks> marks)
{
    if (!marks && !m_marks)
        return;
    m_marks = std::move(marks);
    Q_EMIT marksChanged();
}

} // namespace atlas
