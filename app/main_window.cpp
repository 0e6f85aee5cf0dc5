#include "app/main_window.h"

#include "app/actions.h"
#include "app/analyse_commands.h"
#include "app/colour_commands.h"
#include "app/data_commands.h"
#include "app/export_commands.h"
#include "app/figure_commands.h"
#include "app/layout_commands.h"
#include "app/recent_files.h"
#include "app/run_area.h"
#include "app/selection_commands.h"
#include "app/session_files.h"
#include "app/start_page.h"
#include "app/text.h"
#include "app/tour.h"
#include "app/version.h"
#include "core/support/text.h"
#include "widgets/jobs/job_view.h"
#include "widgets/models/structure_filter.h"
#include "widgets/views/inspector.h"
#include "widgets/views/problem_list.h"
#include "widgets/views/selection_list.h"
#include "widgets/views/structure_table.h"
#include "widgets/views/theme_style.h"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>

#include <algorithm>

namespace atlas {

namespace {

/// The first two numbers of a run, for a list.
QString outcomeText(const MethodOutput& output)
{
    QStringList parts;
    if (output.status != "ok") {
        const QString status = text(output.status);
        parts << (status.endsWith('.') ? status.chopped(1) : status);
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(2, output.metrics.size()); ++i) {
        const auto& [name, value] = output.metrics[i];
        const auto* real = std::get_if<double>(&value);
        const QString number = real
            ? numberText(*real)
            : text(std::visit([](const auto& held) { return toString(ParameterValue(held)); }, value));
        parts << text(name).replace('_', ' ') + ' ' + number;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent), m_actions(new Actions(*this))
{
    setWindowTitle(tr("StructAtlas"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/structatlas.svg")));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    buildCentre();
    buildDocks();
    m_status = new QLabel;
    m_status->setObjectName(QStringLiteral("status"));
    statusBar()->addWidget(m_status, 1);
    buildCommands();
    connectActions();
    connectSession();
    m_files = new SessionFiles(*this);
    buildTour();
    resize(1440, 900);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("layout")).toByteArray());
    setTheme(settings.value(QStringLiteral("dark"), false).toBool());
    showStartPage();
}

MainWindow::~MainWindow()
{
    // Whatever looks at the session goes first: a widget's children would go after its members.
    m_session.disconnect(this);
    m_session.hub().disconnect(this);
    delete m_files;
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

RunTabs* MainWindow::results() const { return m_results->left(); }

void MainWindow::buildCentre()
{
    m_start = new StartPage;
    m_results = new RunArea(m_session);
    m_results->setFigureActions(m_actions->figureActions());
    m_results->setLinkAction(m_actions->linkViews);
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_results);
    setCentralWidget(m_centre);
    connect(m_start, &StartPage::sourceRequested, this, [this](const QString& source) { open(source); });
    connect(m_results, &RunArea::tabOpened, this, [this] { m_centre->setCurrentWidget(m_results); });
    connect(m_results, &RunArea::failed, this, &MainWindow::onFailed);
}

void MainWindow::buildCommands()
{
    auto* data = new DataCommands(m_session, *m_actions, *this);
    connect(data, &DataCommands::openRequested, this, &MainWindow::open);
    connect(data, &DataCommands::recentFilesForgotten, m_start, &StartPage::refresh);
    connect(data, &DataCommands::failed, this, &MainWindow::onFailed);
    connect(m_start, &StartPage::openRequested, data, &DataCommands::openFile);
    connect(m_start, &StartPage::openFolderRequested, data, &DataCommands::openFolder);
    m_analyse = new AnalyseCommands(m_session, *m_actions, *this);
    connect(m_analyse, &AnalyseCommands::failed, this, &MainWindow::onFailed);
    connect(m_analyse, &AnalyseCommands::message, this, &MainWindow::showMessage);
    auto* exports = new ExportCommands(m_session, *m_actions, *this);
    connect(exports, &ExportCommands::failed, this, &MainWindow::onFailed);
    connect(exports, &ExportCommands::message, this, &MainWindow::showMessage);
    new ColourCommands(m_session, *m_actions->colourBox, *this);
    auto* layouts = new LayoutCommands(*m_actions, *this);
    connect(layouts, &LayoutCommands::message, this, &MainWindow::showMessage);
    auto* figures = new FigureCommands(m_session, *m_actions, *m_results, *this);
    connect(figures, &FigureCommands::failed, this, &MainWindow::onFailed);
    connect(figures, &FigureCommands::message, this, &MainWindow::showMessage);
}

QDockWidget* MainWindow::addDock(const QString& title, const QString& name, QWidget* content,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    m_actions->viewMenu->addAction(dock->toggleViewAction());
    return dock;
}

void MainWindow::buildDocks()
{
    m_table = new StructureTable(m_session.hub());
    m_problems = new ProblemList;
    m_inspector = new Inspector(m_session.hub());
    m_jobs = new JobView(m_session.jobs());
    m_history = new RunHistory;
    auto* selections = new SelectionCommands(m_session, *m_actions, *this);
    connect(selections, &SelectionCommands::failed, this, &MainWindow::onFailed);
    connect(selections, &SelectionCommands::message, this, &MainWindow::showMessage);
    m_dataDock = addDock(tr("Data"), QStringLiteral("data"), m_table, Qt::LeftDockWidgetArea);
    m_problemDock = addDock(tr("Problems"), QStringLiteral("problems"), m_problems, Qt::LeftDockWidgetArea);
    QDockWidget* inspector =
        addDock(tr("Inspector"), QStringLiteral("inspector"), m_inspector, Qt::RightDockWidgetArea);
    QDockWidget* runs = addDock(tr("Runs"), QStringLiteral("runs"), m_jobs, Qt::BottomDockWidgetArea);
    QDockWidget* history =
        addDock(tr("History"), QStringLiteral("history"), m_history, Qt::BottomDockWidgetArea);
    QDockWidget* named =
        addDock(tr("Selections"), QStringLiteral("selections"), selections->list(), Qt::LeftDockWidgetArea);
    tabifyDockWidget(m_dataDock, m_problemDock);
    tabifyDockWidget(m_problemDock, named);
    m_dataDock->raise();
    splitDockWidget(runs, history, Qt::Horizontal);
    resizeDocks({m_dataDock, inspector}, {330, 370}, Qt::Horizontal); // the results are what people look at
    resizeDocks({runs}, {64}, Qt::Vertical);
}

void MainWindow::connectActions()
{
    const Actions& a = *m_actions;
    SelectionHub* hub = &m_session.hub();
    connect(a.startPage, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.selectAll, &QAction::triggered, hub, &SelectionHub::selectAllVisible);
    connect(a.selectNone, &QAction::triggered, hub, &SelectionHub::clearSelection);
    connect(a.invertSelection, &QAction::triggered, hub, &SelectionHub::invertSelection);
    connect(a.undo, &QAction::triggered, hub, &SelectionHub::undo);
    connect(a.redo, &QAction::triggered, hub, &SelectionHub::redo);
    connect(a.rectangleTool, &QAction::toggled, m_results, [this](bool rectangle) {
        m_results->setTool(rectangle ? SelectionTool::Rectangle : SelectionTool::Lasso);
    });
    connect(a.find, &QAction::triggered, this, &MainWindow::findStructures);
    connect(a.compare, &QAction::triggered, this, &MainWindow::compareRuns);
    connect(m_results, &RunArea::comparisonChanged, a.compare, &QAction::setChecked);
    connect(a.darkTheme, &QAction::toggled, this, &MainWindow::setTheme);
    connect(a.cancelJobs, &QAction::triggered, &m_session.jobs(), &JobRunner::cancelAll);
    connect(a.shortcuts, &QAction::triggered, this, [this] {
        QMessageBox box(QMessageBox::NoIcon, tr("Keyboard shortcuts"), m_actions->shortcutTable(),
                        QMessageBox::Close, this);
        box.exec();
    });
    connect(a.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::dataChanged, this, &MainWindow::onDataChanged);
    connect(&m_session, &Session::dagChanged, m_inspector, &Inspector::setDag);
    connect(&m_session, &Session::runPreviewed, m_results, &RunArea::showRun);
    connect(&m_session, &Session::runFinished, this, &MainWindow::onRunFinished);
    connect(&m_session, &Session::runAbandoned, m_results, &RunArea::closeRun);
    connect(&m_session, &Session::failed, this, &MainWindow::onFailed);
    connect(m_history, &RunHistory::showRequested, this, [this](RunId id) {
        if (const auto run = m_session.findRun(id))
            m_results->bringToFront(run);
    });
    connect(m_history, &RunHistory::againRequested, this, [this](RunId id) {
        if (const auto run = m_session.findRun(id))
            m_analyse->askAndRun(*run->method, run.get());
    });
    connect(m_history, &RunHistory::copyCommandRequested, m_analyse, &AnalyseCommands::copyCommand);
    const SelectionHub* hub = &m_session.hub();
    connect(hub, &SelectionHub::selectionChanged, this, &MainWindow::updateStatus);
    connect(hub, &SelectionHub::filterChanged, this, &MainWindow::updateStatus);
    connect(hub, &SelectionHub::historyChanged, this, &MainWindow::updateStatus);
    connect(hub, &SelectionHub::dataReset, this, &MainWindow::updateStatus);
    connect(m_table, &StructureTable::structureActivated, m_inspector,
            [this](RowId row) { m_inspector->showStructure(row); });
    connect(m_table->filter(), &StructureFilter::smartsChanged, m_inspector,
            [this] { m_inspector->setPattern(m_table->filter()->pattern()); });
    connect(m_inspector, &Inspector::structureRequested, m_table,
            [this](RowId row) { m_table->scrollTo(row); });
}

void MainWindow::open(const QString& source, const ReadOptions& options) { m_files->open(source, options); }

void MainWindow::onDataChanged()
{
    const DatasetPtr& data = m_session.data();
    if (!m_session.isRestoring()) // the session itself is what to open again
        RecentFiles::add(m_session.source());
    m_start->refresh();
    m_results->closeAll(); // figures of the data before would be about other rows
    m_history->clear();
    m_inspector->setDag(nullptr);
    m_inspector->setDataset(data);
    m_table->setDataset(data);
    m_problems->setDataset(data);
    const std::size_t problems = data->problems().size();
    m_problemDock->setWindowTitle(problems == 0 ? tr("Problems") : tr("Problems (%1)").arg(problems));
    m_actions->setDataOpen(true);
    m_centre->setCurrentWidget(m_results);
    updateStatus();
    m_inspector->showStructure(RowId(0));
    if (!m_session.isRestoring()) // else its runs follow
        m_analyse->lookAtNewData();
}

void MainWindow::onRunFinished(const std::shared_ptr<const SessionRun>& run)
{
    m_results->showRun(run);
    const QStringList given = givenParameters(*run);
    const QString title = text(run->method->description.title);
    m_history->addRun(run->id, title, given.isEmpty() ? tr("defaults") : given.join(QStringLiteral(", ")),
                      outcomeText(*run->output));
    m_actions->exportRecipe->setEnabled(true);
    m_actions->exportReport->setEnabled(true);
}

void MainWindow::compareRuns(bool wanted)
{
    if (!wanted)
        m_results->endComparison();
    else if (m_results->canCompare())
        m_results->compare();
    else
        statusBar()->showMessage(tr("There is one run only: run another analysis, or the same one with other "
                                    "parameters, to compare them."),
                                 8000);
    m_actions->compare->setChecked(m_results->isComparing());
}

void MainWindow::findStructures()
{
    m_dataDock->show();
    m_dataDock->raise();
    m_table->textField()->setFocus(Qt::ShortcutFocusReason);
    m_table->textField()->selectAll();
}

void MainWindow::onFailed(const QString& what, const QString& why)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("StructAtlas"), what, QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("failure"));
    box->setInformativeText(why);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open(); // not exec(): nothing waits for it
}

void MainWindow::showMessage(const QString& message) { statusBar()->showMessage(message, 8000); }

void MainWindow::updateStatus()
{
    const DatasetPtr& data = m_session.data();
    const SelectionHub& hub = m_session.hub();
    m_actions->undo->setEnabled(hub.canUndo());
    m_actions->redo->setEnabled(hub.canRedo());
    if (!data) {
        m_status->setText(tr("Nothing is open."));
        return;
    }
    const std::string kind = toString(data->kind());
    QStringList parts{QString::fromStdString(countText(data->size(), kind, kind + "s"))};
    parts << tr("read as %1").arg(QString::fromStdString(data->source().format));
    if (!data->source().detection.empty())
        parts.last() += QStringLiteral(" (%1)").arg(QString::fromStdString(data->source().detection));
    if (!data->problems().empty())
        parts << QString::fromStdString(countText(data->problems().size(), "problem", "problems"));
    if (hub.visibleCount() < data->size())
        parts << tr("%1 visible").arg(hub.visibleCount());
    if (hub.selectedCount() > 0)
        parts << tr("%1 selected").arg(hub.selectedCount());
    m_status->setText(parts.join(QStringLiteral("   ·   ")));
}

void MainWindow::setTheme(bool dark)
{
    Theme::setCurrent(dark ? ThemeKind::Dark : ThemeKind::Light);
    if (!qobject_cast<ThemeStyle*>(QApplication::style()))
        QApplication::setStyle(new ThemeStyle);
    QApplication::setPalette(Theme::current().palette());
    m_actions->darkTheme->setChecked(dark);
    QSettings().setValue(QStringLiteral("dark"), dark);
}

void MainWindow::buildTour()
{
    QMenuBar* bar = menuBar();
    const auto analyse = [this, bar] { return bar->actionGeometry(m_actions->analyseMenu->menuAction()); };
    m_tour = new Tour(
        {{tr("Look"),
          tr("Each row is a structure. Click one: the inspector draws it and says what it is made of. Filter "
             "by text, class or, for molecules, a SMARTS pattern."),
          [this] { return m_table; }},
         {tr("Ask"),
          tr("Analyse lists the methods by the question they answer. Take the first under 'Which are alike?' "
             "for a map; its parameters explain themselves."),
          [bar] { return bar; }, analyse},
         {tr("Explore"),
          tr("Results open here. Point at a mark to see its structure; drag around marks to select them "
             "everywhere. A right click explains the selection, or copies and exports the figure."),
          [this] { return m_centre; }}},
        this);
    connect(m_actions->tour, &QAction::triggered, this, &MainWindow::startTour);
    connect(m_start, &StartPage::tourRequested, this, &MainWindow::startTour);
}

void MainWindow::startTour()
{
    if (m_session.data()) {
        m_centre->setCurrentWidget(m_results);
        return m_tour->start();
    }
    connect(&m_session, &Session::dataChanged, m_tour, &Tour::start, Qt::SingleShotConnection);
    open(QStringLiteral("example:medicines"));
}

void MainWindow::showStartPage()
{
    m_start->refresh();
    m_centre->setCurrentWidget(m_start);
}

void MainWindow::showAbout()
{
    QMessageBox::about(
        this, tr("About StructAtlas"),
        tr("<h3>StructAtlas %1</h3><p>Maps of structured data: molecules, parse trees, XML documents, "
           "sequences, graphs.</p><p>Free software under the GNU General Public License, version 3 or "
           "later.</p>")
            .arg(QString::fromStdString(versionText())));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().constFirst().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    open(event->mimeData()->urls().constFirst().toLocalFile());
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayClose()) {
        event->ignore();
        return;
    }
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("layout"), saveState());
    QMainWindow::closeEvent(event);
}

} // namespace atlas
