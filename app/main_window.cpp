#include "app/main_window.h"

#include "app/actions.h"
#include "app/figure_export.h"
#include "app/form_dialog.h"
#include "app/recent_files.h"
#include "app/session_export.h"
#include "app/start_page.h"
#include "app/version.h"
#include "core/examples/examples.h"
#include "core/io/data_options.h"
#include "core/io/read_dataset.h"
#include "core/io/write_dataset.h"
#include "core/support/text.h"
#include "widgets/export/figure_writer.h"
#include "widgets/jobs/job_view.h"
#include "widgets/models/structure_filter.h"
#include "widgets/results/run_view.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/inspector.h"
#include "widgets/views/parameter_form.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/problem_list.h"
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
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>

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
    resize(1440, 900);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("layout")).toByteArray());
    setTheme(settings.value(QStringLiteral("dark"), false).toBool());
    showStartPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre()
{
    m_start = new StartPage;
    m_results = new QTabWidget;
    m_results->setTabsClosable(true);
    m_results->setDocumentMode(true);
    m_results->setMovable(true);
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_results);
    setCentralWidget(m_centre);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openFile);
    connect(m_start, &StartPage::openFolderRequested, this, &MainWindow::openFolder);
    connect(m_start, &StartPage::sourceRequested, this, [this](const QString& source) { open(source); });
    connect(m_results, &QTabWidget::tabCloseRequested, this, [this](int index) {
        QWidget* page = m_results->widget(index);
        m_results->removeTab(index);
        std::erase_if(m_runViews, [page](const auto& shown) { return shown.second == page; });
        page->deleteLater();
    });
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
    QDockWidget* data = addDock(tr("Data"), QStringLiteral("data"), m_table, Qt::LeftDockWidgetArea);
    m_problemDock = addDock(tr("Problems"), QStringLiteral("problems"), m_problems, Qt::LeftDockWidgetArea);
    QDockWidget* inspector =
        addDock(tr("Inspector"), QStringLiteral("inspector"), m_inspector, Qt::RightDockWidgetArea);
    QDockWidget* runs = addDock(tr("Runs"), QStringLiteral("runs"), m_jobs, Qt::BottomDockWidgetArea);
    QDockWidget* history =
        addDock(tr("History"), QStringLiteral("history"), m_history, Qt::BottomDockWidgetArea);
    tabifyDockWidget(data, m_problemDock);
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
    connect(a.exportFigure, &QAction::triggered, this, &MainWindow::exportFigure);
    connect(a.copyFigure, &QAction::triggered, this, &MainWindow::copyFigure);
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
    connect(a.rectangleTool, &QAction::toggled, this, &MainWindow::applyTool);
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
    connect(&m_session, &Session::runPreviewed, this, &MainWindow::showRun);
    connect(&m_session, &Session::runFinished, this, &MainWindow::onRunFinished);
    connect(&m_session, &Session::runAbandoned, this, &MainWindow::closeRun);
    connect(&m_session, &Session::failed, this, &MainWindow::onFailed);
    connect(m_history, &RunHistory::showRequested, this, [this](RunId id) {
        if (const auto run = m_session.findRun(id)) {
            showRun(run);
            m_results->setCurrentWidget(m_runViews[id]);
        }
    });
    connect(m_history, &RunHistory::againRequested, this, [this](RunId id) {
        if (const auto run = m_session.findRun(id))
            askAndRun(*run->method, &run->parameters);
    });
    connect(m_history, &RunHistory::copyCommandRequested, this, &MainWindow::copyCommand);
    const SelectionHub* hub = &m_session.hub();
    connect(hub, &SelectionHub::selectionChanged, this, &MainWindow::updateStatus);
    connect(hub, &SelectionHub::filterChanged, this, &MainWindow::updateStatus);
    connect(hub, &SelectionHub::dataReset, this, &MainWindow::updateStatus);
    connect(m_table, &StructureTable::structureActivated, m_inspector,
            [this](RowId row) { m_inspector->showStructure(row); });
    connect(m_table->filter(), &StructureFilter::smartsChanged, m_inspector,
            [this] { m_inspector->setPattern(m_table->filter()->pattern()); });
    connect(m_inspector, &Inspector::structureRequested, m_table,
            [this](RowId row) { m_table->scrollTo(row); });
}

void MainWindow::open(const QString& source, const ReadOptions& options) { m_session.open(source, options); }

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

void MainWindow::exportFigure()
{
    const FigureView* view = currentFigure();
    if (!view || !view->figure()) {
        statusBar()->showMessage(tr("There is no figure to export yet: run an analysis first."), 5000);
        return;
    }
    const Result<void> written = exportFigureByDialog(*view->figure(), m_session.source(), this);
    if (!written)
        onFailed(tr("The figure could not be written"), QString::fromStdString(toString(written.error())));
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
    if (start)
        dialog.form().setValues(*start);
    if (dialog.exec() == QDialog::Accepted)
        m_session.run(method, dialog.values(), 1);
}

