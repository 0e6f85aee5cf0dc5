#include "core/rpca/rpca_input.h"

#include "core/dag/minimal_dag.h"
#include "core/data/conversions.h"
#include "core/rpca/rpca_coding.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace atlas {

const char* toString(RpcaStructure structure)
{
    switch (structure) {
    case RpcaStructure::Tree:
        return "tree";
    case RpcaStructure::UndirectedGraph:
        return "graph";
    case RpcaStructure::DirectedGraph:
        return "directed graph";
    }
    return "";
}

const char* toString(RpcaLabels labels)
{
    switch (labels) {
    case RpcaLabels::OneHot:
        return "one-hot";
    case RpcaLabels::Paper:
        return "paper";
    case RpcaLabels::Vector:
        return "vector";
    }
    return "";
}

double RpcaItems::squaredNorm(std::size_t item) const
{
    double sum = 0;
    for (const Entry& entry : entries(item))
        sum += entry.value * entry.value;
    return sum;
}

double RpcaItems::product(std::size_t a, std::size_t b) const
{
    const std::span<const Entry> left = entries(a);
    const std::span<const Entry> right = entries(b);
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i].component == right[j].component)
            sum += left[i++].value * right[j++].value;
        else if (left[i].component < right[j].component)
            ++i;
        else
            ++j;
    }
    return sum;
}

std::uint32_t RpcaItems::add(std::span<const Entry> entries)
{
    m_entries.insert(m_entries.end(), entries.begin(), entries.end());
    m_first.push_back(m_entries.size());
    return static_cast<std::uint32_t>(size() - 1);
}

std::size_t RpcaCoding::dimension() const
{
    switch (structure) {
    case RpcaStructure::Tree:
        return labelDimension;
    case RpcaStructure::UndirectedGraph:
        return labelDimension + (maximumVertices > 0 ? maximumVertices - 1 : 0);
    case RpcaStructure::DirectedGraph:
        return labelDimension + maximumVertices;
    }
    return 0;
}

std::size_t RpcaDag::outdegree() const
{
    std::size_t largest = 0;
    for (const Arc& arc : arcs)
        largest = std::max<std::size_t>(largest, arc.position + 1);
    return largest;
}

std::vector<double> RpcaDag::sizes() const
{
    std::vector<double> sizes(size(), 1);
    for (std::size_t t = 0; t < size(); ++t)
        for (const Arc& arc : children(t))
            sizes[t] += sizes[arc.child];
    return sizes;
}

double RpcaInput::columnCount() const
{
    return std::accumulate(dag.frequencies.begin(), dag.frequencies.end(), 0.0);
}

namespace {

/// The minimal DAG in our order; item(label) gives a node's item.
template <class ItemOf>
void takeDag(const Forest& forest, const MinimalDag& dag, const ItemOf& itemOf, RpcaInput& input)
{
    std::vector<std::uint32_t> order(dag.nodeCount());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return dag.level(DagNodeId(a)) < dag.level(DagNodeId(b));
    });
    std::vector<std::uint32_t> place(order.size());
    for (std::size_t t = 0; t < order.size(); ++t)
        place[order[t]] = static_cast<std::uint32_t>(t);
    RpcaDag& ours = input.dag;
    for (const std::uint32_t old : order) {
        const DagNodeId node(old);
        ours.items.push_back(itemOf(dag.label(node)));
        ours.frequencies.push_back(dag.frequency(node));
        ours.levels.push_back(dag.level(node));
        for (const DagArc& arc : dag.children(node))
            ours.arcs.push_back({place[arc.child.index()], arc.position.value()});
        ours.firstArcs.push_back(static_cast<std::uint32_t>(ours.arcs.size()));
    }
    input.occurrences.resize(order.size());
    for (std::size_t row = 0; row < forest.treeCount(); ++row) {
        ours.roots.push_back(place[dag.root(RowId(row)).index()]);
        const Tree tree = forest.tree(RowId(row));
        for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
            RpcaOccurrence& first = input.occurrences[place[dag.nodeOf(NodeId(i)).index()]];
            if (!first.row.valid())
                first = {RowId(row), static_cast<std::uint32_t>(i)};
        }
    }
}

/// Graphs as chains whose labels are items: the first vertex is the leaf.
class ListForest {
public:
    explicit ListForest(RpcaInput& input) : m_input(input) { }

