#include "tests/fuzz/fuzz_trees.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace atlas;
    const auto readDocument = [](TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                                 ProgressToken progress) {
        return readXml(input, options, {"doc", "kind"}, builder, std::move(progress));
    };
    return fuzz::fuzzTrees(readDocument, data, size);
}
