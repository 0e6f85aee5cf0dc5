#include "core/data/smarts_filter.h"

#include "core/parallel/parallel_for.h"

#include <cassert>
#include <utility>

namespace atlas {

Result<std::vector<bool>> matchSmarts(const Dataset& molecules, const SmartsPattern& pattern,
                                      ProgressToken progress)
{
    assert(molecules.kind() == StructureKind::Molecule);
    std::vector<char> matches(molecules.size()); // bits of one word must not be written by two threads
    const Result<void> done = parallelFor(
        molecules.size(), 64,
        [&](std::size_t row) { matches[row] = pattern.matches(molecules.molecule(RowId(row))) ? 1 : 0; },
        std::move(progress));
    if (!done)
        return done.error();
    return std::vector<bool>(matches.begin(), matches.end());
}

} // namespace atlas
