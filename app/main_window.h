// The window: wiring between the session and the views. Views talk to the selection hub, never to each other.
#pragma once

#include "app/session.h"

#include <QMainWindow>

class QDockWidget;
class QLabel;
class QStackedWidget;

namespace atlas {

class Actions;
class AnalyseCommands;
class Inspector;
class JobView;
class ProblemList;
class RunHistory;
class RunArea;
class RunTabs;
class SessionFiles;
class StartPage;
class StructureTable;
class Tour;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Reads a session, file, folder or "example:NAME" in the background.
    void open(const QString& source, const ReadOptions& options = {});

    Session& session() { return m_session; }
    Actions& actions() { return *m_actions; }
    SessionFiles& files() { return *m_files; }
    StructureTable* table() const { return m_table; }
    Inspector* inspector() const { return m_inspector; }
    ProblemList* problems() const { return m_problems; }
    RunArea* runArea() const { return m_results; }
    RunTabs* results() const; ///< its left side, where new runs appear
    RunHistory* history() const { return m_history; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QDockWidget* addDock(const QString& title, const QString& name, QWidget* content,
                         Qt::DockWidgetArea area);
    void buildCentre();
    void buildDocks();
    void buildCommands();
    void connectActions();
    void connectSession();

    void setTheme(bool dark);
    void buildTour();
    void startTour(); ///< opens an example first where nothing is open
    void showStartPage();
    void showAbout();

    void onDataChanged();
    void onRunFinished(const std::shared_ptr<const SessionRun>& run);
    void compareRuns(bool wanted);
    void findStructures();
    void onFailed(const QString& what, const QString& why);
    void showMessage(const QString& message);
    void updateStatus();

    Session m_session;
    Actions* m_actions;
    StartPage* m_start = nullptr;
    QStackedWidget* m_centre = nullptr;
    AnalyseCommands* m_analyse = nullptr;
    RunArea* m_results = nullptr;
    StructureTable* m_table = nullptr;
    ProblemList* m_problems = nullptr;
    Inspector* m_inspector = nullptr;
    JobView* m_jobs = nullptr;
    RunHistory* m_history = nullptr;
    QDockWidget* m_dataDock = nullptr;
    QDockWidget* m_problemDock = nullptr;
    QLabel* m_status = nullptr;
    SessionFiles* m_files = nullptr;
    Tour* m_tour = nullptr;
};

} // namespace atlas
