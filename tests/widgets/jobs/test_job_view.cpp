#include "widgets/jobs/job_view.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <chrono>

using namespace atlas;

namespace {

Result<int> untilCancelled(const ProgressToken& token)
{
    const ProgressToken stage = token.stage("Training the model", 0.25, 1);
    while (!token.cancelled())
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return Error{ErrorCode::Cancelled, "Cancelled."};
}

QStringList texts(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            texts << label->text();
    return texts;
}

} // namespace

class TestJobView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsProgressAndCancelsByButton()
    {
        JobRunner runner;
        JobView view(runner);
        view.resize(800, 120);
        view.show();
        runner.start<int>("train", "GTM-SD", untilCancelled, [](const Result<int>&) {});
        QTRY_VERIFY(texts(view).contains("Training the model"));
        QVERIFY(texts(view).contains("GTM-SD"));
        auto* bar = view.findChild<QProgressBar*>();
        QVERIFY(bar);
        QTRY_COMPARE(bar->value(), 250);
        QVERIFY(!bar->accessibleName().isEmpty());
        auto* cancel = view.findChild<QPushButton*>();
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_VERIFY(texts(view).contains("cancelled"));
        QVERIFY(!cancel->isVisible());
    }

    void escapeCancels()
    {
        JobRunner runner;
        JobView view(runner);
        view.show();
        QSignalSpy finished(&runner, &JobRunner::jobFinished);
        runner.start<int>("train", "GTM-SD", untilCancelled, [](const Result<int>&) {});
        QTest::keyClick(&view, Qt::Key_Escape);
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(finished[0][1].value<JobOutcome>(), JobOutcome::Cancelled);
    }

    void finishedJobsLingerAndGo()
    {
        JobRunner runner;
        JobView view(runner);
        view.setLingerTime(200);
        view.show();
        runner.start<int>(
            "open", "Opening", [](const ProgressToken&) -> Result<int> { return 1; },
            [](const Result<int>&) {});
        QTRY_VERIFY(!texts(view).filter(QRegularExpression("^done \\d+\\.\\d s$")).isEmpty());
        QTRY_COMPARE(texts(view), QStringList{"Nothing is running."});
    }

    void failureSaysWhy()
    {
        JobRunner runner;
        JobView view(runner);
        view.resize(900, 100);
        view.show();
        runner.start<int>(
            "open", "Opening",
            [](const ProgressToken&) -> Result<int> {
                return Error{ErrorCode::NotFound, "There is no file x.smi."};
            },
            [](const Result<int>&) {});
        QTRY_VERIFY(texts(view).contains("failed"));
        QVERIFY(texts(view).contains("There is no file x.smi."));
    }

    void supersededJobsVanish()
    {
        JobRunner runner;
        JobView view(runner);
        view.show();
        runner.start<int>("open", "First", untilCancelled, [](const Result<int>&) {});
        QTRY_VERIFY(texts(view).contains("First"));
        runner.start<int>("open", "Second", untilCancelled, [](const Result<int>&) {});
        QTRY_VERIFY(!texts(view).contains("First"));
        QTRY_VERIFY(texts(view).contains("Second"));
    }
};

QTEST_MAIN(TestJobView)
#include "test_job_view.moc"
