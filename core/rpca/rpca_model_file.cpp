#include "core/rpca/rpca_model_file.h"

#include "core/io/csv_parser.h"
#include "core/io/text_input.h"
#include "core/rpca/decoder.h"
#include "core/rpca/rpca_report.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

namespace atlas {

namespace {

using Json = nlohmann::ordered_json;

constexpr int formatVersion = 1;
constexpr double maximumNumbers = 1e7;
constexpr const char* encodingsName = "model_encodings.csv";

std::string matrixCsv(const Eigen::MatrixXd& matrix)
{
    std::string text;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
            text += shortestText(matrix(i, j));
            text += j + 1 < matrix.cols() ? ',' : '\n';
        }
    return text;
}

Json itemsJson(const RpcaItems& items)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        Json item = Json::array();
        for (const RpcaItems::Entry& entry : items.entries(i))
            item.push_back({entry.component, entry.value});
        list.push_back(std::move(item));
    }
    return list;
}

Json modelJson(const RpcaResult& result)
{
    const RpcaInput& input = *result.input;
    const RpcaCoding& coding = input.coding;
    Json json;
    json["format"] = rpcaModelFormat;
    json["version"] = formatVersion;
    json["structure"] = toString(coding.structure);
    json["labels"] = toString(coding.labels);
    json["label_texts"] = coding.labelTexts;
    json["label_numbers"] = coding.labelNumbers;
    json["label_dimension"] = coding.labelDimension;
    json["label_vectors"] = itemsJson(coding.labelVectors);
    json["presence"] = coding.presence;
    json["maximum_vertices"] = coding.maximumVertices;
    json["edge_texts"] = coding.edgeTexts;
    if (coding.structure != RpcaStructure::Tree)
        json["items"] = itemsJson(input.items);
    json["zero_mean"] = result.dummy.size() > 0;
    json["solver"] = toString(result.solver);
    json["rank"] = result.rank ? Json(*result.rank) : Json(nullptr);
    json["squared_norm"] = result.squaredNorm;
    json["singular_values"] = std::vector<double>(
        result.singularValues.data(), result.singularValues.data() + result.singularValues.size());
    json["encodings"] = encodingsName;
    Json nodes = Json::array();
    // [item, frequency, child, position, child, position, ...]
    for (std::size_t t = 0; t < input.dag.size(); ++t) {
        Json node = {input.dag.items[t], input.dag.frequencies[t]};
        for (const RpcaDag::Arc& arc : input.dag.children(t)) {
            node.push_back(arc.child);
            node.push_back(arc.position);
        }
        nodes.push_back(std::move(node));
    }
    json["nodes"] = std::move(nodes);
    json["roots"] = input.dag.roots;
    return json;
}

Error damaged(const std::string& what)
{
    return Error{ErrorCode::Malformed,
                 "The model is damaged: " + what + ". Make it again with 'structatlas run rpca'."};
}

template <class Value>
std::optional<Value> named(std::initializer_list<Value> values, const std::string& name)
{
    for (const Value value : values)
        if (name == toString(value))
            return value;
    return std::nullopt;
}

/// Empty where a component is out of range.
std::optional<RpcaItems> readItems(const Json& json, std::size_t dimension)
{
    RpcaItems items;
    for (const Json& item : json) {
        std::vector<RpcaItems::Entry> entries;
        for (const Json& entry : item) {
            entries.push_back({entry.at(0).get<std::uint32_t>(), entry.at(1).get<double>()});
            if (entries.back().component >= dimension || !std::isfinite(entries.back().value)
                || (entries.size() > 1 && entries.back().component <= entries[entries.size() - 2].component))
                return std::nullopt;
        }
        items.add(entries);
    }
    return items;
}

