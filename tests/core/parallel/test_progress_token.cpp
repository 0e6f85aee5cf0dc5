#include "core/parallel/progress_token.h"
#include "support/qtest_text.h"

#include <thread>
#include <vector>

using namespace atlas;

class TestProgressToken : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDefaultTokenIsSilent()
    {
        const ProgressToken token;
        token.report(0.5);
        token.stage("Reading", 0, 1).report(1);
        QVERIFY(!token.cancelled());
    }

    void stagesNest()
    {
        const ProgressMonitor monitor;
        const ProgressToken token = monitor.token();
        const ProgressToken first = token.stage("Reading", 0, 0.5);
        first.report(0.5);
        QCOMPARE(monitor.fraction(), 0.25);
        QCOMPARE(monitor.stageName(), std::string("Reading"));
        const ProgressToken second = token.stage("Computing", 0.5, 1);
        QCOMPARE(monitor.fraction(), 0.5);
        second.stage("Computing distances", 0.2, 0.4).report(1);
        QCOMPARE(monitor.fraction(), 0.7);
        QCOMPARE(monitor.stageName(), std::string("Computing distances"));
    }

    void progressNeverGoesBack()
    {
        const ProgressMonitor monitor;
        monitor.token().report(0.8);
        monitor.token().report(0.3);
        QCOMPARE(monitor.fraction(), 0.8);
        monitor.token().report(7);
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void cancelReachesEveryCopy()
    {
        ProgressMonitor monitor;
        const ProgressToken stage = monitor.token().stage("Reading", 0, 1);
        QVERIFY(!stage.cancelled());
        monitor.cancel();
        QVERIFY(stage.cancelled());
        QVERIFY(monitor.cancelled());
    }

    void reportsFromManyThreads()
    {
        const ProgressMonitor monitor;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([token = monitor.token(), t] {
                for (int i = 0; i < 1000; ++i)
                    token.report((i * 4 + t) / 4000.0);
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(monitor.fraction(), 3999 / 4000.0);
    }
};

QTEST_APPLESS_MAIN(TestProgressToken)
#include "test_progress_token.moc"
