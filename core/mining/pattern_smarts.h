// A pattern of molecule graphs (conversions.h: elements as vertex labels; bonds "1", "2", "3", "4", "ar") as
// SMARTS.
#pragma once

#include "core/mining/dfs_code.h"

#include <string>

namespace atlas {

/// "[#6]:[#7]": atoms by number, so that aromatic and other atoms match alike, as in the graphs; bonds "-",
/// "=",
/// "#", "$", ":" or "~". Labels that are no element become "*". A DFS code is a SMARTS but for its notation:
/// forward edges are branches, backward edges are ring closures.
std::string patternSmarts(const DfsCode& code, const MiningGraphs& graphs);

} // namespace atlas
