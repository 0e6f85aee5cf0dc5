// The picture of a molecule as SVG text, by RDKit's MolDraw2DSVG (no Qt).
#pragma once

#include "core/data/molecule.h"

#include <cstddef>
#include <string>
#include <vector>

namespace atlas {

struct MoleculeDrawing {
    int width = 300; ///< pixels
    int height = 200; ///< pixels
    std::vector<std::size_t> highlightedAtoms = {};
    bool darkBackground = false; ///< light lines for a dark theme; the background itself stays transparent
};

/// RDKit's 2D coordinates are computed where the molecule has none, or only zeros. Thread-safe.
std::string drawMolecule(const Molecule& molecule, const MoleculeDrawing& parameters = {});

} // namespace atlas
