#include "app/session_files.h"

#include "app/actions.h"
#include "app/main_window.h"
#include "app/recent_files.h"
#include "app/run_tabs.h"
#include "app/version.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

constexpr int autosaveSeconds = 60;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString shortName(const QString& source)
{
    return source.startsWith(QStringLiteral("example:")) ? source.mid(8) : QFileInfo(source).fileName();
}

Result<bool> done(const Result<void>& result)
{
    return result ? Result<bool>(true) : Result<bool>(result.error());
}

} // namespace

SessionFiles::SessionFiles(MainWindow& window)
    : QObject(&window), m_window(window), m_session(window.session()),
      m_repeater(new RunRepeater(window.session()))
{
    auto* page = new QWidget;
    m_bars = new QVBoxLayout(page);
    m_bars->setContentsMargins(0, 0, 0, 0);
    m_bars->setSpacing(0);
    m_bars->addWidget(window.takeCentralWidget(), 1);
    window.setCentralWidget(page);
    connectAll();
    showSaving();
    m_timer.start(QSettings().value(QStringLiteral("autosaveSeconds"), autosaveSeconds).toInt() * 1000);
    offerRecovery();
}

SessionFiles::~SessionFiles() = default;

void SessionFiles::connectAll()
{
    const Actions& actions = m_window.actions();
    connect(actions.saveSession, &QAction::triggered, this, &SessionFiles::save);
    connect(actions.saveSessionAs, &QAction::triggered, this, &SessionFiles::saveAs);
    connect(&m_session, &Session::dataChanged, this, &SessionFiles::onDataChanged);
    connect(&m_session, &Session::sourceMoved, this, &SessionFiles::touch);
    connect(&m_session, &Session::runFinished, this, &SessionFiles::touch);
    connect(&m_session.hub(), &SelectionHub::selectionChanged, this, &SessionFiles::touch);
    connect(&m_session.hub(), &SelectionHub::namedSelectionsChanged, this, &SessionFiles::touch);
    connect(&m_session.hub(), &SelectionHub::colouringChanged, this, &SessionFiles::touch);
    connect(actions.cancelJobs, &QAction::triggered, &m_saver, &JobRunner::cancelAll);
    connect(&m_timer, &QTimer::timeout, this, &SessionFiles::autosave);
}

void SessionFiles::touch()
{
    ++m_revision;
    updateTitle();
}

void SessionFiles::onDataChanged()
{
    m_file.clear();
    m_sourceIsFolder = QFileInfo(m_session.source()).isDir();
    clearBars();
    touch();
}

bool SessionFiles::needsSaving() const
{
    const auto& runs = m_session.runs();
    return m_session.data() && isModified()
        && (!m_file.isEmpty()
            || std::any_of(runs.begin(), runs.end(), [](const auto& run) { return !run->automatic; }));
}

void SessionFiles::updateTitle()
{
    const QString name = shortName(m_file.isEmpty() ? m_session.source() : m_file);
    m_window.setWindowTitle(tr("%1[*] - StructAtlas").arg(name));
    m_window.setWindowModified(needsSaving());
}

StoredSession SessionFiles::snapshot() const
{
    StoredSession stored;
    stored.program = versionText();
    stored.dataKey = m_session.dataKey();
    const QString source = m_session.source();
    const bool example = !exampleName(source.toStdString()).empty();
    stored.source.path = (example ? source : QFileInfo(source).absoluteFilePath()).toStdString();
    stored.source.sha256 = m_session.sourceHash();
    stored.source.folder = m_sourceIsFolder;
    stored.source.options = m_session.readOptions();
    stored.data = m_session.data();
    for (const auto& run : m_session.runs()) {
        StoredRun entry{run->key, run->method, run->parameters, run->seed, run->seconds, run->automatic};
        entry.hasDetails = run->lacksDetails || run->output->details.has_value();
        entry.output = run->output;
        stored.runs.push_back(std::move(entry));
    }
    stored.selections = {{"", m_session.hub().selectedRows()}};
    for (const NamedSelection& named : m_session.hub().namedSelections())
        stored.selections.push_back({named.name.toStdString(), named.rows});
    stored.layout = m_window.saveState().toStdString();
    if (const ColouringPtr& colouring = m_session.hub().colouring())
        stored.colouring = colouring->title;
    stored.currentTab = static_cast<std::uint64_t>(std::max(0, m_window.results()->currentIndex()));
    stored.file = m_file.toStdString();
    return stored;
}

