#include "core/learning/perceptron_model.h"

#include "core/dag/minimal_dag.h"
#include "core/learning/unfold_tree.h"

#include <nlohmann/json.hpp>

namespace atlas {

namespace {

using Json = nlohmann::ordered_json;

constexpr int formatVersion = 1;

Error malformed(const std::string& reason)
{
    return {ErrorCode::Malformed, "This is not a perceptron model that can be read: " + reason + "."};
}

Json nodesJson(const MinimalDag& dag)
{
    Json nodes = Json::array();
    for (std::size_t i = 0; i < dag.nodeCount(); ++i) {
        Json node = Json::array({dag.label(DagNodeId(i)).value()});
        for (const DagArc& arc : dag.children(DagNodeId(i))) {
            node.push_back(arc.position.value());
            node.push_back(arc.child.value());
        }
        nodes.push_back(std::move(node));
    }
    return nodes;
}

/// The nodes of the file: label, then position and number of each child.
using Nodes = std::vector<std::vector<std::uint32_t>>;

/// Throws std::invalid_argument where a number points nowhere.
void checkNodes(const Nodes& nodes, std::size_t labels)
{
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::vector<std::uint32_t>& node = nodes[i];
        if (node.size() % 2 != 1 || node[0] >= labels)
            throw std::invalid_argument("node " + std::to_string(i) + " has no label");
        for (std::size_t k = 1; k < node.size(); k += 2)
            if (node[k + 1] >= i || (k > 1 && node[k] <= node[k - 2]))
                throw std::invalid_argument("node " + std::to_string(i) + " has a child out of order");
    }
}

/// Nodes of each tree when unfolded: a DAG of a few lines can stand for more than any memory holds.
std::vector<double> unfoldedSizes(const Nodes& nodes)
{
    std::vector<double> sizes;
    for (const std::vector<std::uint32_t>& node : nodes) {
        double size = 1;
        for (std::size_t k = 2; k < node.size(); k += 2)
            size += sizes[node[k]];
        sizes.push_back(size);
    }
    return sizes;
}

struct FileNodes {
    const Nodes& nodes;

    LabelId label(std::uint32_t node) const { return LabelId(nodes[node][0]); }
    std::size_t childCount(std::uint32_t node) const { return nodes[node].size() / 2; }
    std::uint32_t child(std::uint32_t node, std::size_t k) const { return nodes[node][2 * k + 2]; }
    Position childPosition(std::uint32_t node, std::size_t k) const
    {
        return Position(nodes[node][2 * k + 1]);
    }
};

void readParameters(const Json& json, PerceptronParameters& parameters)
{
    const Result<TreeKernelKind> kind = treeKernelKind(json.at("kernel").get<std::string>());
    if (!kind)
        throw std::invalid_argument("its kernel is unknown");
    parameters.kernel = {*kind, json.at("decay").get<double>(), json.at("normalise").get<bool>()};
    const auto engine = json.at("engine").get<std::string>();
    parameters.engine = engine == "standard" ? PerceptronEngineKind::Standard : PerceptronEngineKind::Dag;
    const auto variant = json.at("variant").get<std::string>();
    parameters.variant = variant == "averaged" ? PerceptronVariant::Averaged
        : variant == "margin"                  ? PerceptronVariant::Margin
                                               : PerceptronVariant::Plain;
    parameters.margin = json.at("margin").get<double>();
    parameters.budget = json.at("budget").get<std::size_t>();
    parameters.multiclass = json.at("multiclass").get<bool>();
    parameters.positive = json.at("positive").get<std::string>();
    if (!check(parameters.kernel))
        throw std::invalid_argument("its decay is out of range");
}

Result<void> readTrees(const Json& json, PerceptronModel& model)
{
    const auto nodes = json.at("nodes").get<Nodes>();
    checkNodes(nodes, model.labels.size());
    const std::vector<double> sizes = unfoldedSizes(nodes);
    double total = 0;
    ForestBuilder builder;
    for (const Json& tree : json.at("trees")) {
        const auto root = tree.at(0).get<std::size_t>();
        if (root >= nodes.size() || tree.size() != 2 + model.classes.size())
            throw std::invalid_argument("a tree has no root, or not one sign a class");
        total += sizes[root];
        if (total > 0x1p29)
            return Error{ErrorCode::TooLarge, "The trees of this model have more than 2^29 nodes."};
        SupportTree support{tree.at(1).get<std::uint64_t>(), {}};
        for (std::size_t c = 0; c < model.classes.size(); ++c) {
            const int sign = tree.at(2 + c).get<int>();
            if (sign < -1 || sign > 1)
                throw std::invalid_argument("a sign is not -1, 0 or 1");
            support.signs.push_back(static_cast<std::int8_t>(sign));
        }
        if (support.step == 0 || support.step > model.steps)
            throw std::invalid_argument("a tree joined after the last step");
        unfoldTree(FileNodes{nodes}, static_cast<std::uint32_t>(root), builder);
        model.support.push_back(std::move(support));
    }
    model.trees = builder.take();
    return {};
}

} // namespace

