#include "app/main_window.h"

#include "app/actions.h"
#include "app/cost_words.h"
#include "app/figure_commands.h"
#include "app/form_dialog.h"
#include "app/recent_files.h"
#include "app/run_area.h"
#include "app/selection_commands.h"
#include "app/session_export.h"
#include "app/session_files.h"
#include "app/start_page.h"
#include "app/tour.h"
#include "app/version.h"
#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/io/open_data.h"
#include "core/io/read_dataset.h"
#include "core/io/source_hash.h"
#include "core/io/write_dataset.h"
#include "core/methods/quick_look.h"
#include "core/support/text.h"
#include "widgets/jobs/job_view.h"
#include "widgets/models/structure_filter.h"
#include "widgets/views/inspector.h"
#include "widgets/views/parameter_form.h"
#include "widgets/views/problem_list.h"
#include "widgets/views/selection_list.h"
#include "widgets/views/structure_table.h"
#include "widgets/views/theme_style.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
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

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

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
    single.prepend(MainWindow::tr("StructAtlas sessions (*.atlas)"));
    return MainWindow::tr("All structures (%1)").arg(all.join(' ')) + QStringLiteral(";;") + single.join(";;")
        + QStringLiteral(";;") + MainWindow::tr("All files (*)");
}

/// What detection says of a source, for the options dialog.
QString detectionText(const QString& source)
{
    if (source.startsWith(QStringLiteral("example:")))
        return MainWindow::tr("An example of the program.");
    const Result<Detection> detection = detectFormat(std::filesystem::path(source.toStdString()));
    if (!detection)
        return QString::fromStdString(detection.error().message);
    return MainWindow::tr("Detected: %1 (%2).")
        .arg(text(formatInfo(detection->format).title), QString::fromStdString(detection->reason));
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
    fillAnalyseMenu();
    fillExamplesMenu();
    connectActions();
    connectSession();
    m_files = new SessionFiles(*this);
    buildTour();
    resize(1440, 900);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("layout")).toByteArray());
    setTheme(settings.value(QStringLiteral("dark"), false).toBool());
    m_actions->quickLook->setChecked(settings.value(QStringLiteral("quickLook"), true).toBool());
    showStartPage();
}

MainWindow::~MainWindow() { delete m_files; } // it looks at the session, which goes before the children

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
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openFile);
    connect(m_start, &StartPage::openFolderRequested, this, &MainWindow::openFolder);
    connect(m_start, &StartPage::sourceRequested, this, [this](const QString& source) { open(source); });
    connect(m_results, &RunArea::tabOpened, this, [this] { m_centre->setCurrentWidget(m_results); });
    connect(m_results, &RunArea::failed, this, &MainWindow::onFailed);
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
    QDockWidget* data = addDock(tr("Data"), QStringLiteral("data"), m_table, Qt::LeftDockWidgetArea);
    m_problemDock = addDock(tr("Problems"), QStringLiteral("problems"), m_problems, Qt::LeftDockWidgetArea);
    QDockWidget* inspector =
        addDock(tr("Inspector"), QStringLiteral("inspector"), m_inspector, Qt::RightDockWidgetArea);
    QDockWidget* runs = addDock(tr("Runs"), QStringLiteral("runs"), m_jobs, Qt::BottomDockWidgetArea);
    QDockWidget* history =
        addDock(tr("History"), QStringLiteral("history"), m_history, Qt::BottomDockWidgetArea);
    QDockWidget* named =
        addDock(tr("Selections"), QStringLiteral("selections"), selections->list(), Qt::LeftDockWidgetArea);
    tabifyDockWidget(data, m_problemDock);
    tabifyDockWidget(m_problemDock, named);
    data->raise();
    splitDockWidget(runs, history, Qt::Horizontal);
    resizeDocks({data, inspector}, {420, 420}, Qt::Horizontal);
    resizeDocks({runs}, {64}, Qt::Vertical);
}

void MainWindow::fillAnalyseMenu()
{
    QMenu* menu = m_actions->analyseMenu;
    std::vector<const Method*> sorted;
    for (const Method& method : methods())
        sorted.push_back(&method);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Method* a, const Method* b) {
        return a->description.question < b->description.question;
    });
    const Question* section = nullptr;
    for (const Method* method : sorted) {
        const MethodDescription& description = method->description;
        if (!section || *section != description.question)
            menu->addSection(QString::fromUtf8(toString(description.question)));
        section = &description.question;
        QAction* action = menu->addAction(QString::fromStdString(description.title) + QStringLiteral("..."));
        action->setToolTip(QString::fromStdString(description.summary));
        action->setObjectName(QStringLiteral("method:") + QString::fromStdString(description.name));
        connect(action, &QAction::triggered, this, [this, method] { askAndRun(*method); });
    }
    menu->setToolTipsVisible(true);
}

