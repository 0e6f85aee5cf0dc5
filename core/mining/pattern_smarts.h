// A pattern of molecule graphs (conversions.h: elements as vertex labels; bonds "1", "2", "3", "4", "ar") as
// SMARTS, as SMILES, and as a molecule to draw.
#pragma once

#include "core/data/molecule.h"
#include "core/mining/dfs_code.h"

#include <string>

namespace atlas {

/// "[#6]:[#7]": atoms by number, so that aromatic and other atoms match alike, as in the graphs;
/// bonds "-", "=", "#", "$", ":" or "~". Labels that are no element become "*". A DFS code is a SMARTS but
/// for its notation: forward edges are branches, backward edges are ring closures.
std::string patternSmarts(const DfsCode& code, const MiningGraphs& graphs);

/// "CC(=O)O": the fragment as people write it, atoms with an aromatic bond in lower case. Where the pattern
/// holds only a part of an aromatic ring, this is a fragment that no molecule can be made of alone.
std::string patternSmiles(const DfsCode& code, const MiningGraphs& graphs);

/// The fragment with its bonds as they are and no hydrogens; not sanitised, as parts of rings cannot be.
Molecule patternMolecule(const DfsCode& code, const MiningGraphs& graphs);

} // namespace atlas
