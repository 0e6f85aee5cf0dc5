#include "core/mining/mine_method.h"

#include "core/mining/frequent_patterns.h"
#include "core/mining/pattern_gallery.h"
#include "core/mining/subtree_patterns.h"

#include <algorithm>

namespace atlas {

namespace {

/// How many patterns there are of each size.
Figure sizeFigure(const PatternGallery& gallery, bool trees)
{
    std::vector<double> counts;
    for (std::size_t i = 0; i < gallery.patterns.size(); ++i) {
        const std::size_t size = trees ? gallery.vertices(i) : gallery.edges(i);
        counts.resize(std::max(counts.size(), size + 1), 0);
        ++counts[size];
    }
    BarFigure figure;
    figure.x.title = trees ? "Nodes of the subtree" : "Edges of the pattern";
    figure.y.title = "Patterns";
    for (std::size_t size = 0; size < counts.size(); ++size)
        figure.categories.push_back(std::to_string(size));
    figure.series.push_back({"patterns", std::move(counts)});
    return {"patterns", "Frequent patterns by size", std::move(figure)};
}

MethodOutput outputOf(PatternGallery gallery, std::size_t support, bool trees)
{
    MethodOutput output;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < gallery.patterns.size(); ++i)
        largest = std::max(largest, gallery.vertices(i));
    output.metrics = {{"patterns", static_cast<std::int64_t>(gallery.patterns.size())},
                      {"min_support", static_cast<std::int64_t>(support)},
                      {"largest_pattern_vertices", static_cast<std::int64_t>(largest)}};
    output.tables.push_back(patternTable(gallery));
    output.figures.push_back(sizeFigure(gallery, trees));
    output.details = std::make_shared<const PatternGallery>(std::move(gallery));
    return output;
}

Result<MethodOutput> mineTrees(const MethodInput& input, const ParameterValues& values, std::size_t support,
                               const ProgressToken& progress)
{
    SubtreeParameters parameters;
    parameters.kind = values.text("trees") == "subset" ? SubtreeKind::Subset : SubtreeKind::BottomUp;
    parameters.minimumSupport = support;
    parameters.minimumNodes = static_cast<std::size_t>(values.integer("min-edges")) + 1;
    parameters.maximumNodes = static_cast<std::size_t>(values.integer("max-vertices"));
    parameters.maximumPatterns = static_cast<std::size_t>(values.integer("max-patterns"));
    parameters.closedOnly = values.flag("closed");
    Result<SubtreePatterns> found = frequentSubtrees(*input.data, parameters, progress);
    if (!found)
        return found.error();
    PatternGallery gallery;
    gallery.data = input.data;
    gallery.valueNames = {"occurrences"};
    for (SubtreePattern& subtree : found->patterns) {
        const auto occurrences = static_cast<double>(subtree.occurrences);
        gallery.patterns.push_back(galleryPattern(std::move(subtree)));
        gallery.patterns.back().values = {occurrences};
    }
    MethodOutput output = outputOf(std::move(gallery), support, true);
    if (!found->complete)
        output.status = "Stopped at the limit of patterns; there are more. Raise the minimum support.";
    return output;
}

Result<MethodOutput> mineGraphs(const MethodInput& input, const ParameterValues& values, std::size_t support,
                                const ProgressToken& progress)
{
    Result<PatternGallery> gallery = emptyGallery(input.data, support, progress.stage("Preparing", 0, 0.2));
    if (!gallery)
        return gallery.error();
    FrequentPatternParameters parameters;
    parameters.minimumEdges = static_cast<std::size_t>(values.integer("min-edges"));
    parameters.maximumEdges = static_cast<std::size_t>(values.integer("max-edges"));
    parameters.maximumVertices = static_cast<std::size_t>(values.integer("max-vertices"));
    parameters.closedOnly = values.flag("closed");
    parameters.countOccurrences = true;
    parameters.maximumPatterns = static_cast<std::size_t>(values.integer("max-patterns"));
    parameters.maximumBytes = static_cast<std::size_t>(values.integer("memory")) << 20U;
    const Result<FrequentPatterns> found =
        mineFrequentPatterns(*gallery->mined, parameters, progress.stage("Mining patterns", 0.2, 0.95));
    if (!found)
        return found.error();
    gallery->valueNames = {"occurrences"};
    for (std::size_t i = 0; i < found->patterns.size(); ++i) {
        gallery->patterns.push_back(galleryPattern(found->patterns.code(i), found->patterns.support(i)));
        gallery->patterns.back().values = {static_cast<double>(found->patterns.occurrences(i))};
    }
    const std::string note = gallery->mined->notes();
    MethodOutput output = outputOf(std::move(*gallery), support, false);
    output.note = note;
    if (!found->complete)
        output.status = found->note;
    return output;
}

Result<MethodOutput> runMine(const MethodInput& input, const ParameterValues& values,
                             const ProgressToken& progress)
{
    const Result<std::size_t> support = supportFromText(values.text("min-support"), input.data->size());
    if (!support)
        return support.error();
    return input.data->kind() == StructureKind::Tree ? mineTrees(input, values, *support, progress)
                                                     : mineGraphs(input, values, *support, progress);
}

} // namespace

Method mineMethod()
{
    Method method;
    MethodDescription& description = method.description;
    description.name = "mine";
    description.title = "Frequent patterns";
    description.question = Question::WhatIsThere;
    description.summary = "Finds every substructure that many structures share.";
    description.help =
        "gSpan (Yan & Han 2002) over labelled graphs: connected subgraphs by their minimal DFS codes, with "
        "the structures that contain them and the number of places. Trees: subtrees, from the minimal DAG.";
    description.accepts = {StructureKind::Molecule, StructureKind::Graph, StructureKind::Tree};
    description.parameters = {
        supportParameter("10%"),
        {"min-edges", "Smallest pattern", "The least number of edges; 0 lists single vertices too.", "edges",
         IntegerType{1, 0, 255}},
        {"max-edges", "Largest pattern", "The largest number of edges of a pattern.", "edges",
         IntegerType{255, 1, 255}},
        {"max-vertices", "Largest pattern", "The largest number of vertices of a pattern.", "vertices",
         IntegerType{64, 1, 64}},
        {"closed", "Closed patterns only", "Leaves out a pattern where a larger one has the same support.",
         "", FlagType{false}},
        treeKindParameter(),
        {"max-patterns", "Limit of patterns",
         "Stops with what was found (the first in code order) at so many.", "",
         IntegerType{1'000'000, 1, 100'000'000}},
        {"memory", "Memory limit", "Stops with what was found where embeddings and patterns need more.", "MB",
         IntegerType{2048, 1, 1 << 20}},
    };
    method.run = [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
        return runMine(input, values, progress);
    };
    return method;
}

} // namespace atlas
