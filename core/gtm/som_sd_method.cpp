#include "core/gtm/som_sd_method.h"

#include "core/gtm/tree_map_report.h"
#include "core/linalg/memory_limit.h"
#include "core/methods/projection.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

using Eigen::Index;

Result<void> checkGrid(std::string_view text)
{
    const Result<GridSize> grid = parseGridSize(text);
    return grid ? Result<void>() : Result<void>(grid.error());
}

MethodDescription description()
{
    MethodDescription text;
    text.name = "som-sd";
    text.title = "Self-organizing map of trees (SOM-SD)";
    text.question = Question::WhereAreTheParts;
    text.summary =
        "The neural rival of gtm-sd: every subtree goes to the unit whose label and children fit best.";
    text.help =
        "After Hagenbuchner, Sperduti and Tsoi, 'A self-organizing map for adaptive processing of structured "
        "data' (eq. 1 of the GTM-SD paper). A unit holds a label and, for each position, where the child "
        "should lie on the map. Tables and figures are those of gtm-sd, so that both can be compared on the "
        "same data; quantisation.csv takes the place of the log-likelihood.";
    text.accepts = {StructureKind::Tree, StructureKind::Molecule};
    text.takesTestData = true;
    text.canFinishEarly = true;
    text.usesSeed = true;
    text.parameters = {
        {"grid", "Grid", "The units of the map.", "", TextType{"10x10", "ROWSxCOLUMNS", checkGrid}},
        {"training", "Training", "How the units learn.", "",
         ChoiceType{"batch",
                    {{"batch", "from all nodes at once, on the minimal DAG"},
                     {"online", "after each node, trees in random order"}}}},
        {"iterations", "Iterations", "How often all trees are shown.", "", IntegerType{50, 1, 1'000'000}},
        {"mu1", "Label weight",
         "mu1 in the distance mu1 |y - w|^2 + mu2 sum_l |c_l - w_l|^2 of a node to a unit (eq. 1): how much "
         "labels count.",
         "", RealType{0.5, 0, 1e12}},
        {"mu2", "Context weight", "mu2 in eq. 1: how much the places c_l of the children on the map count.",
         "", RealType{0.5, 0, 1e12}},
        {"learning-rate", "Learning rate", "At the start, of online training.", "", RealType{0.5, 1e-9, 1},
         ParameterUse{"training", {"online"}}},
        {"neighbours", "Neighbours", "How many trees vote in the errors on the map.", "",
         IntegerType{1, 1, 1000}},
    };
    return text;
}

Eigen::MatrixXd placesOf(const GridSize& grid, const std::vector<std::size_t>& units)
{
    const Eigen::MatrixXd centres = latentCentres(grid);
    Eigen::MatrixXd places(2, static_cast<Index>(units.size()));
    for (std::size_t i = 0; i < units.size(); ++i)
        places.col(static_cast<Index>(i)) = centres.col(static_cast<Index>(units[i]));
    return places;
}

std::vector<LevelMap> levelsOf(const MinimalDag& dag, const GridSize& grid,
                               const std::vector<std::size_t>& units)
{
    std::vector<LevelMap> levels(dag.nodeCount() == 0 ? 0 : dag.maximumLevel() + 1);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        levels[level].level = static_cast<std::uint32_t>(level);
        levels[level].compositional.assign(grid.count(), 0);
    }
    for (std::size_t node = 0; node < dag.nodeCount(); ++node) {
        LevelMap& level = levels[dag.level(DagNodeId(node))];
        level.subtrees += 1;
        level.occurrences += dag.frequency(DagNodeId(node));
        level.compositional[units[node]] += dag.frequency(DagNodeId(node));
    }
    return levels;
}

std::vector<GtmSdIteration> curveOf(const std::vector<double>& errors)
{
    std::vector<GtmSdIteration> curve;
    for (const double error : errors)
        curve.push_back({-error, -error});
    return curve;
}

Figure errorFigure(const std::vector<double>& errors)
{
    std::vector<GtmSdIteration> curve;
    for (const double error : errors)
        curve.push_back({error, error});
    return iterationFigure(curve, "Quantisation error while training", "Quantisation error");
}

/// Places, levels and scores from the winners.
void fillReport(TreeMapReport& report, const SomSdModel& model, const SomWinners& winners)
{
    report.method = "som-sd";
    report.grid = model.grid;
    report.nodeMeans = placesOf(model.grid, winners.units);
    report.nodeModes = report.nodeMeans;
    report.contextMeans = report.nodeMeans;
    report.rowMeans = atRoots(*report.dag, report.nodeMeans);
    report.rowModes = report.rowMeans;
    report.levels = levelsOf(*report.dag, model.grid, winners.units);
    report.magnification = unitDistances(model);
    report.scoreName = "Minus the quantisation error";
    const Eigen::VectorXd errors =
        -Eigen::Map<const Eigen::VectorXd>(winners.errors.data(), static_cast<Index>(winners.errors.size()));
    report.rowScores = treeLogLikelihoods(report.data->forest(), *report.dag, errors);
}

