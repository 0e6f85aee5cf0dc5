// New data gets a map and a scatterplot at once.

#include "app/actions.h"
#include "app/run_tabs.h"
#include "core/methods/quick_look.h"
#include "support/shared_data.h"
#include "support/window.h"

#include <QElapsedTimer>
#include <QMessageBox>
#include <QStatusBar>
#include <QTreeWidget>

#include <memory>
#include <set>

using namespace atlas;

class TestQuickLook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        QSettings().clear(); // the quick look is on for who never said otherwise
        makeWindow();
    }
    void cleanup() { m_window.reset(); }

    void everyExampleGetsAMapAndAScatterplot_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name :
             {"medicines", "grammar", "policemen", "artificial1", "artificial2", "documents"})
            QTest::newRow(name) << QString(name);
    }
    void everyExampleGetsAMapAndAScatterplot()
    {
        QFETCH(QString, example);
        m_window->open("example:" + example);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{3}, 60'000);
        std::multiset<std::string> names;
        for (const auto& run : m_window->session().runs())
            names.insert(run->method->description.name);
        const bool vectors = m_window->session().data()->nodeLabels().dimension() > 0;
        QCOMPARE(names, (std::multiset<std::string>{"describe", vectors ? "rpca" : "embed", "gtm-sd"}));
        QCOMPARE(m_window->results()->count(), 3);
        QCOMPARE(m_window->history()->list()->topLevelItemCount(), 3);
    }

    void graphsGetTwoMaps()
    {
        std::string text;
        for (int i = 0; i < 30; ++i)
            text += "t # " + std::to_string(i) + "\nv 0 a\nv 1 " + (i % 2 ? "b" : "c") + "\nv 2 "
                + (i % 3 ? "a" : "d") + "\ne 0 1 x\ne 1 2 x\n";
        open("graphs.gspan", text);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{3}, 60'000);
        QCOMPARE(m_window->session().runs().back()->method->description.name, std::string("embed"));
    }

    void aThousandStructuresTakeSomeSeconds()
    {
        const auto source = test::sharedData("moleculenet/delaney-processed.csv");
        ATLAS_REQUIRE_SHARED(source);
        QSignalSpy opened(&m_window->session(), &Session::dataChanged);
        m_window->open(QString::fromStdString(source.string()));
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
        QVERIFY(m_window->session().data()->size() > 1000);
        QElapsedTimer clock;
        clock.start();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{3}, 60'000);
        // Five seconds, thrice for a busy machine.
        QVERIFY2(clock.elapsed() < 15'000, qPrintable(QString::number(clock.elapsed())));
        qInfo("%lld ms", static_cast<long long>(clock.elapsed()));
    }

    void itIsCancelledLikeAnything()
    {
        QSignalSpy abandoned(&m_window->session(), &Session::runAbandoned);
        connect(&m_window->session(), &Session::dataChanged, m_window.get(), [this] {
            m_window->actions().cancelJobs->trigger(); // as soon as they have started
        });
        m_window->open("example:documents");
        QTRY_VERIFY_WITH_TIMEOUT(abandoned.count() >= 2, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 20'000);
        for (const auto& run : m_window->session().runs()) // it may have been done in that moment
            QCOMPARE(run->method->description.name, std::string("describe"));
        QVERIFY(!m_window->findChild<QMessageBox*>("failure"));
    }

    void theSettingIsKept()
    {
        m_window->actions().quickLook->trigger();
        QVERIFY(!m_window->actions().quickLook->isChecked());
        makeWindow();
        QVERIFY(!m_window->actions().quickLook->isChecked());
        open("trees.txt", test::fortyTrees());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{1}, 20'000);
        QTRY_VERIFY(m_window->session().jobs().isIdle());
        QCOMPARE(m_window->session().runs().size(), std::size_t{1});
    }

    void whatIsTooSmallOrTooLargeIsSaid()
    {
        open("two.txt", "a:S(NP VP)\nb:S(VP)\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs().size(), std::size_t{1}, 20'000);
        QVERIFY(m_window->statusBar()->currentMessage().contains("too few"));
        std::string text;
        for (int i = 0; i < 3001; ++i)
            text += "a:S(NP VP)\n";
        open("many.txt", text);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().data()->size() == 3001, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 20'000);
        QCOMPARE(m_window->session().runs().size(), std::size_t{1});
        QVERIFY(m_window->statusBar()->currentMessage().contains("choose an analysis"));
    }

private:
    void makeWindow()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void open(const std::string& name, const std::string& text)
    {
        m_window->open(QString::fromStdString(m_folder.write(name, text).string()));
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestQuickLook)
#include "test_quick_look.moc"
