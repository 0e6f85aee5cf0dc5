#include "tests/fuzz/fuzz_trees.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return atlas::fuzz::fuzzTrees(atlas::readPrefixed, data, size);
}