void MainWindow::offerMethodsFor(StructureKind kind)
{
    for (const Method& method : methods()) {
        const MethodDescription& description = method.description;
        QStringList accepted;
        bool fits = false;
        for (const StructureKind one : description.accepts) {
            accepted << QString::fromUtf8(toString(one)) + QLatin1Char('s');
            fits = fits || one == kind;
        }
        auto* action =
            m_actions->analyseMenu->findChild<QAction*>(QStringLiteral("method:") + text(description.name));
        action->setEnabled(fits);
        action->setToolTip(text(description.summary)
                           + (fits ? QString() : tr(" For %1 only.").arg(accepted.join(tr(" and ")))));
    }
}

void MainWindow::fillExamplesMenu()
{
    for (const ExampleInfo& example : examples()) {
        QAction* action = m_actions->examplesMenu->addAction(text(example.title));
        action->setToolTip(text(example.summary));
        const QString source = QStringLiteral("example:") + text(example.name);
        connect(action, &QAction::triggered, this, [this, source] { open(source); });
    }
    m_actions->examplesMenu->setToolTipsVisible(true);
}

void MainWindow::fillRecentMenu()
{
    m_actions->recentMenu->clear();
    const QStringList files = RecentFiles::list();
    for (const QString& file : files)
        connect(m_actions->recentMenu->addAction(file), &QAction::triggered, this,
                [this, file] { open(file); });
    if (files.isEmpty()) {
        m_actions->recentMenu->addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    m_actions->recentMenu->addSeparator();
    connect(m_actions->recentMenu->addAction(tr("Forget these")), &QAction::triggered, this, [this] {
        RecentFiles::clear();
        m_start->refresh();
    });
}

void MainWindow::connectActions()
{
    const Actions& a = *m_actions;
    SelectionHub* hub = &m_session.hub();
    connect(a.open, &QAction::triggered, this, &MainWindow::openFile);
    connect(a.openFolder, &QAction::triggered, this, &MainWindow::openFolder);
    connect(a.openWithOptions, &QAction::triggered, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Open with options"), {}, openFilter());
        if (!file.isEmpty())
            openWithOptions(file);
    });
    connect(a.reloadWithOptions, &QAction::triggered, this, [this] { openWithOptions(m_session.source()); });
    connect(a.saveDataAs, &QAction::triggered, this, &MainWindow::saveDataAs);
    connect(a.exportRecipe, &QAction::triggered, this, &MainWindow::exportRecipe);
    connect(a.exportReport, &QAction::triggered, this, &MainWindow::exportReport);
    connect(a.startPage, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.selectAll, &QAction::triggered, hub, &SelectionHub::selectAllVisible);
    connect(a.selectNone, &QAction::triggered, hub, &SelectionHub::clearSelection);
    connect(a.invertSelection, &QAction::triggered, hub, &SelectionHub::invertSelection);
    connect(a.explainSelection, &QAction::triggered, this, &MainWindow::explainSelection);
    connect(a.undo, &QAction::triggered, hub, &SelectionHub::undo);
    connect(a.redo, &QAction::triggered, hub, &SelectionHub::redo);
    connect(a.rectangleTool, &QAction::toggled, m_results, [this](bool rectangle) {
        m_results->setTool(rectangle ? SelectionTool::Rectangle : SelectionTool::Lasso);
    });
    connect(a.compare, &QAction::triggered, this, &MainWindow::compareRuns);
    connect(m_results, &RunArea::comparisonChanged, a.compare, &QAction::setChecked);
    connect(a.quickLook, &QAction::toggled, this,
            [](bool wanted) { QSettings().setValue(QStringLiteral("quickLook"), wanted); });
    connect(a.darkTheme, &QAction::toggled, this, &MainWindow::setTheme);
    connect(a.cancelJobs, &QAction::triggered, &m_session.jobs(), &JobRunner::cancelAll);
    connect(a.recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
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
            askAndRun(*run->method, &run->parameters);
    });
    connect(m_history, &RunHistory::copyCommandRequested, this, &MainWindow::copyCommand);
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

void MainWindow::openFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open"), {}, openFilter());
    if (!file.isEmpty())
        open(file);
}

void MainWindow::openFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Open a folder of documents or a TU set"));
    if (!folder.isEmpty())
        open(folder);
}

void MainWindow::openWithOptions(const QString& source)
{
    FormDialog dialog(tr("Open %1").arg(QFileInfo(source).fileName()), detectionText(source), tr("Open"),
                      dataParameters(), this);
    if (source == m_session.source())
        dialog.form().setValues(toParameterValues(m_session.readOptions()));
    if (dialog.exec() == QDialog::Accepted)
        open(source, toReadOptions(dialog.values()));
}

