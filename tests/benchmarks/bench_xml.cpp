// XML as a stream against expat's bare parse, and the memory that loaded trees take.
#include "benchmarks/benchmark.h"
#include "core/io/readers.h"

#include <expat.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace atlas::bench {

namespace {

constexpr std::size_t documentBytes = 50'000'000;
constexpr std::size_t chunkBytes = std::size_t{1} << 18U; // as the reader's

/// Bibliography records, their fields varied so that tags, attributes, text and depth all have their share.
std::string generateDocument()
{
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<bibliography>\n";
    text.reserve(documentBytes + 4096);
    for (std::size_t i = 0; text.size() < documentBytes; ++i) {
        const std::string number = std::to_string(i);
        text += "  <article id=\"a" + number + "\">\n    <title>On the structure of things, part " + number
            + "</title>\n    <authors>\n";
        for (std::size_t k = 0; k <= i % 4; ++k)
            text += "      <author position=\"" + std::to_string(k) + "\"><first>Ada</first><last>Author"
                + number + "</last></author>\n";
        text += "    </authors>\n    <pages><from>" + number + "</from><to>" + number + "9</to></pages>\n";
        if (i % 3 == 0)
            text += "    <abstract><p>Some words about it.</p><p>And <em>some</em> more of "
                    "them.</p></abstract>\n";
        text += "  </article>\n";
    }
    return text + "</bibliography>\n";
}

struct Counts {
    std::size_t elements = 0;
    std::size_t bytes = 0;
};

/// What expat alone takes: handlers that count.
Counts parseBare(std::string_view text)
{
    Counts counts;
    XML_Parser parser = XML_ParserCreate(nullptr);
    XML_SetUserData(parser, &counts);
    XML_SetElementHandler(
        parser, [](void* data, const XML_Char*, const XML_Char**) { ++static_cast<Counts*>(data)->elements; },
        [](void*, const XML_Char*) {});
    XML_SetCharacterDataHandler(parser, [](void* data, const XML_Char*, int length) {
        static_cast<Counts*>(data)->bytes += static_cast<std::size_t>(length);
    });
    while (!text.empty()) {
        const std::size_t size = std::min(chunkBytes, text.size());
        XML_Parse(parser, text.data(), static_cast<int>(size), size == text.size() ? 1 : 0);
        text.remove_prefix(size);
    }
    XML_ParserFree(parser);
    return counts;
}

DatasetPtr load(std::string_view text, const std::string& record)
{
    ReadOptions options;
    options.xmlRecord = record;
    TextInput input = TextInput::fromMemory("generated.xml", text);
    DatasetBuilder builder(StructureKind::Tree, {"generated.xml", "xml", ""});
    builder.beginFile(input.name());
    if (!readXml(input, options, {}, builder, {}))
        return {};
    Result<DatasetPtr> data = builder.finish();
    return data ? *data : DatasetPtr();
}

/// A line of /proc/self/status, in bytes: VmRSS is the memory held now, VmHWM the most since it was reset.
std::size_t statusBytes(std::string_view key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return std::stoul(line.substr(key.size() + 1)) * 1024;
    return 0;
}

} // namespace

void benchXml(BenchmarkTable& table)
{
    const std::string text = generateDocument();
    std::ofstream("/proc/self/clear_refs") << 5 << std::flush; // forgets the peak so far
    const std::size_t before = statusBytes("VmRSS");
    const DatasetPtr whole = load(text, "");
    const std::size_t peak = statusBytes("VmHWM") - before;
    const auto nodes = static_cast<double>(whole->forest().nodeCount());

    const double bare = bestSeconds([&] { keep(parseBare(text)); });
    const double document = bestSeconds([&] { keep(load(text, "")); });
    const double records = bestSeconds([&] { keep(load(text, "article")); });
    table.add({"XML, 50 MB as one tree", document, "expat alone", bare, 1.5, peak});
    table.add({"XML, 50 MB as records", records, "expat alone", bare, 1.5, 0});
    table.add({"XML trees in memory, bytes a node at the peak", static_cast<double>(peak) / nodes,
               "the limit", 40, 1, peak, "bytes"});
}

} // namespace atlas::bench
