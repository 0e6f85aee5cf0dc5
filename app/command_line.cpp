#include "app/command_line.h"

#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/methods/method.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>

namespace atlas {

namespace {

const std::vector<std::string> commandNames{"run", "apply", "recipe", "decode", "methods", "example", "help"};

const std::vector<ParameterDescription>& generalParameters()
{
    static const std::vector<ParameterDescription> parameters{
        {"seed", "Seed", "The same seed gives the same files.", "", IntegerType{1, 0}},
        {"threads", "Threads", "0 uses all of the machine's. Results do not depend on it.", "",
         IntegerType{0, 0, 1024}},
        {"figures", "Figures", "Whether figures are drawn.", "", FlagType{true}},
    };
    return parameters;
}

Error badUse(std::string message) { return {ErrorCode::BadUse, std::move(message)}; }

/// Words without dashes, and "--name value" (or "--name=value") pairs.
struct Words {
    std::vector<std::string> plain;
    std::vector<std::pair<std::string, std::string>> options;
};

Result<Words> splitWords(const std::vector<std::string>& arguments)
{
    Words words;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (!word.starts_with("--") || word.size() == 2) {
            words.plain.push_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos) {
            words.options.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
        } else if (i + 1 < arguments.size()) {
            words.options.emplace_back(word.substr(2), arguments[i + 1]);
            ++i;
        } else {
            return badUse("'" + word + "' needs a value.");
        }
    }
    return words;
}

/// Takes the first option of that name out of the words.
std::optional<std::string> takeOption(Words& words, std::string_view name)
{
    const auto found = std::find_if(words.options.begin(), words.options.end(),
                                    [&](const auto& o) { return o.first == name; });
    if (found == words.options.end())
        return std::nullopt;
    std::string value = std::move(found->second);
    words.options.erase(found);
    return value;
}

Result<ParameterValues> takeParameters(Words& words, const std::vector<ParameterDescription>& parameters)
{
    ParameterValues values;
    for (const ParameterDescription& parameter : parameters) {
        values.set(parameter.name, defaultValue(parameter));
        if (const std::optional<std::string> text = takeOption(words, parameter.name)) {
            const Result<ParameterValue> value = parseParameter(parameter, *text);
            if (!value)
                return value.error();
            values.set(parameter.name, *value);
        }
    }
    return values;
}

Result<CommonOptions> takeCommonOptions(Words& words)
{
    const Result<ParameterValues> read = takeParameters(words, dataParameters());
    if (!read)
        return read.error();
    const Result<ParameterValues> general = takeParameters(words, generalParameters());
    if (!general)
        return general.error();
    return CommonOptions{toReadOptions(*read), static_cast<std::uint64_t>(general->integer("seed")),
                         static_cast<std::size_t>(general->integer("threads")), general->flag("figures")};
}

Result<void> refuseRest(const Words& words, std::size_t plainWords)
{
    if (words.plain.size() > plainWords)
        return badUse("One word too many: '" + words.plain[plainWords] + "'.");
    if (!words.options.empty())
        return badUse("Unknown option '--" + words.options.front().first
                      + "'. 'structatlas help' lists the options.");
    return {};
}

Result<Command> parseRun(Words words)
{
    if (words.plain.size() < 2)
        return badUse("'run' needs a method and data: structatlas run METHOD DATA --out DIR.");
    RunCommand run;
    run.method = words.plain[0];
    run.data = words.plain[1];
    const Method* method = findMethod(run.method);
    if (!method) {
        std::vector<std::string> names;
        for (const Method& known : methods())
            names.push_back(known.description.name);
        const std::string near = nearestName(run.method, names);
        return badUse("There is no method '" + run.method + "'"
                      + (near.empty() ? "" : " (did you mean '" + near + "'?)")
                      + ". 'structatlas methods' lists them.");
    }
    const std::optional<std::string> out = takeOption(words, "out");
    if (!out || out->empty())
        return badUse("'run' needs a folder for its results: --out DIR.");
    run.out = *out;
    if (method->description.takesTestData)
        run.test = takeOption(words, "test").value_or("");
    // Method parameters come first: a method may have one of its own that is named like a common option.
    Words own;
    for (const ParameterDescription& parameter : method->description.parameters)
        if (std::optional<std::string> text = takeOption(words, parameter.name))
            own.options.emplace_back(parameter.name, std::move(*text));
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    run.options = std::move(*options);
    run.parameters = std::move(own.options);
    // Unknown: refused below.
    run.parameters.insert(run.parameters.end(), words.options.begin(), words.options.end());
    if (const Result<ParameterValues> checked = parameterValues(method->description, run.parameters);
        !checked)
        return checked.error();
    words.options.clear();
    if (const Result<void> rest = refuseRest(words, 2); !rest)
        return rest.error();
    return Command(std::move(run));
}

Result<Command> parseApply(Words words)
{
    RunCommand apply;
    apply.out = takeOption(words, "out").value_or("");
    if (words.plain.size() < 2 || apply.out.empty())
        return badUse(
            "'apply' needs a model, data and a folder: structatlas apply MODEL DATA --out DIR. The model is "
            "the model.json that a run wrote.");
    apply.model = words.plain[0];
    apply.data = words.plain[1];
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    apply.options = std::move(*options);
    if (const Result<void> rest = refuseRest(words, 2); !rest)
        return rest.error();
    return Command(std::move(apply));
}

Result<Command> parseRecipe(Words words)
{
    RecipeCommand recipe;
    recipe.out = takeOption(words, "out").value_or("");
    recipe.data = takeOption(words, "data").value_or("");
    if (words.plain.empty() || recipe.out.empty())
        return badUse("'recipe' needs a recipe and a folder: structatlas recipe FILE --out DIR.");
    recipe.recipe = words.plain[0];
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    recipe.options = std::move(*options);
    if (const Result<void> rest = refuseRest(words, 1); !rest)
        return rest.error();
    return Command(std::move(recipe));
}

Result<Command> parseDecode(Words words)
{
    DecodeCommand decode;
    decode.out = takeOption(words, "out").value_or("");
    if (words.plain.size() < 2 || decode.out.empty())
        return badUse(
            "'decode' needs a model, vectors and a file: structatlas decode MODEL VECTORS.csv --out FILE. "
            "The model is the model.json of a run of 'rpca'.");
    decode.model = words.plain[0];
    decode.vectors = words.plain[1];
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    decode.options = std::move(*options);
    if (const Result<void> rest = refuseRest(words, 2); !rest)
        return rest.error();
    return Command(std::move(decode));
}

Result<Command> parseExample(Words words)
{
    if (words.plain.empty())
        return badUse("'example' needs a name: structatlas example NAME --out FILE.");
    ExampleCommand example{words.plain[0], takeOption(words, "out").value_or(""), {}};
    if (example.out.empty())
        return badUse("'example' needs a file or folder to write: --out FILE.");
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    example.options = std::move(*options);
    if (const Result<void> rest = refuseRest(words, 1); !rest)
        return rest.error();
    return Command(std::move(example));
}

Result<Command> parseWindow(Words words)
{
    Result<CommonOptions> options = takeCommonOptions(words);
    if (!options)
        return options.error();
    if (const Result<void> rest = refuseRest(words, 1); !rest)
        return rest.error();
    return Command(WindowCommand{words.plain.empty() ? "" : words.plain[0], std::move(*options)});
}

std::string parameterLines(const std::vector<ParameterDescription>& parameters)
{
    std::string text;
    for (const ParameterDescription& parameter : parameters)
        text += "  --" + parameter.name + "  " + describeType(parameter) + "\n      " + parameter.help + "\n";
    return text;
}

} // namespace

