// "Export figure": asks for size, look and file, and writes.
#pragma once

#include "core/methods/figure.h"
#include "core/support/result.h"

#include <QString>

class QWidget;

namespace atlas {

/// Nothing happens where the person cancels.
Result<void> exportFigureByDialog(const Figure& figure, const QString& source, QWidget* parent);

} // namespace atlas
