#include "app/data_commands.h"

#include "app/actions.h"
#include "app/form_dialog.h"
#include "app/recent_files.h"
#include "app/text.h"
#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/io/open_data.h"
#include "core/io/read_dataset.h"
#include "core/io/write_dataset.h"
#include "widgets/views/parameter_form.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace atlas {

namespace {

QString openFilter()
{
    QStringList all;
    QStringList single;
    for (const FormatInfo& format : formats()) {
        QStringList patterns = text(format.filePatterns).split(' ');
        for (const QString& pattern : QStringList(patterns))
            patterns << pattern + QStringLiteral(".gz");
        all << patterns;
        single << QStringLiteral("%1 (%2)").arg(text(format.title), patterns.join(' '));
    }
    all.removeDuplicates();
    all.prepend(QStringLiteral("*.atlas"));
    single.prepend(DataCommands::tr("StructAtlas sessions (*.atlas)"));
    return DataCommands::tr("All structures (%1)").arg(all.join(' ')) + QStringLiteral(";;")
        + single.join(";;") + QStringLiteral(";;") + DataCommands::tr("All files (*)");
}

/// What detection says of a source, for the options dialog.
QString detectionText(const QString& source)
{
    if (source.startsWith(QStringLiteral("example:")))
        return DataCommands::tr("An example of the program.");
    const Result<Detection> detection = detectFormat(std::filesystem::path(source.toStdString()));
    if (!detection)
        return QString::fromStdString(detection.error().message);
    return DataCommands::tr("Detected: %1 (%2).")
        .arg(text(formatInfo(detection->format).title), QString::fromStdString(detection->reason));
}

} // namespace

DataCommands::DataCommands(Session& session, Actions& actions, QWidget& window)
    : QObject(&window), m_session(session), m_actions(actions), m_window(window)
{
    fillExamplesMenu();
    connect(actions.recentMenu, &QMenu::aboutToShow, this, &DataCommands::fillRecentMenu);
    connect(actions.open, &QAction::triggered, this, &DataCommands::openFile);
    connect(actions.openFolder, &QAction::triggered, this, &DataCommands::openFolder);
    connect(actions.openWithOptions, &QAction::triggered, this, [this] {
        const QString file =
            QFileDialog::getOpenFileName(&m_window, tr("Open with options"), {}, openFilter());
        if (!file.isEmpty())
            openWithOptions(file);
    });
    connect(actions.reloadWithOptions, &QAction::triggered, this,
            [this] { openWithOptions(m_session.source()); });
    connect(actions.saveDataAs, &QAction::triggered, this, &DataCommands::saveDataAs);
}

void DataCommands::fillExamplesMenu()
{
    for (const ExampleInfo& example : examples()) {
        QAction* action = m_actions.examplesMenu->addAction(text(example.title));
        action->setToolTip(text(example.summary));
        const QString source = QStringLiteral("example:") + text(example.name);
        connect(action, &QAction::triggered, this, [this, source] { Q_EMIT openRequested(source, {}); });
    }
    m_actions.examplesMenu->setToolTipsVisible(true);
}

void DataCommands::fillRecentMenu()
{
    m_actions.recentMenu->clear();
    const QStringList files = RecentFiles::list();
    for (const QString& file : files)
        connect(m_actions.recentMenu->addAction(file), &QAction::triggered, this,
                [this, file] { Q_EMIT openRequested(file, {}); });
    if (files.isEmpty()) {
        m_actions.recentMenu->addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    m_actions.recentMenu->addSeparator();
    connect(m_actions.recentMenu->addAction(tr("Forget these")), &QAction::triggered, this, [this] {
        RecentFiles::clear();
        Q_EMIT recentFilesForgotten();
    });
}

void DataCommands::openFile()
{
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Open"), {}, openFilter());
    if (!file.isEmpty())
        Q_EMIT openRequested(file, {});
}

void DataCommands::openFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(&m_window, tr("Open a folder of documents or a TU set"));
    if (!folder.isEmpty())
        Q_EMIT openRequested(folder, {});
}

void DataCommands::openWithOptions(const QString& source)
{
    FormDialog dialog(tr("Open %1").arg(QFileInfo(source).fileName()), detectionText(source), tr("Open"),
                      dataParameters(), &m_window);
    if (source == m_session.source())
        dialog.form().setValues(toParameterValues(m_session.readOptions()));
    if (dialog.exec() == QDialog::Accepted)
        Q_EMIT openRequested(source, toReadOptions(dialog.values()));
}

void DataCommands::saveDataAs()
{
    QStringList filters;
    for (const WriteFormat& format : writeFormats(m_session.data()->kind()))
        filters << QStringLiteral("%1 (*%2)").arg(text(format.title), text(format.ending));
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Save data as"), {}, filters.join(";;"));
    if (file.isEmpty())
        return;
    m_session.jobs().start<bool>(
        QStringLiteral("save"), tr("Save %1").arg(QFileInfo(file).fileName()),
        [data = m_session.data(), file = file.toStdString()](const ProgressToken& progress) -> Result<bool> {
            const Result<void> written = writeDataset(*data, file, progress);
            return written ? Result<bool>(true) : Result<bool>(written.error());
        },
        [this, file](const Result<bool>& written) {
            if (!written && written.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(tr("%1 could not be written").arg(QFileInfo(file).fileName()),
                              QString::fromStdString(toString(written.error())));
        });
}

} // namespace atlas
