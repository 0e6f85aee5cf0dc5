#include "core/kernels/kernel_method.h"

#include "core/io/write_rows.h"
#include "core/kernels/kernel_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace atlas {

namespace {

using IdPair = std::pair<std::uint32_t, std::uint32_t>;

std::optional<IdPair> parsePair(std::string_view text)
{
    IdPair pair;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, pair.first);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, pair.second);
    return second.ec == std::errc() && second.ptr == end ? std::optional(pair) : std::nullopt;
}

Result<void> checkPair(std::string_view text)
{
    if (text.empty() || parsePair(text))
        return {};
    return Error{ErrorCode::BadUse, "Give two ids with a comma between them: 3,17."};
}

Result<std::size_t> rowOfRecord(const Dataset& data, std::uint32_t record)
{
    for (std::size_t row = 0; row < data.size(); ++row)
        if (data.record(RowId(row)).number.value() == record)
            return row;
    return Error{ErrorCode::BadUse, "--explain: no structure has the id " + std::to_string(record) + "."};
}

std::string verticesText(const std::vector<std::uint32_t>& vertices)
{
    std::string text;
    for (const std::uint32_t vertex : vertices)
        text += (text.empty() ? "" : " ") + std::to_string(vertex);
    return text;
}

/// explanation.csv: the terms of k(a, b).
Result<Table> explanationTable(const KernelRun& run, const IdPair& pair)
{
    const Result<std::size_t> a = rowOfRecord(*run.structures, pair.first);
    const Result<std::size_t> b = rowOfRecord(*run.structures, pair.second);
    if (!a || !b)
        return a ? b.error() : a.error();
    const Result<KernelExplanation> why = explainPair(run, RowId(*a), RowId(*b));
    if (!why)
        return why.error();
    Table table("explanation", {"feature", "contribution", "count_a", "count_b", "vertices_a", "vertices_b"});
    for (const SharedFeature& feature : why->shared)
        table.addRow(feature.text, feature.contribution, feature.countA, feature.countB,
                     verticesText(feature.verticesA), verticesText(feature.verticesB));
    return table;
}

Table gramTable(const KernelRun& run)
{
    std::vector<std::string> ids;
    for (std::size_t row = 0; row < run.structures->size(); ++row)
        ids.push_back(std::to_string(run.structures->record(RowId(row)).number.value()));
    Table table("gram", ids);
    for (Eigen::Index i = 0; i < run.matrix.values.rows(); ++i) {
        std::vector<std::string> cells;
        for (Eigen::Index j = 0; j < run.matrix.values.cols(); ++j)
            cells.push_back(shortestText(run.matrix.values(i, j)));
        table.addCells(std::move(cells));
    }
    return table;
}

/// neighbours.csv: each structure's nearest.
Table neighbourTable(const KernelRun& run, const Eigen::MatrixXd& distances)
{
    Table table(
        "neighbours",
        {"id", "name", "class", "nearest_id", "nearest_name", "nearest_class", "similarity", "distance"});
    const Dataset& data = *run.structures;
    for (std::size_t row = 0; row < data.size() && data.size() > 1; ++row) {
        const auto i = static_cast<Eigen::Index>(row);
        Eigen::Index nearest = row == 0 ? 1 : 0;
        for (Eigen::Index j = 0; j < distances.rows(); ++j)
            if (j != i && distances(j, i) < distances(nearest, i))
                nearest = j;
        const RowId other(static_cast<std::size_t>(nearest));
        table.addRow(data.record(RowId(row)).number.value(), data.name(RowId(row)),
                     className(data, RowId(row)), data.record(other).number.value(), data.name(other),
                     className(data, other), run.matrix.values(nearest, i), distances(nearest, i));
    }
    return table;
}

void addMetrics(const KernelRun& run, MethodOutput& output)
{
    const Eigen::MatrixXd& gram = run.matrix.values;
    const auto n = static_cast<double>(gram.rows());
    const double outside = gram.sum() - gram.trace();
    output.metrics = {{"structures", static_cast<std::int64_t>(gram.rows())},
                      {"features", static_cast<std::int64_t>(run.matrix.features)},
                      {"without_features", static_cast<std::int64_t>(run.matrix.withoutFeatures)},
                      {"gram_sum", gram.sum()},
                      {"gram_trace", gram.trace()},
                      {"mean_similarity", n > 1 ? outside / (n * (n - 1)) : 0.0}};
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values,
                         const ProgressToken& progress)
{
    std::vector<std::string> notes;
    const Result<std::shared_ptr<const KernelRun>> kernel =
        runKernel(input, values, notes, progress.stage("Comparing graphs", 0, 0.8));
    if (!kernel)
        return kernel.error();
    Result<Eigen::MatrixXd> distances =
        kernelDistances((*kernel)->matrix.values, progress.stage("Measuring distances", 0.8, 0.9));
    if (!distances)
        return distances.error();
    MethodOutput output;
    addMetrics(**kernel, output);
    output.tables.push_back(neighbourTable(**kernel, *distances));
    if (values.flag("gram"))
        output.tables.push_back(gramTable(**kernel));
    if (const std::optional<IdPair> pair = parsePair(values.text("explain"))) {
        Result<Table> table = explanationTable(**kernel, *pair);
        if (!table)
            return table.error();
        output.tables.push_back(std::move(*table));
    }
    const MatrixOrder orderKind = matrixOrderNamed(values.text("order"));
    const Dataset& data = *(*kernel)->structures;
    const Result<std::vector<std::size_t>> order =
        structureOrder(orderKind, data, *distances, progress.stage("Putting in order", 0.9, 1));
    if (!order)
        return order.error();
    output.figures.push_back({"gram", "Similarities",
                              matrixFigure(orderKind, data,
                                           {matrixPanel((*kernel)->matrix.values, *order, "Similarity", data),
                                            matrixPanel(*distances, *order, "Distance", data)},
                                           "Value")});
    output.status = statusOf(notes);
    output.details = std::make_shared<const SimilarityRun>(
        SimilarityRun{*kernel, std::make_shared<const Eigen::MatrixXd>(std::move(*distances))});
    progress.report(1);
    return output;
}

} // namespace

Method kernelMethod()
{
    MethodDescription description;
    description.name = "kernel";
    description.title = "Similarities";
    description.question = Question::WhichAreAlike;
    description.summary = "Measures how alike all pairs of structures are, by a kernel.";
    description.help = "A kernel counts what two graphs share: paths, neighbourhoods, small shapes, walks. "
                       "The result is a matrix of similarities and of the distances d = sqrt(k_aa + k_bb - 2 "
                       "k_ab), each structure's nearest, and, for two structures named by --explain, what "
                       "they share and where. After the kernels-manifold paper, section 3. Molecules and "
                       "trees are compared as graphs; sst, st and ptk compare trees as trees.";
    description.accepts = {StructureKind::Graph, StructureKind::Molecule, StructureKind::Tree};
    description.parameters = kernelParameters();
    description.parameters.push_back(orderParameter());
    description.parameters.push_back({"gram", "Write the matrix",
                                      "Write gram.csv: a header of ids, then the matrix.", "",
                                      FlagType{false}});
    description.parameters.push_back({"explain", "Explain a pair",
                                      "Write explanation.csv: what the structures of these two ids share.",
                                      "", TextType{"", "ID,ID", checkPair}});
    Method method{std::move(description),
                  [](const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
                      return run(input, values, progress);
                  }};
    method.estimate = kernelCost;
    return method;
}

} // namespace atlas
