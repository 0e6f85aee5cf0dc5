#include "widgets/views/combo_look.h"

#include <QComboBox>

namespace atlas {

void letShrink(QComboBox& box)
{
    constexpr int fewestLetters = 6;
    box.setMaximumWidth(box.sizeHint().width());
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(fewestLetters);
    box.setSizePolicy(QSizePolicy::Expanding, box.sizePolicy().verticalPolicy());
}

} // namespace atlas
