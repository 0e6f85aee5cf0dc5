#include "support/qtest_text.h"
#include "widgets/jobs/job_runner.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>

using namespace atlas;

namespace {

/// Works until it is cancelled, as every algorithm of ours does.
Result<int> untilCancelled(const ProgressToken& token)
{
    while (!token.cancelled())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return Error{ErrorCode::Cancelled, "Cancelled."};
}

} // namespace

class TestJobRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deliversOnTheGuiThread()
    {
        JobRunner runner;
        QSignalSpy finished(&runner, &JobRunner::jobFinished);
        std::atomic<QThread*> workedOn = nullptr;
        QThread* deliveredOn = nullptr;
        int value = 0;
        runner.start<int>(
            "open", "Opening",
            [&](const ProgressToken&) -> Result<int> {
                workedOn = QThread::currentThread();
                return 42;
            },
            [&](Result<int> result) {
                deliveredOn = QThread::currentThread();
                ATLAS_VERIFY_OK(result);
                value = *result;
            });
        QCOMPARE(value, 0); // never before the event loop runs
        QTRY_COMPARE(value, 42);
        QCOMPARE(deliveredOn, thread());
        QVERIFY(workedOn.load() != thread());
        QCOMPARE(finished.size(), 1);
        QCOMPARE(finished[0][1].value<JobOutcome>(), JobOutcome::Done);
        QVERIFY(runner.isIdle());
    }

    void movesResultsThatCannotBeCopied()
    {
        JobRunner runner;
        std::unique_ptr<int> value;
        runner.start<std::unique_ptr<int>>(
            "open", "Opening",
            [](const ProgressToken&) -> Result<std::unique_ptr<int>> { return std::make_unique<int>(3); },
            [&](Result<std::unique_ptr<int>> result) { value = *std::move(result); });
        QTRY_VERIFY(value);
        QCOMPARE(*value, 3);
    }

    void cancelIsQuick()
    {
        JobRunner runner;
        std::optional<ErrorCode> code;
        QSignalSpy finished(&runner, &JobRunner::jobFinished);
        const JobId job = runner.start<int>("train", "Training", untilCancelled,
                                            [&](const Result<int>& r) { code = r.error().code; });
        QTest::qWait(60);
        QVERIFY(runner.isRunning(job));
        QElapsedTimer clock;
        clock.start();
        runner.cancel(job);
        QTRY_VERIFY_WITH_TIMEOUT(code.has_value(), 2000);
        QVERIFY2(clock.elapsed() <= 200, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(*code, ErrorCode::Cancelled);
        QCOMPARE(finished[0][1].value<JobOutcome>(), JobOutcome::Cancelled);
        runner.cancel(job); // no effect on a finished job
    }

    void aCancelledJobThatCameToItsEndIsStillCancelled()
    {
        JobRunner runner;
        std::optional<bool> ok;
        const JobId job = runner.start<int>(
            "a", "A",
            [](const ProgressToken& token) -> Result<int> {
                while (!token.cancelled())
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return 1;
            },
            [&](const Result<int>& r) { ok = r.ok(); });
        runner.cancel(job);
        QTRY_VERIFY(ok.has_value());
        QCOMPARE(*ok, false);
    }

    void staleResultIsDropped()
    {
        JobRunner runner;
        QSignalSpy finished(&runner, &JobRunner::jobFinished);
        std::vector<int> delivered;
        const auto deliver = [&](const Result<int>& r) { delivered.push_back(r.ok() ? *r : -1); };
        runner.start<int>(
            "open", "Old",
            [](const ProgressToken&) -> Result<int> {
                std::this_thread::sleep_for(std::chrono::milliseconds(80));
                return 1; // does not look for a cancel
            },
            deliver);
        runner.start<int>(
            "other", "Other", [](const ProgressToken&) -> Result<int> { return 5; }, deliver);
        runner.start<int>(
            "open", "New", [](const ProgressToken&) -> Result<int> { return 2; }, deliver);
        QTRY_COMPARE(finished.size(), 3);
        std::sort(delivered.begin(), delivered.end());
        QCOMPARE(delivered, (std::vector<int>{2, 5}));
        QCOMPARE(finished[2][0].value<JobId>(), JobId(0));
        QCOMPARE(finished[2][1].value<JobOutcome>(), JobOutcome::Superseded);
    }

    void aFinishedResultNotYetDeliveredIsDroppedToo()
    {
        JobRunner runner;
        std::atomic<bool> firstDone = false;
        std::vector<int> delivered;
        const auto deliver = [&](const Result<int>& r) { delivered.push_back(r.ok() ? *r : -1); };
        runner.start<int>(
            "open", "Old",
            [&](const ProgressToken&) -> Result<int> {
                firstDone = true;
                return 1;
            },
            deliver);
        while (!firstDone)
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // the event loop does not run here
        runner.start<int>(
            "open", "New", [](const ProgressToken&) -> Result<int> { return 2; }, deliver);
        QTRY_VERIFY(runner.isIdle());
        QCOMPARE(delivered, (std::vector<int>{2}));
    }

    void progressIsMonotoneWithStages()
    {
        JobRunner runner;
        std::vector<double> fractions;
        QStringList stages;
        bool done = false;
        connect(&runner, &JobRunner::jobProgressed, this,
                [&](JobId, double fraction, const QString& stage, double) {
                    fractions.push_back(fraction);
                    stages << stage;
                });
        runner.start<int>(
            "a", "A",
            [](const ProgressToken& token) -> Result<int> {
                for (const auto& [name, from, to] :
                     {std::tuple("Reading", 0.0, 0.5), std::tuple("Sorting", 0.5, 1.0)}) {
                    const ProgressToken stage = token.stage(name, from, to);
                    for (int i = 0; i < 20; ++i) {
                        stage.report(i / 20.0);
                        std::this_thread::sleep_for(std::chrono::milliseconds(10));
                    }
                }
                return 1;
            },
            [&](const Result<int>&) { done = true; });
        QTRY_VERIFY(done);
        QVERIFY(fractions.size() >= 3);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.back() > 0.3 && fractions.back() <= 1);
        QVERIFY(stages.contains("Reading") && stages.contains("Sorting"));
    }

    void exceptionsBecomeErrors()
    {
        JobRunner runner;
        QSignalSpy finished(&runner, &JobRunner::jobFinished);
        std::vector<Error> errors;
        const auto collect = [&](const Result<int>& r) { errors.push_back(r.error()); };
        runner.start<int>(
            "a", "A", [](const ProgressToken&) -> Result<int> { throw std::runtime_error("rank is 0"); },
            collect);
        QTRY_COMPARE(errors.size(), std::size_t(1));
        runner.start<int>(
            "a", "A", [](const ProgressToken&) -> Result<int> { throw std::bad_alloc(); }, collect);
        QTRY_COMPARE(errors.size(), std::size_t(2));
        runner.start<int>(
            "a", "A", [](const ProgressToken&) -> Result<int> { throw 7; }, collect);
        QTRY_COMPARE(errors.size(), std::size_t(3));
        QCOMPARE(errors[0].code, ErrorCode::Computation);
        QVERIFY(QString::fromStdString(errors[0].message).contains("rank is 0"));
        QCOMPARE(errors[1].code, ErrorCode::TooLarge);
        QCOMPARE(finished[0][1].value<JobOutcome>(), JobOutcome::Failed);
        QVERIFY(finished[0][3].toString().contains("rank is 0"));
    }

    void destructionWhileRunning()
    {
        bool delivered = false;
        std::atomic<int> ended = 0;
        QElapsedTimer clock;
        {
            JobRunner runner;
            for (const char* slot : {"a", "b", "c"})
                runner.start<int>(
                    slot, slot,
                    [&](const ProgressToken& token) {
                        auto result = untilCancelled(token);
                        ++ended;
                        return result;
                    },
                    [&](const Result<int>&) { delivered = true; });
            QTest::qWait(20);
            clock.start();
        }
        QVERIFY(clock.elapsed() < 1000);
        QCOMPARE(ended.load(), 3);
        QTest::qWait(20);
        QVERIFY(!delivered);
    }

    void aJobMayStartTheNext()
    {
        JobRunner runner;
        int last = 0;
        std::function<void(int)> startNext = [&](int value) {
            runner.start<int>(
                "chain", "Chain", [=](const ProgressToken&) -> Result<int> { return value; },
                [&](const Result<int>& r) {
                    last = *r;
                    if (last < 5)
                        startNext(last + 1);
                });
        };
        startNext(1);
        QTRY_COMPARE(last, 5);
    }

    void cancelNewestTakesTheLastStarted()
    {
        JobRunner runner;
        std::vector<QString> ended;
        for (const QString slot : {"a", "b"})
            runner.start<int>(slot, slot, untilCancelled,
                              [&ended, slot](const Result<int>&) { ended.push_back(slot); });
        runner.cancelNewest();
        QTRY_COMPARE(ended, (std::vector<QString>{"b"}));
        runner.cancelNewest();
        QTRY_COMPARE(ended, (std::vector<QString>{"b", "a"}));
        runner.cancelNewest();
    }
};

QTEST_MAIN(TestJobRunner)
#include "test_job_runner.moc"
