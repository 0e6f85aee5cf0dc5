#include "core/gtm/gtm_sd_method.h"

#include "core/gtm/gtm_model_file.h"
#include "core/gtm/magnification.h"
#include "core/gtm/tree_map_report.h"
#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

Result<void> checkGrid(std::string_view text)
{
    const Result<GridSize> grid = parseGridSize(text);
    return grid ? Result<void>() : Result<void>(grid.error());
}

std::vector<ParameterDescription> modelParameters()
{
    return {
        {"grid", "Grid", "The latent centres x_i: places on the map, hidden states i of the model.", "",
         TextType{"10x10", "ROWSxCOLUMNS", checkGrid}},
        {"basis", "Basis",
         "The centres of the smooth functions phi_p over the map; fewer give a smoother map. A state's mean "
         "is mu_i = W Phi(x_i) (eq. 10).",
         "", TextType{"4x4", "ROWSxCOLUMNS", checkGrid}},
        {"width", "Basis width", "The width of the smooth functions, in spacings of their centres.", "",
         RealType{1, 1e-3, 1e3}},
        {"emission", "Emission",
         "How states emit labels: b_i(y) = N(y; W Phi(x_i), sigma^2) (eq. 10) or the softmax of W Phi(x_i) "
         "(eq. 14).",
         "",
         ChoiceType{"auto",
                    {{"auto", "Gaussian for vectors, multinomial for symbols"},
                     {"gaussian", "normal distributions with one variance"},
                     {"multinomial", "symbols by a softmax"}}}},
        {"stationarity", "Stationarity",
         "Whether each position l of children has a prior pi^l and transitions A^l of its own.", "",
         ChoiceType{"positional", {{"positional", "a table a position"}, {"full", "one table for all"}}}},
        {"iterations", "Iterations", "Of EM, at most.", "", IntegerType{50, 1, 1'000'000}},
        {"variance", "Variance", "sigma^2 of a Gaussian emission at the start; training changes it (eq. 12).",
         "", RealType{1, 1e-12, 1e12}, ParameterUse{"emission", {"auto", "gaussian"}}},
        {"regularisation", "Regularisation",
         "Lambda: the objective is log L - lambda/2 |W|^2, and W solves (Phi G Phi^T + lambda sigma^2 I) W^T "
         "= Phi R Y.",
         "", RealType{0.1, 0, 1e12}},
    };
}

std::vector<ParameterDescription> runParameters()
{
    return {
        {"projection", "Projection",
         "Where a tree lies: sum_i P(Q_root = i) x_i (eq. 17) or the x_i of the largest (eq. 18).", "",
         ChoiceType{"mean", {{"mean", "mean of its root's posterior"}, {"mode", "the most likely centre"}}}},
        {"engine", "Engine", "How the E-step is done; the results agree.", "",
         ChoiceType{"dag", {{"dag", "once a distinct subtree"}, {"forest", "tree by tree, as baseline"}}}},
        {"initialisation", "Start", "Where the emissions start.", "",
         ChoiceType{"random", {{"random", "uniform weights"}, {"pca", "a plane of the labels"}}}},
        {"restarts", "Restarts", "Trainings from different starts; the best objective is kept.", "",
         IntegerType{1, 1, 1000}},
        {"tolerance", "Tolerance",
         "Stop where an iteration raises the objective by less than this share; 0 = never.", "",
         RealType{0, 0, 1}},
        {"levels", "Levels", "What the maps of each height sum.", "",
         ChoiceType{
             "compositional",
             {{"compositional", "beta: a subtree by itself"}, {"contextual", "eps: within its tree"}}}},
        {"neighbours", "Neighbours", "How many trees vote in the errors on the map.", "",
         IntegerType{1, 1, 1000}},
    };
}

MethodDescription description()
{
    MethodDescription text;
    text.name = "gtm-sd";
    text.title = "Topographic map of trees (GTM-SD)";
    text.question = Question::WhereAreTheParts;
    text.summary = "Draws a map on which similar trees are neighbours and every subtree has a place too.";
    text.help =
        "A hidden tree Markov model whose states are the centres of a map, after Bacciu, Micheli and "
        "Sperduti, 'Compositional generative mapping for tree-structured data', parts I and II. Trained by "
        "EM, exactly on the minimal DAG; the objective never decreases. The errors are those of the nearest "
        "trees on the map, where trees at one position vote by majority and a training tree leaves itself "
        "out. Trustworthiness and continuity compare the map with distances between trees laid over each "
        "other. Rows of the grid count from the bottom of the map (y = -1), columns from the left.";
    text.accepts = {StructureKind::Tree, StructureKind::Molecule};
    text.parameters = modelParameters();
    for (ParameterDescription& parameter : runParameters())
        text.parameters.push_back(std::move(parameter));
    text.takesTestData = true;
    text.canFinishEarly = true;
    text.usesSeed = true;
    return text;
}

