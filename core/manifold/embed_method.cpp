#include "core/manifold/embed_method.h"

#include "core/io/write_rows.h"
#include "core/kernels/nystroem.h"
#include "core/linalg/memory_limit.h"
#include "core/manifold/embed_options.h"
#include "core/manifold/map_model.h"
#include "core/methods/projection.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t automaticLandmarks = 1000;

Table qualityTable(const Dataset& data, const MapQuality& quality)
{
    Table table("quality", {"id", "trustworthiness", "continuity"});
    for (std::size_t row = 0; row < data.size(); ++row)
        table.addRow(data.record(RowId(row)).number.value(), quality.pointTrustworthiness[row],
                     quality.pointContinuity[row]);
    return table;
}

/// Old and new structures in one picture: the new ones are a class of their own, and the only rows.
Figure newPlacesFigure(const Dataset& old, const Embedding& embedding, const Dataset& added,
                       const Eigen::MatrixXd& places)
{
    ScatterFigure figure = mapFigure(old, embedding.coordinates, 0, 1);
    figure.rows.assign(old.size(), RowId());
    figure.classes.resize(old.size());
    figure.classNames.emplace_back("new structures");
    const ScatterFigure beyond = mapFigure(added, places, 0, 1);
    figure.xs.insert(figure.xs.end(), beyond.xs.begin(), beyond.xs.end());
    figure.ys.insert(figure.ys.end(), beyond.ys.begin(), beyond.ys.end());
    append(figure.rows, beyond.rows);
    figure.classes.resize(figure.xs.size(), ClassId(figure.classNames.size() - 1));
    return {"scatter", "New structures on the map", std::move(figure)};
}

/// The eigenvalues of LLE and of the Laplacian rise: the gap is one of their reciprocals.
SpectrumGap gapOf(const Embedding& embedding)
{
    const EmbeddingMethod method = embedding.parameters.method;
    if (method != EmbeddingMethod::Lle && method != EmbeddingMethod::Laplacian)
        return spectrumGap(embedding.spectrum);
    return spectrumGap(embedding.spectrum.cwiseMax(1e-300).cwiseInverse());
}

/// The eigenvalues, and where they break off.
Figure scree(const Embedding& embedding)
{
    CurveFigure figure;
    figure.x.title = "Component";
    figure.y.title = "Eigenvalue";
    CurveFigure::Curve curve{"eigenvalues", {}, {}};
    for (Eigen::Index i = 0; i < embedding.spectrum.size(); ++i) {
        curve.xs.push_back(static_cast<double>(i + 1));
        curve.ys.push_back(embedding.spectrum(i));
    }
    figure.curves.push_back(std::move(curve));
    if (const SpectrumGap gap = gapOf(embedding); gap.after > 0) {
        const double place = static_cast<double>(gap.after) + 0.5;
        figure.curves.push_back(
            {"gap after " + std::to_string(gap.after),
             {place, place},
             {std::min(0.0, embedding.spectrum.minCoeff()), embedding.spectrum.maxCoeff()},
             true});
    }
    return {"scree", "Eigenvalues", std::move(figure)};
}

void addMetrics(const EmbedRun& run, MethodOutput& output)
{
    const SpectrumGap gap = gapOf(run.embedding);
    output.metrics = {{"trustworthiness", run.quality.trustworthiness},
                      {"continuity", run.quality.continuity},
                      {"residual_variance", run.quality.residualVariance},
                      {"spectrum_gap_after", static_cast<std::int64_t>(gap.after)},
                      {"spectrum_gap_ratio", gap.ratio},
                      {"graph_components", static_cast<std::int64_t>(run.embedding.graphComponents)},
                      {"neighbours", static_cast<std::int64_t>(run.embedding.neighbours)}};
}

/// Distances between structures, exact or approximate, and who owns them.
struct Measured {
    std::shared_ptr<const KernelRun> kernel;
    Eigen::MatrixXd values; // a kernel's distances over old and new structures, or Nystroem's points
    bool approximate = false;
};

Result<Measured> approximate(const MethodInput& input, const ParameterValues& values, std::size_t landmarks,
                             std::vector<std::string>& notes, const ProgressToken& progress)
{
    Result<std::shared_ptr<KernelRun>> run =
        prepareKernel(input, values, notes, progress.stage("Converting to graphs", 0, 0.2));
    if (!run)
        return run.error();
    const Result<SparseFeatures> features =
        kernelFeatures(**run, progress.stage("Finding features", 0.2, 0.5));
    if (!features)
        return features.error();
    Result<NystroemResult> result =
        nystroem(*features, {landmarks, (*run)->parameters.normalise, input.seed, (*run)->trainingSize},
                 progress.stage("Comparing with landmarks", 0.5, 1));
    if (!result)
        return result.error();
    notes.push_back("The kernel is approximated from " + std::to_string(result->landmarks.size())
                    + " landmarks, which keep " + std::to_string(std::lround(100 * result->keptTrace))
                    + " % of the self-similarities.");
    return Measured{std::move(*run), std::move(result->points), true};
}

