#include "core/rpca/decoder.h"

#include "core/data/dataset_builder.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

struct Lodger {
    std::uint32_t node;
    double coefficient;
};

struct Snapped {
    std::uint32_t label = 0;
    bool present = false;
    double confidence = 0;
};

/// Reads one state: its item, and the states of its children.
class StateReader {
public:
    explicit StateReader(const RpcaInput& input)
        : m_input(input), m_item(input.coding.dimension(), 0.0), m_places(input.dag.size()),
          m_stamps(input.dag.size(), 0), m_children(input.dag.outdegree())
    {
        for (std::size_t i = 0; i < input.coding.labelVectors.size(); ++i)
            m_labelNorms.push_back(input.coding.labelVectors.squaredNorm(i));
    }

    /// The item of a state, until the next call.
    const std::vector<double>& item(const std::vector<Lodger>& state)
    {
        std::fill(m_item.begin(), m_item.end(), 0.0);
        for (const Lodger& lodger : state)
            for (const RpcaItems::Entry& entry : m_input.items.entries(m_input.dag.items[lodger.node]))
                m_item[entry.component] += lodger.coefficient * entry.value;
        return m_item;
    }

    /// The label nearest to the first components of the item, or none.
    Snapped snapLabel() const
    {
        const std::size_t k = m_input.coding.labelDimension;
        double square = 0;
        for (std::size_t i = 0; i < k; ++i)
            square += m_item[i] * m_item[i];
        double best = std::numeric_limits<double>::infinity();
        double second = square; // nothing there
        Snapped snapped;
        for (std::uint32_t label = 0; label < m_labelNorms.size(); ++label) {
            double product = 0;
            for (const RpcaItems::Entry& entry : m_input.coding.labelVectors.entries(label))
                product += entry.value * m_item[entry.component];
            const double distance = std::max(0.0, square - 2 * product + m_labelNorms[label]);
            if (distance < best) {
                second = std::min(second, best);
                best = distance;
                snapped.label = label;
            } else {
                second = std::min(second, distance);
            }
        }
        snapped.present = best < square;
        if (snapped.present) {
            const double near = std::sqrt(best);
            const double far = std::sqrt(second);
            snapped.confidence = far > 0 ? (far - near) / (far + near) : 0;
        }
        return snapped;
    }

    /// The states of the children by position; empty = no child there. They may be taken.
    std::vector<std::vector<Lodger>>& children(const std::vector<Lodger>& state)
    {
        for (std::vector<Lodger>& child : m_children)
            child.clear();
        for (const Lodger& lodger : state)
            for (const RpcaDag::Arc& arc : m_input.dag.children(lodger.node))
                m_children[arc.position].push_back({arc.child, lodger.coefficient});
        for (std::vector<Lodger>& child : m_children)
            merge(child);
        return m_children;
    }

private:
    /// Adds the coefficients of equal nodes.
    void merge(std::vector<Lodger>& state)
    {
        ++m_stamp;
        std::size_t size = 0;
        for (const Lodger& lodger : state) {
            if (m_stamps[lodger.node] == m_stamp) {
                state[m_places[lodger.node]].coefficient += lodger.coefficient;
                continue;
            }
            m_stamps[lodger.node] = m_stamp;
            m_places[lodger.node] = size;
            state[size++] = lodger;
        }
        state.resize(size);
    }

    const RpcaInput& m_input;
    std::vector<double> m_item;
    std::vector<double> m_labelNorms; // squares
    std::vector<std::size_t> m_places;
    std::vector<std::size_t> m_stamps;
    std::size_t m_stamp = 0;
    std::vector<std::vector<Lodger>> m_children;
};

std::vector<Lodger> stateOf(const Eigen::VectorXd& coefficients)
{
    std::vector<Lodger> state;
    for (Eigen::Index t = 0; t < coefficients.size(); ++t)
        if (coefficients(t) != 0)
            state.push_back({static_cast<std::uint32_t>(t), coefficients(t)});
    return state;
}

void summarise(RpcaDecoded& decoded)
{
    decoded.confidence = 1;
    double sum = 0;
    for (const RpcaDecoded::Node& node : decoded.nodes) {
        decoded.confidence = std::min(decoded.confidence, node.confidence);
        sum += node.confidence;
    }
    for (const RpcaDecoded::Edge& edge : decoded.edges)
        decoded.confidence = std::min(decoded.confidence, edge.confidence);
    decoded.meanConfidence = sum / static_cast<double>(decoded.nodes.size());
}

