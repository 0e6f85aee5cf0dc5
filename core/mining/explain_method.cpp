#include "core/mining/explain_method.h"

#include "core/mining/explain.h"
#include "core/mining/pattern_gallery.h"
#include "core/mining/subtree_patterns.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unordered_map>

namespace atlas {

namespace {

struct Groups {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> second;
};

Result<std::vector<std::uint32_t>> rowsOfClass(const Dataset& data, const std::string& name)
{
    const LabelId label = data.classes().find(name);
    if (!label.valid()) {
        std::string known;
        for (std::size_t i = 0; i < std::min<std::size_t>(20, data.classes().size()); ++i)
            known += (i > 0 ? ", " : "") + data.classes().text(LabelId(i));
        return Error{ErrorCode::BadUse,
                     "There is no class '" + name + "'. "
                         + (known.empty() ? "The data have no classes." : "The classes are: " + known + ".")};
    }
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < data.size(); ++row)
        if (const ClassId id = data.record(RowId(row)).classId; id.valid() && id.index() == label.index())
            rows.push_back(row);
    return rows;
}

constexpr std::string_view inlinePrefix = "id:";

/// One id (record number) or name a line; of a CSV the first column; a header "id" or "name" is left out.
/// "id:3,5,8" instead of a path gives the ids themselves.
Result<std::vector<std::uint32_t>> rowsOfFile(const Dataset& data, const std::string& path)
{
    std::ifstream file;
    std::istringstream ids;
    if (path.starts_with(inlinePrefix)) {
        std::string lines = path.substr(inlinePrefix.size());
        std::replace(lines.begin(), lines.end(), ',', '\n');
        ids.str(lines);
    } else {
        file.open(path);
        if (!file)
            return Error{ErrorCode::NotFound, "The selection '" + path + "' cannot be opened."};
    }
    std::istream& stream = file.is_open() ? static_cast<std::istream&>(file) : ids;
    std::unordered_map<std::string, std::uint32_t> known;
    for (std::uint32_t row = 0; row < data.size(); ++row)
        known.emplace(data.record(RowId(row)).name, row);
    for (std::uint32_t row = 0; row < data.size(); ++row)
        known[std::to_string(data.record(RowId(row)).number.value())] = row;
    std::vector<std::uint32_t> rows;
    std::uint64_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        line = line.substr(0, line.find(','));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        if (line.empty() || (number == 1 && (line == "id" || line == "name")))
            continue;
        const auto found = known.find(line);
        if (found == known.end())
            return Error{ErrorCode::BadUse,
                         "'" + line + "' is neither the id nor the name of a structure.",
                         {path, number, 1}};
        rows.push_back(found->second);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

Result<std::vector<std::uint32_t>> sideOf(const Dataset& data, const std::string& className,
                                          const std::string& file)
{
    return className.empty() ? rowsOfFile(data, file) : rowsOfClass(data, className);
}

Result<Groups> groupsFrom(const Dataset& data, const ParameterValues& values)
{
    if (values.text("positive").empty() == values.text("selection").empty())
        return Error{ErrorCode::BadUse, "Say what to explain: either --positive CLASS or --selection FILE."};
    Result<std::vector<std::uint32_t>> first =
        sideOf(data, values.text("positive"), values.text("selection"));
    if (!first)
        return first.error();
    Groups groups{std::move(*first), {}};
    if (!values.text("negative").empty() || !values.text("against").empty()) {
        Result<std::vector<std::uint32_t>> second =
            sideOf(data, values.text("negative"), values.text("against"));
        if (!second)
            return second.error();
        groups.second = std::move(*second);
    } else {
        for (std::uint32_t row = 0; row < data.size(); ++row)
            if (!std::binary_search(groups.first.begin(), groups.first.end(), row))
                groups.second.push_back(row);
    }
    if (Result<void> checked = checkGroups(groups.first, groups.second); !checked)
        return checked.error();
    return groups;
}

std::vector<std::string> contrastNames()
{
    return {"score", "support_in", "support_out", "odds_ratio", "p_value", "corrected_p"};
}

std::vector<double> contrastValues(const Contrast& contrast)
{
    return {contrast.difference,
            static_cast<double>(contrast.inside),
            static_cast<double>(contrast.outside),
            contrast.oddsRatio,
            contrast.pValue,
            contrast.correctedP};
}

Figure scoreFigure(const PatternGallery& gallery)
{
    constexpr std::size_t shown = 30;
    BarFigure figure;
    figure.x.title = "Pattern (row of patterns.csv)";
    figure.y.title = "Share in the selection minus share outside";
    figure.series.push_back({"score", {}});
    for (std::size_t i = 0; i < std::min(shown, gallery.patterns.size()); ++i) {
        figure.categories.push_back(std::to_string(i + 1));
        figure.series[0].values.push_back(gallery.patterns[i].values[0]);
    }
    return {"patterns", "What makes the selection special", std::move(figure)};
}

MethodOutput outputOf(PatternGallery gallery, const Groups& groups, std::size_t tested)
{
    MethodOutput output;
    std::int64_t significant = 0;
    for (const GalleryPattern& pattern : gallery.patterns)
        significant += pattern.values.back() < 0.05 ? 1 : 0;
    output.metrics = {{"patterns", static_cast<std::int64_t>(gallery.patterns.size())},
                      {"tested", static_cast<std::int64_t>(tested)},
                      {"significant", significant},
                      {"inside", static_cast<std::int64_t>(groups.first.size())},
                      {"outside", static_cast<std::int64_t>(groups.second.size())}};
    if (!gallery.patterns.empty())
        output.metrics.emplace_back("best_score", gallery.patterns.front().values[0]);
    output.tables.push_back(patternTable(gallery));
    output.figures.push_back(scoreFigure(gallery));
    output.details = std::move(gallery);
    return output;
}

Result<MethodOutput> explainTrees(const MethodInput& input, const ParameterValues& values,
                                  const Groups& groups, std::size_t support, const ProgressToken& progress)
{
    SubtreeParameters parameters;
    parameters.kind = values.text("trees") == "subset" ? SubtreeKind::Subset : SubtreeKind::BottomUp;
    parameters.minimumSupport = support;
    parameters.minimumNodes = 1;
    const TwoGroups weights(groups.first, groups.second, input.data->size());
    Result<SubtreePatterns> found =
        bestSubtrees(*input.data, weights.weights(), static_cast<std::size_t>(values.integer("top")),
                     parameters, progress);
    if (!found)
        return found.error();
    PatternGallery gallery;
    gallery.valueNames = contrastNames();
    for (SubtreePattern& subtree : found->patterns) {
        GalleryPattern pattern;
        pattern.code = std::move(subtree.text);
        pattern.vertices = subtree.nodes;
        pattern.edges = subtree.nodes - 1;
        for (const std::uint32_t row : subtree.support)
            pattern.support.emplace_back(row);
        pattern.values = contrastValues(contrastOf(subtree.support, weights, found->tested));
        gallery.patterns.push_back(std::move(pattern));
    }
    return outputOf(std::move(gallery), groups, found->tested);
}

Result<MethodOutput> explainGraphs(const MethodInput& input, const ParameterValues& values,
                                   const Groups& groups, std::size_t support, const ProgressToken& progress)
{
    const Result<DatasetPtr> data = graphsToMine(input.data, progress.stage("Making graphs", 0, 0.1));
    if (!data)
        return data.error();
    const Result<MiningGraphs> graphs = buildMiningGraphs(**data, support);
    if (!graphs)
        return graphs.error();
    ExplainParameters parameters;
    parameters.top = static_cast<std::size_t>(values.integer("top"));
    parameters.maximumVertices = static_cast<std::size_t>(values.integer("max-vertices"));
    parameters.maximumBytes = static_cast<std::size_t>(values.integer("memory")) << 20U;
    const Result<ExplainResult> result =
        explainGroups(*graphs, groups.first, groups.second, parameters, progress.stage("Searching", 0.1, 1));
    if (!result)
        return result.error();
    PatternGallery gallery;
    gallery.graphs = *data;
    gallery.valueNames = contrastNames();
    const bool molecules = input.data->kind() == StructureKind::Molecule;
    for (const ExplainedPattern& pattern : result->patterns) {
        gallery.patterns.push_back(galleryPattern(pattern.code, pattern.support, *graphs, molecules));
        gallery.patterns.back().values = contrastValues(pattern.contrast);
    }
    MethodOutput output = outputOf(std::move(gallery), groups, result->tested);
    if (const std::string notes = graphs->notes(); !notes.empty())
        output.status = notes;
    return output;
}

Result<MethodOutput> runExplain(const MethodInput& input, const ParameterValues& values,
                                const ProgressToken& progress)
{
    const Result<std::size_t> support = supportFromText(values.text("min-support"), input.data->size());
    if (!support)
        return support.error();
    const Result<Groups> groups = groupsFrom(*input.data, values);
    if (!groups)
        return groups.error();
    return input.data->kind() == StructureKind::Tree
        ? explainTrees(input, values, *groups, *support, progress)
        : explainGraphs(input, values, *groups, *support, progress);
}

} // namespace

Method explainMethod()
{
    Method method;
    MethodDescription& description = method.description;
    description.name = "explain";
    description.title = "Explain a selection";
    description.question = Question::WhatMakesGroups;
    description.summary = "Finds the patterns that tell a class or a selection from the rest.";
    description.help =
        "Weighted mining (graph-PCA paper, section 5) with weights +1/size and -1/size: the patterns with "
        "the largest "
        "difference of shares, their odds ratio, and Fisher's exact test corrected for the patterns tested.";
    description.accepts = {StructureKind::Molecule, StructureKind::Graph, StructureKind::Tree};
    description.parameters = {
        {"positive", "Class", "The class to explain.", "", TextType{"", "CLASS", {}}},
        {"selection", "Selection",
         "The structures to explain: a file with an id or a name a line, or id:3,5,8.", "",
         TextType{"", "FILE", {}}},
        {"negative", "Against class", "Compare with this class; empty: with all the rest.", "",
         TextType{"", "CLASS", {}}},
        {"against", "Against selection", "Compare with the structures of this file.", "",
         TextType{"", "FILE", {}}},
        {"top", "Patterns", "How many patterns to find.", "", IntegerType{50, 1, 1'000'000}},
        supportParameter("2"),
        {"max-vertices", "Largest pattern", "The largest number of vertices of a pattern.", "vertices",
         IntegerType{15, 1, 64}},
        treeKindParameter(),
        {"memory", "Memory limit", "Of the search tree; above it, branches are searched anew.", "MB",
         IntegerType{2048, 1, 1 << 20}},
    };
    method.run = [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
        return runExplain(input, values, progress);
    };
    return method;
}

} // namespace atlas
