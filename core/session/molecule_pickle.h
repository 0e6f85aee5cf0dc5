// A molecule as RDKit's own bytes: atoms in their order, all properties, coordinates exactly.
#pragma once

#include "core/data/molecule.h"

#include <string>

namespace atlas {

std::string pickle(const Molecule& molecule);

/// RDKit trusts these bytes: give it only what a checksum vouches for.
Result<Molecule> unpickle(const std::string& bytes);

} // namespace atlas
