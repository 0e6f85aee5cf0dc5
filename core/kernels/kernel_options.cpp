#include "core/kernels/kernel_options.h"

#include "core/data/conversions.h"
#include "core/kernels/joined_trees.h"
#include "core/kernels/random_walk.h"
#include "core/kernels/tree_explanation.h"
#include "core/kernels/tree_gram.h"
#include "core/linalg/cluster_order.h"
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
        "kernel", "Kernel",
        "What two structures are compared by (kernels-manifold paper, section 3; for trees also the kernels "
        "of the DAG-perceptron paper).",
        "",
        ChoiceType{
            "weisfeiler-lehman",
            {{"shortest-path-steps",
              "sums of shortest-path lengths by vertex; depends on the order of the vertices in the file"},
             {"shortest-path-delta", "how many pairs of vertices lie how far apart"},
             {"shortest-path", "the same by the labels of both ends"},
             {"weisfeiler-lehman", "neighbourhoods of vertices up to a depth"},
             {"graphlet", "shapes of small subgraphs; ignores labels"},
             {"random-walk", "equal walks in both; slow on many or large graphs"},
             {"st", "trees: equal subtrees"},
             {"sst", "trees: equal fragments that hold each production whole or not at all"},
             {"ptk", "trees: equal fragments that may hold a part of the children"}}}};
}

void addNotes(const KernelRun& run, std::vector<std::string>& notes)
{
    if (!run.treeKernel && run.parameters.kernel == GraphKernel::ShortestPathSteps)
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
            {"depth", "Depth",
             "Weisfeiler-Lehman: k(a, b) = sum_h <counts of labels of a, of b> over h = 0 to this depth.",
             "steps", IntegerType{3, 0, 100}, ParameterUse{"kernel", {"weisfeiler-lehman"}}},
            {"labels", "Vertex labels", "Where the labels of vertices come from.", "",
             ChoiceType{"given",
                        {{"given", "the data's; the degree where the data gives none"},
                         {"degree", "the number of neighbours"},
                         {"none", "all equal"}}},
             ParameterUse{"kernel", {"shortest-path", "weisfeiler-lehman", "random-walk"}}},
            {"edge-labels", "Edge labels",
             "Weisfeiler-Lehman: neighbours count with the label of their edge.", "", FlagType{false},
             ParameterUse{"kernel", {"weisfeiler-lehman"}}},
            {"normalise", "Normalise", "k(a, b) / sqrt(k(a, a) k(b, b)): values from 0 to 1.", "",
             FlagType{true}},
            {"graphlet-size", "Graphlet size", "Graphlet: the number of vertices of the shapes.", "vertices",
             IntegerType{4, 3, 4}, ParameterUse{"kernel", {"graphlet"}}},
            {"decay", "Decay",
             "Random walk: the weight of a step as a part of the largest that converges (at most 0.99). Tree "
             "kernels: the weight of one more level of a fragment; 1 counts all alike.",
             "", RealType{0.5, 0.001, 1}, ParameterUse{"kernel", {"random-walk", "st", "sst", "ptk"}}}};
}

