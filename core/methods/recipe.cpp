#include "core/methods/recipe.h"

#include "core/io/data_options.h"
#include "core/io/open_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

namespace atlas {

namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::pair<std::string, std::string>>;

constexpr const char* formatName = "structatlas recipe";
constexpr int formatVersion = 1;

Error malformed(const std::string& what)
{
    return {ErrorCode::Malformed, "The recipe cannot be used: " + what + "."};
}

/// Those that differ from the defaults, as the command line writes them.
Texts givenParameters(const RecipeStep& step)
{
    Texts given;
    for (const ParameterDescription& parameter : step.method->description.parameters) {
        const auto value = step.values.all().find(parameter.name);
        if (value != step.values.all().end() && value->second != defaultValue(parameter))
            given.emplace_back(parameter.name, toString(value->second));
    }
    return given;
}

Json toJson(const Texts& texts)
{
    Json object = Json::object();
    for (const auto& [name, text] : texts)
        object[name] = text;
    return object;
}

/// Numbers and flags may stand without quotation marks in a recipe written by hand.
Texts toTexts(const Json& object)
{
    Texts texts;
    for (const auto& [name, value] : object.items())
        texts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    return texts;
}

Result<ReadOptions> readOptionsFrom(const Json& object)
{
    ParameterValues values = toParameterValues({});
    const std::vector<ParameterDescription>& known = dataParameters();
    for (const auto& given : toTexts(object)) {
        const auto parameter = std::find_if(
            known.begin(), known.end(), [&](const ParameterDescription& p) { return p.name == given.first; });
        if (parameter == known.end())
            return malformed("there is no option '" + given.first + "' for reading data");
        Result<ParameterValue> value = parseParameter(*parameter, given.second);
        if (!value)
            return malformed(value.error().message);
        values.set(given.first, *std::move(value));
    }
    return toReadOptions(values);
}

bool isFolderName(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

Result<RecipeStep> stepFrom(const Json& json, std::size_t index)
{
    RecipeStep step;
    const std::string method = json.at("method").get<std::string>();
    step.method = findMethod(method);
    if (!step.method)
        return malformed("there is no method '" + method + "'");
    Result<ParameterValues> values =
        parameterValues(step.method->description, toTexts(json.value("parameters", Json::object())));
    if (!values)
        return malformed(values.error().message);
    step.values = *std::move(values);
    step.seed = json.value("seed", std::uint64_t{1});
    step.name = json.value("name", stepName(index, *step.method));
    if (!isFolderName(step.name))
        return malformed("'" + step.name + "' cannot be the name of a folder");
    return step;
}

Result<Recipe> recipeFrom(const Json& json)
{
    if (!json.is_object() || json.value("format", "") != formatName)
        return malformed("it does not say that it is one (\"format\": \"structatlas recipe\")");
    if (json.at("version").get<int>() > formatVersion)
        return malformed("it was made by a newer version of the program");
    Recipe recipe;
    const Json& data = json.at("data");
    recipe.source = data.at("source").get<std::string>();
    recipe.sourceHash = data.value("sha256", "");
    recipe.dataSeed = data.value("seed", std::uint64_t{1});
    Result<ReadOptions> options = readOptionsFrom(data.value("options", Json::object()));
    if (!options)
        return options.error();
    recipe.readOptions = *std::move(options);
    for (const Json& entry : json.at("steps")) {
        Result<RecipeStep> step = stepFrom(entry, recipe.steps.size());
        if (!step)
            return step.error();
        for (const RecipeStep& other : recipe.steps)
            if (other.name == step->name)
                return malformed("two steps are named '" + step->name + "'");
        recipe.steps.push_back(*std::move(step));
    }
    if (recipe.steps.empty())
        return malformed("it has no steps");
    return recipe;
}

/// Plain where a shell takes it as it is.
std::string quoted(const std::string& text)
{
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) != 0
            || std::string_view("-_./:,=+@%").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), plain))
        return text;
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

} // namespace

std::string stepName(std::size_t index, const Method& method)
{
    const std::string number = std::to_string(index + 1);
    return (number.size() < 2 ? "0" : "") + number + "-" + method.description.name;
}

std::string recipeText(const Recipe& recipe)
{
    Json json;
    json["format"] = formatName;
    json["version"] = formatVersion;
    json["data"]["source"] = recipe.source;
    if (!recipe.sourceHash.empty())
        json["data"]["sha256"] = recipe.sourceHash;
    json["data"]["seed"] = recipe.dataSeed;
    json["data"]["options"] = toJson(givenDataOptions(recipe.readOptions));
    json["steps"] = Json::array();
    for (const RecipeStep& step : recipe.steps) {
        Json entry;
        entry["name"] = step.name;
        entry["method"] = step.method->description.name;
        entry["seed"] = step.seed;
        entry["parameters"] = Json::object();
        for (const auto& [name, value] : step.values.all()) // all of them: a later default may be another
            entry["parameters"][name] = toString(value);
        json["steps"].push_back(std::move(entry));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Recipe> readRecipe(std::string_view text)
{
    try {
        return recipeFrom(Json::parse(text));
    } catch (const Json::exception& exception) {
        return malformed(exception.what());
    }
}

std::string recipeSource(const Recipe& recipe, const std::filesystem::path& folder, const std::string& given)
{
    if (!given.empty())
        return given;
    if (!exampleName(recipe.source).empty())
        return recipe.source;
    const std::filesystem::path path(recipe.source);
    return path.is_absolute() ? recipe.source : (folder / path).string();
}

std::string commandLine(const Recipe& recipe, const RecipeStep& step)
{
    std::string line = "structatlas run " + step.method->description.name + " " + quoted(recipe.source);
    Texts options = givenDataOptions(recipe.readOptions);
    for (auto& given : givenParameters(step))
        options.push_back(std::move(given));
    if (step.seed != 1)
        options.emplace_back("seed", std::to_string(step.seed));
    for (const auto& [name, text] : options)
        line += " --" + name + " " + quoted(text);
    return line + " --out " + quoted(step.name);
}

} // namespace atlas