GtmSdParameters parametersOf(const ParameterValues& values, std::uint64_t seed)
{
    GtmSdParameters parameters;
    parameters.grid = *parseGridSize(values.text("grid"));
    parameters.basis = *parseGridSize(values.text("basis"));
    parameters.widthFactor = values.real("width");
    const std::string& emission = values.text("emission");
    parameters.emission = emission == "gaussian" ? EmissionKind::Gaussian
        : emission == "multinomial"              ? EmissionKind::Multinomial
                                                 : EmissionKind::Auto;
    parameters.stationarity =
        values.text("stationarity") == "full" ? Stationarity::Full : Stationarity::Positional;
    parameters.iterations = static_cast<int>(values.integer("iterations"));
    parameters.variance = values.real("variance");
    parameters.regularisation = values.real("regularisation");
    parameters.engine = values.text("engine") == "forest" ? TreeEngine::Forest : TreeEngine::Dag;
    parameters.start = values.text("initialisation") == "pca" ? GtmStart::Pca : GtmStart::Random;
    parameters.restarts = static_cast<int>(values.integer("restarts"));
    parameters.tolerance = values.real("tolerance");
    parameters.seed = seed;
    parameters.memoryLimit = memoryLimit();
    return parameters;
}

Figure learningFigure(const std::vector<GtmSdIteration>& iterations)
{
    return iterationFigure(iterations, "Log-likelihood while training", "Log-likelihood");
}