namespace {

Result<void> checkDecay(const ParameterValues& values)
{
    if (values.text("kernel") == "random-walk" && values.real("decay") > largestDecay)
        return Error{ErrorCode::BadUse, "--decay: at most 0.99 for the random walk, or walks never end."};
    return {};
}

Result<std::shared_ptr<KernelRun>> prepareTrees(const MethodInput& input, const ParameterValues& values,
                                                TreeKernelKind kind)
{
    for (const DatasetPtr& data : {input.data, input.test})
        if (data && data->kind() != StructureKind::Tree)
            return Error{ErrorCode::BadUse,
                         std::string("The kernel '") + toString(kind) + "' compares trees; this data holds "
                             + toString(data->kind())
                             + "s. Choose a graph kernel, such as weisfeiler-lehman."};
    auto run = std::make_shared<KernelRun>();
    run->structures = run->trees = input.data;
    run->trainingSize = run->size = input.data->size();
    run->parameters.normalise = values.flag("normalise");
    run->treeKernel = TreeKernelParameters{kind, values.real("decay"), values.flag("normalise")};
    if (input.test) {
        Result<DatasetPtr> joined = joinedTrees(*input.data, *input.test);
        if (!joined)
            return joined.error();
        run->trees = std::move(*joined);
        run->size = run->trees->size();
    }
    return run;
}

Result<std::shared_ptr<KernelRun>> prepareGraphs(const MethodInput& input, const ParameterValues& values,
                                                 const ProgressToken& progress)
{
    const Result<GraphKernel> kernel = graphKernelNamed(values.text("kernel"));
    if (!kernel)
        return kernel.error();
    auto run = std::make_shared<KernelRun>();
    const Result<DatasetPtr> graphs = asGraphs(input.data, progress.stage("Converting to graphs", 0, 0.5));
    if (!graphs)
        return graphs.error();
    run->structures = *graphs;
    run->trainingSize = (*graphs)->size();
    run->flat = FlatGraphs(labelsNamed(values.text("labels")));
    if (Result<void> added = run->flat.append(**graphs); !added)
        return added.error();
    double lambda =
        *kernel == GraphKernel::RandomWalk ? randomWalkLambda(run->flat, values.real("decay")) : 0;
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
    run->size = run->flat.size();
    run->parameters = {*kernel,
                       static_cast<std::size_t>(values.integer("depth")),
                       values.flag("edge-labels"),
                       static_cast<std::size_t>(values.integer("graphlet-size")),
                       values.real("decay"),
                       values.flag("normalise"),
                       lambda};
    return run;
}

Result<KernelMatrix> treeKernelMatrix(const KernelRun& run, const ProgressToken& progress)
{
    TreeKernelParameters raw = *run.treeKernel;
    raw.normalise = false;
    Result<Eigen::MatrixXd> gram = treeGram(run.trees->forest(), raw, progress);
    if (!gram)
        return gram.error();
    KernelMatrix matrix;
    matrix.values = std::move(*gram);
    matrix.withoutFeatures = run.treeKernel->normalise
        ? normaliseKernel(matrix.values)
        : static_cast<std::size_t>((matrix.values.diagonal().array() <= 0).count());
    return matrix;
}

} // namespace

Result<std::shared_ptr<KernelRun>> prepareKernel(const MethodInput& input, const ParameterValues& values,
                                                 std::vector<std::string>& notes,
                                                 const ProgressToken& progress)
{
    if (Result<void> checked = checkDecay(values); !checked)
        return checked.error();
    if (const Result<TreeKernelKind> kind = treeKernelKind(values.text("kernel")))
        return prepareTrees(input, values, *kind);
    Result<std::shared_ptr<KernelRun>> run = prepareGraphs(input, values, progress);
    if (run && input.data->kind() != StructureKind::Graph)
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
    const ProgressToken comparing = progress.stage("Comparing structures", 0.2, 1);
    Result<KernelMatrix> matrix = (*run)->treeKernel
        ? treeKernelMatrix(**run, comparing)
        : graphKernelMatrix((*run)->flat, (*run)->parameters, comparing);
    if (!matrix)
        return matrix.error();
    (*run)->matrix = std::move(*matrix);
    addNotes(**run, notes);
    return std::shared_ptr<const KernelRun>(std::move(*run));
}

Result<SparseFeatures> kernelFeatures(const KernelRun& run, const ProgressToken& progress)
{
    if (!run.treeKernel)
        return graphFeatures(run.flat, run.parameters, progress);
    if (run.treeKernel->kind != TreeKernelKind::Subtree)
        return Error{ErrorCode::BadUse,
                     std::string("The kernel '") + toString(run.treeKernel->kind)
                         + "' has no explicit features; choose st or a graph kernel for an approximation."};
    const Result<KernelForest> forest = KernelForest::make(run.trees->forest(), {}, progress);
    if (!forest)
        return forest.error();
    const SubtreeFeatures subtrees = subtreeFeatures(*forest, run.treeKernel->decay);
    SparseFeatures features;
    features.columns = subtrees.subtrees.size();
    features.firstEntries = subtrees.first;
    for (const SubtreeFeatures::Entry& entry : subtrees.entries) {
        features.features.push_back(entry.feature);
        features.values.push_back(entry.value);
    }
    return features;
}

