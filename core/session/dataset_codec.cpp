#include "core/session/dataset_codec.h"

#include "core/data/dataset_builder.h"
#include "core/parallel/parallel_for.h"
#include "core/session/bytes.h"
#include "core/session/molecule_pickle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace atlas {

namespace {

constexpr std::size_t moleculesAtOnce = 64;

Error noDataset() { return {ErrorCode::Malformed, "The stored structures cannot be read."}; }

bool isLabel(LabelId id, const LabelDictionary& labels) { return !id.valid() || id.index() < labels.size(); }

// --- labels ---

void encodeLabels(const LabelDictionary& labels, ByteWriter& bytes)
{
    bytes(std::uint64_t{labels.dimension()}, std::uint64_t{labels.size()});
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels.dimension() == 0)
            bytes(labels.text(LabelId(i)));
        else
            for (const double component : labels.vector(LabelId(i)))
                bytes(component);
}

void decodeVector(ByteReader& bytes, std::uint64_t dimension, LabelDictionary& labels)
{
    std::vector<double> vector;
    for (std::uint64_t d = 0; d < dimension && bytes.ok(); ++d)
        vector.push_back(bytes.next<double>());
    if (bytes.ok() && std::all_of(vector.begin(), vector.end(), [](double x) { return std::isfinite(x); }))
        labels.intern(std::span<const double>(vector));
}

void decodeLabels(ByteReader& bytes, LabelDictionary& labels)
{
    const auto dimension = bytes.next<std::uint64_t>();
    const std::size_t count = bytes.count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < count && bytes.ok(); ++i) {
        if (dimension == 0)
            labels.intern(bytes.next<std::string>());
        else
            decodeVector(bytes, dimension, labels);
        if (labels.size() != i + 1) // a label that was there already, or none
            bytes.fail();
    }
}

// --- what is known about the structures ---

/// The files that records come from.
std::vector<std::string> filesOf(const Dataset& data)
{
    std::size_t count = 0;
    for (std::size_t row = 0; row < data.size(); ++row)
        count = std::max(count, data.record(RowId(row)).file.index() + 1);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < count; ++i)
        files.push_back(data.filePath(FileId(i)));
    return files;
}

void encodeFacts(const Dataset& data, ByteWriter& bytes)
{
    bytes(data.source().path, data.source().format, data.source().detection, filesOf(data),
          std::uint64_t{data.recordCount()}, std::uint64_t{data.leftOutCount()}, std::uint64_t{data.size()});
    for (std::size_t row = 0; row < data.size(); ++row) {
        const Record& record = data.record(RowId(row));
        bytes(record.name, record.classId, record.number, record.file, record.line);
    }
    encodeLabels(data.classes(), bytes);
    encodeLabels(data.nodeLabels(), bytes);
    encodeLabels(data.edgeLabels(), bytes);
    bytes(std::uint64_t{data.properties().size()});
    for (const Property& property : data.properties())
        bytes(property.name, property.values);
    bytes(std::uint64_t{data.problems().size()});
    for (const Problem& problem : data.problems())
        bytes(problem.code, problem.location.file, problem.location.line, problem.location.column,
              problem.reason, problem.excerpt);
}

void decodeFacts(ByteReader& bytes, DatasetParts& parts)
{
    bytes(parts.source.path, parts.source.format, parts.source.detection, parts.files);
    parts.recordCount = bytes.next<std::uint64_t>();
    parts.leftOutCount = bytes.next<std::uint64_t>();
    parts.records.resize(bytes.count(sizeof(std::uint64_t)));
    for (Record& record : parts.records)
        bytes(record.name, record.classId, record.number, record.file, record.line);
    decodeLabels(bytes, parts.classes);
    decodeLabels(bytes, parts.nodeLabels);
    decodeLabels(bytes, parts.edgeLabels);
    parts.properties.resize(bytes.count(sizeof(std::uint64_t)));
    for (Property& property : parts.properties)
        bytes(property.name, property.values);
    parts.problems.resize(bytes.count(sizeof(std::uint64_t)));
    for (Problem& problem : parts.problems)
        bytes(problem.code, problem.location.file, problem.location.line, problem.location.column,
              problem.reason, problem.excerpt);
}

// --- trees: each node's label and number of children, in post-order, and each child's position ---