void showGrowth(const MethodInput& input, const DatasetPtr& trees, SomSdParameters& parameters)
{
    if (!input.preview)
        return;
    const GridSize grid = parameters.grid;
    parameters.onSnapshot = [&input, trees, grid](const std::vector<double>& errors,
                                                  const std::vector<std::size_t>& units) {
        auto report = std::make_shared<TreeMapReport>();
        report->method = "som-sd";
        report->preview = true;
        report->data = trees;
        report->grid = grid;
        report->iterations = curveOf(errors);
        report->rowMeans = placesOf(grid, units);
        report->rowModes = report->rowMeans;
        MethodOutput output;
        output.status = "training";
        output.figures = {mapFigure(*trees, report->rowMeans), errorFigure(errors)};
        output.details = std::shared_ptr<const TreeMapReport>(report);
        input.preview(std::move(output));
    };
}

std::vector<std::string> alphabetOf(const LabelDictionary& labels)
{
    std::vector<std::string> alphabet;
    for (std::size_t k = 0; k < labels.size() && labels.dimension() == 0; ++k)
        alphabet.push_back(labels.text(LabelId(k)));
    return alphabet;
}

struct Placed {
    std::shared_ptr<const MinimalDag> dag;
    SomWinners winners;
    std::size_t unseen = 0;
};

Result<Placed> placeOn(const SomSdModel& model, const std::vector<std::string>& alphabet,
                       const Dataset& trees, const ProgressToken& progress)
{
    Placed placed;
    const Result<Eigen::MatrixXd> costs = somCostsFor(model, alphabet, trees.nodeLabels(), &placed.unseen);
    if (!costs)
        return costs.error();
    Result<MinimalDag> dag =
        buildMinimalDag(trees.forest(), {true}, progress.stage("Sharing subtrees", 0, 0.3));
    if (!dag)
        return dag.error();
    placed.dag = std::make_shared<const MinimalDag>(*std::move(dag));
    Result<SomWinners> winners =
        somWinners(*placed.dag, model, *costs, progress.stage("Placing the trees", 0.3, 1));
    if (!winners)
        return winners.error();
    placed.winners = std::move(*winners);
    return placed;
}

std::string unseenNote(std::size_t unseen)
{
    return unseen == 0 ? ""
                       : countText(unseen, "label was", "labels were")
            + " never seen in training and told nothing about places. ";
}

SomSdParameters parametersOf(const ParameterValues& values, std::uint64_t seed)
{
    SomSdParameters parameters;
    parameters.grid = *parseGridSize(values.text("grid"));
    parameters.training = values.text("training") == "online" ? SomTraining::Online : SomTraining::Batch;
    parameters.iterations = static_cast<int>(values.integer("iterations"));
    parameters.labelWeight = values.real("mu1");
    parameters.contextWeight = values.real("mu2");
    parameters.learningRate = values.real("learning-rate");
    parameters.seed = seed;
    parameters.memoryLimit = memoryLimit();
    return parameters;
}

