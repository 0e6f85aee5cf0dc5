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
    m_now = {std::make_shared<const std::vector<bool>>(rows, false)};
    m_selectedCount = 0;
    m_undo.clear();
    m_redo.clear();
    m_named.clear();
    m_highlighted = {};
    m_visible.assign(rows, true);
    m_visibleCount = rows;
    m_subtree = {};
    m_subtreeCounts.reset();
    m_marks.reset();
    m_colouring.reset();
    Q_EMIT dataReset();
    Q_EMIT namedSelectionsChanged();
}

/// Whether going from one to the other shows no change.
bool SelectionHub::same(const State& a, const State& b)
{
    return a.selected == b.selected
        && std::equal(a.filters.begin(), a.filters.end(), b.filters.begin(), b.filters.end(),
                      [](const auto& first, const auto& second) {
                          return first.first == second.first && first.second.visible == second.second.visible;
                      });
}

void SelectionHub::remember()
{
    m_undo.push_back(m_now);
    if (m_undo.size() > historyLimit)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
    Q_EMIT historyChanged();
}

void SelectionHub::select(const std::vector<RowId>& rows, SelectionChange change)
{
    const std::vector<bool>& before = *m_now.selected;
    const bool afresh = change == SelectionChange::Replace || change == SelectionChange::Intersect;
    std::vector<bool> selected = afresh ? std::vector<bool>(rowCount(), false) : before;
    for (const RowId row : rows)
        selected[row.index()] = change == SelectionChange::Toggle ? !before[row.index()]
            : change == SelectionChange::Intersect                ? before[row.index()]
                                                                  : change != SelectionChange::Remove;
    if (selected == before)
        return;
    remember();
    setSelected(std::make_shared<const std::vector<bool>>(std::move(selected)));
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
        if (m_visible[i] && !(*m_now.selected)[i])
            rows.emplace_back(i);
    select(rows);
}

std::vector<RowId> SelectionHub::selectedRows() const
{
    std::vector<RowId> rows;
    rows.reserve(m_selectedCount);
    for (std::size_t i = 0; i < rowCount(); ++i)
        if ((*m_now.selected)[i])
            rows.emplace_back(i);
    return rows;
}

void SelectionHub::undo() { travel(m_undo, m_redo); }

void SelectionHub::redo() { travel(m_redo, m_undo); }

void SelectionHub::travel(std::vector<State>& from, std::vector<State>& to)
{
    if (from.empty())
        return;
    to.push_back(m_now);
    const State before = std::exchange(m_now, std::move(from.back()));
    from.pop_back();
    std::map<QString, std::any> restored; // copies: who hears of it may change the state
    for (const auto& [source, filter] : m_now.filters)
        if (const auto old = before.filters.find(source);
            old == before.filters.end() || old->second.visible != filter.visible)
            restored[source] = filter.controls;
    for (const auto& [source, filter] : before.filters)
        if (!m_now.filters.contains(source))
            restored[source] = std::any();
    const Mask selected = m_now.selected;
    m_now.selected = before.selected;
    setSelected(selected);
    recomputeVisible();
    for (const auto& [source, controls] : restored)
        Q_EMIT filterRestored(source, controls);
    Q_EMIT historyChanged();
}

void SelectionHub::setSelected(Mask selected)
{
    if (selected == m_now.selected)
        return;
    m_now.selected = std::move(selected);
    m_selectedCount = countSet(*m_now.selected);
    Q_EMIT selectionChanged();
}

void SelectionHub::highlight(RowId row)
{
    if (row == m_highlighted)
        return;
    m_highlighted = row;
    Q_EMIT highlightChanged(row);
}

void SelectionHub::setFilter(const QString& source, std::vector<bool> visible, std::any controls)
{
    Q_ASSERT(visible.empty() || visible.size() == rowCount());
    const auto found = m_now.filters.find(source);
    if (found == m_now.filters.end() ? visible.empty() : *found->second.visible == visible) {
        if (found != m_now.filters.end())
            found->second.controls = std::move(controls); // other words for the same rows are no step
        return;
    }
    remember();
    if (visible.empty())
        m_now.filters.erase(found);
    else
        m_now.filters[source] = {std::make_shared<const std::vector<bool>>(std::move(visible)),
                                 std::move(controls)};
    recomputeVisible();
}

