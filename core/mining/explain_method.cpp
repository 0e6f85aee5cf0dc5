#include "core/mining/explain_method.h"

#include "core/mining/explain.h"
#include "core/mining/pattern_gallery.h"
#include "core/mining/subtree_patterns.h"
#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
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

std::optional<std::uint64_t> numberFrom(std::string_view digits)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

/// One id (record number) or name a line; of a CSV the first column; a header "id" or "name" is left out.
Result<std::vector<std::uint32_t>> rowsOfFile(const Dataset& data, const std::string& path)
{
    std::ifstream stream(path);
    if (!stream)
        return Error{ErrorCode::NotFound, "The selection '" + path + "' cannot be opened."};
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
    return rows;
}

constexpr std::string_view idsPrefix = "id:";

/// "id:0,4,10-12": record numbers, so that a recipe holds its selection.
Result<std::vector<std::uint32_t>> rowsOfIds(const Dataset& data, std::string_view text)
{
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    for (std::uint32_t row = 0; row < data.size(); ++row)
        known.emplace(data.record(RowId(row)).number.value(), row);
    std::vector<std::uint32_t> rows;
    std::string_view rest = text.substr(idsPrefix.size());
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::size_t dash = part.find('-');
        const std::optional<std::uint64_t> first = numberFrom(part.substr(0, dash));
        const std::optional<std::uint64_t> last =
            dash == std::string_view::npos ? first : numberFrom(part.substr(dash + 1));
        if (!first || !last || *first > *last || *last >= data.recordCount())
            return Error{ErrorCode::BadUse,
                         "'" + std::string(part)
                             + "' is not an id of a structure or a range of them; write id:0,4,10-12."};
        for (std::uint64_t id = *first; id <= *last; ++id)
            if (const auto found = known.find(id); found != known.end())
                rows.push_back(found->second);
    }
    return rows;
}

Result<std::vector<std::uint32_t>> rowsOfSelection(const Dataset& data, const std::string& text)
{
    Result<std::vector<std::uint32_t>> rows =
        text.starts_with(idsPrefix) ? rowsOfIds(data, text) : rowsOfFile(data, text);
    if (!rows)
        return rows;
    std::sort(rows->begin(), rows->end());
    rows->erase(std::unique(rows->begin(), rows->end()), rows->end());
    return rows;
}

Result<std::vector<std::uint32_t>> sideOf(const Dataset& data, const std::string& className,
                                          const std::string& file)
{
    return className.empty() ? rowsOfSelection(data, file) : rowsOfClass(data, className);
}

Result<Groups> groupsFrom(const Dataset& data, const ParameterValues& values)
{
    if (values.text("positive").empty() == values.text("selection").empty())
        return Error{ErrorCode::BadUse,
                     "Say what to explain: either a class (positive) or some structures (selection)."};
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
    gallery.purpose = PatternPurpose::Contrast;
    gallery.insideSize = groups.first.size();
    gallery.outsideSize = groups.second.size();
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
    if (tested > 0)
        output.note = "Significance is Fisher's exact test times the "
            + countText(tested, "pattern", "patterns")
            + " that the search had to score. It holds for groups that were formed without looking at the "
              "structures; for a selection made on a map of them it is optimistic. ";
    output.tables.push_back(patternTable(gallery));
    output.figures.push_back(scoreFigure(gallery));
    output.details = std::make_shared<const PatternGallery>(std::move(gallery));
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
    gallery.data = input.data;
    gallery.valueNames = contrastNames();
    for (SubtreePattern& subtree : found->patterns) {
        const Contrast contrast = contrastOf(subtree.support, weights, found->tested);
        gallery.patterns.push_back(galleryPattern(std::move(subtree)));
        gallery.patterns.back().values = contrastValues(contrast);
    }
    return outputOf(std::move(gallery), groups, found->tested);
}

/// `gallery` has no patterns yet.
MethodOutput graphOutput(const std::vector<ExplainedPattern>& patterns, PatternGallery gallery,
                         const Groups& groups, std::size_t tested)
{
    gallery.valueNames = contrastNames();
    for (const ExplainedPattern& pattern : patterns) {
        gallery.patterns.push_back(galleryPattern(pattern.code, pattern.support));
        gallery.patterns.back().values = contrastValues(pattern.contrast);
    }
    const std::string note = gallery.mined->notes();
    MethodOutput output = outputOf(std::move(gallery), groups, tested);
    output.note += note;
    return output;
}

Result<MethodOutput> explainGraphs(const MethodInput& input, const ParameterValues& values,
                                   const Groups& groups, std::size_t support, const ProgressToken& progress)
{
    const Result<PatternGallery> gallery =
        emptyGallery(input.data, support, progress.stage("Preparing", 0, 0.1));
    if (!gallery)
        return gallery.error();
    ExplainParameters parameters;
    parameters.top = static_cast<std::size_t>(values.integer("top"));
    parameters.maximumVertices = static_cast<std::size_t>(values.integer("max-vertices"));
    parameters.maximumBytes = static_cast<std::size_t>(values.integer("memory")) << 20U;
    if (input.preview)
        parameters.partial = [&](const std::vector<ExplainedPattern>& patterns) {
            MethodOutput output = graphOutput(patterns, *gallery, groups, patterns.size());
            output.status = "The best so far; their significance is not corrected yet.";
            input.preview(std::move(output));
        };
    const Result<ExplainResult> result = explainGroups(*gallery->mined, groups.first, groups.second,
                                                       parameters, progress.stage("Searching", 0.1, 1));
    if (!result)
        return result.error();
    return graphOutput(result->patterns, *gallery, groups, result->tested);
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

std::string selectionText(const Dataset& data, std::span<const RowId> rows)
{
    std::string text(idsPrefix);
    for (std::size_t i = 0; i < rows.size();) {
        const auto number = [&](std::size_t k) { return std::uint64_t{data.record(rows[k]).number.value()}; };
        std::size_t last = i;
        while (last + 1 < rows.size() && number(last + 1) == number(last) + 1)
            ++last;
        text += (i > 0 ? "," : "") + std::to_string(number(i));
        if (last > i)
            text += "-" + std::to_string(number(last));
        i = last + 1;
    }
    return text;
}

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
        "the largest difference of shares, their odds ratio, and Fisher's exact test corrected for the "
        "patterns tested.";
    description.accepts = {StructureKind::Molecule, StructureKind::Graph, StructureKind::Tree};
    description.parameters = {
        {"positive", "Class", "The class to explain.", "", TextType{"", "CLASS", {}}},
        {"selection", "Selection",
         "The structures to explain: a file with an id or a name a line, or id:0,4,10-12.", "",
         TextType{"", "FILE", {}}},
        {"negative", "Against class", "Compare with this class; empty: with all the rest.", "",
         TextType{"", "CLASS", {}}},
        {"against", "Against selection", "Compare with these structures: a file, or id:0,4,10-12.", "",
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
    method.suited = [](const Dataset& data) -> GivenParameters {
        if (data.classes().size() == 0)
            return {};
        return {{"positive", data.classes().text(LabelId(0))}};
    };
    return method;
}

} // namespace atlas
