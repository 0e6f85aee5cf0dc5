// What a new data set is shown as before the person has asked for anything: a map and a scatterplot, with
// settings that finish within some seconds.
#pragma once

#include "core/data/dataset.h"

#include <string>
#include <utility>
#include <vector>

namespace atlas {

struct QuickStep {
    std::string method;
    std::vector<std::pair<std::string, std::string>> parameters; ///< as on the command line
};

struct QuickLook {
    std::vector<QuickStep> steps; ///< empty where a look would take long, or there is too little to see
    std::string advice; ///< what to do instead, in a sentence; empty where there are steps
};

/// Precondition: the data is not empty.
QuickLook quickLook(const Dataset& data);

} // namespace atlas