void SelectionHub::dropFilter(const QString& source)
{
    const bool filtered = m_now.filters.erase(source) > 0;
    for (std::vector<State>* history : {&m_undo, &m_redo}) {
        for (State& state : *history)
            state.filters.erase(source);
        history->erase(std::unique(history->begin(), history->end(), same), history->end());
        if (!history->empty() && same(history->back(), m_now))
            history->pop_back(); // a step that changes nothing any more
    }
    if (filtered)
        recomputeVisible();
    Q_EMIT historyChanged();
}

void SelectionHub::recomputeVisible()
{
    std::vector<bool> visible(rowCount(), true);
    for (const auto& [source, filter] : m_now.filters)
        for (std::size_t i = 0; i < visible.size(); ++i)
            visible[i] = visible[i] && (*filter.visible)[i];
    if (visible == m_visible)
        return;
    m_visible = std::move(visible);
    m_visibleCount = countSet(m_visible);
    Q_EMIT filterChanged();
}

void SelectionHub::setNamedSelections(std::vector<NamedSelection> selections)
{
    std::vector<NamedSelection> kept;
    for (NamedSelection& given : selections) {
        std::erase_if(given.rows, [this](RowId row) { return !row.valid() || row.index() >= rowCount(); });
        std::sort(given.rows.begin(), given.rows.end());
        given.rows.erase(std::unique(given.rows.begin(), given.rows.end()), given.rows.end());
        std::erase_if(kept, [&](const NamedSelection& known) { return known.name == given.name; });
        if (!given.name.isEmpty())
            kept.push_back(std::move(given));
    }
    if (kept == m_named)
        return;
    m_named = std::move(kept);
    Q_EMIT namedSelectionsChanged();
}

void SelectionHub::saveSelectionAs(const QString& name)
{
    Q_ASSERT(!name.isEmpty() && m_selectedCount > 0);
    std::vector<NamedSelection> selections = m_named;
    const auto known = std::find_if(selections.begin(), selections.end(),
                                    [&](const NamedSelection& each) { return each.name == name; });
    if (known == selections.end())
        selections.push_back({name, selectedRows()});
    else
        known->rows = selectedRows();
    setNamedSelections(std::move(selections));
}

void SelectionHub::renameSelection(const QString& from, const QString& to)
{
    if (to.isEmpty() || findSelection(to))
        return;
    std::vector<NamedSelection> selections = m_named;
    for (NamedSelection& each : selections)
        if (each.name == from)
            each.name = to;
    setNamedSelections(std::move(selections));
}

void SelectionHub::deleteSelection(const QString& name)
{
    std::vector<NamedSelection> selections = m_named;
    std::erase_if(selections, [&](const NamedSelection& each) { return each.name == name; });
    setNamedSelections(std::move(selections));
}

const NamedSelection* SelectionHub::findSelection(const QString& name) const
{
    const auto known = std::find_if(m_named.begin(), m_named.end(),
                                    [&](const NamedSelection& each) { return each.name == name; });
    return known == m_named.end() ? nullptr : &*known;
}

void SelectionHub::chooseSubtree(DagNodeId subtree)
{
    if (subtree == m_subtree)
        return;
    m_subtree = subtree;
    setSubtreeCounts(nullptr); // they were of another one
    Q_EMIT subtreeChosen(subtree);
}

void SelectionHub::setSubtreeCounts(SubtreeCounts counts)
{
    if (!counts && !m_subtreeCounts)
        return;
    m_subtreeCounts = std::move(counts);
    Q_EMIT subtreeCountsChanged();
}

void SelectionHub::setMarks(std::optional<StructureMarks> marks)
{
    if (!marks && !m_marks)
        return;
    m_marks = std::move(marks);
    Q_EMIT marksChanged();
}

void SelectionHub::setColouring(ColouringPtr colouring)
{
    if (colouring == m_colouring)
        return;
    m_colouring = std::move(colouring);
    Q_EMIT colouringChanged();
}

} // namespace atlas