/// Gives the growing map to whoever looks on.
void showGrowth(const MethodInput& input, const DatasetPtr& trees, GtmSdParameters& parameters,
                Projection projection)
{
    if (!input.preview)
        return;
    const GridSize grid = parameters.grid;
    parameters.onSnapshot = [&input, trees, grid, projection](const GtmSdSnapshot& snapshot) {
        auto report = std::make_shared<TreeMapReport>();
        report->method = "gtm-sd";
        report->preview = true;
        report->data = trees;
        report->grid = grid;
        report->projection = projection;
        report->iterations = snapshot.iterations;
        report->rowMeans = snapshot.rowMeans;
        report->rowModes = snapshot.rowMeans;
        MethodOutput output;
        output.status = "training";
        output.figures = {mapFigure(*trees, snapshot.rowMeans), learningFigure(snapshot.iterations)};
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

void fillReport(TreeMapReport& report, const GtmSdResult& result)
{
    const GtmSdModel& model = result.model;
    report.method = "gtm-sd";
    report.grid = model.grid;
    report.dag = result.dag;
    report.nodeMeans = project(result.beta, model.grid, Projection::Mean);
    report.nodeModes = project(result.beta, model.grid, Projection::Mode);
    report.contextMeans = project(result.eps, model.grid, Projection::Mean);
    report.rowMeans = atRoots(*result.dag, report.nodeMeans);
    report.rowModes = atRoots(*result.dag, report.nodeModes);
    report.levels = levelMaps(*result.dag, result.beta, result.eps);
    report.magnification = magnificationFactors(model.emission, model.grid, model.basis, model.widthFactor);
    report.rowScores = treeLogLikelihoods(report.data->forest(), *result.dag, result.logNormalisers);
    report.scoreName = "Log-likelihood";
    report.iterations = result.iterations;
    report.model = model;
    report.beta = result.beta;
}

Result<void> placeTest(const MethodInput& input, TreeMapReport& report, MethodOutput& output,
                       const ProgressToken& progress)
{
    if (!input.test)
        return {};
    const Result<DatasetPtr> test = treesOf(input.test, progress.stage("Making trees", 0, 0.1));
    if (!test)
        return test.error();
    Result<GtmSdPlacement> placement = placeTrees(*report.model, alphabetOf(report.data->nodeLabels()),
                                                  **test, progress.stage("Placing test trees", 0.1, 1));
    if (!placement)
        return placement.error();
    report.test = *test;
    report.testMeans = std::move(placement->rowMeans);
    report.testModes = std::move(placement->rowModes);
    output.metrics.emplace_back("test_loglikelihood", placement->posteriors.logLikelihood);
    if (placement->unseenLabels > 0)
        output.note += countText(placement->unseenLabels, "label", "labels")
            + " of the test data never occurred in training and told nothing about places. ";
    return {};
}

GtmSdFile fileOf(const TreeMapReport& report, const MethodInput& input, MapVoter voter)
{
    GtmSdFile file;
    file.model = *report.model;
    file.alphabet = alphabetOf(report.data->nodeLabels());
    file.projection = report.projection;
    file.voter = std::move(voter);
    file.source = report.data->source().path;
    file.trees = report.data->size();
    file.seed = input.seed;
    file.iterations = report.iterations.size() - 1;
    file.logLikelihood = report.iterations.back().logLikelihood;
    return file;
}

Table likelihoodTable(const std::vector<GtmSdIteration>& iterations)
{
    Table table("loglikelihood", {"iteration", "loglikelihood", "objective"});
    for (std::size_t i = 0; i < iterations.size(); ++i)
        table.addRow(i, iterations[i].logLikelihood, iterations[i].objective);
    return table;
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values, ProgressToken progress)
{
    const Result<DatasetPtr> trees = treesOf(input.data, progress.stage("Making trees", 0, 0.05));
    if (!trees)
        return trees.error();
    auto report = std::make_shared<TreeMapReport>();
    report->data = *trees;
    report->projection = values.text("projection") == "mode" ? Projection::Mode : Projection::Mean;
    GtmSdParameters parameters = parametersOf(values, input.seed);
    showGrowth(input, *trees, parameters, report->projection);
    const Result<GtmSdResult> result =
        gtmSd(**trees, parameters, progress.stage("Training the map", 0.05, 0.85));
    if (!result)
        return result.error();
    fillReport(*report, *result);
    MethodOutput output;
    output.status = result->status;
    output.metrics = {{"loglikelihood", result->iterations.back().logLikelihood},
                      {"objective", result->iterations.back().objective},
                      {"iterations", static_cast<std::int64_t>(result->iterations.size() - 1)}};
    if (Result<void> done =
            placeTest(input, *report, output, progress.stage("Placing test trees", 0.85, 0.9));
        !done)
        return done.error();
    const auto neighbours = static_cast<std::size_t>(values.integer("neighbours"));
    MapVoter voter;
    if (Result<void> done =
            judgeMap(*report, neighbours, voter, progress.stage("Judging the map", 0.9, 0.99));
        !done)
        return done.error();
    addMapOutputs(*report, values.text("levels") == "contextual", neighbours, output);
    output.tables.push_back(likelihoodTable(result->iterations));
    output.tables.push_back(scoreTable(**trees, report->rowScores));
    output.figures.push_back(learningFigure(result->iterations));
    output.files.push_back({"model.json", gtmSdText(fileOf(*report, input, std::move(voter)))});
    output.details = std::shared_ptr<const TreeMapReport>(report);
    progress.report(1);
    return output;
}

/// The E-step's products over the pairs dominate; the reading of the trees, and judging the map, come on top.
Cost estimate(const DataSize& size, const ParameterValues& values)
{
    const GtmSdParameters parameters = parametersOf(values, 1);
    const auto states = static_cast<double>(parameters.grid.count());
    const double pairs = parameters.engine == TreeEngine::Forest ? 2 * size.nodes : size.pairs;
    const double trainings = parameters.restarts;
    const auto whole = [](double value) { return static_cast<std::size_t>(value); };
    Cost cost;
    cost.bytes = std::min(trainings, static_cast<double>(threadCount()))
        * static_cast<double>(gtmSdMemory(parameters.grid.count(), whole(size.positions),
                                          whole(size.subtrees), whole(pairs), parameters.stationarity));
    cost.serialSeconds = 2e-6 * size.nodes;
    cost.parallelSeconds = 8e-10 * parameters.iterations * trainings * pairs * states * states
        + 4e-8 * std::pow(std::min(size.structures, 2000.0), 2);
    return cost;
}

} // namespace

Method gtmSdMethod()
{
    Method method{description(), run};
    method.estimate = estimate;
    method.suited = suitedGrid;
    method.modelFormat = gtmSdFormat;
    method.apply = [](const ModelFile& model, const MethodInput& input, ProgressToken progress) {
        return applyGtmSd(model.text, input, std::move(progress));
    };
    return method;
}

} // namespace atlas
