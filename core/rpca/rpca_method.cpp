#include "core/rpca/rpca_method.h"

#include "core/data/conversions.h"
#include "core/rpca/rpca_model_file.h"
#include "core/rpca/rpca_report.h"
#include "core/support/text.h"

#include <charconv>

namespace atlas {

namespace {

// Distinct substructures up to which a truncated run finds the rank as well.
constexpr std::size_t rankLimit = 4000;

/// 0 for "all".
Result<std::size_t> componentsOf(std::string_view text)
{
    if (text == "all")
        return std::size_t{0};
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0)
        return Error{ErrorCode::BadUse,
                     "'" + std::string(text) + "' is not a number of components: give 1 or more, or all."};
    return number;
}

MethodDescription description()
{
    MethodDescription text;
    text.name = "rpca";
    text.title = "Recursive PCA";
    text.question = Question::WhichAreAlike;
    text.summary = "Gives every structure and substructure a vector, and rebuilds structures from vectors.";
    text.help =
        "Principal components of sequences, trees and graphs, after Sperduti, 'Efficient Computation of "
        "Recursive Principal Component Analysis for Structured Input'. With all components every structure "
        "can be rebuilt exactly from its vector; with fewer, approximately. Equal substructures enter once, "
        "and the solvers gram, covariance and lanczos do without the paper's dense state space. Molecules "
        "are taken as graphs.";
    text.accepts = {StructureKind::Tree, StructureKind::Graph, StructureKind::Molecule};
    text.parameters = {
        {"components", "Components",
         "How many numbers a structure gets: p, or all. Above the rank: the rank.", "",
         TextType{"50", "NUMBER or all",
                  [](std::string_view value) -> Result<void> {
                      const Result<std::size_t> number = componentsOf(value);
                      return number ? Result<void>{} : Result<void>(number.error());
                  }}},
        {"solver", "Solver", "How the components are found; the result is the same.", "",
         ChoiceType{"auto",
                    {{"auto", "by size and memory"},
                     {"svd", "direct SVD of the explicit state space"},
                     {"qr-svd", "QR, then SVD of the small factor (section 3.5)"},
                     {"gram", "the kernel between substructures, without state space"},
                     {"covariance", "eigenproblem of the sparse state space's covariance"},
                     {"lanczos", "some components of large data, sparse"}}}},
        {"columns", "Columns", "For svd and qr-svd: which columns the matrix has (section 3.4).", "",
         ChoiceType{"dag", {{"all", "every substructure"}, {"dag", "distinct ones, weighted"}}}},
        {"state", "State space", "For svd and qr-svd: which rows the matrix has (section 3.3).", "",
         ChoiceType{"minimal",
                    {{"full", "all components at every path"}, {"minimal", "what occurs at a path"}}}},
        {"labels", "Labels", "How labels become vectors.", "",
         ChoiceType{
             "one-hot",
             {{"one-hot", "a component each"},
              {"paper", "3 for nonterminals and 0 for terminals, then one-hot (section 4); trees only"},
              {"vector", "the labels are vectors"}}}},
        {"zero-mean", "Zero mean", "Add the paper's dummy state, which makes the columns sum to zero.", "",
         FlagType{false}},
        {"max-vertices", "Largest graph",
         "For graphs: N, the most vertices that the system manages. 0 = as the data.", "vertices",
         IntegerType{0, 0, 1'000'000}},
    };
    return text;
}

void addNote(MethodOutput& output, const std::string& note)
{
    output.note += (output.note.empty() ? "" : " ") + note;
}

RpcaLabels labelsOf(const std::string& name)
{
    return name == "paper" ? RpcaLabels::Paper : name == "vector" ? RpcaLabels::Vector : RpcaLabels::OneHot;
}

RpcaParameters parametersOf(const ParameterValues& values)
{
    RpcaParameters parameters;
    parameters.components = componentsOf(values.text("components")).valueOr(0);
    parameters.solver = rpcaSolver(values.text("solver")).value_or(RpcaSolver::Auto);
    parameters.columns = values.text("columns") == "all" ? RpcaColumns::All : RpcaColumns::Dag;
    parameters.state = values.text("state") == "full" ? RpcaState::Full : RpcaState::Minimal;
    parameters.zeroMean = values.flag("zero-mean");
    return parameters;
}

/// Finds the rank where a truncated solver did not, unless that takes too long.
Result<MetricValue> rankMetric(const RpcaResult& result, const ProgressToken& progress)
{
    if (result.rank)
        return MetricValue(static_cast<std::int64_t>(*result.rank));
    if (result.input->dag.size() > rankLimit)
        return MetricValue("at least " + std::to_string(result.components()));
    const Result<std::size_t> rank = rpcaRank(*result.input, progress);
    if (!rank)
        return rank.error();
    return MetricValue(static_cast<std::int64_t>(*rank));
}

void addNotes(const RpcaReport& report, const ParameterValues& values, MethodOutput& output)
{
    const RpcaResult& result = *report.result;
    if (!result.converged)
        output.status = "not converged: the last components are approximate";
    if (result.parameters.components > result.components())
        addNote(output,
                "The data have rank " + std::to_string(result.components())
                    + ": more components than that are null.");
    if (values.text("labels") == "one-hot" && report.data->nodeLabels().dimension() > 0)
        addNote(output,
                "The labels are vectors and were taken as symbols; --labels vector takes their numbers.");
    if (!report.rebuilt.empty() && report.rebuilt.back().tried < report.data->size())
        addNote(output,
                "Rebuilding was tried on " + countText(report.rebuilt.back().tried, "structure", "structures")
                    + ".");
    if (output.files.empty())
        addNote(output, "The model is too large to be written; ask for fewer components to have one.");
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values, ProgressToken progress)
{
    auto report = std::make_shared<RpcaReport>();
    report->data = input.data;
    if (input.data->kind() == StructureKind::Molecule) {
        Result<DatasetPtr> graphs =
            moleculesToGraphs(*input.data, {}, progress.stage("Converting to graphs", 0, 0.05));
        if (!graphs)
            return graphs.error();
        report->data = *graphs;
    }
    RpcaInputParameters coding;
    coding.labels = labelsOf(values.text("labels"));
    coding.maximumVertices = static_cast<std::size_t>(values.integer("max-vertices"));
    Result<RpcaInput> coded =
        rpcaInput(*report->data, coding, progress.stage("Finding substructures", 0.05, 0.1));
    if (!coded)
        return coded.error();
    Result<RpcaResult> result = rpca(std::make_shared<const RpcaInput>(std::move(*coded)),
                                     parametersOf(values), progress.stage("Finding components", 0.1, 0.7));
    if (!result)
        return result.error();
    report->result = std::make_shared<const RpcaResult>(std::move(*result));
    report->decoder = std::make_shared<const RpcaDecoder>(report->result);
    const Result<StateSizes> sizes =
        stateSizes(*report->result->input, progress.stage("Counting the state space", 0.7, 0.75));
    if (!sizes)
        return sizes.error();
    report->sizes = *sizes;
    const Result<MetricValue> rank =
        rankMetric(*report->result, progress.stage("Finding the rank", 0.75, 0.8));
    if (!rank)
        return rank.error();
    report->errors = reconstructionErrors(*report->result);
    Result<std::vector<RebuiltPoint>> rebuilt =
        rebuiltStructures(*report->decoder, 2000, progress.stage("Rebuilding structures", 0.8, 0.95));
    if (!rebuilt)
        return rebuilt.error();
    report->rebuilt = std::move(*rebuilt);
    MethodOutput output;
    output.metrics = {{"rank", *rank},
                      {"components", static_cast<std::int64_t>(report->result->components())},
                      {"state_full", static_cast<std::int64_t>(sizes->full)},
                      {"state_minimal", static_cast<std::int64_t>(sizes->minimal)},
                      {"state_complete", sizes->complete},
                      {"columns_all", static_cast<std::int64_t>(report->result->input->columnCount())},
                      {"columns_dag", static_cast<std::int64_t>(report->result->input->dag.size())},
                      {"reconstruction_error", report->errors(report->errors.size() - 1)},
                      {"exactly_rebuilt", static_cast<std::int64_t>(report->rebuilt.back().exact)},
                      {"solver", std::string(toString(report->result->solver))}};
    output.tables = rpcaTables(*report);
    output.figures = rpcaFigures(*report);
    output.files = rpcaModelFiles(*report->result);
    addNotes(*report, values, output);
    output.details = std::shared_ptr<const RpcaReport>(report);
    progress.report(1);
    return output;
}

} // namespace

namespace {

/// Trees: the kernel between all distinct subtrees. Graphs: their list encodings, vertex by vertex.
Cost estimate(const DataSize& size, const ParameterValues& values)
{
    Cost cost;
    if (size.kind == StructureKind::Tree) {
        cost.bytes = 8 * size.subtrees * size.subtrees;
        cost.serialSeconds = 1.5e-7 * size.subtrees * size.subtrees;
        return cost;
    }
    const std::size_t components = parametersOf(values).components;
    cost.bytes = 400 * size.nodes * static_cast<double>(components == 0 ? 200 : components);
    cost.serialSeconds = 2.6e-4 * size.nodes;
    return cost;
}

} // namespace

Method rpcaMethod()
{
    return {description(), run, rpcaModelFormat,
            [](const ModelFile& model, const MethodInput& input, const ProgressToken& progress) {
                return applyRpca(model.path, input, progress);
            },
            estimate};
}

} // namespace atlas
