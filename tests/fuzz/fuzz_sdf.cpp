#include "fuzz_reader.h"

/// RDKit 2022.09 loses its conformer where a V3000 block breaks off, and the query of a bond whose topology
/// field is not a number it knows (corpus/fuzz_sdf/bond_topology); that is not ours to free.
extern "C" const char* __lsan_default_suppressions() // NOLINT(bugprone-reserved-identifier)
{
    return "leak:RDKit::MolDataStreamToMol\nleak:RDKit::FileParserUtils\nleak:libRDKitFileParsers\n"
           "leak:RDKit::make*Query\n";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    return atlas::fuzz::readBytes(atlas::readSdf, atlas::StructureKind::Molecule, bytes, size);
}
