#include "app/export_commands.h"

#include "app/actions.h"
#include "app/session_export.h"
#include "app/text.h"
#include "core/methods/run_files.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QProgressDialog>
#include <QTimer>

namespace atlas {

ExportCommands::ExportCommands(Session& session, const Actions& actions, QWidget& window)
    : QObject(&window), m_session(session), m_window(window)
{
    connect(actions.exportRecipe, &QAction::triggered, this, &ExportCommands::askForRecipe);
    connect(actions.exportReport, &QAction::triggered, this, &ExportCommands::askForReport);
}

void ExportCommands::askForRecipe()
{
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Export recipe"),
                                                      QStringLiteral("recipe.json"), tr("Recipe (*.json)"));
    if (!file.isEmpty())
        saveRecipe(file);
}

void ExportCommands::saveRecipe(const QString& file)
{
    m_session.jobs().start<bool>(
        QStringLiteral("recipe"), tr("Export recipe"),
        [recipe = m_session.recipe(), file](const ProgressToken& progress) -> Result<bool> {
            const Result<void> written = writeRecipe(recipe, file, progress);
            return written ? Result<bool>(true) : Result<bool>(written.error());
        },
        [this, file](const Result<bool>& written) {
            const QString name = QFileInfo(file).fileName();
            if (written)
                Q_EMIT message(tr("%1 is written.").arg(name));
            else if (written.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(tr("%1 could not be written").arg(name), text(toString(written.error())));
        });
}

void ExportCommands::askForReport()
{
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Export report"),
                                                      QStringLiteral("report.html"), tr("Web page (*.html)"));
    if (!file.isEmpty())
        saveReport(file);
}

void ExportCommands::saveReport(const QString& file)
{
    auto* shown = new QProgressDialog(tr("Drawing the report's figures"), tr("Cancel"), 0, 100, &m_window);
    shown->setObjectName(QStringLiteral("report"));
    shown->setWindowTitle(tr("Export report"));
    shown->setMinimumDuration(500);
    shown->setAutoReset(false);
    auto* turn = new QTimer(shown); // a figure each time that the window has nothing else to do
    const auto end = [shown, turn] {
        turn->stop();
        shown->deleteLater();
    };
    connect(turn, &QTimer::timeout, this,
            [this, shown, end, file, builder = std::make_shared<ReportBuilder>(reportOf(m_session))] {
                if (shown->wasCanceled())
                    return end();
                if (builder->finished()) {
                    end();
                    return finishReport(*builder, file);
                }
                if (const Result<void> drawn = builder->drawNext(); !drawn) {
                    end();
                    Q_EMIT failed(tr("The report could not be written"), text(toString(drawn.error())));
                    return;
                }
                shown->setValue(static_cast<int>(100 * builder->fraction()));
            });
    turn->start();
}

void ExportCommands::finishReport(const ReportBuilder& builder, const QString& file)
{
    if (const Result<void> written = writeFile(file.toStdString(), builder.html().toStdString()); !written)
        Q_EMIT failed(tr("The report could not be written"), text(toString(written.error())));
    else
        Q_EMIT message(tr("%1 is written.").arg(QFileInfo(file).fileName()));
}

} // namespace atlas
