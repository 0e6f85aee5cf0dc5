// The real window, driven by real events on the offscreen platform.

#include "app/actions.h"
#include "app/export_commands.h"
#include "app/layout_commands.h"
#include "app/main_window.h"
#include "app/run_tabs.h"
#include "core/io/write_dataset.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"
#include "support/window.h"
#include "widgets/models/structure_table_model.h"
#include "widgets/results/run_view.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/inspector.h"
#include "widgets/views/problem_list.h"
#include "widgets/views/structure_table.h"
#include "widgets/views/theme.h"
#include "widgets/views/tree_view.h"

#include <QApplication>
#include <QClipboard>
#include <QCommandLinkButton>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

#include <memory>

using namespace atlas;

namespace {

QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        m_window = test::newShownWindow();
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void anExampleOpensByAClickOnTheStartPage()
    {
        // Nothing to analyse yet, and the tool bar shows it.
        const auto buttons = m_window->findChild<QToolBar*>("tools")->findChildren<QToolButton*>();
        const auto analyse = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
            return button->text() == "Analyse";
        });
        QVERIFY(analyse != buttons.end());
        QVERIFY(!(*analyse)->isEnabled());
        auto* button = m_window->findChild<QCommandLinkButton*>("example:medicines");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().data(), 10'000);
        QCOMPARE(m_window->session().data()->kind(), StructureKind::Molecule);
        QVERIFY((*analyse)->isEnabled());
        QCOMPARE(m_window->table()->model()->rowCount(), int(m_window->session().data()->size()));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->results()->count(), 1, 10'000); // the description comes by itself
        const auto* run = qobject_cast<RunView*>(m_window->results()->widget(0));
        QVERIFY(run);
        QCOMPARE(run->figures().size(), std::size_t{2});
        QCOMPARE(m_window->inspector()->title(), QString("Aspirin"));
    }

    void aClickInTheTableSelectsEverywhere()
    {
        openAndWait("example:medicines");
        QTableView* table = m_window->table()->table();
        const QRect cell = table->visualRect(table->model()->index(1, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(m_window->session().hub().selectedCount(), std::size_t{1});
        QCOMPARE(m_window->inspector()->shownRow(), m_window->session().hub().selectedRows().front());
        QVERIFY(statusText().contains("1 selected"));
        QVERIFY(m_window->actions().undo->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m_window->session().hub().selectedCount(), std::size_t{0});
        QTest::keyClick(m_window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_COMPARE(m_window->session().hub().selectedCount(), m_window->session().data()->size());
    }

    void explainSelectionComparesWithTheOthers()
    {
        openAndWait("example:medicines");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->results()->count(), 1, 10'000);
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier); // nothing selected: a hint, no run
        QVERIFY(m_window->statusBar()->currentMessage().contains("Select some structures"));
        std::vector<RowId> rows;
        for (std::size_t i = 0; i < 12; ++i)
            rows.emplace_back(i);
        m_window->session().hub().select(rows);
        QSignalSpy finished(&m_window->session(), &Session::runFinished);
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        const auto run = finished[0][0].value<std::shared_ptr<const SessionRun>>();
        QCOMPARE(run->method->description.name, std::string("explain"));
        QCOMPARE(m_window->results()->tabText(m_window->results()->currentIndex()),
                 QString::fromStdString(run->method->description.title));
    }

    void theHistoryShowsRepeatsAndCopies()
    {
        openAndWait("example:medicines");
        QTreeWidget* list = m_window->history()->list();
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, 10'000);
        QMetaObject::invokeMethod(m_window->results(), "tabCloseRequested", Q_ARG(int, 0));
        QTRY_COMPARE(m_window->results()->count(), 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(list->topLevelItem(0)).center());
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(m_window->results()->count(), 1); // open again
        test::actionNamed(*list, "Copy as command")->trigger();
        QCOMPARE(QApplication::clipboard()->text(),
                 QString("structatlas run describe example:medicines --out 01-describe"));
    }

    void recipeAndReportTellTheWholeSession()
    {
        openAndWait("example:medicines");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{1}, 10'000);
        const Recipe recipe = m_window->session().recipe();
        QCOMPARE(recipe.source, std::string("example:medicines"));
        QCOMPARE(recipe.steps.size(), std::size_t{1});
        const auto file = m_folder.path() / "report.html";
        auto* exports = m_window->findChild<ExportCommands*>();
        QSignalSpy told(exports, &ExportCommands::message);
        exports->saveReport(path(file));
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, 10'000);
        const QString html = QString::fromStdString(test::readFile(file));
        QCOMPARE(html.count("<figure>"), 2);
        QVERIFY(html.contains("data:image/svg+xml;base64,"));
        QVERIFY(html.contains("structatlas run describe example:medicines"));
        QVERIFY(!html.contains("http://") && !html.contains("https://")); // nothing is fetched
        QTRY_VERIFY(!m_window->findChild<QProgressDialog*>("report"));
        exports->saveRecipe(path(m_folder.path() / "recipe.json"));
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 2, 10'000);
        ATLAS_VERIFY_OK(readRecipe(test::readFile(m_folder.path() / "recipe.json")));
    }

    void aCancelledReportWritesNothing()
    {
        openAndWait("example:medicines");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{1}, 10'000);
        const auto file = m_folder.path() / "cancelled.html";
        m_window->findChild<ExportCommands*>()->saveReport(path(file));
        auto* shown = m_window->findChild<QProgressDialog*>("report");
        QVERIFY(shown);
        shown->cancel();
        QTRY_VERIFY(!m_window->findChild<QProgressDialog*>("report"));
        QVERIFY(!std::filesystem::exists(file));
    }

    void aPreviewOpensTheTabAndACancelTakesItAway()
    {
        openAndWait("example:medicines");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->results()->count(), 1, 10'000);
        Method slow = *findMethod("describe");
        slow.description.title = "Slow";
        slow.run = [](const MethodInput& input, const ParameterValues&,
                      const ProgressToken& progress) -> Result<MethodOutput> {
            MethodOutput output;
            output.metrics = {{"step", std::int64_t{1}}};
            input.preview(output);
            while (!progress.cancelled() && !progress.finishRequested())
                QThread::msleep(1);
            output.metrics = {{"step", std::int64_t{2}}};
            return output;
        };
        slow.description.canFinishEarly = true;
        m_window->session().run(slow, {}, 1);
        QTRY_COMPARE(m_window->results()->count(), 2);
        const auto* view = qobject_cast<RunView*>(m_window->results()->widget(1));
        QVERIFY(view->findChild<QLabel*>("metrics")->text().contains("<b>1</b>"));
        m_window->session().jobs().cancelAll();
        QTRY_COMPARE(m_window->results()->count(), 1);

        m_window->session().run(slow, {}, 1);
        QTRY_COMPARE(m_window->results()->count(), 2);
        QPushButton* keep = nullptr;
        for (QPushButton* button : m_window->findChildren<QPushButton*>())
            if (button->text() == "Stop and keep" && button->isVisible())
                keep = button;
        QVERIFY(keep);
        QTest::mouseClick(keep, Qt::LeftButton);
        view = qobject_cast<RunView*>(m_window->results()->widget(1));
        QTRY_VERIFY(view->findChild<QLabel*>("metrics")->text().contains("<b>2</b>"));
        QCOMPARE(m_window->results()->count(), 2);
    }

    void theFilterHidesRowsEverywhere()
    {
        openAndWait("example:medicines");
        QTest::keyClicks(m_window->table()->textField(), "statin");
        QTRY_VERIFY(m_window->session().hub().visibleCount() < 30);
        QVERIFY(m_window->session().hub().visibleCount() > 5);
        QTRY_VERIFY(statusText().contains("visible"));
        m_window->table()->textField()->clear();
        QTest::keyClicks(m_window->table()->smartsField(), "C(=O)[OH]");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().hub().visibleCount() > 30
                                     && m_window->session().hub().visibleCount() < 200,
                                 5000);
    }

    void clickingANodeShowsWhereTheSubtreeOccurs()
    {
        openAndWait("example:grammar");
        TreeView* tree = m_window->inspector()->treeView();
        QTRY_VERIFY(tree->hasPicture());
        const NodeId first = m_window->session().data()->tree(m_window->inspector()->shownRow()).firstNode();
        tree->setCurrentNode(first); // brings it into sight
        QSignalSpy spy(tree, &TreeView::nodeActivated);
        QTest::mouseClick(tree, Qt::LeftButton, {}, tree->widgetPlace(first).toPoint());
        QCOMPARE(spy.count(), 1);
        QTRY_VERIFY(occurrenceText().contains("times"));
    }

    void badRecordsAreListedAndTheRestOpens()
    {
        const auto file = m_folder.write("bad.smi", "CCO ethanol\nC1CC broken\nc1ccccc1 benzene\n");
        openAndWait(path(file));
        QCOMPARE(m_window->session().data()->size(), std::size_t{2});
        QCOMPARE(m_window->problems()->table()->model()->rowCount(), 1);
        QVERIFY(statusText().contains("1 problem"));
        QVERIFY(statusText().contains("smiles")); // the detection result is shown
    }

    void aFileThatCannotBeReadKeepsWhatIsOpen()
    {
        openAndWait("example:grammar");
        m_window->open("/no/such/file.smi");
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = m_window->findChild<QMessageBox*>("failure")));
        QVERIFY(box->informativeText().contains("no such file"));
        QCOMPARE(m_window->session().data()->size(), std::size_t{421});
        box->close();
    }

    void dropOpensAFile()
    {
        const auto file = m_folder.write("drop.txt", "(S (NP I) (VP see))\n(S (NP you) (VP see))\n");
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(path(file))});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_VERIFY(m_window->session().data());
        QCOMPARE(m_window->session().data()->size(), std::size_t{2});
    }

    void recentFilesAreRemembered()
    {
        const auto file = m_folder.write("recent.txt", "(S (NP I) (VP see))\n");
        openAndWait(path(file));
        m_window = std::make_unique<MainWindow>();
        Q_EMIT m_window->actions().recentMenu->aboutToShow();
        QCOMPARE(m_window->actions().recentMenu->actions().first()->text(), path(file));
    }

    // While a large file is read, events are answered at once, and Cancel leaves what was open.
    void cancelKeepsTheLastDataAndAnswersAtOnce()
    {
        openAndWait("example:grammar");
        std::string text;
        for (int i = 0; i < 400'000; ++i)
            text += "(S (NP (D the) (N dog)) (VP (V sees) (NP (D the) (N cat))))\n";
        const auto file = m_folder.write("large.mrg", text);
        m_window->open(path(file));
        QTRY_VERIFY(!m_window->session().jobs().isIdle());
        QTest::qWait(50);
        QElapsedTimer timer;
        timer.start();
        m_window->actions().cancelJobs->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 2000);
        // 200 ms, thrice for a busy machine.
        QVERIFY2(timer.elapsed() < 600, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(m_window->session().data()->size(), std::size_t{421});
    }

    void darkThemeAppliesAndIsKept()
    {
        m_window->actions().darkTheme->setChecked(true);
        QCOMPARE(Theme::current().kind, ThemeKind::Dark);
        m_window = std::make_unique<MainWindow>();
        QVERIFY(m_window->actions().darkTheme->isChecked());
        m_window->actions().darkTheme->setChecked(false);
        QCOMPARE(Theme::current().kind, ThemeKind::Light);
    }

    void layoutsAreKeptUnderNames()
    {
        auto* problems = m_window->findChild<QDockWidget*>("problems");
        auto* inspector = m_window->findChild<QDockWidget*>("inspector");
        auto* layouts = m_window->findChild<LayoutCommands*>();
        inspector->hide();
        m_window->addDockWidget(Qt::RightDockWidgetArea, problems);
        layouts->save("writing");
        m_window->actions().standardLayout->trigger();
        QVERIFY(inspector->isVisible());
        QCOMPARE(m_window->dockWidgetArea(problems), Qt::LeftDockWidgetArea);
        QMenu* menu = m_window->actions().layoutMenu;
        Q_EMIT menu->aboutToShow();
        test::actionNamed(*menu, "writing")->trigger();
        QVERIFY(!inspector->isVisible());
        QCOMPARE(m_window->dockWidgetArea(problems), Qt::RightDockWidgetArea);
    }

    void everyActionHasATipAndShortcutsAreUnique()
    {
        QSet<QString> seen;
        for (const QAction* action : m_window->actions().findChildren<QAction*>()) {
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
            const QString keys = action->shortcut().toString();
            QVERIFY2(keys.isEmpty() || !seen.contains(keys), qPrintable(keys));
            seen.insert(keys);
        }
        QVERIFY(m_window->actions().shortcutTable().contains("Ctrl+O"));
    }

private:
    void openAndWait(const QString& source)
    {
        QSignalSpy spy(&m_window->session(), &Session::dataChanged);
        m_window->open(source);
        QTRY_VERIFY_WITH_TIMEOUT(spy.count() == 1, 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 10'000);
    }

    QString statusText() const { return m_window->findChild<QLabel*>("status")->text(); }

    /// All words that the inspector's labels show now.
    QString occurrenceText() const
    {
        QString words;
        for (const QLabel* label : m_window->inspector()->findChildren<QLabel*>())
            words += label->text() + '\n';
        return words;
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"
