// Two-dimensional coordinates for pictures and MOL blocks.
#pragma once

#include <cstddef>

namespace RDKit {
class ROMol;
}

namespace atlas {

/// RDKit's layout needs memory and time that grow with the square of the atoms.
inline constexpr std::size_t maximumAtomsLaidOut = 1'000;

/// Keeps the coordinates a molecule came with where they are plane and not all zero; else computes some.
/// Above the limit it leaves the molecule as it is and says false.
bool ensureLayout(RDKit::ROMol& mol);

} // namespace atlas
