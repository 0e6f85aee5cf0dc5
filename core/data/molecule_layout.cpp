#include "core/data/molecule_layout.h"

#include <GraphMol/Conformer.h>
#include <GraphMol/Depictor/RDDepictor.h>
#include <GraphMol/ROMol.h>

#include <algorithm>

namespace atlas {

namespace {

bool hasPlaneLayout(const RDKit::ROMol& mol)
{
    if (mol.getNumConformers() == 0)
        return false;
    const RDKit::Conformer& conformer = mol.getConformer();
    if (conformer.is3D())
        return false;
    const auto& positions = conformer.getPositions();
    return mol.getNumAtoms() == 1
        || std::any_of(positions.begin(), positions.end(), [&](const RDGeom::Point3D& position) {
               return position.x != positions[0].x || position.y != positions[0].y;
           });
}

} // namespace

bool ensureLayout(RDKit::ROMol& mol)
{
    if (hasPlaneLayout(mol))
        return true;
    if (mol.getNumAtoms() > maximumAtomsLaidOut)
        return false;
    RDDepict::compute2DCoords(mol);
    return true;
}

} // namespace atlas