void encodeForest(const Forest& forest, ByteWriter& bytes)
{
    std::vector<std::uint32_t> treeSizes;
    for (std::size_t tree = 0; tree < forest.treeCount(); ++tree)
        treeSizes.push_back(static_cast<std::uint32_t>(forest.tree(RowId(tree)).nodeCount()));
    std::vector<std::uint32_t> childCounts;
    for (std::size_t node = 0; node < forest.nodeCount(); ++node)
        childCounts.push_back(static_cast<std::uint32_t>(forest.children(NodeId(node)).size()));
    std::vector<Position> positions;
    for (const Arc& arc : forest.arcs())
        positions.push_back(arc.position);
    bytes(treeSizes, std::vector(forest.labels().begin(), forest.labels().end()), childCounts, positions);
}

/// Rebuilds trees from their post-order. A builder wants a node opened before its children: each tree is
/// walked from its root, whose place is the last, with the children found from the sizes of subtrees.
class ForestDecoder {
public:
    explicit ForestDecoder(ByteReader& bytes)
    {
        bytes(m_treeSizes, m_labels, m_childCounts, m_positions);
        m_usable = bytes.ok() && m_childCounts.size() == m_labels.size() && findSubtrees();
    }

    std::optional<Forest> forest(const LabelDictionary& labels)
    {
        if (!m_usable || !std::all_of(m_labels.begin(), m_labels.end(), [&](LabelId id) {
                return isLabel(id, labels);
            }))
            return std::nullopt;
        ForestBuilder builder;
        builder.reserve(m_labels.size());
        std::size_t end = 0;
        for (const std::uint32_t size : m_treeSizes) {
            end += size;
            if (!buildTree(builder, end - 1))
                return std::nullopt;
            builder.finishTree();
        }
        return builder.take();
    }

private:
    /// The first node and the first position of each node's subtree and children; false where the counts do
    /// not make trees of these sizes.
    bool findSubtrees()
    {
        std::vector<std::size_t> roots; // of subtrees without a parent yet
        std::size_t positions = 0;
        std::size_t tree = 0;
        std::size_t begin = 0;
        for (std::size_t node = 0; node < m_labels.size(); ++node) {
            const std::size_t children = m_childCounts[node];
            if (children > roots.size() || tree == m_treeSizes.size())
                return false;
            m_firstPositions.push_back(positions);
            positions += children;
            m_firstNodes.push_back(children == 0 ? node : m_firstNodes[roots[roots.size() - children]]);
            roots.resize(roots.size() - children);
            roots.push_back(node);
            if (node + 1 == begin + m_treeSizes[tree]) {
                if (roots.size() != 1)
                    return false;
                roots.clear();
                begin = node + 1;
                ++tree;
            }
        }
        return tree == m_treeSizes.size() && positions == m_positions.size() && begin == m_labels.size();
    }

    /// The children of a node, from the first.
    std::vector<std::size_t> childrenOf(std::size_t node) const
    {
        std::vector<std::size_t> children(m_childCounts[node]);
        std::size_t end = node;
        for (std::size_t i = children.size(); i > 0; --i) {
            children[i - 1] = end - 1;
            end = m_firstNodes[end - 1];
        }
        return children;
    }

    bool buildTree(ForestBuilder& builder, std::size_t root)
    {
        struct Open {
            std::vector<std::size_t> children;
            std::size_t firstPosition;
            std::size_t next = 0;
        };
        std::vector<Open> open;
        const auto enter = [&](std::size_t node) {
            builder.open(m_labels[node]);
            open.push_back({childrenOf(node), m_firstPositions[node]});
        };
        enter(root);
        while (!open.empty()) {
            Open& top = open.back();
            if (top.next == top.children.size()) {
                builder.close();
                open.pop_back();
                continue;
            }
            const std::size_t place = top.firstPosition + top.next;
            if (!m_positions[place].valid() || (top.next > 0 && m_positions[place - 1] >= m_positions[place]))
                return false;
            builder.skipTo(m_positions[place]);
            enter(top.children[top.next++]);
        }
        return true;
    }

    std::vector<std::uint32_t> m_treeSizes;
    std::vector<LabelId> m_labels;
    std::vector<std::uint32_t> m_childCounts;
    std::vector<Position> m_positions;
    std::vector<std::size_t> m_firstNodes;
    std::vector<std::size_t> m_firstPositions;
    bool m_usable = false;
};

// --- graphs ---

