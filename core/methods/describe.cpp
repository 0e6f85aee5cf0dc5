#include "core/methods/describe.h"

#include "core/dag/minimal_dag.h"
#include "core/data/conversions.h"

#include <boost/graph/connected_components.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace atlas {

namespace {

Error cancelled() { return {ErrorCode::Cancelled, "The computation was cancelled."}; }

std::size_t countUsed(const std::vector<bool>& used)
{
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

std::size_t usedLabels(const Dataset& data)
{
    std::vector<bool> used(data.nodeLabels().size());
    for (const LabelId label : data.forest().labels())
        used[label.index()] = true;
    return countUsed(used);
}

/// Every distinct subtree of a tree once: `lastTree` remembers for each DAG node the last tree that had it.
StructureNumbers treeNumbers(const Forest& forest, RowId row, const MinimalDag& dag,
                             std::vector<RowId>& lastTree)
{
    const Tree tree = forest.tree(row);
    StructureNumbers numbers;
    numbers.nodes = tree.nodeCount();
    numbers.edges = tree.nodeCount() - 1;
    numbers.depth = dag.level(dag.root(row));
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
        const DagNodeId node = dag.nodeOf(NodeId(i));
        numbers.outdegree = std::max(numbers.outdegree, tree.children(NodeId(i)).size());
        if (lastTree[node.index()] != row) {
            lastTree[node.index()] = row;
            ++numbers.distinctSubtrees;
        }
    }
    return numbers;
}

Result<Description> describeTrees(const Dataset& data, const ProgressToken& progress)
{
    const Result<MinimalDag> dag =
        buildMinimalDag(data.forest(), {}, progress.stage("Finding equal subtrees", 0, 0.4));
    if (!dag)
        return dag.error();
    const Result<MinimalDag> positional = buildMinimalDag(data.forest(), {.positionalLeaves = true},
                                                          progress.stage("Finding equal subtrees", 0.4, 0.7));
    if (!positional)
        return positional.error();
    Description description;
    description.labels = usedLabels(data);
    description.dag = DagNumbers{dag->nodeCount(), positional->nodeCount(), dag->arcCount(), dag->pairCount(),
                                 dag->distinctRootCount()};
    const ProgressToken counting = progress.stage("Counting", 0.7, 1);
    std::vector<RowId> lastTree(dag->nodeCount());
    for (std::size_t row = 0; row < data.size(); ++row) {
        if (counting.cancelled())
            return cancelled();
        description.structures.push_back(treeNumbers(data.forest(), RowId(row), *dag, lastTree));
        counting.report(static_cast<double>(row + 1) / static_cast<double>(data.size()));
    }
    return description;
}

Result<Description> describeGraphs(const Dataset& data, const ProgressToken& progress)
{
    Description description;
    description.kind = StructureKind::Graph;
    std::vector<bool> used(data.nodeLabels().size());
    std::vector<std::size_t> component;
    for (std::size_t row = 0; row < data.size(); ++row) {
        if (progress.cancelled())
            return cancelled();
        const Graph& graph = data.graph(RowId(row));
        StructureNumbers numbers;
        numbers.nodes = vertexCount(graph);
        numbers.edges = edgeCount(graph);
        component.assign(numbers.nodes, 0);
        numbers.components = numbers.nodes == 0
            ? 0
            : static_cast<std::size_t>(boost::connected_components(graph, component.data()));
        for (std::size_t vertex = 0; vertex < numbers.nodes; ++vertex) {
            numbers.outdegree = std::max<std::size_t>(numbers.outdegree, boost::degree(vertex, graph));
            if (const LabelId label = graph[vertex].label; label.valid())
                used[label.index()] = true;
        }
        description.structures.push_back(numbers);
        progress.report(static_cast<double>(row + 1) / static_cast<double>(data.size()));
    }
    description.labels = countUsed(used);
    return description;
}

/// The class names of the rows' series: every class, and "no class" where a row has none.
std::vector<std::string> seriesNames(const Dataset& data)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        names.push_back(data.classes().text(LabelId(i)));
    for (std::size_t row = 0; row < data.size(); ++row) {
        if (!data.record(RowId(row)).classId.valid()) {
            names.emplace_back(names.empty() ? "all" : "no class");
            break;
        }
    }
    return names;
}

