#include "fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    return atlas::fuzz::readBytes(atlas::readTable, atlas::StructureKind::Molecule, bytes, size);
}
