// What a session can be written as: a recipe that repeats it, and a report that shows it.
#pragma once

#include "app/session.h"
#include "widgets/export/report.h"

namespace atlas {

/// With the hash of the source, so that a changed file is noticed. Any thread.
Result<void> writeRecipe(Recipe recipe, const QString& file, const ProgressToken& progress = {});

/// All that a report shows: the figures, tables, parameters and problems.
Report reportOf(const Session& session);

} // namespace atlas