bool hasFeatures(const std::string& kernel)
{
    return kernel != "random-walk" && kernel != "sst" && kernel != "ptk";
}

Result<Measured> measure(const MethodInput& input, const ParameterValues& values,
                         std::vector<std::string>& notes, const ProgressToken& progress)
{
    const std::size_t n = input.data->size() + (input.test ? input.test->size() : 0);
    auto landmarks = static_cast<std::size_t>(values.integer("nystroem"));
    if (landmarks == 0 && !checkMemory(3 * n * n * sizeof(double), "The kernel matrix")
        && hasFeatures(values.text("kernel")))
        landmarks = automaticLandmarks;
    if (landmarks > 0)
        return approximate(input, values, landmarks, notes, progress);
    const Result<std::shared_ptr<const KernelRun>> kernel =
        runKernel(input, values, notes, progress.stage("Comparing graphs", 0, 0.9));
    if (!kernel)
        return kernel.error();
    Result<Eigen::MatrixXd> distances =
        kernelDistances((*kernel)->matrix.values, progress.stage("Measuring distances", 0.9, 1));
    if (!distances)
        return distances.error();
    return Measured{*kernel, std::move(*distances), false};
}

struct Mapped {
    EmbedRun run;
    Eigen::MatrixXd newPlaces; // of new structures
};

Result<Mapped> mapStructures(const Measured& measured, const EmbeddingParameters& parameters,
                             const ProgressToken& progress)
{
    const auto n = static_cast<Eigen::Index>(measured.kernel->trainingSize);
    const auto added = static_cast<Eigen::Index>(measured.kernel->size) - n;
    Mapped mapped;
    mapped.run.similarity.kernel = measured.kernel;
    Eigen::MatrixXd points;
    std::unique_ptr<DistanceSource> source;
    Eigen::MatrixXd newDistances(added, n);
    if (measured.approximate) {
        points = measured.values.leftCols(n);
        source = std::make_unique<PointDistances>(points);
        for (Eigen::Index i = 0; i < added; ++i)
            newDistances.row(i) = (points.colwise() - measured.values.col(n + i)).colwise().norm();
    } else {
        mapped.run.similarity.distances =
            std::make_shared<const Eigen::MatrixXd>(measured.values.topLeftCorner(n, n));
        source = std::make_unique<MatrixDistances>(*mapped.run.similarity.distances);
        newDistances = measured.values.bottomLeftCorner(added, n);
    }
    const ProgressToken embedding = progress.stage("Embedding", 0, 0.6);
    Result<Embedding> made = !measured.approximate && parameters.method == EmbeddingMethod::Pca
        ? embedKernel(measured.kernel->matrix.values.topLeftCorner(n, n), parameters, embedding)
        : embed(*source, parameters, embedding);
    if (!made)
        return made.error();
    mapped.run.embedding = std::move(*made);
    if (added > 0) {
        Result<Eigen::MatrixXd> places = projectNew(mapped.run.embedding, *source, newDistances,
                                                    progress.stage("Placing new structures", 0.6, 0.7));
        if (!places)
            return places.error();
        mapped.newPlaces = std::move(*places);
    }
    const Eigen::MatrixXd coordinates = mapped.run.embedding.coordinates.transpose();
    Result<MapQuality> quality = mapQuality(*source, PointDistances(coordinates), {parameters.neighbours},
                                            progress.stage("Judging the map", 0.7, 1));
    if (!quality)
        return quality.error();
    mapped.run.quality = std::move(*quality);
    return mapped;
}

/// The heatmap of distances, in the order that was asked for.
Result<Figure> distanceFigure(const Dataset& data, const Eigen::MatrixXd& distances,
                              const ParameterValues& values, const ProgressToken& progress)
{
    const MatrixOrder kind = matrixOrderNamed(values.text("order"));
    const Result<std::vector<std::size_t>> order = structureOrder(kind, data, distances, progress);
    if (!order)
        return order.error();
    return Figure{"distances", "Distances",
                  matrixFigure(kind, data, {matrixPanel(distances, *order, "", data)}, "Distance")};
}

Table eigenvalueTable(const Embedding& embedding)
{
    Table table("singular_values", {"index", "value"});
    for (Eigen::Index i = 0; i < embedding.spectrum.size(); ++i)
        table.addRow(i + 1, embedding.spectrum(i));
    return table;
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values,
                         const ProgressToken& progress)
{
    std::vector<std::string> notes;
    const Result<Measured> measured =
        measure(input, values, notes, progress.stage("Comparing structures", 0, 0.4));
    if (!measured)
        return measured.error();
    const Result<Mapped> mapped = mapStructures(*measured, embeddingParametersOf(values, input.seed),
                                                progress.stage("Embedding", 0.4, 0.9));
    if (!mapped)
        return mapped.error();
    const EmbedRun& run = mapped->run;
    MethodOutput output;
    addMetrics(run, output);
    output.tables.push_back(
        projectionTable("projection", *input.data, run.embedding.coordinates.transpose()));
    if (input.test)
        output.tables.push_back(
            projectionTable("projection_test", *input.test, mapped->newPlaces.transpose()));
    output.tables.push_back(eigenvalueTable(run.embedding));
    output.tables.push_back(qualityTable(*input.data, run.quality));
    output.figures = {{"scatter", "Map", mapFigure(*input.data, run.embedding.coordinates, 0, 1)},
                      scree(run.embedding)};
    if (run.similarity.distances) {
        Result<Figure> figure = distanceFigure(*input.data, *run.similarity.distances, values,
                                               progress.stage("Putting in order", 0.9, 1));
        if (!figure)
            return figure.error();
        output.figures.push_back(std::move(*figure));
    }
    output.files.push_back(
        {"model.json", mapModelText({run.similarity.kernel->structures, values, input.seed})});
    append(notes, run.embedding.notes);
    output.status = statusOf(notes);
    output.details = std::make_shared<const EmbedRun>(run);
    progress.report(1);
    return output;
}

