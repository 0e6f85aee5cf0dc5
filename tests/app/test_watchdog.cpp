// The window answers within 100 ms whatever runs: every method on data of every kind, in the real window,
// while a person looks at each page of its result.

#include "app/actions.h"
#include "app/form_dialog.h"
#include "support/analyses.h"
#include "support/result_runs.h"
#include "support/watched_application.h"
#include "support/window.h"
#include "widgets/results/run_view.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QGraphicsView>
#include <QMessageBox>
#include <QPointer>
#include <QTabWidget>

#include <memory>

using namespace atlas;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slower = 20; // sanitizers look at every access: here only that nothing hangs
#else
constexpr double slower = 1;
#endif
constexpr double longestBusy = 100 * slower; ///< milliseconds of CPU
/// Beyond the CPU's time: the thread was not given a core, or waited. Generous, for a machine that is shared.
constexpr double longestWait = 1500 * slower;

test::Watchdog& watchdog() { return static_cast<test::WatchedApplication*>(qApp)->watchdog(); }

/// The event loop's turn, as between two events of a person.
void spin()
{
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
}

} // namespace

class TestWatchdog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        test::useOwnSettings(m_folder);
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanupTestCase() { m_window.reset(); }

    // The watchdog itself must be able to bark.
    void itSeesABusyEventAndAWait()
    {
        watchdog().restart();
        QTimer::singleShot(0, this, [] {
            const double start = test::threadCpuMilliseconds(); // clock() would count other threads, too
            while (test::threadCpuMilliseconds() - start < 150)
                ;
        });
        QTest::qWait(300);
        QVERIFY2(watchdog().longest().cpuMilliseconds > 100,
                 qPrintable(QString::number(watchdog().longest().cpuMilliseconds)));
        QVERIFY2(!watchdog().longest().what.isEmpty(), qPrintable(watchdog().longest().what));
        watchdog().restart();
        QTimer::singleShot(0, this, [] { QThread::msleep(300); });
        QTest::qWait(500);
        QVERIFY(watchdog().longest().cpuMilliseconds < 100);
        QVERIFY(watchdog().longestWaitMilliseconds() > 290);
        watchdog().restart();
        QTest::qWait(300); // the loop waits: nobody is kept waiting
        QVERIFY(watchdog().longestWaitMilliseconds() < 250);
    }

    void theWindowAnswers_data()
    {
        QTest::addColumn<int>("source");
        for (std::size_t i = 0; i < test::sourcesOfEveryKind().size(); ++i)
            QTest::newRow(test::sourcesOfEveryKind()[i].name) << int(i);
    }
    void theWindowAnswers()
    {
        QFETCH(int, source);
        const test::Source& data = test::sourcesOfEveryKind()[std::size_t(source)];
        ReadOptions options;
        options.as = data.as;
        m_tooLong.clear();
        watchdog().restart();
        QVERIFY(test::openAndWait(*m_window, data.source, options));
        usePages();
        report("open");
        for (const Method& method : methods()) {
            if (!test::accepts(method, m_window->session().data()->kind()))
                continue;
            watchdog().restart();
            openForm(method);
            if (!run(method))
                continue;
            usePages();
            report(method.description.name);
        }
        QVERIFY2(m_tooLong.isEmpty(), qPrintable(m_tooLong.join('\n')));
    }