Result<void> readCoding(const Json& json, RpcaInput& input)
{
    RpcaCoding& coding = input.coding;
    const auto structure =
        named({RpcaStructure::Tree, RpcaStructure::UndirectedGraph, RpcaStructure::DirectedGraph},
              json.at("structure"));
    const auto labels = named({RpcaLabels::OneHot, RpcaLabels::Paper, RpcaLabels::Vector}, json.at("labels"));
    if (!structure || !labels)
        return damaged("it names an unknown kind of structure or label");
    coding.structure = *structure;
    coding.labels = *labels;
    coding.labelTexts = json.at("label_texts").get<std::vector<std::string>>();
    coding.labelNumbers = json.at("label_numbers").get<std::vector<std::vector<double>>>();
    coding.labelDimension = json.at("label_dimension").get<std::size_t>();
    coding.presence = json.at("presence").get<bool>();
    coding.maximumVertices = json.at("maximum_vertices").get<std::size_t>();
    coding.edgeTexts = json.at("edge_texts").get<std::vector<std::string>>();
    if (coding.labelDimension > 100'000'000 || coding.maximumVertices > 10'000'000
        || (coding.structure != RpcaStructure::Tree && coding.maximumVertices == 0))
        return damaged("its dimensions are out of range");
    std::optional<RpcaItems> vectors = readItems(json.at("label_vectors"), coding.labelDimension);
    if (!vectors || vectors->size() != coding.labelTexts.size() || vectors->size() == 0
        || (coding.labels == RpcaLabels::Vector && coding.labelNumbers.size() != vectors->size()))
        return damaged("its labels do not fit together");
    for (const std::vector<double>& numbers : coding.labelNumbers)
        if (numbers.empty() || numbers.size() + (coding.presence ? 1 : 0) != coding.labelDimension)
            return damaged("its labels do not fit together");
    coding.labelVectors = std::move(*vectors);
    input.items = coding.labelVectors;
    if (coding.structure != RpcaStructure::Tree) {
        std::optional<RpcaItems> items = readItems(json.at("items"), coding.dimension());
        if (!items)
            return damaged("an item has a component out of range");
        input.items = std::move(*items);
    }
    return {};
}

Result<void> readDag(const Json& json, RpcaInput& input)
{
    RpcaDag& dag = input.dag;
    for (const Json& node : json.at("nodes")) {
        const std::size_t t = dag.size();
        dag.items.push_back(node.at(0).get<std::uint32_t>());
        dag.frequencies.push_back(node.at(1).get<double>());
        std::uint32_t level = 0;
        for (std::size_t i = 2; i < node.size(); i += 2) {
            dag.arcs.push_back({node.at(i).get<std::uint32_t>(), node.at(i + 1).get<std::uint32_t>()});
            if (dag.arcs.back().child >= t || dag.arcs.back().position > 10'000'000)
                return damaged("a substructure comes before its parts");
            level = std::max(level, dag.levels[dag.arcs.back().child] + 1);
        }
        dag.firstArcs.push_back(static_cast<std::uint32_t>(dag.arcs.size()));
        dag.levels.push_back(level);
        if (dag.items.back() >= input.items.size() || !(dag.frequencies.back() > 0)
            || (t > 0 && level < dag.levels[t - 1]))
            return damaged("a substructure has an unknown item or no frequency, or is out of order");
        if (input.coding.structure != RpcaStructure::Tree
            && (level >= input.coding.maximumVertices || dag.children(t).size() > 1))
            return damaged("a list is longer than the graphs may be");
    }
    dag.roots = json.at("roots").get<std::vector<std::uint32_t>>();
    for (const std::uint32_t root : dag.roots)
        if (root >= dag.size())
            return damaged("a structure is not among the substructures");
    return {};
}

Result<std::string> readText(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream.is_open() || stream.bad())
        return Error{ErrorCode::NotFound, "The file cannot be read.", {path.string()}};
    return text;
}

/// A matrix of numbers, transposed: a column a line.
Result<Eigen::MatrixXd> readMatrix(const std::string& text, std::size_t lines, std::size_t numbers)
{
    Eigen::MatrixXd matrix(static_cast<Eigen::Index>(numbers), static_cast<Eigen::Index>(lines));
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        const bool last = (i + 1) % matrix.rows() == 0;
        if (error != std::errc() || !std::isfinite(value) || next == end || *next != (last ? '\n' : ','))
            return damaged("row " + std::to_string(i / matrix.rows() + 1) + " of " + encodingsName
                           + " does not have its numbers");
        matrix.data()[i] = value;
        at = next + 1;
    }
    if (at != end)
        return damaged(std::string(encodingsName) + " has more rows than the model has substructures");
    return matrix;
}

} // namespace

