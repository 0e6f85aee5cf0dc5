#include "core/mining/gpca_method.h"

#include "core/methods/projection.h"
#include "core/mining/exact_pca.h"
#include "core/mining/frequent_patterns.h"
#include "core/mining/graph_pca.h"
#include "core/mining/pattern_gallery.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace atlas {

namespace {

/// "10,100,1000"; empty = no curve.
Result<std::vector<std::size_t>> numbersFromText(std::string_view text)
{
    std::vector<std::size_t> numbers;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + comma, value);
        if (error != std::errc() || end != text.data() + comma || value == 0)
            return Error{
                ErrorCode::BadUse,
                "'" + std::string(text.substr(0, comma))
                    + "' is not a number of patterns; give numbers above 0 with commas: 10,100,1000."};
        numbers.push_back(value);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return numbers;
}

GraphPcaParameters parametersFrom(const ParameterValues& values, std::uint64_t seed)
{
    GraphPcaParameters parameters;
    parameters.components = static_cast<std::size_t>(values.integer("components"));
    parameters.patternsPerStep = static_cast<std::size_t>(values.integer("patterns-per-step"));
    parameters.tolerance = values.real("tolerance");
    parameters.maximumVertices = static_cast<std::size_t>(values.integer("max-vertices"));
    parameters.centre = values.flag("centre");
    parameters.search = values.text("search") == "fresh" ? PatternSearch::Fresh : PatternSearch::Kept;
    parameters.maximumBytes = static_cast<std::size_t>(values.integer("memory")) << 20U;
    parameters.seed = seed;
    return parameters;
}

/// The largest loadings of all components first, so that the head of the table is worth reading.
void addPatterns(PatternGallery& gallery, const GraphPcaResult& result)
{
    gallery.purpose = PatternPurpose::Components;
    gallery.valueNames = {"step"};
    for (Eigen::Index i = 0; i < result.loadings.cols(); ++i)
        gallery.valueNames.push_back("loading" + std::to_string(i + 1));
    for (Eigen::Index i = 0; i < result.projections.cols(); ++i) {
        const auto column = result.projections.col(i);
        gallery.projections.emplace_back(column.begin(), column.end());
    }
    std::vector<std::size_t> order(result.patterns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto largest = [&](std::size_t p) {
        return result.loadings.cols() == 0
            ? 0.0
            : result.loadings.row(static_cast<Eigen::Index>(p)).cwiseAbs().maxCoeff();
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return largest(a) > largest(b); });
    for (const std::size_t p : order) {
        const PoolPattern& pattern = result.patterns[p];
        gallery.patterns.push_back(galleryPattern(pattern.code, pattern.support));
        std::vector<double>& cells = gallery.patterns.back().values;
        cells.push_back(static_cast<double>(pattern.step));
        for (Eigen::Index i = 0; i < result.loadings.cols(); ++i)
            cells.push_back(result.loadings(static_cast<Eigen::Index>(p), i));
    }
}

Figure scatterFigure(const Dataset& data, const Eigen::MatrixXd& places)
{
    ScatterFigure figure = structureScatter(data, places);
    figure.x.title = "Component 1";
    figure.y.title = "Component 2";
    return {"scatter", "Graph PCA", std::move(figure)};
}

Figure loadingFigure(const PatternGallery& gallery)
{
    constexpr std::size_t shown = 20;
    BarFigure figure;
    figure.x.title = "Pattern, by the size of its largest loading (row of patterns.csv)";
    figure.y.title = "Loading on component 1";
    figure.series.push_back({"loading", {}});
    for (std::size_t i = 0; i < std::min(shown, gallery.patterns.size()); ++i) {
        figure.categories.push_back(std::to_string(i + 1));
        figure.series[0].values.push_back(
            gallery.patterns[i].values.size() > 1 ? gallery.patterns[i].values[1] : 0);
    }
    return {"patterns", "Loadings of the leading patterns", std::move(figure)};
}

/// The paper's figures 4 to 6: the error of the projections against L.
Result<void> addErrorCurve(const MiningGraphs& graphs, const GraphPcaParameters& parameters,
                           const std::vector<std::size_t>& counts, MethodOutput& output,
                           const ProgressToken& progress)
{
    FrequentPatternParameters all;
    all.minimumEdges = 0;
    all.maximumVertices = parameters.maximumVertices;
    all.maximumBytes = parameters.maximumBytes;
    const Result<FrequentPatterns> patterns =
        mineFrequentPatterns(graphs, all, progress.stage("Enumerating all patterns", 0, 0.3));
    if (!patterns)
        return patterns.error();
    if (!patterns->complete)
        return Error{ErrorCode::TooLarge,
                     "The error needs all patterns, and there are too many. " + patterns->note};
    const Result<ExactPcaResult> exact =
        exactPca(patterns->patterns, graphs.graphCount(), {parameters.components, parameters.centre},
                 progress.stage("Exact PCA", 0.3, 0.5));
    if (!exact)
        return exact.error();
    Table table("sweep", {"patterns_per_step", "steps", "patterns", "error"});
    CurveFigure figure;
    figure.x.title = "Patterns per step (L)";
    figure.y.title = "Approximation error";
    figure.curves.push_back({"error", {}, {}, false});
    for (std::size_t i = 0; i < counts.size(); ++i) {
        GraphPcaParameters one = parameters;
        one.patternsPerStep = counts[i];
        const auto share = [&](std::size_t k) {
            return 0.5 + 0.5 * static_cast<double>(k) / static_cast<double>(counts.size());
        };
        const Result<GraphPcaResult> result =
            graphPca(graphs, one, progress.stage("L = " + std::to_string(counts[i]), share(i), share(i + 1)));
        if (!result)
            return result.error();
        const double error = approximationError(result->projections, exact->projections);
        table.addRow(counts[i], result->steps, result->patterns.size(), error);
        figure.curves[0].xs.push_back(static_cast<double>(counts[i]));
        figure.curves[0].ys.push_back(error);
    }
    output.metrics.emplace_back("all_patterns", static_cast<std::int64_t>(patterns->patterns.size()));
    output.tables.push_back(std::move(table));
    output.figures.push_back({"sweep", "Error against patterns per step", std::move(figure)});
    return {};
}

