#include "core/gtm/gtm_model_file.h"

#include "core/gtm/magnification.h"
#include "core/gtm/model_json.h"
#include "core/gtm/tree_map_report.h"
#include "core/methods/projection.h"
#include "core/support/text.h"

#include <cmath>
#include <unordered_map>

namespace atlas {

namespace {

using Eigen::Index;
using modeljson::Json;

std::string emissionText(const GtmSdFile& file)
{
    if (const auto* gaussian = std::get_if<GaussianEmission>(&file.model.emission))
        return "{\"kind\": \"gaussian\", \"variance\": " + shortestText(gaussian->variance)
            + ",\n  \"weights\": " + modeljson::matrixText(gaussian->weights) + "}";
    return "{\"kind\": \"multinomial\",\n  \"alphabet\": " + modeljson::textsText(file.alphabet)
        + ",\n  \"weights\": "
        + modeljson::matrixText(std::get<MultinomialEmission>(file.model.emission).weights) + "}";
}

Emission readEmission(const Json& json, GtmSdFile& file)
{
    const Index basis = static_cast<Index>(file.model.basis.count()) + 1;
    const std::string kind = modeljson::text(json, "kind");
    if (kind == "gaussian") {
        GaussianEmission emission;
        emission.variance = modeljson::number(json, "variance");
        if (!(emission.variance > 0))
            throw std::invalid_argument("'variance' must be above 0");
        emission.weights = modeljson::matrix(json, "weights", -1, basis);
        return emission;
    }
    if (kind != "multinomial")
        throw std::invalid_argument("the emission's 'kind' must be \"gaussian\" or \"multinomial\", not \""
                                    + kind + "\"");
    file.alphabet = modeljson::texts(json, "alphabet");
    return MultinomialEmission{
        modeljson::matrix(json, "weights", static_cast<Index>(file.alphabet.size()), basis)};
}

/// Columns to sums of 1, after a check.
void normaliseColumns(Eigen::MatrixXd& table, const std::string& what)
{
    for (Index j = 0; j < table.cols(); ++j) {
        const double sum = table.col(j).sum();
        if (table.col(j).minCoeff() < 0 || !(std::abs(sum - 1) <= 1e-6))
            throw std::invalid_argument(what + " " + std::to_string(j)
                                        + " must be probabilities that sum to 1, and sums to "
                                        + shortestText(sum));
        table.col(j) /= sum;
    }
}

TreeModel readTree(const Json& json, Index states)
{
    TreeModel tree;
    const std::string stationarity = modeljson::text(json, "stationarity");
    if (stationarity != "positional" && stationarity != "full")
        throw std::invalid_argument("'stationarity' must be \"positional\" or \"full\"");
    tree.stationarity = stationarity == "full" ? Stationarity::Full : Stationarity::Positional;
    const std::vector<double> phi = modeljson::numbers(json, "switching");
    if (phi.empty())
        throw std::invalid_argument("'switching' needs at least one position");
    tree.switching = Eigen::Map<const Eigen::VectorXd>(phi.data(), static_cast<Index>(phi.size()));
    if (!(tree.switching.minCoeff() > 0))
        throw std::invalid_argument("every number of 'switching' must be above 0");
    tree.switching /= tree.switching.sum();
    const Index tables = tree.stationarity == Stationarity::Full ? 1 : tree.switching.size();
    tree.prior = modeljson::matrix(json, "prior", tables, states).transpose();
    normaliseColumns(tree.prior, "row");
    const Json& transitions = modeljson::field(json, "transitions");
    if (!transitions.is_array() || transitions.size() != static_cast<std::size_t>(tables))
        throw std::invalid_argument("'transitions' needs " + std::to_string(tables) + " tables");
    for (std::size_t t = 0; t < transitions.size(); ++t) {
        const std::string name = "transitions[" + std::to_string(t) + "]";
        tree.transitions.push_back(modeljson::matrixOf(transitions[t], name, states, states));
        normaliseColumns(tree.transitions.back(), name + ": column");
    }
    return tree;
}

std::string treeText(const TreeModel& tree)
{
    std::string text = std::string(",\n \"stationarity\": \"")
        + (tree.stationarity == Stationarity::Full ? "full" : "positional")
        + "\",\n \"prior\": " + modeljson::matrixText(tree.prior.transpose()) + ",\n \"switching\": "
        + modeljson::numbersText({tree.switching.data(), static_cast<std::size_t>(tree.switching.size())})
        + ",\n \"transitions\": [";
    for (std::size_t t = 0; t < tree.transitions.size(); ++t)
        text += (t == 0 ? "\n" : ",\n") + modeljson::matrixText(tree.transitions[t]);
    return text + "]";
}

} // namespace

std::string gtmSdText(const GtmSdFile& file)
{
    const GtmSdModel& model = file.model;
    std::string text = std::string("{\n \"format\": \"") + gtmSdFormat + "\",\n \"version\": 1,\n \"grid\": "
        + modeljson::gridText(model.grid) + ",\n \"basis\": " + modeljson::gridText(model.basis)
        + ",\n \"width_factor\": " + shortestText(model.widthFactor)
        + ",\n \"regularisation\": " + shortestText(model.regularisation) + ",\n \"projection\": \""
        + (file.projection == Projection::Mean ? "mean" : "mode")
        + "\",\n \"emission\": " + emissionText(file);
    text += treeText(model.tree);
    text += modeljson::voterText(file.voter);
    text += ",\n \"provenance\": {\"source\": "
        + Json(file.source).dump(-1, ' ', false, Json::error_handler_t::replace)
        + ", \"trees\": " + std::to_string(file.trees) + ", \"seed\": " + std::to_string(file.seed)
        + ", \"iterations\": " + std::to_string(file.iterations)
        + ", \"loglikelihood\": " + shortestText(file.logLikelihood) + "}\n}\n";
    return text;
}

Result<GtmSdFile> readGtmSd(std::string_view text)
{
    return modeljson::read<GtmSdFile>(text, gtmSdFormat, [](const Json& json) {
        GtmSdFile file;
        file.model.grid = modeljson::grid(json, "grid");
        file.model.basis = modeljson::grid(json, "basis");
        file.model.widthFactor = modeljson::number(json, "width_factor");
        file.model.regularisation = modeljson::number(json, "regularisation");
        if (!(file.model.widthFactor > 0) || !(file.model.regularisation >= 0))
            throw std::invalid_argument("'width_factor' must be above 0 and 'regularisation' at least 0");
        const std::string projection = modeljson::text(json, "projection");
        if (projection != "mean" && projection != "mode")
            throw std::invalid_argument("'projection' must be \"mean\" or \"mode\"");
        file.projection = projection == "mode" ? Projection::Mode : Projection::Mean;
        file.model.emission = readEmission(modeljson::field(json, "emission"), file);
        file.model.tree = readTree(json, static_cast<Index>(file.model.grid.count()));
        file.voter = modeljson::voter(json);
        return file;
    });
}

Result<Eigen::MatrixXd> emissionsFor(const GtmSdModel& model, const std::vector<std::string>& alphabet,
                                     const LabelDictionary& labels, std::size_t* unseen)
{
    const Eigen::MatrixXd phi = rbfBasis(model.grid, model.basis, model.widthFactor);
    if (const auto* gaussian = std::get_if<GaussianEmission>(&model.emission)) {
        if (labels.dimension() != static_cast<std::size_t>(gaussian->weights.rows()))
            return Error{ErrorCode::BadUse,
                         "This map is of labels with " + std::to_string(gaussian->weights.rows())
                             + " numbers each; these trees have "
                             + (labels.dimension() == 0 ? "symbols" : std::to_string(labels.dimension()))
                             + "."};
        return logEmission(model.emission, phi, labelVectors(labels));
    }
    if (labels.dimension() > 0)
        return Error{ErrorCode::BadUse, "This map is of symbols; these trees have vector labels."};
    std::unordered_map<std::string_view, Index> columns;
    for (std::size_t k = 0; k < alphabet.size(); ++k)
        columns.emplace(alphabet[k], static_cast<Index>(k));
    const Eigen::MatrixXd known = logEmission(model.emission, phi, {});
    const double uniform = -std::log(static_cast<double>(std::max<std::size_t>(1, alphabet.size())));
    Eigen::MatrixXd emissions(known.rows(), static_cast<Index>(labels.size()));
    for (std::size_t k = 0; k < labels.size(); ++k) {
        const auto found = columns.find(labels.text(LabelId(k)));
        if (found != columns.end())
            emissions.col(static_cast<Index>(k)) = known.col(found->second);
        else
            emissions.col(static_cast<Index>(k)).setConstant(uniform);
        if (unseen)
            *unseen += found == columns.end() ? 1 : 0;
    }
    return emissions;
}

Result<GtmSdPlacement> placeTrees(const GtmSdModel& model, const std::vector<std::string>& alphabet,
                                  const Dataset& trees, ProgressToken progress)
{
    GtmSdPlacement placement;
    const Result<Eigen::MatrixXd> emissions =
        emissionsFor(model, alphabet, trees.nodeLabels(), &placement.unseenLabels);
    if (!emissions)
        return emissions.error();
    Result<MinimalDag> dag =
        buildMinimalDag(trees.forest(), {true}, progress.stage("Sharing subtrees", 0, 0.2));
    if (!dag)
        return dag.error();
    placement.dag = std::make_shared<const MinimalDag>(*std::move(dag));
    Result<TreePosteriors> posteriors =
        treePosteriors(*placement.dag, model.tree, *emissions, progress.stage("Placing the trees", 0.2, 1));
    if (!posteriors)
        return posteriors.error();
    placement.posteriors = std::move(*posteriors);
    const Eigen::MatrixXd roots = atRoots(*placement.dag, placement.posteriors.beta);
    placement.rowMeans = project(roots, model.grid, Projection::Mean);
    placement.rowModes = project(roots, model.grid, Projection::Mode);
    placement.rowScores =
        treeLogLikelihoods(trees.forest(), *placement.dag, placement.posteriors.logNormalisers);
    return placement;
}

Result<MethodOutput> applyGtmSd(const std::string& modelText, const MethodInput& input,
                                ProgressToken progress)
{
    Result<GtmSdFile> file = readGtmSd(modelText);
    if (!file)
        return file.error();
    const Result<DatasetPtr> trees = treesOf(input.data, progress.stage("Making trees", 0, 0.1));
    if (!trees)
        return trees.error();
    Result<GtmSdPlacement> placement =
        placeTrees(file->model, file->alphabet, **trees, progress.stage("Placing the trees", 0.1, 0.7));
    if (!placement)
        return placement.error();
    auto report = std::make_shared<TreeMapReport>();
    report->method = "gtm-sd";
    report->data = *trees;
    report->grid = file->model.grid;
    report->projection = file->projection;
    report->dag = placement->dag;
    report->nodeMeans = project(placement->posteriors.beta, report->grid, Projection::Mean);
    report->nodeModes = project(placement->posteriors.beta, report->grid, Projection::Mode);
    report->contextMeans = project(placement->posteriors.eps, report->grid, Projection::Mean);
    report->rowMeans = placement->rowMeans;
    report->rowModes = placement->rowModes;
    report->levels = levelMaps(*report->dag, placement->posteriors.beta, placement->posteriors.eps);
    report->magnification = magnificationFactors(file->model.emission, file->model.grid, file->model.basis,
                                                 file->model.widthFactor);
    report->rowScores = placement->rowScores;
    report->scoreName = "Log-likelihood";
    report->beta = std::move(placement->posteriors.beta);
    report->model = file->model;
    MethodOutput output;
    output.metrics.emplace_back("loglikelihood", placement->posteriors.logLikelihood);
    output.tables.push_back(projectionTable("projection", **trees, report->rowPoints()));
    output.tables.push_back(subtreeTable(**trees, *report->dag, report->nodePoints()));
    output.tables.push_back(responsibilityTable(report->levels, report->grid, false));
    output.tables.push_back(scoreTable(**trees, report->rowScores));
    if (!file->voter.empty()) {
        Result<MapPredictions> predictions = predictOnMap(file->voter, **trees, report->rowPoints(), 1, false,
                                                          progress.stage("Classifying", 0.7, 1));
        if (!predictions)
            return predictions.error();
        if (predictions->judged > 0)
            output.metrics.emplace_back("test_error_1nn", predictions->error());
        output.tables.push_back(mapPredictionTable(**trees, *predictions));
        report->testPredictions = std::move(*predictions);
    }
    if (placement->unseenLabels > 0)
        output.note = countText(placement->unseenLabels, "label was", "labels were")
            + " never seen in training and told nothing about places. ";
    output.figures = {mapFigure(**trees, report->rowPoints()),
                      levelFigure(report->levels, report->grid, false)};
    output.details = std::shared_ptr<const TreeMapReport>(report);
    progress.report(1);
    return output;
}

} // namespace atlas