void MainWindow::saveDataAs()
{
    QStringList filters;
    for (const WriteFormat& format : writeFormats(m_session.data()->kind()))
        filters << QStringLiteral("%1 (*%2)").arg(text(format.title), text(format.ending));
    const QString file = QFileDialog::getSaveFileName(this, tr("Save data as"), {}, filters.join(";;"));
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
                onFailed(tr("%1 could not be written").arg(QFileInfo(file).fileName()),
                         QString::fromStdString(toString(written.error())));
        });
}

void MainWindow::askAndRun(const Method& method, const ParameterValues* start)
{
    const MethodDescription& description = method.description;
    if (description.parameters.empty()) {
        m_session.run(method, {}, 1);
        return;
    }
    FormDialog dialog(QString::fromStdString(description.title), QString::fromStdString(description.help),
                      tr("Run"), description.parameters, this);
    dialog.setRemark(
        [this, &method](const ParameterValues& values) { return costWords(m_session, method, values); });
    if (start)
        dialog.form().setValues(*start);
    if (dialog.exec() == QDialog::Accepted)
        m_session.run(method, dialog.values(), 1);
}

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
    offerMethodsFor(data->kind());
    m_centre->setCurrentWidget(m_results);
    updateStatus();
    m_inspector->showStructure(RowId(0));
    if (m_session.isRestoring())
        return; // its runs follow
    const Method* describe = findMethod("describe");
    m_session.run(*describe, *parameterValues(describe->description, {}), 1);
    if (m_actions->quickLook->isChecked())
        lookQuickly();
}

void MainWindow::lookQuickly()
{
    const QuickLook look = quickLook(*m_session.data());
    for (const QuickStep& step : look.steps) {
        const Method* method = findMethod(step.method);
        m_session.run(*method, *parameterValues(method->description, step.parameters), 1,
                      Asked::ByTheProgram);
    }
    if (!look.advice.empty())
        statusBar()->showMessage(text(look.advice), 8000);
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

void MainWindow::copyCommand(RunId id)
{
    const Recipe recipe = m_session.recipe();
    const auto& runs = m_session.runs();
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->id == id) {
            QApplication::clipboard()->setText(text(commandLine(recipe, recipe.steps[i])));
            statusBar()->showMessage(tr("The command is on the clipboard."), 4000);
        }
}

void MainWindow::exportRecipe()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Export recipe"),
                                                      QStringLiteral("recipe.json"), tr("Recipe (*.json)"));
    if (file.isEmpty())
        return;
    m_session.jobs().start<bool>(
        QStringLiteral("recipe"), tr("Export recipe"),
        [recipe = m_session.recipe(), file](const ProgressToken& progress) -> Result<bool> {
            const Result<void> written = writeRecipe(recipe, file, progress);
            return written ? Result<bool>(true) : Result<bool>(written.error());
        },
        [this, file](const Result<bool>& written) {
            if (!written)
                onFailed(tr("%1 could not be written").arg(QFileInfo(file).fileName()),
                         text(toString(written.error())));
        });
}

void MainWindow::exportReport()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Export report"),
                                                      QStringLiteral("report.html"), tr("Web page (*.html)"));
    if (file.isEmpty())
        return;
    if (const Result<void> written = writeReport(m_session, file); !written)
        onFailed(tr("The report could not be written"), text(toString(written.error())));
    else
        statusBar()->showMessage(tr("%1 is written.").arg(QFileInfo(file).fileName()), 4000);
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

void MainWindow::explainSelection()
{
    const std::vector<RowId> rows = m_session.hub().selectedRows();
    if (rows.empty() || rows.size() == m_session.hub().rowCount()) {
        statusBar()->showMessage(tr("Select some structures first, on a map or in the table; the others are "
                                    "what they are compared with."),
                                 8000);
        return;
    }
    std::string ids = "id:";
    for (const RowId row : rows)
        ids +=
            (row == rows.front() ? "" : ",") + std::to_string(m_session.data()->record(row).number.value());
    const Method* explain = findMethod("explain");
    if (const Result<ParameterValues> values = parameterValues(explain->description, {{"selection", ids}}))
        m_session.run(*explain, *values, 1);
    else
        onFailed(tr("The selection could not be explained"),
                 QString::fromStdString(toString(values.error())));
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
          tr("Each row is a structure. Click one: the inspector draws it and says what it is made of. "
             "Filter by text, class or, for molecules, a SMARTS pattern."),
          [this] { return m_table; }},
         {tr("Ask"),
          tr("Analyse lists the methods by the question they answer. Take the first under 'Which are "
             "alike?' for a map; its parameters explain themselves."),
          [bar] { return bar; }, analyse},
         {tr("Explore"),
          tr("Results open here. Point at a mark to see its structure; drag around marks to select "
             "them everywhere. A right click explains the selection, or copies and exports the figure."),
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
