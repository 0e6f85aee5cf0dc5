#include "widgets/views/point_states.h"

namespace atlas {

SelectionChange selectionChangeFor(Qt::KeyboardModifiers modifiers)
{
    if (modifiers & Qt::ShiftModifier)
        return SelectionChange::Add;
    return modifiers & Qt::ControlModifier ? SelectionChange::Remove : SelectionChange::Replace;
}

std::vector<PointState> pointStates(const SelectionHub& hub, const std::vector<RowId>& rows)
{
    const bool someSelected = hub.selectedCount() > 0;
    std::vector<PointState> states(rows.size(), PointState::Normal);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const RowId row = rows[i];
        if (!row.valid() || row.index() >= hub.rowCount())
            continue;
        if (!hub.isVisible(row))
            states[i] = PointState::Hidden;
        else if (someSelected)
            states[i] = hub.isSelected(row) ? PointState::Selected : PointState::Muted;
    }
    return states;
}

std::vector<bool> ringedPoints(const SelectionHub& hub, const std::vector<RowId>& rows)
{
    const SubtreeCounts& counts = hub.subtreeCounts();
    if (!counts)
        return {};
    std::vector<bool> ringed(rows.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        ringed[i] = rows[i].valid() && rows[i].index() < counts->size() && (*counts)[rows[i].index()] > 0;
    return ringed;
}

} // namespace atlas