Result<KernelExplanation> explainPair(const KernelRun& run, RowId a, RowId b)
{
    if (run.treeKernel)
        return explainTreeKernel(*run.structures, *run.treeKernel, a, b);
    return explainKernel(run.flat, run.parameters, a.index(), b.index());
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

ParameterDescription orderParameter()
{
    return {"order", "Order of the matrix", "How the heatmap of distances is put in order.", "",
            ChoiceType{"class",
                       {{"class", "by class"},
                        {"clustering", "by hierarchical clustering, average linkage"},
                        {"given", "as in the data"}}}};
}

MatrixOrder matrixOrderNamed(std::string_view name)
{
    if (name == "clustering")
        return MatrixOrder::Clustering;
    return name == "given" ? MatrixOrder::Given : MatrixOrder::Class;
}

Result<std::vector<std::size_t>> structureOrder(MatrixOrder order, const Dataset& data,
                                                const Eigen::MatrixXd& distances,
                                                const ProgressToken& progress)
{
    if (order == MatrixOrder::Clustering)
        return clusterOrder(distances, progress);
    std::vector<std::size_t> rows(data.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    if (order == MatrixOrder::Class) {
        const std::vector<ClassId> classes = classesOf(data); // the invalid id is the largest
        std::stable_sort(rows.begin(), rows.end(),
                         [&](std::size_t a, std::size_t b) { return classes[a] < classes[b]; });
    }
    return rows;
}

std::pair<std::size_t, std::size_t> placesOfCell(std::size_t cell, std::size_t cells, std::size_t size)
{
    // Place p lies in cell p * cells / size, rounded down.
    const auto firstOf = [&](std::size_t c) { return (c * size + cells - 1) / cells; };
    return {firstOf(cell), firstOf(cell + 1)};
}

HeatmapFigure::Panel matrixPanel(const Eigen::MatrixXd& matrix, const std::vector<std::size_t>& order,
                                 std::string title, const Dataset& data)
{
    const std::size_t n = order.size();
    const std::size_t cells = std::min(n, largestPanel);
    HeatmapFigure::Panel panel;
    panel.title = std::move(title);
    panel.rows = panel.columns = cells;
    panel.values.assign(cells * cells, 0);
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
    if (data.classes().size() > 0)
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const auto [first, last] = placesOfCell(cell, cells, n);
            panel.classes.push_back(data.record(RowId(order[(first + last) / 2])).classId);
        }
    return panel;
}

HeatmapFigure matrixFigure(MatrixOrder order, const Dataset& data, std::vector<HeatmapFigure::Panel> panels,
                           std::string valueTitle)
{
    HeatmapFigure figure;
    const bool byClass = order == MatrixOrder::Class && data.classes().size() > 0;
    figure.x.title = figure.y.title = byClass ? "Structures by class"
        : order == MatrixOrder::Clustering    ? "Structures by clustering"
                                              : "Structures as in the data";
    figure.valueTitle = std::move(valueTitle);
    figure.commonScale = panels.size() == 1;
    figure.classNames = classNames(data);
    figure.panels = std::move(panels);
    return figure;
}

std::string statusOf(const std::vector<std::string>& notes)
{
    std::string status;
    for (const std::string& note : notes)
        status += (status.empty() ? "" : " ") + note;
    return status.empty() ? "ok" : status;
}

Cost kernelCost(const DataSize& size, const ParameterValues& values)
{
    const double n = size.structures;
    Cost cost;
    cost.bytes = 3 * 8 * n * n; // the matrix, its distances, and one of the two while it is made
    cost.serialSeconds = 4e-6 * size.nodes;
    cost.parallelSeconds = 4e-8 * n * n;
    if (values.text("kernel") == "random-walk" && n > 0)
        cost.parallelSeconds += 4e-8 * size.nodes * size.nodes; // every pair of vertices of every pair
    return cost;
}

} // namespace atlas
