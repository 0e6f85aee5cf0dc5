// Sessions of the window as files: saving, opening, autosave and recovery, the question about unsaved work,
// and the bars that say what is odd about an opened session. Files are read and written on worker threads;
// the window's title shows the file and whether it is up to date.
#pragma once

#include "app/recovery_file.h"
#include "app/run_repeater.h"
#include "app/session.h"
#include "app/session_loading.h"
#include "widgets/views/message_bar.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QVBoxLayout;

namespace atlas {

class MainWindow;

class SessionFiles : public QObject {
    Q_OBJECT

public:
    /// Puts the bars above the window's centre. The autosave interval is the setting "autosaveSeconds".
    explicit SessionFiles(MainWindow& window);
    ~SessionFiles() override;

    /// A session file, or data. Asks before unsaved work is replaced.
    void open(const QString& source, const ReadOptions& options);
    void save(); ///< asks for a name where there is none yet
    void saveAs();
    void saveTo(const QString& file);
    void autosave(); ///< now, where something changed

    const QString& file() const { return m_file; } ///< "" = not saved yet
    bool isModified() const { return m_revision != m_savedRevision; }
    /// Work that a person would miss: a saved session that changed, or analyses that they ran.
    bool needsSaving() const;
    /// False: the person is being asked, or a save is under way; the window closes by itself afterwards.
    bool mayClose();

    /// The bar of that name; null where it is not shown.
    MessageBar* bar(const QString& name) const;
    /// Where the source is now: taken where its hash is the one that was saved.
    void useSource(const QString& source);

Q_SIGNALS:
    void saved(const QString& file);
    void opened(const QString& file);
    void autosaved(const QString& file);

private:
    void connectAll();
    void touch(); // something changed
    void onDataChanged();
    void openSession(const QString& file, bool recovered);
    void show(const LoadedSession& loaded, const QString& file, bool recovered);
    void showState(const LoadedSession& loaded);
    void showSaving();
    void onSaved(const QString& file, std::uint64_t revision);
    void askThen(const QString& question, std::function<void()> proceed);
    void offerRecovery();
    void recover(const QString& path);
    void findSource(bool folder);
    void tidyRecovery();
    void updateTitle();
    StoredSession snapshot() const;
    void addBar(const QString& name, const QString& text, const std::vector<MessageBar::Offer>& offers = {});
    void clearBars();

    MainWindow& m_window;
    Session& m_session;
    RunRepeater* m_repeater;
    QVBoxLayout* m_bars = nullptr;
    QString m_file;
    bool m_sourceIsFolder = false;
    std::uint64_t m_revision = 0;
    std::uint64_t m_savedRevision = 0;
    std::uint64_t m_autosavedRevision = 0;
    bool m_saving = false;
    QString m_savingTitle;
    QString m_saveNext; // where to save as soon as the save that runs is done; "" = nowhere
    bool m_mayClose = false; // the person said so
    std::function<void()> m_afterSave;
    QTimer m_timer;
    RecoveryFile m_recovery;
    // Last: they end before the recovery file goes. Apart from the session's jobs, which end with the data.
    JobRunner m_saver;
    JobRunner m_autosaver;
};

} // namespace atlas
