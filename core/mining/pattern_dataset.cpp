#include "core/mining/pattern_dataset.h"

#include "core/data/dataset_builder.h"
#include "core/io/gspan_writer.h"
#include "core/mining/pattern_smarts.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace atlas {

namespace {

LabelId copyLabel(LabelId label, const LabelDictionary& from, LabelDictionary& to)
{
    if (!label.valid())
        return {};
    return from.dimension() > 0 ? to.intern(from.vector(label)) : to.intern(from.text(label));
}

Graph relabelled(Graph graph, const Dataset& source, DatasetBuilder& builder)
{
    for (std::size_t v = 0; v < vertexCount(graph); ++v)
        graph[v].label = copyLabel(graph[v].label, source.nodeLabels(), builder.nodeLabels());
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
        graph[*edge].label = copyLabel(graph[*edge].label, source.edgeLabels(), builder.edgeLabels());
    return graph;
}

void buildTree(const TreePattern& pattern, const LabelDictionary& labels, DatasetBuilder& builder)
{
    std::vector<std::vector<std::size_t>> children(pattern.nodes.size());
    for (std::size_t i = 1; i < pattern.nodes.size(); ++i)
        children[pattern.nodes[i].parent].push_back(i);
    const auto open = [&](std::size_t node) {
        builder.forest().open(copyLabel(pattern.nodes[node].label, labels, builder.nodeLabels()));
    };
    std::vector<std::pair<std::size_t, std::size_t>> path{{0, 0}}; // node, the next of its children
    open(0);
    while (!path.empty()) {
        auto& [node, next] = path.back();
        if (next == children[node].size()) {
            builder.forest().close();
            path.pop_back();
            continue;
        }
        const std::size_t child = children[node][next++];
        builder.forest().skipTo(pattern.nodes[child].position);
        open(child);
        path.emplace_back(child, 0);
    }
}

std::string nameOf(std::size_t pattern) { return "pattern " + std::to_string(pattern + 1); }

void setProperties(const PatternGallery& gallery, std::size_t pattern, DatasetBuilder& builder)
{
    builder.setProperty("support", std::to_string(gallery.patterns[pattern].support.size()));
    for (std::size_t i = 0; i < gallery.valueNames.size(); ++i)
        builder.setProperty(gallery.valueNames[i], shortestText(gallery.patterns[pattern].values[i]));
}

std::string linesOf(std::span<const std::size_t> patterns,
                    const std::function<std::string(std::size_t)>& text)
{
    std::string lines;
    for (const std::size_t pattern : patterns)
        lines += text(pattern) + "\n";
    return lines;
}

Result<std::string> textOf(const PatternGallery& gallery, std::span<const std::size_t> patterns,
                           const std::string& ending)
{
    if (ending == ".csv")
        return patternTable(gallery, patterns).toCsv();
    if (ending == ".mrg")
        return linesOf(patterns, [&](std::size_t p) { return gallery.text(p); });
    if (ending == ".sma")
        return linesOf(patterns, [&](std::size_t p) { return gallery.smarts(p) + " " + nameOf(p); });
    if (ending == ".smi")
        return linesOf(patterns, [&](std::size_t p) {
            return patternSmiles(gallery.patterns[p].code, *gallery.mined) + " " + nameOf(p);
        });
    const Result<DatasetPtr> graphs = patternDataset(gallery, patterns, PatternForm::AsGraphs);
    if (!graphs)
        return graphs.error();
    std::ostringstream stream;
    if (Result<void> written = writeGSpan(**graphs, stream); !written)
        return written.error();
    return stream.str();
}

} // namespace

Result<DatasetPtr> patternDataset(const PatternGallery& gallery, std::span<const std::size_t> patterns,
                                  PatternForm form)
{
    const bool molecules = gallery.molecules() && form == PatternForm::AsData;
    const StructureKind kind = gallery.trees() ? StructureKind::Tree
        : molecules                            ? StructureKind::Molecule
                                               : StructureKind::Graph;
    DatasetBuilder builder(kind, {"patterns", "", ""});
    builder.beginFile("patterns");
    if (kind == StructureKind::Graph) // a painter leaves out a label that every edge carries
        for (std::size_t i = 0; i < std::min<std::size_t>(2, gallery.graphs->edgeLabels().size()); ++i)
            copyLabel(LabelId(i), gallery.graphs->edgeLabels(), builder.edgeLabels());
    for (const std::size_t pattern : patterns) {
        const GalleryPattern& source = gallery.patterns[pattern];
        RecordInfo info;
        info.name = nameOf(pattern);
        if (kind == StructureKind::Tree) {
            buildTree(source.tree, gallery.data->nodeLabels(), builder);
            builder.acceptTree(info);
        } else if (kind == StructureKind::Molecule) {
            builder.acceptMolecule(info, patternMolecule(source.code, *gallery.mined));
        } else {
            builder.acceptGraph(
                info, relabelled(patternGraph(source.code, *gallery.mined), *gallery.graphs, builder));
        }
        setProperties(gallery, pattern, builder);
    }
    return builder.finish();
}

std::vector<PatternFormat> patternFormats(const PatternGallery& gallery)
{
    std::vector<PatternFormat> formats{{".csv", "CSV"}};
    if (gallery.trees())
        formats.push_back({".mrg", "Bracketed trees"});
    else
        formats.push_back({".gsp", "gSpan transactions"});
    if (gallery.molecules()) {
        formats.push_back({".sma", "SMARTS lines"});
        formats.push_back({".smi", "SMILES lines"});
    }
    return formats;
}

Result<void> writePatterns(const PatternGallery& gallery, std::span<const std::size_t> patterns,
                           const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    const std::vector<PatternFormat> formats = patternFormats(gallery);
    if (std::none_of(formats.begin(), formats.end(),
                     [&](const PatternFormat& format) { return format.ending == ending; })) {
        std::string endings;
        for (const PatternFormat& format : formats)
            endings += (endings.empty() ? "" : ", ") + std::string(format.ending);
        return Error{ErrorCode::BadUse,
                     "A file with these patterns ends in one of: " + endings + ".",
                     {path.string()}};
    }
    if (patterns.empty())
        return Error{ErrorCode::Empty, "There is no pattern to write."};
    const Result<std::string> text = textOf(gallery, patterns, ending);
    if (!text)
        return text.error();
    std::ofstream stream(path, std::ios::binary);
    stream << *text;
    stream.close();
    if (!stream)
        return Error{ErrorCode::WriteFailed,
                     "The file cannot be written; is the folder writable, the disk full?",
                     {path.string()}};
    return {};
}

} // namespace atlas
