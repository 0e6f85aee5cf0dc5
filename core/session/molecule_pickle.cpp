#include "core/session/molecule_pickle.h"

#include <GraphMol/MolPickler.h>
#include <GraphMol/ROMol.h>

namespace atlas {

namespace {

constexpr unsigned everything = RDKit::PicklerOps::AllProps | RDKit::PicklerOps::CoordsAsDouble;

} // namespace

std::string pickle(const Molecule& molecule)
{
    std::string bytes;
    RDKit::MolPickler::pickleMol(molecule.rdkit(), bytes, everything);
    return bytes;
}

Result<Molecule> unpickle(const std::string& bytes)
{
    try {
        return Molecule(std::make_shared<const RDKit::ROMol>(bytes, everything));
    } catch (const std::exception& exception) {
        return Error{ErrorCode::Malformed,
                     std::string("The stored molecule cannot be read: ") + exception.what() + "."};
    }
}

} // namespace atlas
