// Which methods have views of their own.
#pragma once

#include "widgets/results/result_view.h"

#include <vector>

namespace atlas {

/// The own views of a run, in the order of their tabs; empty where its figures say everything.
std::vector<ResultView*> makeResultViews(const ResultContext& context);

/// Whether there are any.
bool hasResultViews(const Method& method);

} // namespace atlas