void encodeGraph(const Graph& graph, ByteWriter& bytes)
{
    bytes(std::uint64_t{vertexCount(graph)});
    for (std::size_t v = 0; v < vertexCount(graph); ++v)
        bytes(graph[v].label);
    bytes(std::uint64_t{edgeCount(graph)});
    // In the order in which they were added: added so again, every vertex lists its neighbours as before.
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
        bytes(static_cast<std::uint32_t>(boost::source(*edge, graph)),
              static_cast<std::uint32_t>(boost::target(*edge, graph)), graph[*edge].label);
}

Graph decodeGraph(ByteReader& bytes, const DatasetParts& parts)
{
    Graph graph(bytes.count(sizeof(std::uint32_t)));
    for (std::size_t v = 0; v < vertexCount(graph); ++v) {
        bytes(graph[v].label);
        if (!isLabel(graph[v].label, parts.nodeLabels))
            bytes.fail();
    }
    for (std::size_t edges = bytes.count(3 * sizeof(std::uint32_t)); edges > 0; --edges) {
        const auto from = bytes.next<std::uint32_t>();
        const auto to = bytes.next<std::uint32_t>();
        const auto label = bytes.next<LabelId>();
        if (from >= vertexCount(graph) || to >= vertexCount(graph) || from == to
            || !isLabel(label, parts.edgeLabels)) {
            bytes.fail();
            break;
        }
        boost::add_edge(from, to, GraphEdge{label}, graph);
    }
    return graph;
}

// --- molecules ---

Result<void> encodeMolecules(const Dataset& data, ByteWriter& bytes, const ProgressToken& progress)
{
    std::vector<std::string> pickles(data.size());
    const Result<void> done = parallelFor(
        pickles.size(), moleculesAtOnce, [&](std::size_t i) { pickles[i] = pickle(data.molecule(RowId(i))); },
        progress);
    if (done)
        bytes(pickles);
    return done;
}

Result<void> decodeMolecules(ByteReader& bytes, DatasetParts& parts, const ProgressToken& progress)
{
    const auto pickles = bytes.next<std::vector<std::string>>();
    std::vector<std::optional<Molecule>> molecules(pickles.size());
    const Result<void> done = parallelFor(
        pickles.size(), moleculesAtOnce,
        [&](std::size_t i) {
            if (Result<Molecule> molecule = unpickle(pickles[i]))
                molecules[i] = *std::move(molecule);
        },
        progress);
    for (std::optional<Molecule>& molecule : molecules)
        if (molecule)
            parts.molecules.push_back(*std::move(molecule));
        else
            bytes.fail();
    return done;
}

} // namespace

Result<std::string> encodeDataset(const Dataset& data, const ProgressToken& progress)
{
    ByteWriter bytes;
    bytes(data.kind());
    encodeFacts(data, bytes);
    switch (data.kind()) {
    case StructureKind::Tree:
        encodeForest(data.forest(), bytes);
        break;
    case StructureKind::Graph:
        for (std::size_t row = 0; row < data.size(); ++row)
            encodeGraph(data.graph(RowId(row)), bytes);
        break;
    case StructureKind::Molecule:
        if (const Result<void> done = encodeMolecules(data, bytes, progress); !done)
            return done.error();
        break;
    }
    return bytes.take();
}

Result<DatasetPtr> decodeDataset(std::string_view stored, const ProgressToken& progress)
{
    ByteReader bytes(stored);
    DatasetParts parts;
    bytes(parts.kind);
    decodeFacts(bytes, parts);
    if (!bytes.ok())
        return noDataset();
    if (parts.kind == StructureKind::Tree) {
        std::optional<Forest> forest = ForestDecoder(bytes).forest(parts.nodeLabels);
        if (!forest)
            return noDataset();
        parts.forest = *std::move(forest);
    } else if (parts.kind == StructureKind::Graph) {
        for (std::size_t row = 0; row < parts.records.size() && bytes.ok(); ++row)
            parts.graphs.push_back(decodeGraph(bytes, parts));
    } else if (parts.kind == StructureKind::Molecule) {
        if (const Result<void> done = decodeMolecules(bytes, parts, progress); !done)
            return done.error();
    }
    std::optional<DatasetPtr> data =
        bytes.complete() ? DatasetBuilder::assemble(std::move(parts)) : std::nullopt;
    if (!data)
        return noDataset();
    return *std::move(data);
}

} // namespace atlas