Result<std::string> perceptronModelText(const PerceptronModel& model)
{
    const Result<MinimalDag> dag = buildMinimalDag(model.trees);
    if (!dag)
        return dag.error();
    const PerceptronParameters& parameters = model.parameters;
    Json json;
    json["format"] = perceptronModelFormat;
    json["version"] = formatVersion;
    json["kernel"] = toString(parameters.kernel.kind);
    json["decay"] = parameters.kernel.decay;
    json["normalise"] = parameters.kernel.normalise;
    json["engine"] = toString(parameters.engine);
    json["variant"] = toString(parameters.variant);
    json["margin"] = parameters.margin;
    json["budget"] = parameters.budget;
    json["multiclass"] = parameters.multiclass;
    json["positive"] = parameters.positive;
    json["classes"] = model.classes;
    json["rest"] = model.rest;
    json["steps"] = model.steps;
    json["labels"] = Json::array();
    for (std::size_t i = 0; i < model.labels.size(); ++i)
        json["labels"].push_back(model.labels.text(LabelId(i)));
    json["nodes"] = nodesJson(*dag);
    json["trees"] = Json::array();
    for (std::size_t i = 0; i < model.support.size(); ++i) {
        Json tree = Json::array({dag->root(RowId(i)).value(), model.support[i].step});
        for (const std::int8_t sign : model.support[i].signs)
            tree.push_back(static_cast<int>(sign));
        json["trees"].push_back(std::move(tree));
    }
    try {
        return json.dump() + "\n";
    } catch (const Json::exception&) {
        return Error{ErrorCode::WriteFailed,
                     "The model cannot be written: a label or a class is not UTF-8 text."};
    }
}

Result<PerceptronModel> readPerceptronModel(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        if (!json.is_object() || json.value("format", "") != perceptronModelFormat)
            return malformed("it does not say that it is one");
        if (json.at("version").get<int>() != formatVersion)
            return malformed("it is of another version of the program");
        PerceptronModel model;
        readParameters(json, model.parameters);
        model.classes = json.at("classes").get<std::vector<std::string>>();
        model.rest = json.at("rest").get<std::string>();
        model.steps = json.at("steps").get<std::uint64_t>();
        if (model.classes.empty())
            return malformed("it has no classes");
        for (const Json& label : json.at("labels"))
            model.labels.intern(label.get<std::string>());
        if (model.labels.size() != json.at("labels").size())
            return malformed("a label stands twice");
        if (const Result<void> read = readTrees(json, model); !read)
            return read.error();
        return model;
    } catch (const Json::exception& error) {
        return malformed(error.what());
    } catch (const std::invalid_argument& error) {
        return malformed(error.what());
    }
}

} // namespace atlas