std::size_t seriesOf(const Dataset& data, std::size_t row)
{
    const ClassId classId = data.record(RowId(row)).classId;
    return classId.valid() ? classId.index() : data.classes().size();
}

Figure barFigure(const Dataset& data, const std::string& name, const std::string& title,
                 const std::string& axis, const std::vector<std::size_t>& values)
{
    Bins bins = binValues(values);
    BarFigure bars{{axis}, {std::string("Number of ") + toString(data.kind()) + "s"}, bins.names, {}};
    for (std::string& series : seriesNames(data))
        bars.series.push_back({std::move(series), std::vector<double>(bins.names.size(), 0)});
    for (std::size_t row = 0; row < values.size(); ++row)
        bars.series[seriesOf(data, row)].values[bins.binOf[row]] += 1;
    return {name, title, std::move(bars)};
}

Table classTable(const Dataset& data)
{
    std::vector<std::size_t> counts(data.classes().size() + 1, 0);
    for (std::size_t row = 0; row < data.size(); ++row)
        ++counts[seriesOf(data, row)];
    Table table("classes", {"class", "count"});
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        table.addRow(data.classes().text(LabelId(i)), counts[i]);
    if (counts.back() > 0)
        table.addRow("", counts.back());
    return table;
}

Table structureTable(const Dataset& data, const Description& description)
{
    const bool trees = description.kind == StructureKind::Tree;
    Table table(
        "structures",
        trees ? std::vector<std::string>{"id", "name", "class", "nodes", "depth", "outdegree",
                                         "distinct_subtrees"}
              : std::vector<std::string>{"id", "name", "class", "nodes", "edges", "degree", "components"});
    for (std::size_t i = 0; i < data.size(); ++i) {
        const RowId row(i);
        const Record& record = data.record(row);
        const StructureNumbers& numbers = description.structures[i];
        const std::string className =
            record.classId.valid() ? data.classes().text(LabelId(record.classId.index())) : std::string();
        if (trees)
            table.addRow(record.number.value(), data.name(row), className, numbers.nodes, numbers.depth,
                         numbers.outdegree, numbers.distinctSubtrees);
        else
            table.addRow(record.number.value(), data.name(row), className, numbers.nodes, numbers.edges,
                         numbers.outdegree, numbers.components);
    }
    return table;
}

std::vector<std::size_t> column(const Description& description, std::size_t StructureNumbers::*member)
{
    std::vector<std::size_t> values;
    for (const StructureNumbers& numbers : description.structures)
        values.push_back(numbers.*member);
    return values;
}

std::int64_t sumOf(const Description& description, std::size_t StructureNumbers::*member)
{
    const std::vector<std::size_t> values = column(description, member);
    return static_cast<std::int64_t>(std::accumulate(values.begin(), values.end(), std::size_t{0}));
}

std::int64_t largestOf(const Description& description, std::size_t StructureNumbers::*member)
{
    const std::vector<std::size_t> values = column(description, member);
    return values.empty() ? 0 : static_cast<std::int64_t>(*std::max_element(values.begin(), values.end()));
}

void addMetrics(const Description& description, MethodOutput& output)
{
    const auto add = [&](const char* name, std::int64_t value) { output.metrics.emplace_back(name, value); };
    const auto count = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    add("nodes", sumOf(description, &StructureNumbers::nodes));
    if (description.dag) {
        add("dag_nodes", count(description.dag->nodes));
        add("dag_nodes_positional", count(description.dag->positionalNodes));
        add("dag_arcs", count(description.dag->arcs));
        add("dag_pairs", count(description.dag->pairs));
        add("distinct_roots", count(description.dag->distinctRoots));
        add("max_depth", largestOf(description, &StructureNumbers::depth));
        add("max_outdegree", largestOf(description, &StructureNumbers::outdegree));
    } else {
        add("edges", sumOf(description, &StructureNumbers::edges));
        add("max_degree", largestOf(description, &StructureNumbers::outdegree));
        add("components", sumOf(description, &StructureNumbers::components));
    }
    add("labels", count(description.labels));
}