    void add(const ListGraph& graph)
    {
        const std::size_t n = graph.labels.size();
        std::vector<std::vector<RpcaItems::Entry>> items(n);
        const RpcaCoding& coding = m_input.coding;
        for (std::size_t i = 0; i < n; ++i) {
            const auto label = coding.labelVectors.entries(graph.labels[i]);
            items[i].assign(label.begin(), label.end());
        }
        const bool directed = coding.structure == RpcaStructure::DirectedGraph;
        for (const ListGraph::Edge& edge : graph.edges) {
            // Undirected: told at the later vertex. Directed: at the vertex it enters.
            const std::uint32_t at = directed ? edge.to : std::max(edge.from, edge.to);
            const std::uint32_t other = directed ? edge.from : std::min(edge.from, edge.to);
            items[at].push_back({static_cast<std::uint32_t>(coding.labelDimension + other),
                                 static_cast<double>(edge.label + 1)});
        }
        for (std::size_t i = n; i-- > 0;)
            m_builder.open(LabelId(intern(items[i])));
        for (std::size_t i = 0; i < n; ++i)
            m_builder.close();
        m_builder.finishTree();
    }

    Result<void> finish(const ProgressToken& progress)
    {
        const Forest forest = m_builder.take();
        Result<MinimalDag> dag = buildMinimalDag(forest, {}, progress);
        if (!dag)
            return dag.error();
        takeDag(
            forest, *dag, [](LabelId label) { return label.value(); }, m_input);
        for (RpcaOccurrence& occurrence : m_input.occurrences) // the vertex's number in its graph
            occurrence.node -= forest.tree(occurrence.row).firstNode().value();
        return {};
    }

private:
    struct Hash {
        std::size_t operator()(const std::vector<RpcaItems::Entry>& entries) const
        {
            std::size_t hash = entries.size();
            for (const RpcaItems::Entry& entry : entries)
                hash = (hash ^ (entry.component * 0x9e3779b97f4a7c15U) ^ std::hash<double>{}(entry.value))
                    * 0xff51afd7ed558ccdU;
            return hash;
        }
    };

    std::uint32_t intern(std::vector<RpcaItems::Entry>& entries)
    {
        std::sort(entries.begin(), entries.end(),
                  [](const auto& a, const auto& b) { return a.component < b.component; });
        const auto [found, isNew] = m_ids.try_emplace(entries, 0);
        if (isNew)
            found->second = m_input.items.add(entries);
        return found->second;
    }

    RpcaInput& m_input;
    ForestBuilder m_builder;
    std::unordered_map<std::vector<RpcaItems::Entry>, std::uint32_t, Hash> m_ids;
};

Error tooManyVertices(const std::string& name, std::size_t vertices, std::size_t limit)
{
    return Error{ErrorCode::TooLarge,
                 "The graph '" + name + "' has " + std::to_string(vertices)
                     + " vertices, and the system manages " + std::to_string(limit)
                     + " (N). Leave larger graphs out, or compute with a larger number of vertices."};
}

Result<void> fillTrees(const Dataset& data, const CodedLabels& labels, RpcaInput& input,
                       const ProgressToken& progress)
{
    input.items = input.coding.labelVectors;
    Result<MinimalDag> dag =
        buildMinimalDag(data.forest(), {}, progress.stage("Finding shared subtrees", 0, 0.9));
    if (!dag)
        return dag.error();
    takeDag(
        data.forest(), *dag, [&](LabelId label) { return labels.number(label); }, input);
    return {};
}

Result<void> fillGraphs(const Dataset& data, const CodedLabels& labels, const CodedEdges& edges,
                        RpcaInput& input, const ProgressToken& progress)
{
    ListForest forest(input);
    ListGraph list;
    for (std::size_t row = 0; row < data.size(); ++row) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        const Graph& graph = data.graph(RowId(row));
        if (vertexCount(graph) > input.coding.maximumVertices)
            return tooManyVertices(data.name(RowId(row)), vertexCount(graph), input.coding.maximumVertices);
        if (vertexCount(graph) == 0)
            return Error{ErrorCode::Computation,
                         "The graph '" + data.name(RowId(row)) + "' has no vertex; leave it out."};
        list.labels.clear();
        list.edges.clear();
        for (std::size_t i = 0; i < vertexCount(graph); ++i)
            list.labels.push_back(labels.number(graph[i].label));
        for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
            list.edges.push_back({static_cast<std::uint32_t>(boost::source(*edge, graph)),
                                  static_cast<std::uint32_t>(boost::target(*edge, graph)),
                                  edges.number(graph[*edge].label)});
        forest.add(list);
        progress.report(0.5 * static_cast<double>(row + 1) / static_cast<double>(data.size()));
    }
    return forest.finish(progress.stage("Finding shared lists", 0.5, 0.9));
}

std::size_t largestGraph(const Dataset& data)
{
    std::size_t largest = 0;
    for (std::size_t row = 0; row < data.size(); ++row)
        largest = std::max(largest, vertexCount(data.graph(RowId(row))));
    return largest;
}

} // namespace