// --- saving ---

/// In the status bar: how far a save is, then how it ended.
void SessionFiles::showSaving()
{
    QStatusBar* bar = m_window.statusBar();
    connect(&m_saver, &JobRunner::jobStarted, bar, [this, bar](JobId /*job*/, const QString& title) {
        m_savingTitle = title;
        bar->showMessage(title + QStringLiteral("..."));
    });
    connect(&m_saver, &JobRunner::jobProgressed, bar, [this, bar](JobId /*job*/, double fraction) {
        bar->showMessage(tr("%1: %2 % (Ctrl+. cancels)").arg(m_savingTitle).arg(qRound(100 * fraction)));
    });
    connect(&m_saver, &JobRunner::jobFinished, bar, [this, bar](JobId /*job*/, JobOutcome outcome) {
        bar->showMessage(outcome == JobOutcome::Done ? tr("%1: done.").arg(m_savingTitle)
                                                     : tr("%1: the file is as it was.").arg(m_savingTitle),
                         4000);
    });
}

void SessionFiles::save()
{
    if (m_file.isEmpty())
        saveAs();
    else
        saveTo(m_file);
}

void SessionFiles::saveAs()
{
    const QFileInfo before(m_file.isEmpty() ? shortName(m_session.source()) : m_file);
    QString file = QFileDialog::getSaveFileName(&m_window, tr("Save session"),
                                                before.path() + '/' + before.completeBaseName()
                                                    + QStringLiteral(".atlas"),
                                                tr("StructAtlas session (*.atlas)"));
    if (file.isEmpty()) {
        m_afterSave = {}; // nothing follows a save that does not happen
        return;
    }
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".atlas");
    saveTo(file);
}

void SessionFiles::saveTo(const QString& file)
{
    if (!m_session.data())
        return;
    if (m_saving) { // the newest state follows as soon as this one is written
        m_saveNext = file;
        return;
    }
    m_saving = true;
    StoredSession stored = snapshot();
    stored.file = QFileInfo(file).absoluteFilePath().toStdString();
    m_saver.start<bool>(
        QStringLiteral("save"), tr("Saving %1").arg(shortName(file)),
        [stored = std::move(stored), file = file.toStdString()](const ProgressToken& progress) {
            return done(writeSession(stored, file, progress));
        },
        [this, file, revision = m_revision, key = m_session.dataKey()](const Result<bool>& written) {
            m_saving = false;
            if (!written && written.error().code != ErrorCode::Cancelled)
                Q_EMIT m_session.failed(tr("%1 could not be saved").arg(shortName(file)),
                                        text(toString(written.error())));
            const QString next = std::exchange(m_saveNext, {});
            if (key != m_session.dataKey() || !written) // other data were opened meanwhile, or it failed
                m_afterSave = {};
            else if (!next.isEmpty())
                saveTo(next);
            else
                onSaved(QFileInfo(file).absoluteFilePath(), revision);
        });
}

void SessionFiles::onSaved(const QString& file, std::uint64_t revision)
{
    m_file = file;
    m_savedRevision = revision;
    RecentFiles::add(file);
    updateTitle();
    tidyRecovery();
    Q_EMIT saved(file);
    if (const std::function<void()> proceed = std::exchange(m_afterSave, {}))
        proceed();
}

void SessionFiles::autosave()
{
    if (!m_session.data() || !isModified() || m_revision == m_autosavedRevision || !m_autosaver.isIdle())
        return;
    const QString file = m_recovery.path();
    if (file.isEmpty())
        return;
    m_autosaver.start<bool>(
        QStringLiteral("autosave"), tr("Autosave"),
        [stored = snapshot(), file = file.toStdString()](const ProgressToken& progress) {
            return done(writeSession(stored, file, progress));
        },
        [this, file, revision = m_revision](const Result<bool>& written) {
            if (!written)
                return; // a full disk: saving by hand will say so
            m_autosavedRevision = revision;
            tidyRecovery();
            Q_EMIT autosaved(file);
        });
}

