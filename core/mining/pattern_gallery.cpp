#include "core/mining/pattern_gallery.h"

#include "core/data/conversions.h"
#include "core/mining/pattern_match.h"
#include "core/mining/pattern_smarts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace atlas {

Result<DatasetPtr> graphsToMine(const DatasetPtr& data, ProgressToken progress)
{
    if (data->kind() == StructureKind::Graph)
        return data;
    return moleculesToGraphs(*data, {}, std::move(progress));
}

Result<PatternGallery> emptyGallery(const DatasetPtr& data, std::size_t minimumSupport,
                                    const ProgressToken& progress)
{
    Result<DatasetPtr> graphs = graphsToMine(data, progress.stage("Making graphs", 0, 0.5));
    if (!graphs)
        return graphs.error();
    Result<MiningGraphs> mined =
        buildMiningGraphs(**graphs, minimumSupport, progress.stage("Preparing graphs", 0.5, 1));
    if (!mined)
        return mined.error();
    PatternGallery gallery;
    gallery.data = data;
    gallery.graphs = std::move(*graphs);
    gallery.mined = std::make_shared<const MiningGraphs>(std::move(*mined));
    return gallery;
}

Result<std::size_t> supportFromText(std::string_view text, std::size_t structures)
{
    const bool share = text.ends_with('%');
    const std::string_view digits = share ? text.substr(0, text.size() - 1) : text;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = share || value == std::floor(value);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value) || value < 0
        || !whole || (share && value > 100))
        return Error{ErrorCode::BadUse,
                     "'" + std::string(text)
                         + "' is not a minimum support; give a number of structures (10) or a share (5%)."};
    if (!share)
        return static_cast<std::size_t>(std::min(value, 1e15));
    return std::max<std::size_t>(
        1, static_cast<std::size_t>(std::ceil(value / 100 * static_cast<double>(structures) - 1e-9)));
}

ParameterDescription supportParameter(std::string defaultValue)
{
    const auto check = [](std::string_view text) -> Result<void> {
        const Result<std::size_t> support = supportFromText(text, 100);
        if (!support)
            return support.error();
        return {};
    };
    return {
        "min-support", "Minimum support",
        "A pattern counts where at least so many structures contain it: a number, or a share of them with %.",
        "", TextType{std::move(defaultValue), "N or P%", check}};
}

ParameterDescription treeKindParameter()
{
    return {
        "trees", "Patterns of trees",
        "For trees only: whole subtrees, looked up in the minimal DAG, or subset trees (each node with all "
        "of its children or none), grown production by production.",
        "",
        ChoiceType{"bottom-up", {{"bottom-up", "a node with everything below it"}, {"subset", "fragments"}}}};
}

std::size_t PatternGallery::components() const
{
    return purpose == PatternPurpose::Components ? valueNames.size() - 1 : 0;
}

std::string PatternGallery::text(std::size_t pattern) const
{
    return trees() ? patterns[pattern].text : codeText(patterns[pattern].code, *mined);
}

std::string PatternGallery::smarts(std::size_t pattern) const
{
    return molecules() ? patternSmarts(patterns[pattern].code, *mined) : std::string();
}

std::size_t PatternGallery::vertices(std::size_t pattern) const
{
    return trees() ? patterns[pattern].tree.nodes.size() : patterns[pattern].code.vertexCount();
}

std::size_t PatternGallery::edges(std::size_t pattern) const
{
    return trees() ? patterns[pattern].tree.nodes.size() - 1 : patterns[pattern].code.edges.size();
}

std::vector<std::size_t> PatternGallery::partsIn(std::size_t pattern, RowId row) const
{
    if (!trees())
        return patternVertices(patternGraph(patterns[pattern].code, *mined), graphs->graph(row));
    std::vector<std::size_t> parts;
    const Tree tree = data->tree(row);
    for (const NodeId node : patternNodes(patterns[pattern].tree, tree))
        parts.push_back(node.index() - tree.firstNode().index());
    return parts;
}

GalleryPattern galleryPattern(DfsCode code, std::span<const std::uint32_t> support)
{
    GalleryPattern pattern;
    pattern.code = std::move(code);
    pattern.support.reserve(support.size());
    for (const std::uint32_t row : support)
        pattern.support.emplace_back(row);
    return pattern;
}

GalleryPattern galleryPattern(SubtreePattern subtree)
{
    GalleryPattern pattern = galleryPattern(DfsCode(), subtree.support);
    pattern.tree = std::move(subtree.tree);
    pattern.text = std::move(subtree.text);
    return pattern;
}

Table patternTable(const PatternGallery& gallery)
{
    std::vector<std::size_t> all(gallery.patterns.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return patternTable(gallery, all);
}

Table patternTable(const PatternGallery& gallery, std::span<const std::size_t> patterns)
{
    std::vector<std::string> header{"pattern", "smarts", "vertices", "edges", "support"};
    header.insert(header.end(), gallery.valueNames.begin(), gallery.valueNames.end());
    Table table("patterns", header);
    for (const std::size_t i : patterns) {
        std::vector<std::string> cells{gallery.text(i), gallery.smarts(i),
                                       std::to_string(gallery.vertices(i)), std::to_string(gallery.edges(i)),
                                       std::to_string(gallery.patterns[i].support.size())};
        for (const double value : gallery.patterns[i].values)
            cells.push_back(shortestText(value));
        table.addCells(std::move(cells));
    }
    return table;
}

} // namespace atlas