Result<RpcaInput> rpcaInput(const Dataset& data, const RpcaInputParameters& parameters,
                            ProgressToken progress)
{
    if (data.kind() == StructureKind::Molecule) {
        Result<DatasetPtr> graphs =
            moleculesToGraphs(data, {}, progress.stage("Converting to graphs", 0, 0.5));
        if (!graphs)
            return graphs.error();
        return rpcaInput(**graphs, parameters, progress.stage("Coding graphs", 0.5, 1));
    }
    RpcaInput input;
    Result<CodedLabels> labels = codeLabels(data, parameters.labels, input.coding);
    if (!labels)
        return labels.error();
    if (data.kind() == StructureKind::Tree) {
        if (Result<void> done = fillTrees(data, *labels, input, progress); !done)
            return done.error();
    } else {
        input.coding.structure = RpcaStructure::UndirectedGraph;
        input.coding.maximumVertices =
            parameters.maximumVertices > 0 ? parameters.maximumVertices : largestGraph(data);
        const CodedEdges edges = codeEdges(data, input.coding);
        if (Result<void> done = fillGraphs(data, *labels, edges, input, progress); !done)
            return done.error();
    }
    progress.report(1);
    return input;
}

Result<RpcaInput> rpcaInput(std::span<const ListGraph> directed, std::vector<std::string> labelTexts,
                            std::vector<std::string> edgeTexts, const RpcaInputParameters& parameters,
                            ProgressToken progress)
{
    RpcaInput input;
    input.coding.structure = RpcaStructure::DirectedGraph;
    for (std::uint32_t i = 0; i < labelTexts.size(); ++i)
        input.coding.labelVectors.add(std::array{RpcaItems::Entry{i, 1.0}});
    input.coding.labelDimension = labelTexts.size();
    input.coding.labelTexts = std::move(labelTexts);
    input.coding.edgeTexts = std::move(edgeTexts);
    input.coding.maximumVertices = parameters.maximumVertices;
    for (const ListGraph& graph : directed)
        if (parameters.maximumVertices == 0)
            input.coding.maximumVertices = std::max(input.coding.maximumVertices, graph.labels.size());
    ListForest forest(input);
    for (std::size_t row = 0; row < directed.size(); ++row) {
        if (directed[row].labels.size() > input.coding.maximumVertices)
            return tooManyVertices("graph " + std::to_string(row), directed[row].labels.size(),
                                   input.coding.maximumVertices);
        forest.add(directed[row]);
    }
    if (Result<void> done = forest.finish(progress); !done)
        return done.error();
    return input;
}

Result<RpcaNewInput> rpcaNewInput(const Dataset& data, const RpcaCoding& known, ProgressToken progress)
{
    if (data.kind() == StructureKind::Molecule && known.structure == RpcaStructure::UndirectedGraph) {
        Result<DatasetPtr> graphs =
            moleculesToGraphs(data, {}, progress.stage("Converting to graphs", 0, 0.5));
        if (!graphs)
            return graphs.error();
        return rpcaNewInput(**graphs, known, progress.stage("Coding graphs", 0.5, 1));
    }
    if (known.structure
        != (data.kind() == StructureKind::Tree ? RpcaStructure::Tree : RpcaStructure::UndirectedGraph))
        return Error{ErrorCode::BadUse,
                     std::string("The model was made of ") + toString(known.structure) + "s, and these are "
                         + toString(data.kind()) + "s. Give structures of the same kind (see --as)."};
    RpcaNewInput result;
    result.input.coding = known;
    Result<CodedLabels> labels = codeNewLabels(data, known.labelTexts.size(), result.input.coding);
    if (!labels)
        return labels.error();
    result.unseen.assign(data.size(), 0);
    const auto unseen = [&](LabelId label) {
        return labels->number(label) >= known.labelTexts.size() ? 1U : 0U;
    };
    if (data.kind() == StructureKind::Tree) {
        if (Result<void> done = fillTrees(data, *labels, result.input, progress); !done)
            return done.error();
        for (std::size_t row = 0; row < data.size(); ++row) {
            const Tree tree = data.tree(RowId(row));
            for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
                result.unseen[row] += unseen(tree.label(NodeId(i)));
        }
    } else {
        const CodedEdges edges = codeNewEdges(data, result.input.coding);
        if (Result<void> done = fillGraphs(data, *labels, edges, result.input, progress); !done)
            return done.error();
        for (std::size_t row = 0; row < data.size(); ++row)
            for (std::size_t i = 0; i < vertexCount(data.graph(RowId(row))); ++i)
                result.unseen[row] += unseen(data.graph(RowId(row))[i].label);
    }
    progress.report(1);
    return result;
}

} // namespace atlas