Result<void> placeTest(const MethodInput& input, const SomSdModel& model, TreeMapReport& report,
                       MethodOutput& output, const ProgressToken& progress)
{
    if (!input.test)
        return {};
    const Result<DatasetPtr> test = treesOf(input.test, progress.stage("Making trees", 0, 0.2));
    if (!test)
        return test.error();
    const Result<Placed> placed = placeOn(model, alphabetOf(report.data->nodeLabels()), **test,
                                          progress.stage("Placing test trees", 0.2, 1));
    if (!placed)
        return placed.error();
    report.test = *test;
    report.testMeans = atRoots(*placed->dag, placesOf(model.grid, placed->winners.units));
    report.testModes = report.testMeans;
    output.note += unseenNote(placed->unseen);
    return {};
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values, ProgressToken progress)
{
    const Result<DatasetPtr> trees = treesOf(input.data, progress.stage("Making trees", 0, 0.05));
    if (!trees)
        return trees.error();
    SomSdParameters parameters = parametersOf(values, input.seed);
    showGrowth(input, *trees, parameters);
    const Result<SomSdResult> result =
        somSd(**trees, parameters, progress.stage("Training the map", 0.05, 0.85));
    if (!result)
        return result.error();
    auto report = std::make_shared<TreeMapReport>();
    report->data = *trees;
    report->dag = result->dag;
    report->iterations = curveOf(result->errors);
    fillReport(*report, result->model, result->winners);
    MethodOutput output;
    output.status = result->status;
    output.metrics = {{"quantisation_error", result->errors.back()},
                      {"iterations", static_cast<std::int64_t>(result->errors.size() - 1)}};
    if (Result<void> done =
            placeTest(input, result->model, *report, output, progress.stage("Placing test trees", 0.85, 0.9));
        !done)
        return done.error();
    const auto neighbours = static_cast<std::size_t>(values.integer("neighbours"));
    MapVoter voter;
    if (Result<void> done =
            judgeMap(*report, neighbours, voter, progress.stage("Judging the map", 0.9, 0.99));
        !done)
        return done.error();
    addMapOutputs(*report, false, neighbours, output);
    Table quantisation("quantisation", {"iteration", "error"});
    for (std::size_t i = 0; i < result->errors.size(); ++i)
        quantisation.addRow(i, result->errors[i]);
    output.tables.push_back(std::move(quantisation));
    output.tables.push_back(scoreTable(**trees, report->rowScores));
    output.figures.push_back(errorFigure(result->errors));
    const SomSdFile file{result->model,    alphabetOf((*trees)->nodeLabels()),
                         std::move(voter), (*trees)->source().path,
                         (*trees)->size(), input.seed};
    output.files.push_back({"model.json", somSdText(file)});
    output.details = std::shared_ptr<const TreeMapReport>(report);
    progress.report(1);
    return output;
}

} // namespace

Result<MethodOutput> applySomSd(const std::string& modelText, const MethodInput& input,
                                ProgressToken progress)
{
    const Result<SomSdFile> file = readSomSd(modelText);
    if (!file)
        return file.error();
    const Result<DatasetPtr> trees = treesOf(input.data, progress.stage("Making trees", 0, 0.1));
    if (!trees)
        return trees.error();
    const Result<Placed> placed =
        placeOn(file->model, file->alphabet, **trees, progress.stage("Placing the trees", 0.1, 0.8));
    if (!placed)
        return placed.error();
    auto report = std::make_shared<TreeMapReport>();
    report->data = *trees;
    report->dag = placed->dag;
    fillReport(*report, file->model, placed->winners);
    MethodOutput output;
    output.metrics.emplace_back("quantisation_error", placed->winners.meanError);
    output.note = unseenNote(placed->unseen);
    output.tables = {projectionTable("projection", **trees, report->rowMeans),
                     subtreeTable(**trees, *report->dag, report->nodeMeans),
                     responsibilityTable(report->levels, report->grid, false),
                     scoreTable(**trees, report->rowScores)};
    if (!file->voter.empty()) {
        Result<MapPredictions> predictions = predictOnMap(file->voter, **trees, report->rowMeans, 1, false,
                                                          progress.stage("Classifying", 0.8, 1));
        if (!predictions)
            return predictions.error();
        if (predictions->judged > 0)
            output.metrics.emplace_back("test_error_1nn", predictions->error());
        output.tables.push_back(mapPredictionTable(**trees, *predictions));
        report->testPredictions = std::move(*predictions);
    }
    output.figures = {mapFigure(**trees, report->rowMeans), levelFigure(report->levels, report->grid, false)};
    output.details = std::shared_ptr<const TreeMapReport>(report);
    progress.report(1);
    return output;
}

namespace {

/// Every distinct subtree is compared with every unit; online, every node.
Cost estimate(const DataSize& size, const ParameterValues& values)
{
    const auto units = static_cast<double>(parseGridSize(values.text("grid"))->count());
    const double shown = values.text("training") == "online" ? size.nodes : size.subtrees;
    Cost cost;
    cost.bytes = 8 * units * (units + 4 * std::max(size.labels, 1.0) + size.subtrees);
    cost.serialSeconds = 2e-6 * size.nodes;
    cost.parallelSeconds = 1.5e-8 * static_cast<double>(values.integer("iterations")) * shown * units
        + 4e-8 * std::pow(std::min(size.structures, 2000.0), 2);
    return cost;
}

} // namespace

Method somSdMethod()
{
    Method method{description(), run};
    method.estimate = estimate;
    method.suited = suitedGrid;
    method.modelFormat = somSdFormat;
    method.apply = [](const ModelFile& model, const MethodInput& input, ProgressToken progress) {
        return applySomSd(model.text, input, std::move(progress));
    };
    return method;
}

} // namespace atlas