private:
    /// The dialog with the method's parameters, opened and left.
    void openForm(const Method& method)
    {
        auto* action = m_window->actions().analyseMenu->findChild<QAction*>(
            "method:" + QString::fromStdString(method.description.name));
        QVERIFY(action);
        if (method.description.parameters.empty())
            return;
        test::whenModal<FormDialog>([](FormDialog&) { return true; },
                                    [](FormDialog& dialog) { dialog.reject(); });
        action->trigger();
    }

    /// False where the method refuses these data, which it says in a message.
    bool run(const Method& method)
    {
        const Result<ParameterValues> values =
            parameterValues(method.description, test::quickParameters(method.description.name));
        QSignalSpy finished(&m_window->session(), &Session::runFinished);
        QSignalSpy failed(&m_window->session(), &Session::failed);
        QElapsedTimer clock;
        clock.start();
        m_window->session().run(method, *values, 1);
        if (!QTest::qWaitFor([&] { return finished.count() + failed.count() > 0; }, 120'000)) {
            m_tooLong << QString::fromStdString(method.description.name) + " did not end";
            return false;
        }
        if (failed.count() > 0) {
            qInfo("%-12s refused: %s", method.description.name.c_str(), qPrintable(failed[0][1].toString()));
            for (QMessageBox* box : m_window->findChildren<QMessageBox*>("failure"))
                box->close();
            return false;
        }
        m_seconds = double(clock.elapsed()) / 1000;
        return true;
    }

    /// Looks at every page of the current result.
    void usePages()
    {
        auto* view = qobject_cast<RunView*>(m_window->results()->currentWidget());
        QVERIFY(view);
        auto* pages = view->findChild<QTabWidget*>();
        for (int i = 0; i < pages->count(); ++i) {
            pages->setCurrentIndex(i);
            spin();
            usePage(pages->widget(i));
        }
        // And back: other runs' pages are shown again.
        for (int i = 0; i < m_window->results()->count(); ++i) {
            m_window->results()->setCurrentIndex(i);
            spin();
        }
        m_window->results()->setCurrentWidget(view);
        spin();
    }

    void usePage(QWidget* page)
    {
        // What one view is told may make another one anew: a structure of another kind has another view.
        const QList<QAbstractScrollArea*> found = page->findChildren<QAbstractScrollArea*>();
        const std::vector<QPointer<QAbstractScrollArea>> areas(found.begin(), found.end());
        for (const QPointer<QAbstractScrollArea>& area : areas) {
            if (area && area->isVisible())
                hoverAndWheel(area->viewport());
            if (!area || !area->isVisible())
                continue;
            if (qobject_cast<QGraphicsView*>(area)) { // a rectangle of points
                const QRect rect = area->viewport()->rect();
                test::dragMouse(area->viewport(), rect.center() - QPoint(rect.width() / 4, rect.height() / 4),
                                rect.center() + QPoint(rect.width() / 6, rect.height() / 6), Qt::LeftButton);
                spin();
            } else if (qobject_cast<QAbstractItemView*>(area)) {
                QTest::mouseClick(area->viewport(), Qt::LeftButton, {}, {40, 30});
                spin();
            }
        }
        SelectionHub& hub = m_window->session().hub();
        hub.select({RowId(0)});
        spin();
        std::vector<RowId> half;
        for (std::size_t row = 0; row < hub.rowCount(); row += 2)
            half.emplace_back(row);
        hub.select(half);
        spin();
        hub.clearSelection();
        spin();
    }

    static void hoverAndWheel(const QPointer<QWidget>& widget)
    {
        const QRect rect = widget->rect();
        for (int y = 1; y < 6; ++y)
            for (int x = 1; x < 8; ++x) {
                if (widget)
                    test::moveMouse(widget, QPointF(rect.width() * x / 8.0, rect.height() * y / 6.0));
                spin();
            }
        for (const int notches : {2, -2}) {
            if (widget)
                test::turnWheel(widget, rect.center(), notches);
            spin();
        }
    }

    void report(const std::string& what)
    {
        const test::Busy& busy = watchdog().longest();
        const double wait = watchdog().longestWaitMilliseconds();
        const QString line = QString("%1: busy for %2 ms (%3), waited %4 ms; the run took %5 s")
                                 .arg(QString::fromStdString(what).leftJustified(12))
                                 .arg(busy.cpuMilliseconds, 0, 'f', 1)
                                 .arg(busy.what)
                                 .arg(wait, 0, 'f', 0)
                                 .arg(m_seconds, 0, 'f', 1);
        qInfo("%s", qPrintable(line));
        if (busy.cpuMilliseconds > longestBusy || wait > longestWait)
            m_tooLong << line;
        watchdog().restart();
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_tooLong;
    double m_seconds = 0;
};

int main(int argc, char** argv)
{
    test::WatchedApplication application(argc, argv);
    TestWatchdog test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_watchdog.moc"