Result<MethodOutput> runDescribe(const MethodInput& input, const ParameterValues&, ProgressToken progress)
{
    MethodOutput output;
    DatasetPtr data = input.data;
    ProgressToken counting = progress;
    if (data->kind() == StructureKind::Molecule) {
        Result<DatasetPtr> trees = moleculesToTrees(*data, {}, progress.stage("Making trees", 0, 0.6));
        if (!trees)
            return trees.error();
        data = std::move(*trees);
        counting = progress.stage("Counting", 0.6, 1);
        output.note = "Molecules are described by their canonical spanning trees.";
    }
    Result<Description> description = describe(*data, counting);
    if (!description)
        return description.error();
    addMetrics(*description, output);
    output.tables = {structureTable(*data, *description), classTable(*data)};
    const Dataset& shown = *input.data; // its kind names the axis: molecules, not trees
    const bool trees = description->kind == StructureKind::Tree;
    output.figures.push_back(
        barFigure(shown, "sizes", "Sizes", "Size (nodes)", column(*description, &StructureNumbers::nodes)));
    output.figures.push_back(trees ? barFigure(shown, "depths", "Depths", "Depth (arcs)",
                                               column(*description, &StructureNumbers::depth))
                                   : barFigure(shown, "degrees", "Degrees", "Largest degree (edges)",
                                               column(*description, &StructureNumbers::outdegree)));
    output.details = std::move(*description);
    progress.report(1);
    return output;
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... with which `range` values make at most `bins` bins.
std::size_t roundWidth(std::size_t range, std::size_t bins)
{
    for (std::size_t power = 1;; power *= 10)
        for (const std::size_t digit : {1, 2, 5})
            if (range <= digit * power * bins)
                return digit * power;
}

std::string rangeName(std::size_t first, std::size_t last)
{
    return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

} // namespace

Bins binValues(const std::vector<std::size_t>& values)
{
    constexpr std::size_t mostBins = 20;
    Bins bins;
    if (values.empty())
        return bins;
    std::vector<std::size_t> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t least = sorted.front();
    const std::size_t most = sorted.back();
    const std::size_t median = sorted[sorted.size() / 2];
    const bool doubling = most - least >= mostBins && most > 20 * std::max<std::size_t>(median, 1);
    // One bin less than allowed, since the first starts at a multiple of the width.
    const std::size_t width = most - least < mostBins ? 1 : roundWidth(most - least + 1, mostBins - 1);
    std::vector<std::size_t> starts;
    for (std::size_t start = doubling ? least : least / width * width; start <= most;) {
        const std::size_t next = doubling ? std::max<std::size_t>(2 * start, 1) : start + width;
        starts.push_back(start);
        bins.names.push_back(rangeName(start, next - 1));
        start = next;
    }
    for (const std::size_t value : values)
        bins.binOf.push_back(static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), value)
                                                      - starts.begin() - 1));
    return bins;
}

Result<Description> describe(const Dataset& data, ProgressToken progress)
{
    return data.kind() == StructureKind::Graph ? describeGraphs(data, progress)
                                               : describeTrees(data, progress);
}

Method describeMethod()
{
    MethodDescription description;
    description.name = "describe";
    description.title = "Describe the data";
    description.question = Question::WhatIsThere;
    description.summary = "Counts the structures, their parts and the parts they share.";
    description.help =
        "Trees: all nodes, the nodes of the minimal DAG (every distinct subtree once; also with a leaf's "
        "position as part of its identity), its arcs, its distinct pairs of a position and a child, the "
        "distinct whole trees, the largest depth (in arcs, so that a single node has depth 0), the largest "
        "number of children and the distinct labels. Molecules are described by their canonical spanning "
        "trees: root at the topological centre, children in canonical order. Graphs: vertices, edges, the "
        "largest degree, connected components and distinct vertex labels. Figures show how sizes and depths "
        "are distributed over the classes. The minimal DAG is that of the recursive-PCA paper, section 3.4.";
    description.accepts = {StructureKind::Tree, StructureKind::Molecule, StructureKind::Graph};
    return {std::move(description), runDescribe};
}

} // namespace atlas
