// The colours of marks on the parts of structures: weights from blue (against) over the surface to orange
// (for), which eyes of every kind tell apart, and the accent colour for what is found.
#pragma once

#include "widgets/selection/structure_marks.h"
#include "widgets/views/theme.h"

#include <optional>
#include <vector>

namespace atlas {

/// fraction in [-1, 1]; 0 is the surface itself, and what is not 0 always differs from it.
QColor weightColor(double fraction, const Theme& theme);
QColor foundColor(const Theme& theme);
/// For words on such a colour: the darker or lighter one, whichever stands out more.
QColor textOn(const QColor& background);

/// The marks of one structure, ready to paint.
struct PartMarks {
    StructureMarks::Kind kind = StructureMarks::Kind::Highlight;
    QString title = {};
    std::vector<double> values = {}; ///< by part; empty = no marks
    double largest = 0; ///< magnitude

    /// What `marks` says about a row; nothing where it says nothing.
    static PartMarks of(const std::optional<StructureMarks>& marks, RowId row);

    /// These parts, in the accent colour; none where there are none.
    static PartMarks found(const std::vector<std::size_t>& parts);

    bool empty() const { return values.empty(); }
    /// The colour behind a part; not valid where the part is not marked.
    QColor color(std::size_t part, const Theme& theme) const;
};

} // namespace atlas