void MainWindow::onDataChanged()
{
    const DatasetPtr& data = m_session.data();
    RecentFiles::add(m_session.source());
    m_start->refresh();
    while (m_results->count() > 0) { // figures of the data before would be about other rows
        QWidget* page = m_results->widget(0);
        m_results->removeTab(0);
        delete page;
    }
    m_runViews.clear();
    m_history->clear();
    m_inspector->setDag(nullptr);
    m_inspector->setDataset(data);
    m_table->setDataset(data);
    m_problems->setDataset(data);
    const std::size_t problems = data->problems().size();
    m_problemDock->setWindowTitle(problems == 0 ? tr("Problems") : tr("Problems (%1)").arg(problems));
    m_actions->setDataOpen(true);
    m_centre->setCurrentWidget(m_results);
    const QString name = QFileInfo(m_session.source()).fileName();
    setWindowTitle(tr("%1 - StructAtlas").arg(name));
    updateStatus();
    m_inspector->showStructure(RowId(0));
    const Method* describe = findMethod("describe");
    m_session.run(*describe, *parameterValues(describe->description, {}), 1);
}

ResultContext MainWindow::contextOf(const SessionRun& run)
{
    ResultContext context;
    context.method = run.method;
    context.parameters = run.parameters;
    context.data = m_session.data();
    context.hub = &m_session.hub();
    context.jobs = &m_session.jobs();
    context.dag = [this] { return m_session.dag(); };
    context.run = [this, seed = run.seed](const std::string& name, const auto& given) {
        const Method* method = findMethod(name);
        const Result<ParameterValues> values = method
            ? parameterValues(method->description, given)
            : Result<ParameterValues>(Error{ErrorCode::BadUse, "There is no method '" + name + "'."});
        if (values)
            m_session.run(*method, *values, seed);
        else
            onFailed(tr("The analysis could not start"), QString::fromStdString(toString(values.error())));
    };
    return context;
}

/// A preview opens the run's tab; what follows fills the same one. A tab that the person closed stays closed
/// until the run is finished.
void MainWindow::showRun(const std::shared_ptr<const SessionRun>& run)
{
    QPointer<RunView>& view = m_runViews[run->id];
    if (!view) {
        view = new RunView(contextOf(*run));
        view->setFigureActions(m_actions->figureActions());
        connect(view, &RunView::figuresDrawn, this, &MainWindow::applyTool);
        m_results->addTab(view, QString::fromStdString(run->method->description.title));
        m_results->setCurrentWidget(view);
        m_centre->setCurrentWidget(m_results);
    }
    view->setOutput(run->output);
    applyTool();
}

void MainWindow::closeRun(RunId run)
{
    const auto found = m_runViews.find(run);
    if (found == m_runViews.end())
        return;
    if (found->second) {
        m_results->removeTab(m_results->indexOf(found->second));
        found->second->deleteLater();
    }
    m_runViews.erase(found);
}

void MainWindow::onRunFinished(const std::shared_ptr<const SessionRun>& run)
{
    showRun(run);
    QStringList given;
    for (const ParameterDescription& parameter : run->method->description.parameters) {
        const auto value = run->parameters.all().find(parameter.name);
        if (value != run->parameters.all().end() && value->second != defaultValue(parameter))
            given << QStringLiteral("%1 %2").arg(text(parameter.title), text(toString(value->second)));
    }
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

void MainWindow::copyFigure()
{
    const FigureView* view = currentFigure();
    if (!view || !view->figure()) {
        statusBar()->showMessage(tr("There is no figure to copy yet: run an analysis first."), 5000);
        return;
    }
    FigureStyle style;
    style.theme = Theme::current().kind;
    if (const Result<QImage> image = renderFigure(*view->figure(), style)) {
        QApplication::clipboard()->setImage(*image);
        statusBar()->showMessage(tr("The figure is on the clipboard."), 4000);
    }
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

FigureView* MainWindow::currentFigure() const
{
    const auto* run = qobject_cast<const RunView*>(m_results->currentWidget());
    return run ? run->currentFigure() : nullptr;
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

void MainWindow::applyTool()
{
    const SelectionTool tool =
        m_actions->lassoTool->isChecked() ? SelectionTool::Lasso : SelectionTool::Rectangle;
    for (FigureView* view : m_results->findChildren<FigureView*>())
        if (PointCloudChart* chart = view->pointCloud())
            chart->setTool(tool);
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
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("layout"), saveState());
    QMainWindow::closeEvent(event);
}

} // namespace atlas