/// What is saved needs no recovery.
void SessionFiles::tidyRecovery()
{
    if (!isModified() && m_autosaver.isIdle())
        m_recovery.remove();
}

// --- the question ---

void SessionFiles::askThen(const QString& question, std::function<void()> proceed)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("StructAtlas"), question,
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("unsaved"));
    box->setInformativeText(tr("Without saving, the analyses since the last save are lost."));
    box->setDefaultButton(QMessageBox::Save);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, proceed = std::move(proceed)](int answer) {
        if (answer == QMessageBox::Save) {
            m_afterSave = proceed;
            save();
        } else if (answer == QMessageBox::Discard) {
            proceed();
        }
    });
    box->open(); // not exec(): nothing waits for it
}

bool SessionFiles::mayClose()
{
    const auto close = [this] {
        m_mayClose = true;
        m_window.close();
    };
    if (m_mayClose || (!needsSaving() && !m_saving))
        return true;
    if (m_saving)
        m_afterSave = close;
    else if (!m_window.findChild<QMessageBox*>(QStringLiteral("unsaved")))
        askThen(tr("Save the session before closing?"), close);
    return false;
}

// --- opening ---

void SessionFiles::open(const QString& source, const ReadOptions& options)
{
    const auto proceed = [this, source, options] {
        if (isSessionFile(source.toStdString()))
            openSession(source, false);
        else
            m_session.open(source, options);
    };
    if (needsSaving())
        askThen(tr("Save the session before opening %1?").arg(shortName(source)), proceed);
    else
        proceed();
}

void SessionFiles::openSession(const QString& file, bool recovered)
{
    m_session.jobs().start<LoadedSession>(
        QStringLiteral("open"), tr("Open %1").arg(recovered ? tr("unsaved work") : shortName(file)),
        [file = file.toStdString()](const ProgressToken& progress) { return loadSession(file, progress); },
        [this, file, recovered](const Result<LoadedSession>& loaded) {
            if (loaded)
                show(*loaded, file, recovered);
            else if (recovered)
                m_recovery.release();
            if (!loaded && loaded.error().code != ErrorCode::Cancelled)
                Q_EMIT m_session.failed(tr("%1 could not be opened").arg(shortName(file)),
                                        text(toString(loaded.error())));
        });
}

void SessionFiles::show(const LoadedSession& loaded, const QString& file, bool recovered)
{
    m_session.restore(loaded.session);
    m_sourceIsFolder = loaded.session.source.folder; // it may be missing now
    std::vector<NamedSelection> named;
    for (const StoredSelection& selection : loaded.session.selections) {
        if (selection.name.empty())
            m_session.hub().select(selection.rows);
        else
            named.push_back({text(selection.name), selection.rows});
    }
    m_session.hub().setNamedSelections(std::move(named));
    m_session.hub().setColouring(colouringOf(*m_session.data(), loaded.session.colouring));
    m_window.restoreState(QByteArray::fromStdString(loaded.session.layout));
    m_window.results()->setCurrentIndex(static_cast<int>(loaded.session.currentTab));
    if (recovered) {
        m_file = text(loaded.session.file);
    } else if (loaded.damages.empty()) {
        m_file = QFileInfo(file).absoluteFilePath();
        m_savedRevision = m_revision;
        RecentFiles::add(file);
    } // a damaged file is never written over
    updateTitle();
    showState(loaded);
    Q_EMIT opened(file);
}

void SessionFiles::showState(const LoadedSession& loaded)
{
    if (!loaded.damages.empty()) {
        QStringList sentences;
        for (const std::string& damage : loaded.damages)
            sentences << text(damage);
        addBar(QStringLiteral("damaged"),
               tr("The session file is damaged. %1 Save the session under another name to keep what is here.")
                   .arg(sentences.join(' ')),
               {{tr("Save as..."), tr("Save what could be read as another session"), [this] { saveAs(); }}});
    }
    const QString source = m_session.source();
    if (loaded.source == SourceState::Missing)
        addBar(QStringLiteral("missing-source"),
               tr("%1 is not where it was (%2). The session shows the structures that it keeps.")
                   .arg(shortName(source), QFileInfo(source).path()),
               {{tr("Find..."), tr("Say where the source is now"),
                 [this, folder = loaded.session.source.folder] { findSource(folder); }}});
    else if (loaded.source == SourceState::Changed)
        addBar(QStringLiteral("changed-source"),
               tr("%1 has changed since it was read. The session shows the structures that it keeps.")
                   .arg(shortName(source)),
               {{tr("Read it again"), tr("Open the source as it is now, as a new session"),
                 [this, source] { open(source, m_session.readOptions()); }}});
    const std::vector<RunId> slow = m_repeater->start();
    if (!slow.empty())
        addBar(QStringLiteral("slow-runs"),
               tr("%n analyses took more than a minute and are shown as they were saved.", nullptr,
                  static_cast<int>(slow.size())),
               {{tr("Compute again"), tr("Run them again in the background, for their interactive views"),
                 [this, slow] { m_repeater->repeat(slow); }}});
}