Result<Command> parseCommandLine(const std::vector<std::string>& arguments)
{
    if (arguments.empty())
        return Command(WindowCommand{});
    const std::string& first = arguments.front();
    if (first == "help" || std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()
        || first == "-h")
        return Command(HelpCommand{});
    if (first == "--version")
        return Command(VersionCommand{});
    const bool isCommand = std::find(commandNames.begin(), commandNames.end(), first) != commandNames.end();
    Result<Words> words = splitWords({arguments.begin() + (isCommand ? 1 : 0), arguments.end()});
    if (!words)
        return words.error();
    if (first == "run")
        return parseRun(std::move(*words));
    if (first == "apply")
        return parseApply(std::move(*words));
    if (first == "decode")
        return parseDecode(std::move(*words));
    if (first == "recipe")
        return parseRecipe(std::move(*words));
    if (first == "example")
        return parseExample(std::move(*words));
    if (first == "methods") {
        if (const Result<void> rest = refuseRest(*words, 1); !rest)
            return rest.error();
        return Command(MethodsCommand{words->plain.empty() ? "" : words->plain[0]});
    }
    return parseWindow(std::move(*words));
}

std::string helpText()
{
    std::string text = R"(StructAtlas: maps of structured data.

  structatlas [DATA]                         the window, with DATA open
  structatlas run METHOD DATA --out DIR      without a window: tables, figures and summary.json in DIR
  structatlas apply MODEL DATA --out DIR     what a saved model (model.json) says of other data
  structatlas recipe FILE --out DIR          repeats the steps that the window exported
  structatlas decode MODEL VECTORS --out FILE  structures rebuilt from vectors (a CSV) by a model of 'rpca'
  structatlas methods [NAME]                 the methods, or the manual of one
  structatlas example NAME --out FILE        writes an example data set

DATA is a file, a folder (of XML documents, or a TU set) or example:NAME. The window opens sessions (.atlas), too.

Examples:
)";
    for (const ExampleInfo& example : examples())
        text += "  example:" + std::string(example.name) + "  " + std::string(example.summary) + "\n";
    text += "\nOptions for reading data:\n" + parameterLines(dataParameters());
    text += "\nOptions for every command:\n" + parameterLines(generalParameters());
    text += "\nExit codes: 0 done, 1 computation failed, 2 bad use, 3 unreadable or empty data.\n";
    return text;
}

} // namespace atlas
