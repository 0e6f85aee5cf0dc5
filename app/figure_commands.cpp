#include "app/figure_commands.h"

#include "app/actions.h"
#include "app/run_area.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"
#include "widgets/views/figure_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace atlas {

FigureCommands::FigureCommands(Session& session, const Actions& actions, RunArea& results, QWidget& window)
    : QObject(&window), m_session(session), m_results(results), m_window(window)
{
    connect(actions.exportFigure, &QAction::triggered, this, &FigureCommands::exportFigures);
    connect(actions.copyFigure, &QAction::triggered, this, &FigureCommands::copyFigure);
}

void FigureCommands::exportFigures()
{
    const FigureView* view = m_results.currentFigure();
    std::vector<ExportableFigure> figures = m_results.exportableFigures();
    if (figures.empty()) {
        Q_EMIT message(tr("There is no figure to export yet: run an analysis first."));
        return;
    }
    const auto current = std::find_if(figures.begin(), figures.end(), [&](const ExportableFigure& each) {
        return view && each.shown.figure == view->figure();
    });
    const auto index = static_cast<std::size_t>(current == figures.end() ? 0 : current - figures.begin());
    FigureExportDialog dialog(std::move(figures), index, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Export figure"),
                                                      dialog.suggestedName() + QStringLiteral(".svg"),
                                                      tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (!file.isEmpty())
        write(dialog.chosen(), dialog.style(), file);
}

void FigureCommands::write(const std::vector<ShownFigure>& figures, const FigureStyle& style,
                           const QString& file)
{
    const QString name = QFileInfo(file).fileName();
    m_session.jobs().start<std::string>(
        QStringLiteral("figure"), tr("Export %1").arg(name),
        [source = m_session.source().toStdString()](const ProgressToken& progress) -> Result<std::string> {
            if (!exampleName(source).empty())
                return std::string();
            return sha256OfSource(source, progress).valueOr("");
        },
        [this, figures, style, file, name, source = m_session.source()](const Result<std::string>& hash) {
            if (!hash)
                return; // cancelled
            FigureStyle named = style;
            named.metadata.insert(QStringLiteral("data"), source);
            named.metadata.insert(QStringLiteral("sha256"), QString::fromStdString(*hash));
            if (const Result<void> written = writeFigurePage(figures, named, file.toStdString()); !written)
                Q_EMIT failed(tr("The figure could not be written"),
                              QString::fromStdString(toString(written.error())));
            else
                Q_EMIT message(tr("%1 is written.").arg(name));
        });
}

void FigureCommands::copyFigure()
{
    const FigureView* view = m_results.currentFigure();
    if (!view || !view->figure()) {
        Q_EMIT message(tr("There is no figure to copy yet: run an analysis first."));
        return;
    }
    FigureStyle style;
    style.theme = Theme::current().kind;
    if (const Result<QImage> image = renderFigure(view->shown(), style)) {
        QApplication::clipboard()->setImage(*image);
        Q_EMIT message(tr("The figure is on the clipboard."));
    }
}

} // namespace atlas