std::vector<OutputFile> rpcaModelFiles(const RpcaResult& result)
{
    const auto p = static_cast<double>(result.components());
    if (p * static_cast<double>(result.input->dag.size()) > maximumNumbers)
        return {};
    std::vector<OutputFile> files;
    const std::size_t outdegree = result.input->dag.outdegree();
    const bool withChildren = static_cast<double>(outdegree) * p * p <= maximumNumbers / 2;
    Json json = modelJson(result);
    json["w_x"] = "model_w_x.csv";
    json["w_c"] = Json::array();
    for (std::size_t c = 0; withChildren && c < outdegree; ++c)
        json["w_c"].push_back("model_w_" + std::to_string(c) + ".csv");
    // Texts of the data may be no UTF-8: written with replacement characters.
    files.push_back({"model.json", json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"});
    files.push_back({encodingsName, matrixCsv(result.encodings.transpose())});
    files.push_back({"model_w_x.csv", matrixCsv(inputMatrix(result))});
    for (std::size_t c = 0; withChildren && c < outdegree; ++c)
        files.push_back({"model_w_" + std::to_string(c) + ".csv", matrixCsv(childMatrix(result, c))});
    return files;
}

bool isRpcaModel(std::string_view modelText)
{
    const Json json = Json::parse(modelText, nullptr, false);
    return json.is_object() && json.contains("format") && json["format"] == rpcaModelFormat;
}

Result<RpcaResult> loadRpcaModel(const std::filesystem::path& model)
{
    const Result<std::string> text = readText(model);
    if (!text)
        return text.error();
    try {
        const Json json = Json::parse(*text);
        if (!json.is_object() || !json.contains("format") || json["format"] != rpcaModelFormat)
            return Error{ErrorCode::Malformed, "This is not a model of recursive PCA.", {model.string()}};
        if (json.at("version").get<int>() != formatVersion)
            return Error{
                ErrorCode::Malformed, "This model is of another version of the program.", {model.string()}};
        auto input = std::make_shared<RpcaInput>();
        if (Result<void> done = readCoding(json, *input); !done)
            return done.error();
        if (Result<void> done = readDag(json, *input); !done)
            return done.error();
        RpcaResult result;
        const auto values = json.at("singular_values").get<std::vector<double>>();
        if (input->dag.size() == 0
            || std::any_of(values.begin(), values.end(), [](double v) { return !(v > 0); }))
            return damaged("it has no substructure, or a singular value that is not positive");
        result.singularValues =
            Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
        result.solver = rpcaSolver(json.at("solver").get<std::string>()).value_or(RpcaSolver::Gram);
        if (!json.at("rank").is_null())
            result.rank = json.at("rank").get<std::size_t>();
        result.squaredNorm = json.at("squared_norm").get<double>();
        const Result<std::string> matrix = readText(model.parent_path() / encodingsName);
        if (!matrix)
            return matrix.error();
        Result<Eigen::MatrixXd> encodings = readMatrix(*matrix, input->dag.size(), values.size());
        if (!encodings)
            return encodings.error();
        result.encodings = std::move(*encodings);
        result.parameters.zeroMean = json.at("zero_mean").get<bool>();
        if (result.parameters.zeroMean)
            result.dummy = -result.encodings
                * Eigen::Map<const Eigen::VectorXd>(input->dag.frequencies.data(), result.encodings.cols());
        result.input = std::move(input);
        return result;
    } catch (const Json::exception& exception) {
        return Error{
            ErrorCode::Malformed, std::string("The model is damaged: ") + exception.what(), {model.string()}};
    }
}

Result<MethodOutput> applyRpca(const std::filesystem::path& model, const MethodInput& input,
                               ProgressToken progress)
{
    const Result<RpcaResult> loaded = loadRpcaModel(model);
    if (!loaded)
        return loaded.error();
    const Result<RpcaEncoding> encoding = encode(*loaded, *input.data, progress);
    if (!encoding)
        return encoding.error();
    MethodOutput output;
    Table outside("outside", {"id", "name", "outside", "unseen"});
    std::size_t unseen = 0;
    for (std::size_t row = 0; row < input.data->size(); ++row) {
        outside.addRow(input.data->record(RowId(row)).number.value(), input.data->name(RowId(row)),
                       encoding->outside[row], encoding->unseen[row]);
        unseen += encoding->unseen[row];
    }
    if (unseen > 0)
        output.note = countText(unseen, "node has", "nodes have")
            + " a label that the model has never seen; such nodes lie outside its space and count there "
              "(outside.csv).";
    output.metrics = {
        {"components", static_cast<std::int64_t>(loaded->components())},
        {"largest_outside", *std::max_element(encoding->outside.begin(), encoding->outside.end())},
        {"unseen_labels", static_cast<std::int64_t>(unseen)}};
    output.tables = {encodingTable(*input.data, encoding->encodings),
                     rpcaProjectionTable(*input.data, encoding->encodings), std::move(outside)};
    return output;
}

namespace {

/// Which columns of the vectors' table are components, and which names the structures.
struct VectorColumns {
    std::vector<std::pair<std::size_t, std::size_t>> components; // column, component
    std::optional<std::size_t> name;
};

std::optional<double> numberOf(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// From a header; empty where the first row is numbers.
Result<std::optional<VectorColumns>> headerOf(const std::vector<CsvField>& fields, std::size_t components)
{
    if (std::all_of(fields.begin(), fields.end(),
                    [](const CsvField& f) { return numberOf(f.text).has_value(); }))
        return std::optional<VectorColumns>{};
    VectorColumns columns;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string& text = fields[i].text;
        std::size_t number = 0;
        if (text.size() > 1 && text[0] == 'y'
            && std::from_chars(text.data() + 1, text.data() + text.size(), number).ptr
                == text.data() + text.size()) {
            if (number == 0 || number > components)
                return Error{ErrorCode::BadUse,
                             "The column '" + text + "' is not a component of the model, which has "
                                 + std::to_string(components) + " (y1, y2, ...)."};
            columns.components.emplace_back(i, number - 1);
        } else if (text == "name" || (text == "id" && !columns.name)) {
            columns.name = i;
        }
    }
    if (columns.components.empty())
        return Error{ErrorCode::BadUse,
                     "No column is called y1, y2, ... as in encoding.csv, and the first row is not numbers."};
    return std::optional(columns);
}

Error vectorError(const CsvParser& parser, const std::string& reason)
{
    return Error{ErrorCode::Malformed, reason, {"", parser.line(), 0}};
}

} // namespace

Result<DatasetPtr> decodeVectors(const std::filesystem::path& model, const std::string& vectorsCsv,
                                 ProgressToken progress)
{
    Result<RpcaResult> loaded = loadRpcaModel(model);
    if (!loaded)
        return loaded.error();
    const auto result = std::make_shared<const RpcaResult>(std::move(*loaded));
    const RpcaDecoder decoder(result);
    TextInput input = TextInput::fromMemory("vectors", vectorsCsv);
    LineReader lines(input);
    CsvParser parser(lines);
    std::optional<VectorColumns> columns;
    std::vector<RpcaDecoded> decoded;
    std::vector<std::string> names;
    bool first = true;
    for (CsvParser::Status status = parser.next(); status != CsvParser::Status::End; status = parser.next()) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        if (status == CsvParser::Status::Bad)
            return vectorError(parser, "The vectors are not a CSV table: " + parser.fault().reason);
        const std::vector<CsvField>& fields = parser.fields();
        if (first) {
            first = false;
            Result<std::optional<VectorColumns>> header = headerOf(fields, result->components());
            if (!header)
                return header.error();
            columns = *header;
            if (columns)
                continue;
        }
        VectorColumns plain;
        for (std::size_t i = 0; !columns && i < fields.size(); ++i)
            plain.components.emplace_back(i, i);
        const VectorColumns& used = columns ? *columns : plain;
        if (used.components.size() > result->components())
            return vectorError(parser,
                               "A row has more numbers than the model has components ("
                                   + std::to_string(result->components()) + ").");
        Eigen::VectorXd vector = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(result->components()));
        for (const auto& [column, component] : used.components) {
            const std::optional<double> number =
                column < fields.size() ? numberOf(fields[column].text) : std::optional<double>{};
            if (!number)
                return vectorError(parser,
                                   "Column " + std::to_string(column + 1) + " of this row is not a number.");
            vector(static_cast<Eigen::Index>(component)) = *number;
        }
        decoded.push_back(decoder.decode(vector));
        names.push_back(used.name && *used.name < fields.size() ? fields[*used.name].text
                                                                : "vector " + std::to_string(decoded.size()));
    }
    if (decoded.empty())
        return Error{ErrorCode::Empty, "There is no vector in the file."};
    progress.report(1);
    return decodedDataset(decoded, result->input->coding, names);
}

} // namespace atlas
