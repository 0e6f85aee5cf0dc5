#include "core/session/session_file.h"

#include "core/session/session_database.h"
#include "core/support/random.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/same_dataset.h"
#include "support/stored_sessions.h"
#include "support/temporary_folder.h"

#include <QSqlQuery>
#include <QtTest>

#include <thread>

using namespace atlas;

namespace {

/// Statements on a file, past our own code.
QVariant sql(const std::filesystem::path& path, const QString& statement)
{
    QVariant value;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "test");
        database.setDatabaseName(QString::fromStdString(path.string()));
        if (!database.open())
            return {};
        QSqlQuery query(database);
        if (query.exec(statement) && query.next())
            value = query.value(0);
        query.finish();
        database.close();
    }
    QSqlDatabase::removeDatabase("test");
    return value;
}

void compareSessions(const StoredSession& a, const StoredSession& b)
{
    QCOMPARE(b.program, a.program);
    QCOMPARE(b.dataKey, a.dataKey);
    QCOMPARE(b.source.path, a.source.path);
    QCOMPARE(b.source.sha256, a.source.sha256);
    QCOMPARE(b.source.folder, a.source.folder);
    QCOMPARE(b.source.seed, a.source.seed);
    QCOMPARE(b.source.options.classColumn, a.source.options.classColumn);
    QVERIFY(b.source.options.hydrogens == a.source.options.hydrogens);
    QCOMPARE(b.layout, a.layout);
    QCOMPARE(b.currentTab, a.currentTab);
    QCOMPARE(b.colouring, a.colouring);
    QCOMPARE(b.file, a.file);
    QVERIFY(b.data);
    QCOMPARE(test::difference(*a.data, *b.data), std::string());
    QCOMPARE(b.selections.size(), a.selections.size());
    for (std::size_t i = 0; i < a.selections.size(); ++i) {
        QCOMPARE(b.selections[i].name, a.selections[i].name);
        QVERIFY(b.selections[i].rows == a.selections[i].rows);
    }
    QCOMPARE(b.runs.size(), a.runs.size());
    for (std::size_t i = 0; i < a.runs.size(); ++i) {
        QCOMPARE(b.runs[i].key, a.runs[i].key);
        QCOMPARE(b.runs[i].method, a.runs[i].method);
        QVERIFY(b.runs[i].parameters.all() == a.runs[i].parameters.all());
        QCOMPARE(b.runs[i].seed, a.runs[i].seed);
        QCOMPARE(b.runs[i].seconds, a.runs[i].seconds);
        QCOMPARE(b.runs[i].automatic, a.runs[i].automatic);
        QCOMPARE(b.runs[i].hasDetails, a.runs[i].hasDetails);
        QVERIFY(b.runs[i].complete);
        QVERIFY(test::storedText(*b.runs[i].output) == test::storedText(*a.runs[i].output));
    }
}

} // namespace

class TestSessionFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QVERIFY(QSqlDatabase::connectionNames().isEmpty()); }

    void comesBackAsItWasSaved_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name : {"medicines", "grammar", "policemen", "artificial1", "documents"})
            QTest::newRow(name) << name;
    }
    void comesBackAsItWasSaved()
    {
        QFETCH(QString, example);
        const StoredSession session = test::storedSession(example.toStdString());
        const auto file = m_folder.path() / (example.toStdString() + ".atlas");
        ATLAS_VERIFY_OK(writeSession(session, file));
        QVERIFY(!std::filesystem::exists(file.string() + "-wal")); // one file
        const Result<OpenedSession> opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QVERIFY(opened->damages.empty());
        compareSessions(session, opened->session);
        QCOMPARE(sql(file, "PRAGMA journal_mode").toString(), QString("wal"));
        QCOMPARE(sql(file, "PRAGMA user_version").toInt(), SessionDatabase::formatVersion);
    }

    void onlyWhatChangedIsWritten()
    {
        StoredSession session = test::storedSession("medicines");
        const auto file = m_folder.path() / "grows.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        const QString structures = "SELECT id FROM part WHERE name = 'structures'";
        const QString second = "SELECT min(id) FROM part WHERE item = 'run:second'";
        const QVariant structuresBefore = sql(file, structures);
        const QVariant secondBefore = sql(file, second);
        QVERIFY(structuresBefore.isValid());

        session.runs.erase(session.runs.begin());
        session.runs.push_back(test::storedRun("third", test::oneOfEach()));
        session.selections.push_back({"more", {RowId(0)}});
        ATLAS_VERIFY_OK(writeSession(session, file));
        QCOMPARE(sql(file, structures), structuresBefore);
        QCOMPARE(sql(file, second), secondBefore);
        QCOMPARE(sql(file, "SELECT count(*) FROM part WHERE item = 'run:first'").toInt(), 0);
        const Result<OpenedSession> opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        compareSessions(session, opened->session);

        StoredSession other = test::storedSession("grammar"); // another session into the same file
        ATLAS_VERIFY_OK(writeSession(other, file));
        QCOMPARE(sql(file, "SELECT count(*) FROM part WHERE name = 'structures'").toInt(), 1);
        compareSessions(other, readSession(file)->session);
    }

    void aNewerVersionIsRefused()
    {
        const auto file = m_folder.path() / "newer.atlas";
        ATLAS_VERIFY_OK(writeSession(test::storedSession("artificial1"), file));
        sql(file, "PRAGMA user_version = 2");
        const Result<OpenedSession> opened = readSession(file);
        QVERIFY(!opened.ok());
        QVERIFY(opened.error().message.find("newer StructAtlas (format 2") != std::string::npos);
        QVERIFY(opened.error().message.find("install it") != std::string::npos);
    }

    void whatIsNoSessionIsSaid_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("CCO ethanol\n").repeated(100);
        QTest::newRow("short") << QByteArray("SQLite format 3");
    }
    void whatIsNoSessionIsSaid()
    {
        QFETCH(QByteArray, content);
        const auto file = m_folder.write("other.atlas", content.toStdString());
        const Result<OpenedSession> opened = readSession(file);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::Malformed);
        QCOMPARE(test::readFile(file), content.toStdString()); // and it stays as it is
        // The person said yes to "replace it?"
        const StoredSession session = test::storedSession("artificial1");
        ATLAS_VERIFY_OK(writeSession(session, file));
        compareSessions(session, readSession(file)->session);
    }

    void anotherDatabaseIsNoSession()
    {
        const auto file = m_folder.path() / "addresses.atlas";
        sql(file, "CREATE TABLE address (name)");
        const Result<OpenedSession> opened = readSession(file);
        QVERIFY(!opened.ok());
        QVERIFY(opened.error().message.find("no StructAtlas session") != std::string::npos);
        QCOMPARE(readSession(m_folder.path() / "none.atlas").error().code, ErrorCode::NotFound);
    }

    void aDamagedRunCostsOnlyItself()
    {
        const StoredSession session = test::storedSession("grammar");
        const auto file = m_folder.path() / "run.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        sql(file,
            "UPDATE part SET bytes = zeroblob(length(bytes)) WHERE item = 'run:second' AND name = "
            "'figure/1'");
        Result<OpenedSession> opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QCOMPARE(opened->damages.size(), std::size_t{1});
        QVERIFY(opened->damages[0].find("Analysis 2") != std::string::npos);
        QCOMPARE(opened->session.runs.size(), std::size_t{2});
        QVERIFY(!opened->session.runs[1].complete);
        QCOMPARE(opened->session.runs[1].output->figures.size(), std::size_t{3});
        sql(file, "DELETE FROM part WHERE item = 'run:first' AND name = 'head'");
        opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QCOMPARE(opened->session.runs.size(), std::size_t{1});
        QCOMPARE(test::difference(*session.data, *opened->session.data), std::string());
    }

    void withoutItsStructuresTheRestOpens()
    {
        const StoredSession session = test::storedSession("grammar");
        const auto file = m_folder.path() / "structures.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        sql(file, "UPDATE part SET sha256 = x'00' WHERE name = 'structures'");
        Result<OpenedSession> opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QVERIFY(!opened->session.data);
        QCOMPARE(opened->structures, session.data->size());
        QCOMPARE(opened->session.runs.size(), std::size_t{2});
        QVERIFY(opened->session.runs[1].complete);
        QCOMPARE(opened->session.source.path, session.source.path);
        sql(file, "DELETE FROM part WHERE item = 'session'"); // and now the head as well
        opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QVERIFY(opened->damages.size() >= 3);
        QCOMPARE(opened->session.runs.size(), std::size_t{2}); // their tables, at least
    }

    void withoutItsHeadTheDataOpen()
    {
        const StoredSession session = test::storedSession("medicines");
        const auto file = m_folder.path() / "head.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        sql(file, "DELETE FROM part WHERE item = 'session'");
        const Result<OpenedSession> opened = readSession(file);
        ATLAS_VERIFY_OK(opened);
        QCOMPARE(test::difference(*session.data, *opened->session.data), std::string());
        QCOMPARE(opened->session.runs.size(), std::size_t{2});
        QCOMPARE(opened->session.source.path, session.data->source().path);
    }

    // Whatever is cut off or changed: no crash, and what opens without a complaint is what was saved.
    void anyDamageIsNoticed()
    {
        StoredSession session = test::storedSession("artificial1");
        session.data = test::trees({{"(a b c)", "one"}, {"(a (b c))", "two"}, {"(a b)"}, {"(c a)"}});
        session.runs.erase(session.runs.begin()); // it is about other rows
        const auto file = m_folder.path() / "whole.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        const std::string whole = test::readFile(file);
        const auto check = [&](const std::string& content, const std::string& what) {
            const auto damaged = m_folder.write("damaged.atlas", content);
            for (const char* ending : {"-wal", "-shm"})
                std::filesystem::remove(damaged.string() + ending);
            const Result<OpenedSession> opened = readSession(damaged);
            if (!opened) {
                QVERIFY2(!opened.error().message.empty(), what.c_str());
                return;
            }
            ++m_opened;
            m_withData += opened->session.data ? 1 : 0;
            if (opened->damages.empty())
                compareSessions(session, opened->session);
            else if (opened->session.data)
                QCOMPARE(test::difference(*session.data, *opened->session.data), std::string());
        };
        for (std::size_t length = 0; length < whole.size(); length += 211)
            check(whole.substr(0, length), "cut at " + std::to_string(length));
        Random random(3);
        for (int i = 0; i < 400; ++i) {
            std::string content = whole;
            const std::size_t place = random.below(content.size());
            content[place] = static_cast<char>(content[place] ^ static_cast<char>(1 + random.below(255)));
            check(content, "changed at " + std::to_string(place));
            if (QTest::currentTestFailed())
                QFAIL(("changed at " + std::to_string(place)).c_str());
        }
        for (int i = 0; i < 60; ++i) { // a sector of zeros
            std::string content = whole;
            const std::size_t place = random.below(content.size() / 512) * 512;
            std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(place), 512, '\0');
            check(content, "zeros at " + std::to_string(place));
        }
        qInfo("%d of the damaged files opened, %d with all structures", m_opened, m_withData);
        QVERIFY(m_opened > 250);
        QVERIFY(m_withData > 200);
    }

    void aReadOnlyCopyOpens()
    {
        const StoredSession session = test::storedSession("artificial1");
        const auto folder = m_folder.path() / "medium";
        std::filesystem::create_directories(folder);
        const auto file = folder / "x # y?.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        using std::filesystem::perms;
        std::filesystem::permissions(file, perms::owner_read);
        std::filesystem::permissions(folder, perms::owner_read | perms::owner_exec);
        const Result<OpenedSession> opened = readSession(file);
        const Result<void> written = writeSession(session, file);
        std::filesystem::permissions(folder, perms::owner_all);
        ATLAS_VERIFY_OK(opened);
        compareSessions(session, opened->session);
        if (geteuid() == 0) // root writes anywhere
            return;
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::WriteFailed);
    }

    void aFolderThatIsNotThereIsSaid()
    {
        const Result<void> written =
            writeSession(test::storedSession("artificial1"), m_folder.path() / "no" / "such" / "x.atlas");
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::WriteFailed);
        QVERIFY(written.error().message.find("folder") != std::string::npos);
    }

    void aCancelLeavesTheFileAsItWas()
    {
        const StoredSession session = test::storedSession("medicines");
        const auto file = m_folder.path() / "cancel.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<void> written = writeSession(test::storedSession("grammar"), file, monitor.token());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
        compareSessions(session, readSession(file)->session);
    }

    void everyThreadHasItsOwnConnection()
    {
        const StoredSession session = test::storedSession("artificial1");
        const auto file = m_folder.path() / "threads.atlas";
        ATLAS_VERIFY_OK(writeSession(session, file));
        std::atomic<int> failures{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 5; ++i) {
                    const bool fine = t == 0 ? writeSession(session, file).ok() : readSession(file).ok();
                    failures += fine ? 0 : 1;
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(failures.load(), 0);
    }

private:
    test::TemporaryFolder m_folder;
    int m_opened = 0;
    int m_withData = 0;
};

QTEST_GUILESS_MAIN(TestSessionFile)
#include "test_session_file.moc"
