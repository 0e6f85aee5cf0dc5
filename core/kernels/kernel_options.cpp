#include "core/kernels/kernel_options.h"

#include "core/data/conversions.h"
#include "core/kernels/random_walk.h"
#include "core/support/text.h"

#include <algorithm>
#include <numeric>

namespace atlas {

namespace {

constexpr std::size_t largestPanel = 400;
constexpr double largestDecay = 0.99;

Result<DatasetPtr> asGraphs(const DatasetPtr& data, const ProgressToken& progress)
{
    switch (data->kind()) {
    case StructureKind::Graph:
        return data;
    case StructureKind::Molecule:
        return moleculesToGraphs(*data, {}, progress);
    case StructureKind::Tree:
        break;
    }
    return treesToGraphs(*data, progress);
}

VertexLabels labelsNamed(const std::string& name)
{
    if (name == "degree")
        return VertexLabels::Degree;
    return name == "none" ? VertexLabels::None : VertexLabels::Given;
}

ParameterDescription kernelChoice()
{
    return {
        "kernel", "Kernel", "What two graphs are compared by (kernels-manifold paper, section 3).", "",
        ChoiceType{
            "weisfeiler-lehman",
            {{"shortest-path-steps",
              "sums of shortest-path lengths by vertex; depends on the order of the vertices in the file"},
             {"shortest-path-delta", "how many pairs of vertices lie how far apart"},
             {"shortest-path", "the same by the labels of both ends"},
             {"weisfeiler-lehman", "neighbourhoods of vertices up to a depth"},
             {"graphlet", "shapes of small subgraphs; ignores labels"},
             {"random-walk", "equal walks in both; slow on many or large graphs"}}}};
}

void addNotes(const KernelRun& run, std::vector<std::string>& notes)
{
    if (run.parameters.kernel == GraphKernel::ShortestPathSteps)
        notes.emplace_back("The steps kernel depends on the order of the vertices in the file.");
    if (run.matrix.withoutFeatures > 0)
        notes.push_back(countText(run.matrix.withoutFeatures, "structure has", "structures have")
                        + " no feature of this kernel: similar to nothing.");
    if (run.matrix.notConverged > 0)
        notes.push_back(countText(run.matrix.notConverged, "pair", "pairs")
                        + " of the random walk did not converge; use a smaller decay.");
}

} // namespace

std::vector<ParameterDescription> kernelParameters()
{
    return {kernelChoice(),
            {"depth", "Depth", "Weisfeiler-Lehman: how far a vertex sees, iteration 0 counted as 0.", "steps",
             IntegerType{3, 0, 100}},
            {"labels", "Vertex labels", "Where the labels of vertices come from.", "",
             ChoiceType{"given",
                        {{"given", "the data's; the degree where the data gives none"},
                         {"degree", "the number of neighbours"},
                         {"none", "all equal"}}}},
            {"edge-labels", "Edge labels",
             "Weisfeiler-Lehman: neighbours count with the label of their edge.", "", FlagType{false}},
            {"normalise", "Normalise",
             "Divide by the square roots of the self-similarities: values from 0 to 1.", "", FlagType{true}},
            {"graphlet-size", "Graphlet size", "Graphlet: the number of vertices of the shapes.", "vertices",
             IntegerType{4, 3, 4}},
            {"decay", "Decay", "Random walk: the weight of a step as a part of the largest that converges.",
             "", RealType{0.5, 0.001, largestDecay}}};
}

Result<std::shared_ptr<KernelRun>> prepareKernel(const MethodInput& input, const ParameterValues& values,
                                                 std::vector<std::string>& notes,
                                                 const ProgressToken& progress)
{
    auto run = std::make_shared<KernelRun>();
    const Result<DatasetPtr> graphs = asGraphs(input.data, progress.stage("Converting to graphs", 0, 0.5));
    if (!graphs)
        return graphs.error();
    run->graphs = *graphs;
    run->trainingSize = (*graphs)->size();
    run->flat = FlatGraphs(labelsNamed(values.text("labels")));
    if (Result<void> added = run->flat.append(**graphs); !added)
        return added.error();
    double lambda =
        values.text("kernel") == "random-walk" ? randomWalkLambda(run->flat, values.real("decay")) : 0;
    if (input.test) {
        const Result<DatasetPtr> test = asGraphs(input.test, progress.stage("Converting to graphs", 0.5, 1));
        if (!test)
            return test.error();
        if (Result<void> added = run->flat.append(**test); !added)
            return added.error();
        // New graphs must not change what is known of the old ones, unless walks on them would never end.
        if (lambda > 0)
            lambda = std::min(lambda, randomWalkLambda(run->flat, largestDecay));
    }
    const Result<GraphKernel> kernel = graphKernelNamed(values.text("kernel"));
    if (!kernel)
        return kernel.error();
    run->parameters = {*kernel,
                       static_cast<std::size_t>(values.integer("depth")),
                       values.flag("edge-labels"),
                       static_cast<std::size_t>(values.integer("graphlet-size")),
                       values.real("decay"),
                       values.flag("normalise"),
                       lambda};
    if (input.data->kind() != StructureKind::Graph)
        notes.push_back(std::string("The ") + toString(input.data->kind()) + "s are compared as graphs.");
    return run;
}

Result<std::shared_ptr<const KernelRun>> runKernel(const MethodInput& input, const ParameterValues& values,
                                                   std::vector<std::string>& notes,
                                                   const ProgressToken& progress)
{
    Result<std::shared_ptr<KernelRun>> run =
        prepareKernel(input, values, notes, progress.stage("Converting to graphs", 0, 0.2));
    if (!run)
        return run.error();
    Result<KernelMatrix> matrix =
        graphKernelMatrix((*run)->flat, (*run)->parameters, progress.stage("Comparing graphs", 0.2, 1));
    if (!matrix)
        return matrix.error();
    (*run)->matrix = std::move(*matrix);
    addNotes(**run, notes);
    return std::shared_ptr<const KernelRun>(std::move(*run));
}

std::vector<ClassId> classesOf(const Dataset& data)
{
    std::vector<ClassId> classes;
    for (std::size_t row = 0; row < data.size(); ++row)
        classes.push_back(data.record(RowId(row)).classId);
    return classes;
}

std::vector<std::string> classNames(const Dataset& data)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        names.push_back(data.classes().text(LabelId(i)));
    return names;
}

std::vector<std::size_t> orderByClass(const Dataset& data)
{
    std::vector<std::size_t> order(data.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::vector<ClassId> classes = classesOf(data); // the invalid id is the largest
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return classes[a] < classes[b]; });
    return order;
}

HeatmapFigure::Panel matrixPanel(const Eigen::MatrixXd& matrix, const std::vector<std::size_t>& order,
                                 std::string title)
{
    const std::size_t n = order.size();
    const std::size_t cells = std::min(n, largestPanel);
    HeatmapFigure::Panel panel{std::move(title), cells, cells, std::vector<double>(cells * cells), {}, {}};
    std::vector<double> counts(cells * cells);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t cell = i * cells / n * cells + j * cells / n;
            panel.values[cell] +=
                matrix(static_cast<Eigen::Index>(order[i]), static_cast<Eigen::Index>(order[j]));
            ++counts[cell];
        }
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        panel.values[cell] /= counts[cell];
    return panel;
}

std::string statusOf(const std::vector<std::string>& notes)
{
    std::string status;
    for (const std::string& note : notes)
        status += (status.empty() ? "" : " ") + note;
    return status.empty() ? "ok" : status;
}

} // namespace atlas
