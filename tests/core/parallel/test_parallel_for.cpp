#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace atlas;

class TestParallelFor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setThreadCount(0); }

    void visitsEachIndexOnce_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 7, 8, 9, 1000})
            QTest::newRow(qPrintable(QString::number(count))) << count;
    }
    void visitsEachIndexOnce()
    {
        QFETCH(int, count);
        std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
        ATLAS_VERIFY_OK(parallelFor(visits.size(), 8, [&](std::size_t i) { ++visits[i]; }));
        for (const auto& visit : visits)
            QCOMPARE(visit.load(), 1);
    }

    // Sums of numbers of very different size depend on their order: equal bits prove the fixed order.
    void reductionDoesNotDependOnThreads()
    {
        std::vector<double> sums;
        for (const std::size_t threads : {1, 2, 3, 8}) {
            setThreadCount(threads);
            QCOMPARE(threadCount(), threads);
            const Result<double> sum = parallelReduce(
                100'000, 97, 0.0,
                [](const Block& block) {
                    double part = 0;
                    for (std::size_t i = block.begin; i < block.end; ++i)
                        part += std::exp(20 * std::sin(static_cast<double>(i)));
                    return part;
                },
                [](double a, double b) { return a + b; });
            ATLAS_VERIFY_OK(sum);
            sums.push_back(*sum);
        }
        for (const double sum : sums)
            QCOMPARE(sum, sums.front());
    }

    void cancelStopsWithin200Milliseconds()
    {
        ProgressMonitor monitor;
        std::thread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            monitor.cancel();
        });
        QElapsedTimer timer;
        timer.start();
        const Result<void> done = parallelFor(
            10'000, 1, [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); },
            monitor.token());
        canceller.join();
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(monitor.fraction() < 1);
    }

    void progressEndsAtOne()
    {
        const ProgressMonitor monitor;
        ATLAS_VERIFY_OK(parallelFor(
            1000, 10, [](std::size_t) {}, monitor.token()));
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void exceptionsReachTheCaller()
    {
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(parallelFor(100, 1,
                                                               [](std::size_t i) {
                                                                   if (i == 50)
                                                                       throw std::runtime_error("body");
                                                               })),
                                 std::runtime_error);
    }
};

QTEST_APPLESS_MAIN(TestParallelFor)
#include "test_parallel_for.moc"
