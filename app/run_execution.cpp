#include "app/run_execution.h"

#include "core/support/stopwatch.h"
#include "widgets/export/figure_writer.h"

namespace atlas {

namespace {

QMap<QString, QString> metadataOf(const RunSummary& summary, const std::string& source)
{
    QMap<QString, QString> metadata{{"program", QString::fromStdString("StructAtlas " + summary.version)},
                                    {"method", QString::fromStdString(summary.method)},
                                    {"data", QString::fromStdString(source)},
                                    {"sha256", QString::fromStdString(summary.sourceHash)}};
    for (const auto& [name, value] : summary.parameters)
        addParameter(metadata, name, value);
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

} // namespace

Result<MethodOutput> RunExecution::run(const MethodInput& input, RunSummary summary,
                                       const ProgressToken& progress) const
{
    Stopwatch watch;
    const ProgressToken compute = progress.stage(method->description.title, 0, 0.85);
    Result<MethodOutput> output =
        model.text.empty() ? method->run(input, values, compute) : method->apply(model, input, compute);
    if (!output)
        return output;
    summary.timings.emplace_back("compute", watch.lap());

    progress.stage("Writing", 0.85, 1);
    if (const Result<void> written = writeRunFiles(*input.data, *output, folder); !written)
        return written.error();
    if (figures) {
        const QMap<QString, QString> metadata = metadataOf(summary, input.data->source().path);
        if (const Result<void> drawn = writeFigures(*output, metadata, folder); !drawn)
            return drawn.error();
    }
    summary.timings.emplace_back("render", watch.lap());
    summary.peakMemoryBytes = peakMemoryBytes();
    if (const Result<void> written =
            writeFile(folder / "summary.json", summaryJson(summary, *input.data, *output));
        !written)
        return written.error();
    return output;
}

} // namespace atlas
