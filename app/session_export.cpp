#include "app/session_export.h"

#include "app/version.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"
#include "core/methods/run_files.h"

namespace atlas {

Result<void> writeRecipe(Recipe recipe, const QString& file, const ProgressToken& progress)
{
    if (exampleName(recipe.source).empty())
        recipe.sourceHash = sha256OfSource(recipe.source, progress).valueOr("");
    return writeFile(file.toStdString(), recipeText(recipe));
}

Report reportOf(const Session& session)
{
    Report report;
    report.source = session.source();
    report.program = QStringLiteral("Made with StructAtlas %1.").arg(QString::fromStdString(versionText()));
    report.data = session.data();
    const Recipe recipe = session.recipe();
    for (std::size_t i = 0; i < recipe.steps.size(); ++i) {
        const SessionRun& run = *session.runs()[i];
        ReportRun entry;
        entry.title = QString::fromStdString(run.method->description.title);
        entry.command = QString::fromStdString(commandLine(recipe, recipe.steps[i]));
        for (const auto& [name, value] : run.parameters.all())
            entry.parameters.emplace_back(name, toString(value));
        entry.output = run.output;
        report.runs.push_back(std::move(entry));
    }
    return report;
}

} // namespace atlas
