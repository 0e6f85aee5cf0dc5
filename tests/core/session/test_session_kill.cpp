// kill -9 in the middle of a save: a child process saves in a loop, is killed at a random moment, and
// whatever it said it had saved is there.

#include "core/session/session_file.h"
#include "core/support/random.h"
#include "support/qtest_text.h"
#include "support/same_dataset.h"
#include "support/stored_sessions.h"
#include "support/temporary_folder.h"

#include <QtTest>

#include <cstdio>

using namespace atlas;

namespace {

/// The state number `step`: every third has other structures, each has a new run and loses the oldest.
void advance(StoredSession& session, int step)
{
    if (step % 3 == 0)
        session.dataKey = newSessionKey();
    session.runs.erase(session.runs.begin());
    session.runs.push_back(test::storedRun(newSessionKey(), test::oneOfEach()));
    session.selections = {{std::to_string(step), {RowId(static_cast<std::size_t>(step) % 100)}}};
}

int saveForever(const char* file, int step)
{
    StoredSession session = test::storedSession("medicines");
    for (;; ++step) {
        advance(session, step);
        if (!writeSession(session, file))
            return 1;
        std::printf("%d\n", step);
        std::fflush(stdout);
    }
}

} // namespace

class TestSessionKill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasSavedStays()
    {
        const auto file = m_folder.path() / "killed.atlas";
        const DatasetPtr expected = test::storedSession("medicines").data;
        Random random(QRandomGenerator::global()->generate64());
        int saved = 0;
        int leftJournals = 0;
        for (int round = 0; round < 20; ++round) {
            QProcess child;
            child.start(
                QCoreApplication::applicationFilePath(),
                {"--save-forever", QString::fromStdString(file.string()), QString::number(saved + 1)});
            QVERIFY(child.waitForReadyRead(20'000)); // it has saved once
            QThread::usleep(static_cast<unsigned long>(random.below(120'000)));
            child.kill();
            QVERIFY(child.waitForFinished(5'000));
            QCOMPARE(child.exitStatus(), QProcess::CrashExit);
            const QList<QByteArray> lines = child.readAllStandardOutput().split('\n');
            QVERIFY(lines.size() >= 2);
            const int acknowledged = lines[lines.size() - 2].toInt(); // the last whole line
            QVERIFY(acknowledged > saved);
            leftJournals += std::filesystem::exists(file.string() + "-wal") ? 1 : 0;

            const Result<OpenedSession> opened = readSession(file);
            ATLAS_VERIFY_OK(opened);
            QVERIFY(opened->damages.empty());
            const int found = std::stoi(opened->session.selections.at(0).name);
            // The one after may have been committed before the child could say so.
            QVERIFY2(found == acknowledged || found == acknowledged + 1,
                     qPrintable(QString("%1 after %2").arg(found).arg(acknowledged)));
            QCOMPARE(test::difference(*expected, *opened->session.data), std::string());
            QCOMPARE(opened->session.runs.size(), std::size_t{2});
            QVERIFY(opened->session.runs[1].complete);
            QVERIFY(test::storedText(*opened->session.runs[1].output) == test::storedText(test::oneOfEach()));
            saved = found;
        }
        qInfo("%d saves, %d of 20 kills left a journal", saved, leftJournals);
    }

private:
    test::TemporaryFolder m_folder;
};

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "--save-forever")
        return saveForever(argv[2], std::atoi(argv[3]));
    TestSessionKill test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_session_kill.moc"
