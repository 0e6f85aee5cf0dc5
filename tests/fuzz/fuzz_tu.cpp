// The five files of a TU set are the parts of the input between '|' characters.
#include "fuzz_reader.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    static const std::filesystem::path folder = [] {
        const auto made = std::filesystem::temp_directory_path() / ("fuzz_tu_" + std::to_string(getpid()));
        std::filesystem::create_directories(made);
        return made;
    }();
    std::string_view text(reinterpret_cast<const char*>(bytes), size);
    for (const char* part : {"A", "graph_indicator", "graph_labels", "node_labels", "edge_labels"}) {
        const std::size_t end = std::min(text.find('|'), text.size());
        std::ofstream(folder / (std::string("DS_") + part + ".txt"), std::ios::binary) << text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    atlas::DatasetBuilder builder(atlas::StructureKind::Graph, {"fuzz", "", ""});
    builder.beginFile("fuzz");
    const atlas::Result<void> read = atlas::readTu(folder, "DS", {}, builder, {});
    atlas::fuzz::require(read.ok() || !read.error().message.empty());
    if (const atlas::Result<atlas::DatasetPtr> data = builder.finish())
        atlas::fuzz::checkDataset(**data);
    return 0;
}
