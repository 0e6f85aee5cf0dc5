#include "app/headless.h"

#include "app/console_progress.h"
#include "app/version.h"
#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"
#include "core/methods/method.h"
#include "core/methods/run_files.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"
#include "widgets/export/figure_writer.h"

#include <chrono>
#include <cstdio>
#include <filesystem>

namespace atlas {

namespace {

void printError(const Error& error) { std::fprintf(stderr, "structatlas: %s\n", toString(error).c_str()); }

ExitCode fail(const Error& error)
{
    printError(error);
    return exitCodeOf(error);
}

class Stopwatch {
public:
    double lap() ///< seconds since the last lap
    {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - m_start).count();
        m_start = now;
        return seconds;
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// Everything that decides the result, for summary.json and the figures' metadata.
std::vector<std::pair<std::string, ParameterValue>> allParameters(const RunCommand& command,
                                                                  const ParameterValues& values)
{
    std::vector<std::pair<std::string, ParameterValue>> all(values.all().begin(), values.all().end());
    all.emplace_back("seed", static_cast<std::int64_t>(command.options.seed));
    for (const auto& [name, text] : givenDataOptions(command.options.read))
        all.emplace_back(name, text);
    return all;
}

QMap<QString, QString> metadataOf(const RunSummary& summary, const std::string& source)
{
    QMap<QString, QString> metadata{{"program", QString::fromStdString("StructAtlas " + summary.version)},
                                    {"method", QString::fromStdString(summary.method)},
                                    {"data", QString::fromStdString(source)},
                                    {"sha256", QString::fromStdString(summary.sourceHash)}};
    for (const auto& [name, value] : summary.parameters)
        metadata.insert(QString::fromStdString(name), QString::fromStdString(toString(value)));
    return metadata;
}

Result<void> writeFigures(const MethodOutput& output, const QMap<QString, QString>& metadata,
                          const std::filesystem::path& folder)
{
    FigureStyle style;
    style.metadata = metadata;
    for (const Figure& figure : output.figures)
        for (const char* ending : {".svg", ".pdf", ".png"})
            if (Result<void> written = writeFigure(figure, style, folder / (figure.name + ending)); !written)
                return written;
    return {};
}

void printOutcome(const Dataset& data, const MethodOutput& output, const std::string& folder)
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

namespace {

/// What a command computes, once its data are read: a method with checked parameters, or a model.
struct Work {
    const Method* method = nullptr;
    ParameterValues values;
    ModelFile model;

    Result<MethodOutput> run(const MethodInput& input, const ProgressToken& progress) const
    {
        return model.text.empty() ? method->run(input, values, progress)
                                  : method->apply(model, input, progress);
    }
};

Result<Work> workOf(const RunCommand& command)
{
    Work work;
    if (command.model.empty()) {
        work.method = findMethod(command.method); // the command line was checked
        Result<ParameterValues> values = parameterValues(work.method->description, command.parameters);
        if (!values)
            return values.error();
        work.values = std::move(*values);
        return work;
    }
    Result<std::string> text = readFile(command.model);
    if (!text)
        return text.error();
    work.model = {*std::move(text), std::filesystem::path(command.model).parent_path()};
    const Result<const Method*> method = methodOfModel(work.model);
    if (!method)
        return Error{method.error().code, method.error().message, {command.model, 0, 0}};
    work.method = *method;
    work.values.set("model", command.model);
    return work;
}

/// Reads what the command names; the source's hash goes into the summary.
Result<MethodInput> readInput(const RunCommand& command, RunSummary& summary, const ProgressToken& progress)
{
    MethodInput input;
    input.seed = command.options.seed;
    const Result<DatasetPtr> data = openData(command.data, command.options.read, command.options.seed,
                                             progress.stage("Reading " + command.data, 0, 0.7));
    if (!data)
        return data.error();
    input.data = *data;
    if (!command.test.empty()) {
        const Result<DatasetPtr> test = openData(command.test, command.options.read, command.options.seed,
                                                 progress.stage("Reading " + command.test, 0.7, 0.85));
        if (!test)
            return test.error();
        input.test = *test;
    }
    if (!command.data.starts_with("example:"))
        summary.sourceHash =
            sha256OfSource(command.data, progress.stage("Hashing the source", 0.85, 1)).valueOr("");
    return input;
}

Result<void> writeResults(const RunCommand& command, const MethodInput& input, const MethodOutput& output,
                          const RunSummary& summary)
{
    if (Result<void> written = writeRunFiles(*input.data, output, command.out); !written)
        return written;
    return command.options.figures
        ? writeFigures(output, metadataOf(summary, input.data->source().path), command.out)
        : Result<void>();
}

} // namespace

ExitCode runMethod(const RunCommand& command)
{
    setThreadCount(command.options.threads);
    const Result<Work> work = workOf(command);
    if (!work)
        return fail(work.error());
    RunSummary summary{
        work->method->description.name, versionText(), allParameters(command, work->values), "", {}, 0};
    Stopwatch watch;
    const ConsoleProgress progress;
    const ProgressToken token = progress.token();
    const Result<MethodInput> input = readInput(command, summary, token.stage("Reading", 0, 0.4));
    if (!input)
        return fail(input.error());
    summary.timings.emplace_back("load", watch.lap());

    const Result<MethodOutput> output =
        work->run(*input, token.stage(work->method->description.title, 0.4, 0.9));
    if (!output)
        return fail(output.error());
    summary.timings.emplace_back("compute", watch.lap());

    token.stage("Writing", 0.9, 1);
    if (const Result<void> written = writeResults(command, *input, *output, summary); !written)
        return fail(written.error());
    summary.timings.emplace_back("render", watch.lap());
    summary.peakMemoryBytes = peakMemoryBytes();
    const Result<void> written = writeFile(std::filesystem::path(command.out) / "summary.json",
                                           summaryJson(summary, *input->data, *output));
    if (!written)
        return fail(written.error());
    printOutcome(*input->data, *output, command.out);
    return ExitCode::Done;
}

} // namespace atlas