RpcaDecoded readTree(const RpcaInput& input, std::vector<Lodger> root, std::size_t maximumNodes)
{
    struct Waiting {
        std::vector<Lodger> state;
        RpcaDecoded::Node node;
    };
    StateReader reader(input);
    RpcaDecoded decoded;
    std::vector<Waiting> stack;
    reader.item(root);
    const Snapped first = reader.snapLabel();
    stack.push_back({std::move(root), {first.label, RpcaDecoded::none, 0, first.confidence}});
    while (!stack.empty()) {
        const Waiting here = std::move(stack.back());
        stack.pop_back();
        if (decoded.nodes.size() >= maximumNodes) {
            decoded.cut = true;
            break;
        }
        const auto number = static_cast<std::uint32_t>(decoded.nodes.size());
        decoded.nodes.push_back(here.node);
        std::vector<std::vector<Lodger>>& children = reader.children(here.state);
        for (std::size_t c = children.size(); c-- > 0;) {
            if (children[c].empty())
                continue;
            reader.item(children[c]);
            const Snapped snapped = reader.snapLabel();
            if (snapped.present)
                stack.push_back({std::move(children[c]),
                                 {snapped.label, number, static_cast<std::uint32_t>(c), snapped.confidence}});
        }
    }
    summarise(decoded);
    return decoded;
}

/// The vertices popped from the list, last one first, with what their edge components say.
RpcaDecoded readGraph(const RpcaInput& input, std::vector<Lodger> state)
{
    const RpcaCoding& coding = input.coding;
    const bool directed = coding.structure == RpcaStructure::DirectedGraph;
    StateReader reader(input);
    RpcaDecoded decoded;
    std::vector<std::vector<RpcaDecoded::Edge>> edges; // of each popped vertex; `from` is the other one
    while (!state.empty() && decoded.nodes.size() < coding.maximumVertices) {
        const std::vector<double>& item = reader.item(state);
        const Snapped snapped = reader.snapLabel();
        if (!snapped.present && !decoded.nodes.empty())
            break;
        decoded.nodes.push_back({snapped.label, RpcaDecoded::none, 0, snapped.confidence});
        edges.emplace_back();
        for (std::size_t j = coding.labelDimension; j < item.size(); ++j) {
            const double code =
                std::clamp(std::round(item[j]), 0.0, static_cast<double>(coding.edgeTexts.size()));
            const double confidence = std::max(0.0, 1 - 2 * std::abs(item[j] - code));
            if (code > 0)
                edges.back().push_back({static_cast<std::uint32_t>(j - coding.labelDimension), 0,
                                        static_cast<std::uint32_t>(code) - 1, confidence});
            else // no edge here: the vertex is as sure as its least sure place
                decoded.nodes.back().confidence = std::min(decoded.nodes.back().confidence, confidence);
        }
        std::vector<std::vector<Lodger>>& children = reader.children(state);
        if (children.empty())
            break;
        state = std::move(children[0]);
    }
    std::reverse(decoded.nodes.begin(), decoded.nodes.end());
    std::reverse(edges.begin(), edges.end());
    for (std::uint32_t i = 0; i < edges.size(); ++i)
        for (RpcaDecoded::Edge edge : edges[i])
            // Others would lead to vertices that are not there.
            if (edge.from < (directed ? edges.size() : i)) {
                edge.to = i;
                decoded.edges.push_back(edge);
            }
    summarise(decoded);
    return decoded;
}

} // namespace

RpcaDecoder::RpcaDecoder(std::shared_ptr<const RpcaResult> result) : m_result(std::move(result))
{
    const std::vector<double> sizes = m_result->input->dag.sizes();
    double largest = 0;
    for (const std::uint32_t root : m_result->input->dag.roots)
        largest = std::max(largest, sizes[root]);
    m_maximumNodes = static_cast<std::size_t>(std::min(4 * largest + 1000, 1e7));
}

Eigen::MatrixXd RpcaDecoder::coefficients(const Eigen::MatrixXd& vectors) const
{
    useSingleThreadedBlas();
    const RpcaResult& r = *m_result;
    const Eigen::Index p = vectors.rows();
    const Eigen::Map<const Eigen::VectorXd> mu(r.input->dag.frequencies.data(), r.encodings.cols());
    const Eigen::MatrixXd scaled = r.singularValues.head(p).cwiseAbs2().cwiseInverse().asDiagonal() * vectors;
    Eigen::MatrixXd a = r.encodings.topRows(p).transpose() * scaled;
    if (r.dummy.size() > 0) // the dummy column is -sum_t mu_t X_t
        a.rowwise() -= r.dummy.head(p).transpose() * scaled;
    a.array().colwise() *= mu.array();
    return a;
}

