#include "fuzz_reader.h"

/// RDKit 2022.09 loses its conformer where a V3000 block breaks off; that is not ours to free.
extern "C" const char* __lsan_default_suppressions() // NOLINT(bugprone-reserved-identifier)
{
    return "leak:RDKit::MolDataStreamToMol\nleak:RDKit::FileParserUtils\nleak:libRDKitFileParsers\n";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    return atlas::fuzz::readBytes(atlas::readSdf, atlas::StructureKind::Molecule, bytes, size);
}
