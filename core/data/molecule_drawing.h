// The picture of a molecule as SVG text, by RDKit's MolDraw2DSVG (no Qt).
#pragma once

#include "core/data/molecule.h"

#include <cstddef>
#include <string>
#include <vector>

namespace atlas {

struct AtomColour {
    std::size_t atom = 0;
    double red = 0; ///< 0 to 1
    double green = 0;
    double blue = 0;
};

struct MoleculeDrawing {
    int width = 300; ///< pixels
    int height = 200; ///< pixels
    std::vector<AtomColour> colouredAtoms = {}; ///< with the bonds between them
    double longestBond = 0; ///< pixels; a molecule of few atoms is not blown up beyond it; 0 = no limit
    bool darkBackground = false; ///< light lines for a dark theme; the background itself stays transparent
};

/// RDKit's 2D coordinates are computed where the molecule has none, or only zeros. Thread-safe.
std::string drawMolecule(const Molecule& molecule, const MoleculeDrawing& parameters = {});

} // namespace atlas