RpcaDecoded RpcaDecoder::read(const Eigen::VectorXd& coefficients) const
{
    const RpcaInput& input = *m_result->input;
    std::vector<Lodger> state = stateOf(coefficients);
    return input.coding.structure == RpcaStructure::Tree ? readTree(input, std::move(state), m_maximumNodes)
                                                         : readGraph(input, std::move(state));
}

RpcaDecoded RpcaDecoder::decode(const Eigen::VectorXd& vector) const
{
    const Eigen::Index p = std::min(vector.size(), m_result->singularValues.size());
    const Eigen::MatrixXd a = coefficients(vector.head(p));
    if (a.size() > 0 && a.isZero(0)) // the origin: the root's label is a guess
        return read(Eigen::VectorXd::Zero(a.rows()));
    return read(a.col(0));
}

namespace {

bool matchesTree(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t root)
{
    struct Expected {
        std::uint32_t node;
        std::uint32_t parent;
        std::uint32_t position;
    };
    std::vector<Expected> stack{{root, RpcaDecoded::none, 0}};
    for (std::uint32_t i = 0; i < decoded.nodes.size(); ++i) {
        if (stack.empty())
            return false;
        const Expected expected = stack.back();
        stack.pop_back();
        const RpcaDecoded::Node& node = decoded.nodes[i];
        if (node.label != input.dag.items[expected.node] || node.parent != expected.parent
            || node.position != expected.position)
            return false;
        const std::span<const RpcaDag::Arc> arcs = input.dag.children(expected.node);
        for (std::size_t k = arcs.size(); k-- > 0;)
            stack.push_back({arcs[k].child, i, arcs[k].position});
    }
    return stack.empty();
}

bool matchesGraph(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node)
{
    const std::vector<std::vector<RpcaItems::Entry>> items = vertexItems(decoded, input.coding);
    for (std::size_t i = items.size(); i-- > 0;) {
        const auto expected = input.items.entries(input.dag.items[node]);
        if (!std::equal(items[i].begin(), items[i].end(), expected.begin(), expected.end()))
            return false;
        const auto arcs = input.dag.children(node);
        if (arcs.empty() != (i == 0))
            return false;
        if (i > 0)
            node = arcs[0].child;
    }
    return true;
}

LabelId internLabel(DatasetBuilder& builder, const RpcaCoding& coding, std::uint32_t label)
{
    if (coding.labels == RpcaLabels::Vector)
        return builder.nodeLabels().intern(std::span<const double>(coding.labelNumbers[label]));
    return builder.nodeLabels().intern(coding.labelTexts[label]);
}

void addTree(DatasetBuilder& builder, const RpcaDecoded& decoded, const RpcaCoding& coding)
{
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < decoded.nodes.size(); ++i) {
        const RpcaDecoded::Node& node = decoded.nodes[i];
        for (; !open.empty() && open.back() != node.parent; open.pop_back())
            builder.forest().close();
        if (!open.empty())
            builder.forest().skipTo(Position(node.position));
        builder.forest().open(internLabel(builder, coding, node.label));
        open.push_back(i);
    }
    for (; !open.empty(); open.pop_back())
        builder.forest().close();
}

Graph graphOf(DatasetBuilder& builder, const RpcaDecoded& decoded, const RpcaCoding& coding)
{
    Graph graph(decoded.nodes.size());
    for (std::size_t i = 0; i < decoded.nodes.size(); ++i)
        graph[i].label = internLabel(builder, coding, decoded.nodes[i].label);
    for (const RpcaDecoded::Edge& edge : decoded.edges) {
        const std::string& text = coding.edgeTexts[edge.label];
        boost::add_edge(edge.from, edge.to,
                        GraphEdge{text.empty() ? LabelId() : builder.edgeLabels().intern(text)}, graph);
    }
    return graph;
}

/// 1, 2, 3, 5, 7, 10, 15, 20, 30, ... and the last.
std::vector<std::size_t> gridOf(std::size_t components)
{
    std::vector<std::size_t> grid;
    double p = 1; // not whole: 1.4 times the last
    while (p < static_cast<double>(components)) {
        grid.push_back(static_cast<std::size_t>(p));
        p = std::max(p + 1, p * 1.4);
    }
    if (components > 0)
        grid.push_back(components);
    return grid;
}

} // namespace

