#include "core/manifold/map_model.h"

#include "core/data/dataset_builder.h"
#include "core/io/write_rows.h"
#include "core/kernels/joined_trees.h"

#include <nlohmann/json.hpp>

namespace atlas {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::uint32_t noLabel = std::numeric_limits<std::uint32_t>::max();

Error malformed(const std::string& what)
{
    return {ErrorCode::Malformed,
            "The model is damaged: " + what + " Run 'structatlas run embed' again to make a new one."};
}

OrderedJson texts(const LabelDictionary& labels)
{
    OrderedJson json = OrderedJson::array();
    for (std::size_t i = 0; i < labels.size(); ++i)
        json.push_back(labels.text(LabelId(i)));
    return json;
}

OrderedJson labelJson(LabelId label) { return label.valid() ? OrderedJson(label.value()) : OrderedJson(-1); }

OrderedJson graphJson(const Graph& graph)
{
    OrderedJson vertices = OrderedJson::array();
    for (std::size_t v = 0; v < vertexCount(graph); ++v)
        vertices.push_back(labelJson(graph[v].label));
    OrderedJson edges = OrderedJson::array();
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
        edges.push_back(
            {boost::source(*edge, graph), boost::target(*edge, graph), labelJson(graph[*edge].label)});
    return {{"vertices", vertices}, {"edges", edges}};
}

OrderedJson treeJson(const Tree& tree)
{
    const FlatTree flat = flatTree(tree);
    OrderedJson parents = OrderedJson::array();
    for (const std::uint32_t parent : flat.parents)
        parents.push_back(parent == FlatTree::noParent ? OrderedJson(-1) : OrderedJson(parent));
    return {{"nodes", flat.labels}, {"parents", parents}, {"positions", flat.positions}};
}

/// Whole numbers below `limit`; -1 becomes noLabel where `optional`.
bool readNumbers(const Json& json, std::size_t limit, bool optional, std::vector<std::uint32_t>& numbers)
{
    if (!json.is_array())
        return false;
    for (const Json& value : json) {
        if (!value.is_number_integer())
            return false;
        const auto number = value.get<std::int64_t>();
        if (number == -1 && optional)
            numbers.push_back(noLabel);
        else if (number >= 0 && static_cast<std::uint64_t>(number) < limit)
            numbers.push_back(static_cast<std::uint32_t>(number));
        else
            return false;
    }
    return true;
}

bool readLabels(const Json& model, const char* name, LabelDictionary& dictionary,
                std::vector<LabelId>& labels)
{
    const auto found = model.find(name);
    if (found == model.end() || !found->is_array())
        return false;
    for (const Json& text : *found) {
        if (!text.is_string())
            return false;
        labels.push_back(dictionary.intern(text.get<std::string>()));
    }
    return true;
}

struct Labels {
    std::vector<LabelId> nodes;
    std::vector<LabelId> edges;
};

bool readGraph(const Json& json, const Labels& labels, Graph& graph)
{
    std::vector<std::uint32_t> vertices;
    if (!readNumbers(json.value("vertices", Json()), labels.nodes.size(), true, vertices))
        return false;
    graph = Graph(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v)
        if (vertices[v] != noLabel)
            graph[v].label = labels.nodes[vertices[v]];
    const Json edges = json.value("edges", Json());
    if (!edges.is_array())
        return false;
    for (const Json& edge : edges) {
        std::vector<std::uint32_t> parts;
        if (!readNumbers(edge, noLabel, true, parts) || parts.size() != 3 || parts[0] >= vertices.size()
            || parts[1] >= vertices.size() || parts[0] == parts[1]
            || (parts[2] != noLabel && parts[2] >= labels.edges.size()))
            return false;
        const auto added = boost::add_edge(parts[0], parts[1], graph);
        if (parts[2] != noLabel)
            graph[added.first].label = labels.edges[parts[2]];
    }
    return true;
}

bool readTree(const Json& json, const Labels& labels, ForestBuilder& builder)
{
    FlatTree tree;
    if (!readNumbers(json.value("nodes", Json()), labels.nodes.size(), false, tree.labels)
        || !readNumbers(json.value("parents", Json()), tree.labels.size(), true, tree.parents)
        || !readNumbers(json.value("positions", Json()), ForestBuilder::maximumNodes, false, tree.positions)
        || !isTree(tree))
        return false;
    buildTree(tree, labels.nodes, builder);
    return true;
}

Result<DatasetPtr> readStructures(const Json& model)
{
    const bool trees = model.value("kind", "") == std::string("tree");
    DatasetBuilder builder(trees ? StructureKind::Tree : StructureKind::Graph, {"model", "model", ""});
    builder.beginFile("model");
    Labels labels;
    if (!readLabels(model, "labels", builder.nodeLabels(), labels.nodes)
        || !readLabels(model, "edge_labels", builder.edgeLabels(), labels.edges))
        return malformed("its labels are not lists of texts.");
    const auto structures = model.find("structures");
    if (structures == model.end() || !structures->is_array())
        return malformed("it has no structures.");
    for (const Json& json : *structures) {
        Graph graph;
        const bool read = json.is_object()
            && (trees ? readTree(json, labels, builder.forest()) : readGraph(json, labels, graph));
        if (!read || !json.value("name", Json("")).is_string() || !json.value("class", Json("")).is_string())
            return malformed("structure " + std::to_string(builder.nextRecord().value())
                             + " cannot be read.");
        RecordInfo info;
        info.name = json.value("name", "");
        if (json.contains("class"))
            info.className = json["class"].get<std::string>();
        if (trees)
            builder.acceptTree(std::move(info));
        else
            builder.acceptGraph(std::move(info), std::move(graph));
    }
    return builder.finish();
}

} // namespace