/// `gallery` has no patterns yet.
MethodOutput outputOf(const GraphPcaResult& result, PatternGallery gallery)
{
    MethodOutput output;
    output.metrics = {{"patterns", static_cast<std::int64_t>(result.patterns.size())},
                      {"steps", static_cast<std::int64_t>(result.steps)},
                      {"converged", std::string(result.converged ? "true" : "false")}};
    for (std::size_t i = 0; i < result.eigenvalues.size(); ++i)
        output.metrics.emplace_back("eigenvalue" + std::to_string(i + 1), result.eigenvalues[i]);
    if (!result.note.empty())
        output.status = result.note;
    output.note = gallery.mined->notes();
    addPatterns(gallery, result);
    const Eigen::MatrixXd places = result.projections.transpose();
    output.tables.push_back(projectionTable("projection", *gallery.data, places));
    output.tables.push_back(patternTable(gallery));
    output.figures.push_back(scatterFigure(*gallery.data, places));
    output.figures.push_back(loadingFigure(gallery));
    output.details = std::make_shared<const PatternGallery>(std::move(gallery));
    return output;
}

Result<MethodOutput> runGpca(const MethodInput& input, const ParameterValues& values,
                             const ProgressToken& progress)
{
    const Result<std::size_t> support = supportFromText(values.text("min-support"), input.data->size());
    const Result<std::vector<std::size_t>> counts = numbersFromText(values.text("error-at"));
    if (!support || !counts)
        return support ? counts.error() : support.error();
    const Result<PatternGallery> gallery =
        emptyGallery(input.data, *support, progress.stage("Preparing", 0, 0.1));
    if (!gallery)
        return gallery.error();
    const MiningGraphs& graphs = *gallery->mined;
    GraphPcaParameters parameters = parametersFrom(values, input.seed);
    if (input.preview)
        parameters.partial = [&](const GraphPcaResult& result) { input.preview(outputOf(result, *gallery)); };
    const double share = counts->empty() ? 0.95 : 0.5;
    const Result<GraphPcaResult> result =
        graphPca(graphs, parameters, progress.stage("Graph PCA", 0.1, share));
    if (!result)
        return result.error();
    MethodOutput output = outputOf(*result, *gallery);
    parameters.partial = {};
    if (!counts->empty())
        if (Result<void> added = addErrorCurve(graphs, parameters, *counts, output,
                                               progress.stage("Error curve", share, 0.95));
            !added)
            return added.error();
    return output;
}

} // namespace

Method gpcaMethod()
{
    Method method;
    MethodDescription& description = method.description;
    description.name = "gpca";
    description.title = "Graph PCA";
    description.question = Question::WhatMakesGroups;
    description.summary = "Maps graphs by principal components whose axes are subgraph patterns.";
    description.help = "Saigo & Tsuda's graph PCA: Lanczos steps on the Gram matrix of pattern indicators, "
                       "with weighted subgraph mining in each step instead of a list of all patterns "
                       "(Algorithm 4).";
    description.accepts = {StructureKind::Molecule, StructureKind::Graph};
    description.canFinishEarly = true;
    description.usesSeed = true;
    description.parameters = {
        {"components", "Components", "The number m of principal components.", "", IntegerType{3, 1, 1000}},
        {"patterns-per-step", "Patterns per step", "The number L of patterns that each Lanczos step adds.",
         "", IntegerType{1000, 1, 100'000'000}},
        {"tolerance", "Tolerance", "sigma of the stopping rule (4).", "", RealType{0.01, 1e-14, 1}},
        {"max-vertices", "Largest pattern", "The largest number of vertices of a pattern.", "vertices",
         IntegerType{15, 1, 64}},
        supportParameter("2"),
        {"centre", "Centre", "true works orthogonal to the mean; false is the paper's uncentred form.", "",
         FlagType{true}},
        {"search", "Search", "Whether the tree of patterns is kept between steps.", "",
         ChoiceType{"kept",
                    {{"kept", "only unexplored branches are mined"}, {"fresh", "every step mines anew"}}}},
        {"error-at", "Error curve",
         "Values of L for the error against exact PCA by total enumeration: 10,100,1000. Only where that is "
         "possible.",
         "", TextType{"", "L,L,...", {}}},
        {"memory", "Memory limit", "Of the kept tree; above it, branches are searched anew.", "MB",
         IntegerType{2048, 1, 1 << 20}},
    };
    method.run = [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
        return runGpca(input, values, progress);
    };
    return method;
}

} // namespace atlas
