// The method "sweep".
#include "core/kernels/kernel_options.h"
#include "core/learning/classify_method.h"
#include "core/learning/sweep.h"
#include "core/learning/validation_options.h"

#include <algorithm>
#include <limits>

namespace atlas {

namespace {

Result<void> checkRange(std::string_view text)
{
    const Result<std::vector<std::size_t>> range = parseRange(text);
    return range ? Result<void>() : Result<void>(range.error());
}

Table sweepTable(const SweepResult& result)
{
    Table table(
        "sweep",
        {"neighbours", "components", "accuracy", "accuracy_min", "accuracy_max", "accuracy_deviation"});
    for (const SweepCell& cell : result.cells)
        table.addRow(cell.neighbours, cell.components, cell.accuracy, cell.minimum, cell.maximum,
                     cell.deviation);
    return table;
}

/// Neighbours by components: the cells come in that order, whole rows.
Figure sweepFigure(const SweepResult& result)
{
    HeatmapFigure heatmap;
    heatmap.x.title = "Components";
    heatmap.y.title = "Neighbours";
    heatmap.valueTitle = "Accuracy";
    HeatmapFigure::Panel panel;
    for (const SweepCell& cell : result.cells) {
        if (cell.neighbours == result.cells.front().neighbours)
            panel.columnNames.push_back(std::to_string(cell.components));
        if (cell.components == result.cells.front().components)
            panel.rowNames.push_back(std::to_string(cell.neighbours));
        panel.values.push_back(cell.accuracy);
    }
    panel.rows = panel.rowNames.size();
    panel.columns = panel.columnNames.size();
    heatmap.panels.push_back(std::move(panel));
    return {"sweep", "Accuracy by neighbours and components", std::move(heatmap)};
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values,
                         const ProgressToken& progress)
{
    std::vector<std::string> notes;
    const Result<std::shared_ptr<const KernelRun>> kernel =
        runKernel(input, values, notes, progress.stage("Comparing graphs", 0, 0.1));
    if (!kernel)
        return kernel.error();
    const Result<Eigen::MatrixXd> distances =
        kernelDistances((*kernel)->matrix.values, progress.stage("Measuring distances", 0.1, 0.15));
    if (!distances)
        return distances.error();
    SweepParameters parameters;
    parameters.method = embeddingMethodNamed(values.text("method")).valueOr(EmbeddingMethod::Isomap);
    parameters.neighbours = parseRange(values.text("neighbours")).valueOr({});
    parameters.components = parseRange(values.text("components")).valueOr({});
    parameters.validation = validationParametersOf(values, input.seed);
    const Result<SweepResult> result =
        sweep(MatrixDistances(*distances), classesOf(*input.data), input.data->classes().size(), parameters,
              progress.stage("Trying maps", 0.15, 1));
    if (!result)
        return result.error();
    const SweepCell& best = result->cells[result->best];
    MethodOutput output;
    output.metrics = {{"accuracy", best.accuracy},
                      {"accuracy_min", best.minimum},
                      {"accuracy_max", best.maximum},
                      {"accuracy_deviation", best.deviation},
                      {"best_neighbours", static_cast<std::int64_t>(best.neighbours)},
                      {"best_components", static_cast<std::int64_t>(best.components)}};
    output.tables = {sweepTable(*result)};
    output.figures = {sweepFigure(*result)};
    append(notes, result->notes);
    notes.emplace_back(
        "Maps are made of all structures, and the best setting is the best of many: its accuracy is "
        "optimistic.");
    output.status = statusOf(notes);
    output.details = std::make_shared<const SweepResult>(*result);
    return output;
}

} // namespace

namespace {

Cost estimate(const DataSize& size, const ParameterValues& values)
{
    const auto count = [&](const char* name) {
        return static_cast<double>(parseRange(values.text(name)).valueOr({}).size());
    };
    const double n = size.structures;
    Cost cost = kernelCost(size, values);
    cost.parallelSeconds += 2e-7 * n * n * count("neighbours")
        + validationCost(size, values, count("neighbours") * count("components")).parallelSeconds;
    cost.bytes = std::max(cost.bytes, 5 * 8 * n * n);
    return cost;
}

/// No more neighbours and components than there are others.
GivenParameters suited(const Dataset& data)
{
    GivenParameters given = suitedFolds(data);
    const std::size_t others = std::max<std::size_t>(1, data.size() - std::min<std::size_t>(1, data.size()));
    for (const auto& [name, usual] :
         {std::pair<const char*, std::size_t>("neighbours", 30), {"components", 25}})
        if (others < usual)
            given.emplace_back(name, "1:" + std::to_string(others));
    return given;
}

} // namespace

Method sweepMethod()
{
    MethodDescription description;
    description.name = "sweep";
    description.title = "Sweep over maps";
    description.question = Question::CanTheyBeToldApart;
    description.summary = "Shows how the accuracy changes with the neighbours and components of a map.";
    description.help = "For every number of neighbours and of components a linear support vector machine is "
                       "cross-validated on the map's coordinates: figures 20 to 27 and tables 4, 5, 7, 8 of "
                       "the kernels-manifold paper. Neighbours are searched for once and eigenvectors "
                       "computed once a number of neighbours.";
    description.accepts = {StructureKind::Graph, StructureKind::Molecule, StructureKind::Tree};
    description.parameters = kernelParameters();
    description.parameters.push_back(
        {"method", "Map", "How distances become coordinates.", "",
         ChoiceType{"isomap",
                    {{"isomap", "distances along the neighbourhood graph, then scaling"},
                     {"lle", "locally linear embedding"},
                     {"laplacian", "Laplacian eigenmaps of the neighbourhood graph"}}}});
    description.parameters.push_back({"neighbours", "Neighbours", "Numbers of neighbours to try.", "",
                                      TextType{"1:30", "FROM:TO[:STEP]", checkRange}});
    description.parameters.push_back({"components", "Components", "Numbers of components to try.", "",
                                      TextType{"1:25", "FROM:TO[:STEP]", checkRange}});
    append(description.parameters, validationParameters(1));
    description.usesSeed = true;
    return {std::move(description),
            [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
                return run(input, values, progress);
            },
            {},
            {},
            estimate,
            suited};
}

} // namespace atlas