std::string mapModelText(const MapModel& model)
{
    const Dataset& data = *model.structures;
    const bool trees = data.kind() == StructureKind::Tree;
    OrderedJson json;
    json["format"] = mapModelFormat;
    json["seed"] = model.seed;
    for (const auto& [name, value] : model.parameters.all())
        json["parameters"][name] = toString(value);
    json["kind"] = toString(data.kind());
    json["labels"] = texts(data.nodeLabels());
    json["edge_labels"] = texts(data.edgeLabels());
    json["structures"] = OrderedJson::array();
    for (std::size_t row = 0; row < data.size(); ++row) {
        OrderedJson structure = trees ? treeJson(data.tree(RowId(row))) : graphJson(data.graph(RowId(row)));
        structure["name"] = data.name(RowId(row));
        if (data.record(RowId(row)).classId.valid())
            structure["class"] = className(data, RowId(row));
        json["structures"].push_back(std::move(structure));
    }
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<MapModel> readMapModel(const std::string& text, const MethodDescription& method)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || json.value("format", Json()) != Json(mapModelFormat))
        return malformed("it is no '" + mapModelFormat + "'.");
    MapModel model;
    const Json parameters = json.value("parameters", Json::object());
    const Json seed = json.value("seed", Json(1));
    if (!parameters.is_object() || !seed.is_number_unsigned() || !json.value("kind", Json()).is_string())
        return malformed("its parameters, seed or kind are missing.");
    std::vector<std::pair<std::string, std::string>> given;
    for (const auto& [name, value] : parameters.items()) {
        if (!value.is_string())
            return malformed("the parameter '" + name + "' is no text.");
        given.emplace_back(name, value.get<std::string>());
    }
    Result<ParameterValues> values = parameterValues(method, given);
    if (!values)
        return values.error();
    model.parameters = std::move(*values);
    model.seed = seed.get<std::uint64_t>();
    Result<DatasetPtr> structures = readStructures(json);
    if (!structures)
        return structures.error();
    model.structures = std::move(*structures);
    return model;
}

} // namespace atlas