std::vector<std::vector<RpcaItems::Entry>> vertexItems(const RpcaDecoded& decoded, const RpcaCoding& coding)
{
    std::vector<std::vector<RpcaItems::Entry>> items(decoded.nodes.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto label = coding.labelVectors.entries(decoded.nodes[i].label);
        items[i].assign(label.begin(), label.end());
    }
    for (const RpcaDecoded::Edge& edge : decoded.edges)
        items[edge.to].push_back({static_cast<std::uint32_t>(coding.labelDimension) + edge.from,
                                  static_cast<double>(edge.label + 1)});
    for (std::vector<RpcaItems::Entry>& item : items)
        std::sort(item.begin(), item.end(),
                  [](const auto& a, const auto& b) { return a.component < b.component; });
    return items;
}

bool matches(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node)
{
    return input.coding.structure == RpcaStructure::Tree ? matchesTree(decoded, input, node)
                                                         : matchesGraph(decoded, input, node);
}

Result<DatasetPtr> decodedDataset(std::span<const RpcaDecoded> decoded, const RpcaCoding& coding,
                                  std::span<const std::string> names)
{
    if (coding.structure == RpcaStructure::DirectedGraph)
        return Error{ErrorCode::BadUse, "A data set holds undirected graphs; these are directed."};
    const bool trees = coding.structure == RpcaStructure::Tree;
    DatasetBuilder builder(trees ? StructureKind::Tree : StructureKind::Graph,
                           {"decoded", trees ? "jsonl" : "gspan", ""});
    builder.beginFile("decoded");
    for (std::size_t i = 0; i < decoded.size(); ++i) {
        RecordInfo info;
        info.name = names.empty() ? "" : names[i];
        info.line = i + 1;
        if (trees) {
            addTree(builder, decoded[i], coding);
            builder.acceptTree(std::move(info));
        } else {
            builder.acceptGraph(std::move(info), graphOf(builder, decoded[i], coding));
        }
        builder.setProperty("confidence", shortestText(decoded[i].confidence));
        builder.setProperty("mean_confidence", shortestText(decoded[i].meanConfidence));
    }
    return builder.finish();
}

Result<std::vector<RebuiltPoint>> rebuiltStructures(const RpcaDecoder& decoder, std::size_t maximumDistinct,
                                                    ProgressToken progress)
{
    const RpcaResult& result = decoder.result();
    const RpcaDag& dag = result.input->dag;
    std::vector<std::uint32_t> roots;
    std::vector<std::size_t> copies(dag.size(), 0);
    for (const std::uint32_t root : dag.roots)
        if (copies[root]++ == 0)
            roots.push_back(root);
    roots.resize(std::min(roots.size(), maximumDistinct));
    const Eigen::VectorXd errors = reconstructionErrors(result);
    std::vector<RebuiltPoint> points;
    const std::vector<std::size_t> grid = gridOf(result.components());
    for (std::size_t step = 0; step < grid.size(); ++step) {
        const auto p = static_cast<Eigen::Index>(grid[step]);
        const auto countBlock = [&](const Block& block) {
            Eigen::MatrixXd vectors(p, static_cast<Eigen::Index>(block.end - block.begin));
            for (std::size_t i = block.begin; i < block.end; ++i)
                vectors.col(static_cast<Eigen::Index>(i - block.begin)) =
                    result.encodings.col(roots[i]).head(p);
            const Eigen::MatrixXd a = decoder.coefficients(vectors);
            std::pair<std::size_t, std::size_t> count{0, 0}; // exact, tried
            for (std::size_t i = block.begin; i < block.end; ++i) {
                count.second += copies[roots[i]];
                if (matches(decoder.read(a.col(static_cast<Eigen::Index>(i - block.begin))), *result.input,
                            roots[i]))
                    count.first += copies[roots[i]];
            }
            return count;
        };
        const double from = static_cast<double>(step) / static_cast<double>(grid.size());
        const double to = static_cast<double>(step + 1) / static_cast<double>(grid.size());
        const auto counted = parallelReduce(
            roots.size(), 16, std::pair<std::size_t, std::size_t>{0, 0}, countBlock,
            [](auto a, auto b) { return std::pair(a.first + b.first, a.second + b.second); },
            progress.stage("Rebuilding structures", from, to));
        if (!counted)
            return counted.error();
        points.push_back({grid[step], errors(p), counted->first, counted->second});
    }
    return points;
}

} // namespace atlas
