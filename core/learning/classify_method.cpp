#include "core/learning/classify_method.h"

#include "core/kernels/kernel_options.h"
#include "core/learning/classifier.h"
#include "core/learning/validation_options.h"
#include "core/linalg/products.h"
#include "core/manifold/embed_options.h"

#include <algorithm>
#include <map>

namespace atlas {

namespace {

/// The matrix that the classifier works on: a kernel for the machine, distances for nearest neighbours.
Result<Eigen::MatrixXd> featureMatrix(const KernelRun& kernel, const ParameterValues& values,
                                      std::uint64_t seed, std::vector<std::string>& notes,
                                      const ProgressToken& progress)
{
    const bool nearest = values.text("classifier") == "knn";
    const std::string& features = values.text("features");
    const bool mapped = values.text("method") != "none";
    if (features == "kernel" && !nearest)
        return kernel.matrix.values;
    if (!mapped) {
        Result<Eigen::MatrixXd> distances = kernelDistances(kernel.matrix.values, progress);
        if (!distances || nearest)
            return distances;
        return timesTranspose(*distances, progress);
    }
    Result<Embedding> embedding =
        embedKernel(kernel.matrix.values, embeddingParametersOf(values, seed), progress);
    if (!embedding)
        return embedding.error();
    append(notes, embedding->notes);
    notes.emplace_back(
        "The map is made of all structures, those of the test folds among them, as in the paper.");
    const Eigen::MatrixXd points = embedding->coordinates.transpose();
    if (features == "embedding" && !nearest)
        return linearKernel(embedding->coordinates);
    Eigen::MatrixXd distances(points.cols(), points.cols());
    const PointDistances source(points);
    for (std::size_t i = 0; i < source.size(); ++i)
        source.row(i, {distances.col(static_cast<Eigen::Index>(i)).data(), source.size()});
    return nearest ? Result<Eigen::MatrixXd>(std::move(distances)) : timesTranspose(distances, progress);
}

Result<void> checkFeatures(const ParameterValues& values)
{
    const bool mapped = values.text("method") != "none";
    if (values.text("features") == "embedding" && !mapped)
        return Error{ErrorCode::BadUse,
                     "--features embedding needs a map: choose one with --method, for example isomap."};
    if (values.text("features") == "kernel" && mapped)
        return Error{
            ErrorCode::BadUse,
            "--features kernel makes no use of a map: leave --method out, or choose --features embedding."};
    return {};
}

ClassId mostFrequent(const std::vector<std::vector<ClassId>>& predictions, std::size_t row)
{
    std::map<ClassId, std::size_t> counts;
    for (const std::vector<ClassId>& repeat : predictions)
        ++counts[repeat[row]];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// predictions.csv: the class predicted most often over the repeats, and the share of
/// repeats that were right.
Table predictionTable(const Dataset& data, const CrossValidationResult& result)
{
    Table table("predictions", {"id", "name", "class", "predicted", "correct"});
    const std::vector<std::string> names = classNames(data);
    for (std::size_t row = 0; row < data.size(); ++row) {
        const ClassId truth = data.record(RowId(row)).classId;
        if (!truth.valid())
            continue;
        double right = 0;
        for (const std::vector<ClassId>& repeat : result.predictions)
            right += repeat[row] == truth ? 1 : 0;
        table.addRow(data.record(RowId(row)).number.value(), data.name(RowId(row)), names[truth.index()],
                     names[mostFrequent(result.predictions, row).index()],
                     right / static_cast<double>(result.predictions.size()));
    }
    return table;
}

Table foldTable(const CrossValidationResult& result, std::size_t folds)
{
    Table table("folds", {"repeat", "fold", "accuracy", "cost"});
    for (std::size_t f = 0; f < result.foldAccuracies.size(); ++f)
        table.addRow(f / folds + 1, f % folds + 1, result.foldAccuracies[f],
                     result.foldCosts.empty() ? "" : shortestText(result.foldCosts[f]));
    return table;
}

Table confusionTable(const std::vector<std::string>& names, const CrossValidationResult& result)
{
    std::vector<std::string> header{"class"};
    header.insert(header.end(), names.begin(), names.end());
    Table table("confusion", header);
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<std::string> cells{names[i]};
        for (const double count : result.confusion[i])
            cells.push_back(shortestText(count));
        table.addCells(std::move(cells));
    }
    return table;
}

Figure confusionFigure(const std::vector<std::string>& names, const CrossValidationResult& result)
{
    HeatmapFigure heatmap;
    heatmap.x.title = "Predicted class";
    heatmap.y.title = "True class";
    heatmap.valueTitle = "Structures";
    heatmap.numbers = true;
    HeatmapFigure::Panel panel{"", names.size(), names.size(), {}, names, names};
    for (const std::vector<double>& row : result.confusion)
        panel.values.insert(panel.values.end(), row.begin(), row.end());
    heatmap.panels.push_back(std::move(panel));
    return {"confusion", "Confusion", std::move(heatmap)};
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values,
                         const ProgressToken& progress)
{
    if (Result<void> checked = checkFeatures(values); !checked)
        return checked.error();
    std::vector<std::string> notes;
    const Result<std::shared_ptr<const KernelRun>> kernel =
        runKernel(input, values, notes, progress.stage("Comparing structures", 0, 0.2));
    if (!kernel)
        return kernel.error();
    const Result<Eigen::MatrixXd> matrix =
        featureMatrix(**kernel, values, input.seed, notes, progress.stage("Making features", 0.2, 0.4));
    if (!matrix)
        return matrix.error();
    CrossValidationParameters parameters = validationParametersOf(values, input.seed);
    parameters.classifier =
        values.text("classifier") == "knn" ? Classifier::NearestNeighbours : Classifier::Svm;
    parameters.votes = static_cast<std::size_t>(values.integer("votes"));
    const Result<CrossValidationResult> result =
        crossValidate(*matrix, classesOf(*input.data), input.data->classes().size(), parameters,
                      progress.stage("Training and testing", 0.4, 1));
    if (!result)
        return result.error();
    MethodOutput output;
    output.metrics = {{"accuracy", result->accuracy},
                      {"accuracy_min", result->minimum},
                      {"accuracy_max", result->maximum},
                      {"accuracy_deviation", result->deviation}};
    const std::vector<std::string> names = classNames(*input.data);
    output.tables = {predictionTable(*input.data, *result), foldTable(*result, parameters.folds),
                     confusionTable(names, *result)};
    output.figures = {confusionFigure(names, *result)};
    append(notes, result->notes);
    output.status = statusOf(notes);
    output.details = std::make_shared<const ClassifyRun>(ClassifyRun{*result, classesOf(*input.data)});
    return output;
}

} // namespace

std::vector<RowId> rowsTakenFor(const ClassifyRun& run, ClassId truth, ClassId predicted)
{
    std::vector<RowId> rows;
    for (std::size_t row = 0; row < run.classes.size(); ++row)
        if (run.classes[row] == truth
            && std::any_of(run.validation.predictions.begin(), run.validation.predictions.end(),
                           [&](const std::vector<ClassId>& repeat) { return repeat[row] == predicted; }))
            rows.emplace_back(row);
    return rows;
}

namespace {

Cost estimate(const DataSize& size, const ParameterValues& values)
{
    Cost cost = kernelCost(size, values);
    if (values.text("classifier") == "svm")
        cost.parallelSeconds += validationCost(size, values).parallelSeconds;
    cost.bytes = std::max(cost.bytes, 5 * 8 * size.structures * size.structures);
    return cost;
}

} // namespace

Method classifyMethod()
{
    MethodDescription description;
    description.name = "classify";
    description.title = "Separation of classes";
    description.question = Question::CanTheyBeToldApart;
    description.summary =
        "Says by cross-validation how well the classes can be told apart, with or without a map.";
    description.help = "A support vector machine (one against one) or k nearest neighbours are trained on "
                       "the kernel, on the rows of the distance matrix (as the paper's tables 3 and 6) or on "
                       "the coordinates of a map (tables 4, 5, 7, 8), and tested on stratified folds. The "
                       "cost is chosen inside each training part. A map is made of all structures, as in the "
                       "paper.";
    description.accepts = {StructureKind::Graph, StructureKind::Molecule, StructureKind::Tree};
    description.parameters = kernelParameters();
    description.parameters.push_back(embeddingChoice(true));
    append(description.parameters, embeddingParameters());
    description.parameters.push_back(
        {"features", "Features", "What the classifier sees.", "",
         ChoiceType{"kernel",
                    {{"kernel", "the kernel itself"},
                     {"distances", "distances to all structures, on the map where there is one"},
                     {"embedding", "the coordinates of the map"}}}});
    description.parameters.push_back({"classifier", "Classifier", "How classes are told apart.", "",
                                      ChoiceType{"svm",
                                                 {{"svm", "support vector machine, linear in the features"},
                                                  {"knn", "the nearest structures vote"}}}});
    description.parameters.push_back({"votes", "Votes", "knn: how many of the nearest vote.", "structures",
                                      IntegerType{5, 1, 10'000}, ParameterUse{"classifier", {"knn"}}});
    append(description.parameters, validationParameters(5));
    description.usesSeed = true;
    return {std::move(description),
            [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
                return run(input, values, progress);
            },
            {},
            {},
            estimate,
            [](const Dataset& data) {
                GivenParameters given = suitedNeighbours(data);
                append(given, suitedFolds(data));
                return given;
            }};
}

} // namespace atlas
