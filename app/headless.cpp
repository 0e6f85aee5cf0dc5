#include "app/headless.h"

#include "app/console_progress.h"
#include "app/run_execution.h"
#include "app/version.h"
#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"
#include "core/io/write_dataset.h"
#include "core/methods/recipe.h"
#include "core/parallel/parallel_for.h"
#include "core/rpca/rpca_model_file.h"
#include "core/support/stopwatch.h"
#include "core/support/text.h"

#include <cstdio>

namespace atlas {

namespace {

void printError(const Error& error) { std::fprintf(stderr, "structatlas: %s\n", toString(error).c_str()); }

ExitCode fail(const Error& error)
{
    printError(error);
    return exitCodeOf(error);
}

/// Everything that decides the result, for summary.json and the figures' metadata.
std::vector<std::pair<std::string, ParameterValue>> allParameters(const ParameterValues& values,
                                                                  const ReadOptions& read, std::uint64_t seed)
{
    std::vector<std::pair<std::string, ParameterValue>> all(values.all().begin(), values.all().end());
    all.emplace_back("seed", static_cast<std::int64_t>(seed));
    for (const auto& [name, text] : givenDataOptions(read))
        all.emplace_back(name, text);
    return all;
}

void printData(const Dataset& data)
{
    std::printf(
        "%s read as %s",
        countText(data.size(), toString(data.kind()), std::string(toString(data.kind())) + "s").c_str(),
        data.source().format.c_str());
    if (!data.source().detection.empty())
        std::printf(" (%s)", data.source().detection.c_str());
    std::printf("\n");
    if (!data.problems().empty())
        std::printf("%s: see problems.csv\n",
                    countText(data.problems().size(), "problem", "problems").c_str());
}

void printOutcome(const MethodOutput& output, const std::filesystem::path& folder)
{
    for (const auto& [name, value] : output.metrics)
        std::visit(
            [&](const auto& held) {
                std::printf("%-24s %s\n", name.c_str(), toString(ParameterValue(held)).c_str());
            },
            value);
    if (output.status != "ok")
        std::printf("status: %s\n", output.status.c_str());
    if (!output.note.empty())
        std::printf("%s\n", output.note.c_str());
    std::printf("written to %s\n", folder.c_str());
}

Result<RunExecution> executionOf(const RunCommand& command)
{
    RunExecution execution;
    execution.folder = command.out;
    execution.figures = command.options.figures;
    if (command.model.empty()) {
        execution.method = findMethod(command.method); // the command line was checked
        Result<ParameterValues> values = parameterValues(execution.method->description, command.parameters);
        if (!values)
            return values.error();
        execution.values = std::move(*values);
        return execution;
    }
    Result<std::string> text = readFile(command.model);
    if (!text)
        return text.error();
    execution.model = {*std::move(text), command.model};
    const Result<const Method*> method = methodOfModel(execution.model);
    if (!method)
        return Error{method.error().code, method.error().message, {command.model, 0, 0}};
    execution.method = *method;
    execution.values.set("model", command.model);
    return execution;
}

/// Data and where they came from, as far as a run's summary wants to know.
struct ReadData {
    DatasetPtr data;
    std::string hash; ///< "" for examples
    double seconds = 0;
};

Result<ReadData> readData(const std::string& source, const ReadOptions& options, std::uint64_t seed,
                          const ProgressToken& progress)
{
    Stopwatch watch;
    ReadData read;
    Result<DatasetPtr> data = openData(source, options, seed, progress.stage("Reading " + source, 0, 0.8));
    if (!data)
        return data.error();
    read.data = *std::move(data);
    if (exampleName(source).empty())
        read.hash = sha256OfSource(source, progress.stage("Hashing the source", 0.8, 1)).valueOr("");
    read.seconds = watch.lap();
    return read;
}

} // namespace

ExitCode exitCodeOf(const Error& error)
{
    switch (error.code) {
    case ErrorCode::BadUse:
    case ErrorCode::Ambiguous:
        return ExitCode::BadUse;
    case ErrorCode::NotFound:
    case ErrorCode::Unreadable:
    case ErrorCode::Empty:
    case ErrorCode::Malformed:
        return ExitCode::UnreadableData;
    case ErrorCode::TooLarge:
    case ErrorCode::NonFinite:
    case ErrorCode::Computation:
    case ErrorCode::Cancelled:
    case ErrorCode::WriteFailed:
        return ExitCode::ComputationFailed;
    }
    return ExitCode::ComputationFailed;
}

ExitCode printMethods(const MethodsCommand& command)
{
    if (!command.name.empty()) {
        const Method* method = findMethod(command.name);
        if (!method)
            return fail({ErrorCode::BadUse,
                         "There is no method '" + command.name + "'. 'structatlas methods' lists them."});
        std::printf("%s", manual(method->description).c_str());
        return ExitCode::Done;
    }
    for (const Method& method : methods())
        std::printf("%s\n", manual(method.description).c_str());
    return ExitCode::Done;
}

ExitCode writeExampleFile(const ExampleCommand& command)
{
    setThreadCount(command.options.threads);
    const ConsoleProgress progress;
    const Result<void> written =
        writeExample(command.name, command.out, command.options.seed, progress.token());
    if (!written)
        return written.error().code == ErrorCode::NotFound ? (printError(written.error()), ExitCode::BadUse)
                                                           : fail(written.error());
    return ExitCode::Done;
}

ExitCode runMethod(const RunCommand& command)
{
    setThreadCount(command.options.threads);
    const Result<RunExecution> execution = executionOf(command);
    if (!execution)
        return fail(execution.error());
    const ConsoleProgress progress;
    const ProgressToken token = progress.token();
    const CommonOptions& options = command.options;
    const Result<ReadData> read =
        readData(command.data, options.read, options.seed, token.stage("", 0, 0.35));
    if (!read)
        return fail(read.error());
    MethodInput input{read->data, nullptr, options.seed};
    if (!command.test.empty()) {
        const Result<DatasetPtr> test = openData(command.test, options.read, options.seed,
                                                 token.stage("Reading " + command.test, 0.35, 0.4));
        if (!test)
            return fail(test.error());
        input.test = *test;
    }
    RunSummary summary{execution->method->description.name,
                       versionText(),
                       allParameters(execution->values, options.read, options.seed),
                       read->hash,
                       {{"load", read->seconds}},
                       0};
    const Result<MethodOutput> output = execution->run(input, std::move(summary), token.stage("", 0.4, 1));
    if (!output)
        return fail(output.error());
    printData(*read->data);
    printOutcome(*output, command.out);
    return ExitCode::Done;
}

ExitCode decodeFile(const DecodeCommand& command)
{
    setThreadCount(command.options.threads);
    const Result<std::string> vectors = readFile(command.vectors);
    if (!vectors)
        return fail(vectors.error());
    const ConsoleProgress progress;
    const Result<DatasetPtr> decoded =
        decodeVectors(command.model, *vectors, progress.token().stage("Decoding", 0, 0.9));
    if (!decoded)
        return fail(decoded.error());
    if (const Result<void> written = writeDataset(**decoded, command.out, progress.token()); !written)
        return fail(written.error());
    printData(**decoded);
    std::printf("written to %s\n", command.out.c_str());
    return ExitCode::Done;
}

ExitCode runRecipe(const RecipeCommand& command)
{
    setThreadCount(command.options.threads);
    const Result<std::string> text = readFile(command.recipe);
    if (!text)
        return fail(text.error());
    const Result<Recipe> recipe = readRecipe(*text);
    if (!recipe)
        return fail({recipe.error().code, recipe.error().message, {command.recipe, 0, 0}});
    const std::string source =
        recipeSource(*recipe, std::filesystem::path(command.recipe).parent_path(), command.data);
    const ConsoleProgress progress;
    const ProgressToken token = progress.token();
    const Result<ReadData> read =
        readData(source, recipe->readOptions, recipe->dataSeed, token.stage("", 0, 0.2));
    if (!read)
        return fail(read.error());
    if (!recipe->sourceHash.empty() && recipe->sourceHash != read->hash)
        std::fprintf(
            stderr,
            "structatlas: %s is not the file that the recipe was made with; its results may differ.\n",
            source.c_str());
    printData(*read->data);
    const double share = 0.8 / static_cast<double>(recipe->steps.size());
    double done = 0.2;
    for (const RecipeStep& step : recipe->steps) {
        const RunExecution execution{step.method,
                                     step.values,
                                     {},
                                     std::filesystem::path(command.out) / step.name,
                                     command.options.figures};
        RunSummary summary{step.method->description.name,
                           versionText(),
                           allParameters(step.values, recipe->readOptions, step.seed),
                           read->hash,
                           {{"load", read->seconds}},
                           0};
        const Result<MethodOutput> output = execution.run(
            {read->data, nullptr, step.seed}, std::move(summary), token.stage("", done, done + share));
        if (!output)
            return fail(output.error());
        std::printf("\n%s\n", step.name.c_str());
        printOutcome(*output, execution.folder);
        done += share;
    }
    return ExitCode::Done;
}

} // namespace atlas