// --- a source that moved ---

void SessionFiles::findSource(bool folder)
{
    const QString place = folder
        ? QFileDialog::getExistingDirectory(&m_window, tr("Find the source"))
        : QFileDialog::getOpenFileName(&m_window, tr("Find %1").arg(shortName(m_session.source())));
    if (!place.isEmpty())
        useSource(place);
}

void SessionFiles::useSource(const QString& source)
{
    m_session.jobs().start<std::string>(
        QStringLiteral("find-source"), tr("Check %1").arg(shortName(source)),
        [source = source.toStdString()](const ProgressToken& progress) {
            return sha256OfSource(source, progress);
        },
        [this, source](const Result<std::string>& hash) {
            if (!hash) {
                if (hash.error().code != ErrorCode::Cancelled)
                    Q_EMIT m_session.failed(tr("%1 could not be read").arg(shortName(source)),
                                            text(toString(hash.error())));
                return;
            }
            delete bar(QStringLiteral("missing-source"));
            if (*hash == m_session.sourceHash()) {
                m_session.setSource(source);
                return;
            }
            addBar(
                QStringLiteral("other-source"),
                tr("%1 is another file: its SHA-256 differs from the one that was saved. The session keeps "
                   "its structures.")
                    .arg(shortName(source)),
                {{tr("Find..."), tr("Look for the source elsewhere"),
                  [this, folder = QFileInfo(source).isDir()] { findSource(folder); }},
                 {tr("Open it"), tr("Open this file as new data"),
                  [this, source] { open(source, m_session.readOptions()); }}});
        });
}

// --- recovery ---

void SessionFiles::offerRecovery()
{
    const QStringList files = RecoveryFile::abandoned();
    if (files.isEmpty())
        return;
    const QString& file = files.first();
    addBar(QStringLiteral("recovery"),
           tr("The program did not end properly. Its unsaved work of %1 can be recovered.")
               .arg(QLocale().toString(QFileInfo(file).lastModified(), QLocale::ShortFormat)),
           {{tr("Recover"), tr("Open it as it was at the last autosave"), [this, file] { recover(file); }},
            {tr("Discard"), tr("Delete it"), [this, file] {
                 RecoveryFile::removeAbandoned(file);
                 offerRecovery(); // of another program
             }}});
}

void SessionFiles::recover(const QString& path)
{
    const auto proceed = [this, path] {
        if (m_recovery.adopt(path)) // it stays until the work is saved, or this program ends properly
            openSession(path, true);
    };
    if (needsSaving())
        askThen(tr("Save the session before recovering another?"), proceed);
    else
        proceed();
}

// --- bars ---

void SessionFiles::addBar(const QString& name, const QString& words,
                          const std::vector<MessageBar::Offer>& offers)
{
    delete bar(name);
    auto* line = new MessageBar(words, offers);
    line->setObjectName(name);
    m_bars->insertWidget(m_bars->count() - 1, line);
    line->show(); // a layout would show it only later
}

MessageBar* SessionFiles::bar(const QString& name) const
{
    for (MessageBar* line : m_window.centralWidget()->findChildren<MessageBar*>(name))
        if (!line->isHidden()) // it hides itself before it goes
            return line;
    return nullptr;
}

/// Of the session before; an offer of recovery is not about it.
void SessionFiles::clearBars()
{
    for (MessageBar* line : m_window.centralWidget()->findChildren<MessageBar*>())
        if (line->objectName() != QStringLiteral("recovery")) {
            line->hide();
            line->deleteLater();
        }
}

} // namespace atlas