/// The map is made again from the structures that the model holds, which gives the same map to the last bit,
/// and the new ones are placed on it.
Result<MethodOutput> apply(const ModelFile& file, const MethodInput& input, const ProgressToken& progress)
{
    const Result<MapModel> model = readMapModel(file.text, embedMethod().description);
    if (!model)
        return model.error();
    std::vector<std::string> notes;
    const Result<Measured> measured = measure({model->structures, input.data, model->seed}, model->parameters,
                                              notes, progress.stage("Comparing structures", 0, 0.5));
    if (!measured)
        return measured.error();
    const Result<Mapped> mapped =
        mapStructures(*measured, embeddingParametersOf(model->parameters, model->seed),
                      progress.stage("Embedding", 0.5, 1));
    if (!mapped)
        return mapped.error();
    MethodOutput output;
    output.metrics = {{"old_structures", static_cast<std::int64_t>(model->structures->size())},
                      {"new_structures", static_cast<std::int64_t>(input.data->size())}};
    output.tables = {projectionTable("projection", *input.data, mapped->newPlaces.transpose())};
    output.figures = {
        newPlacesFigure(*model->structures, mapped->run.embedding, *input.data, mapped->newPlaces)};
    append(notes, mapped->run.embedding.notes);
    output.status = statusOf(notes);
    return output;
}

} // namespace

ScatterFigure mapFigure(const Dataset& data, const Eigen::MatrixXd& coordinates, std::size_t x, std::size_t y)
{
    ScatterFigure figure = structureScatter(data, coordinates.transpose(), x, y);
    figure.x.title = "Component " + std::to_string(x + 1);
    figure.y.title =
        static_cast<Eigen::Index>(y) < coordinates.cols() ? "Component " + std::to_string(y + 1) : "";
    return figure;
}

namespace {

/// The kernel, then eigenvectors and the map's quality over all pairs; with landmarks, over pairs with those.
Cost estimate(const DataSize& size, const ParameterValues& values)
{
    const double n = size.structures;
    double landmarks = static_cast<double>(values.integer("nystroem"));
    if (landmarks == 0 && 3 * 8 * n * n > static_cast<double>(memoryLimit())
        && hasFeatures(values.text("kernel")))
        landmarks = automaticLandmarks;
    Cost cost = kernelCost(size, values);
    if (landmarks > 0) {
        cost.bytes = 4 * 8 * n * landmarks;
        cost.parallelSeconds = 4e-8 * n * landmarks;
        return cost;
    }
    const bool pca = values.text("method") == "pca";
    cost.bytes = (pca ? 6 : 5) * 8 * n * n;
    cost.parallelSeconds += 8e-8 * n * n;
    if (values.text("method") == "isomap")
        cost.parallelSeconds += 8e-8 * n * n;
    return cost;
}

} // namespace

Method embedMethod()
{
    MethodDescription description;
    description.name = "embed";
    description.title = "Similarity map";
    description.question = Question::WhichAreAlike;
    description.summary = "Draws a map on which alike structures lie near each other.";
    description.help = "A kernel measures how alike the structures are, and manifold learning unfolds the "
                       "distances into coordinates. Trustworthiness and continuity say how far the map can "
                       "be believed (1 is perfect), for the whole and for each point. New structures given "
                       "as test data are placed on the map without moving it, and so are those given to "
                       "'structatlas apply' with the run's model.json. After the kernels-manifold paper.";
    description.accepts = {StructureKind::Graph, StructureKind::Molecule, StructureKind::Tree};
    description.parameters = kernelParameters();
    description.parameters.push_back(embeddingChoice(false));
    append(description.parameters, embeddingParameters());
    description.parameters.push_back(
        {"nystroem", "Approximation",
         "Approximate the kernel from so many landmarks; 0 = exact where memory allows, else from 1,000.",
         "structures", IntegerType{0, 0, 100'000}});
    description.parameters.push_back(orderParameter());
    description.takesTestData = true;
    description.usesSeed = true;
    return {std::move(description),
            [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
                return run(input, values, progress);
            },
            mapModelFormat,
            [](const ModelFile& file, const MethodInput& input, const ProgressToken& progress) {
                return apply(file, input, progress);
            },
            estimate,
            suitedNeighbours};
}

} // namespace atlas
