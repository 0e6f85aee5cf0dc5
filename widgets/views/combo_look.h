// How choices above a view look where there is little room, as when two runs stand side by side.
#pragma once

class QComboBox;

namespace atlas {

/// It may become narrower than its longest entry, down to some letters; it never grows beyond that entry. To
/// be called when it has its entries.
void letShrink(QComboBox& box);

} // namespace atlas
