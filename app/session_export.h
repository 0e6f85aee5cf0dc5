// What a session can be written as: a recipe that repeats it, and a report that shows it.
#pragma once

#include "app/session.h"

namespace atlas {

/// With the hash of the source, so that a changed file is noticed. Any thread.
Result<void> writeRecipe(Recipe recipe, const QString& file, const ProgressToken& progress = {});

/// One web page with the figures, tables, parameters and problems. GUI thread, since figures are drawn.
Result<void> writeReport(const Session& session, const QString& file);

} // namespace atlas
