// Which analyses the tests of the whole window run: every method on data of every kind that it takes.
#pragma once

#include "core/io/read_options.h"
#include "core/methods/method.h"

#include <QString>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

using GivenParameters = std::vector<std::pair<std::string, std::string>>;

/// Data of one kind.
struct Source {
    const char* name;
    const char* source;
    StructureView as = StructureView::AsRead;
};

inline const std::vector<Source>& sourcesOfEveryKind()
{
    static const std::vector<Source> all{{"molecules", "example:medicines"},
                                         {"graphs", "example:medicines", StructureView::Graph},
                                         {"documents", "example:documents"},
                                         {"policemen", "example:policemen"}};
    return all;
}

inline bool accepts(const Method& method, StructureKind kind)
{
    const auto& kinds = method.description.accepts;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// What differs from the defaults: explain must be told what to explain, and one sweep
/// of all sizes takes long.
inline GivenParameters quickParameters(const std::string& method)
{
    if (method == "explain")
        return {{"selection", "id:0-30"}};
    if (method == "classify")
        return {{"repeats", "1"}};
    if (method == "sweep")
        return {
            {"neighbours", "5,10"}, {"components", "2,5"}, {"folds", "3"}, {"repeats", "1"}, {"cost", "1"}};
    return {};
}

} // namespace atlas::test
