// Sessions of the real window: saved, reopened, recovered after a kill, with sources that moved.

#include "app/actions.h"
#include "app/main_window.h"
#include "app/run_tabs.h"
#include "app/session_files.h"
#include "support/qtest_text.h"
#include "support/same_dataset.h"
#include "support/stored_sessions.h"
#include "support/temporary_folder.h"
#include "widgets/results/run_view.h"
#include "widgets/views/figure_view.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTreeWidget>

#include <memory>

using namespace atlas;

namespace {

constexpr const char* table =
    "smiles,class,name\nCCO,a,ethanol\nCCN,b,ethylamine\nCCCC,a,butane\nCO,b,methanol\n";

QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

void sql(const QString& file, const QString& statement)
{
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "test");
        database.setDatabaseName(file);
        QVERIFY(database.open());
        QVERIFY(QSqlQuery(database).exec(statement));
    }
    QSqlDatabase::removeDatabase("test");
}

/// Answers the next file dialog with a name, as a person would type it.
void typeIntoFileDialog(const QString& file)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, file] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        timer->deleteLater();
        timer->stop();
        auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
        name->setText(file);
        QTest::keyClick(name, Qt::Key_Return);
    });
    timer->start(20);
}

QPushButton* button(const QWidget* parent, const QString& text)
{
    for (QPushButton* candidate : parent->findChildren<QPushButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

} // namespace

class TestSessionFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Settings and recovery files of the test, not of the person who runs it.
        qputenv("XDG_DATA_HOME", QFile::encodeName(path(m_folder.path() / "share")));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(path(m_folder.path() / "config")));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path(m_folder.path() / "settings"));
        QApplication::setOrganizationName("StructAtlas"); // as the program that is killed below
        QApplication::setApplicationName("StructAtlas");
    }
    void init()
    {
        QSettings().clear();
        QSettings().setValue("quickLook", false);
        m_window = newWindow();
    }
    void cleanup()
    {
        m_window.reset();
        QVERIFY(QSqlDatabase::connectionNames().isEmpty());
        QVERIFY(recoveryFiles().isEmpty()); // every end was an orderly one
    }

    void aSavedSessionComesBackInAnotherWindow()
    {
        openAndWait("example:medicines");
        runAndWait("mine", {{"min-support", "20%"}, {"max-edges", "3"}});
        Session& session = m_window->session();
        session.hub().select({RowId(2), RowId(5), RowId(7)});
        QVERIFY(m_window->isWindowModified());
        m_window->results()->setCurrentIndex(0);

        const QString file = newFile("medicines.atlas");
        QSignalSpy saved(&m_window->files(), &SessionFiles::saved);
        typeIntoFileDialog(file);
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20'000);
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(m_window->windowTitle().startsWith("medicines.atlas[*]"));
        QCOMPARE(m_window->files().file(), file);

        const auto second = newWindow();
        QSignalSpy opened(&second->files(), &SessionFiles::opened);
        second->open(file);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
        Session& again = second->session();
        QCOMPARE(test::difference(*session.data(), *again.data()), std::string());
        QCOMPARE(again.source(), session.source());
        QVERIFY(again.hub().selectedRows() == session.hub().selectedRows());
        compareRuns(session, again);
        QCOMPARE(second->results()->count(), 2);
        QCOMPARE(second->results()->currentIndex(), 0);
        QCOMPARE(second->history()->list()->topLevelItemCount(), 2);
        QVERIFY(!second->isWindowModified());
        QVERIFY(second->windowTitle().startsWith("medicines.atlas[*]"));

        // The views get what the file does not hold; the result stays.
        QTRY_VERIFY_WITH_TIMEOUT(!again.runs()[1]->lacksDetails, 20'000);
        QVERIFY(again.runs()[1]->output->details.has_value());
        compareRuns(session, again);
        QVERIFY(!second->isWindowModified());
        const auto* shown = qobject_cast<RunView*>(second->results()->widget(1));
        QVERIFY(shown->output() == again.runs()[1]->output);
    }

    void theRunSaysThatItIsComputedAgain()
    {
        openAndWait("example:medicines");
        runAndWait("mine", {{"min-support", "20%"}, {"max-edges", "3"}});
        const QString file = saveAndWait("noted.atlas");
        QStringList notes;
        QSignalSpy opened(&m_window->files(), &SessionFiles::opened);
        connect(&m_window->session(), &Session::runPreviewed, this,
                [&](const std::shared_ptr<const SessionRun>& run) {
                    notes << QString::fromStdString(run->output->note);
                });
        m_window->open(file);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(notes.size(), 2, 20'000);
        QVERIFY(notes[0].contains("being computed again"));
        QVERIFY(!notes[1].contains("computed"));
    }

    // Repeating a stored run gives the same result, byte for byte, and its views what they need.
    void everyInteractiveResultComesBack_data()
    {
        using Given = std::vector<std::pair<std::string, std::string>>;
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("source");
        QTest::addColumn<Given>("given");
        QTest::newRow("embed") << "embed"
                               << "example:artificial1" << Given{};
        QTest::newRow("kernel") << "kernel"
                                << "example:artificial1" << Given{};
        QTest::newRow("gtm-sd") << "gtm-sd"
                                << "example:artificial1"
                                << Given{{"grid", "4x4"}, {"basis", "2x2"}, {"iterations", "3"}};
        QTest::newRow("som-sd") << "som-sd"
                                << "example:artificial1" << Given{{"grid", "4x4"}, {"iterations", "2"}};
        QTest::newRow("rpca") << "rpca"
                              << "example:grammar" << Given{{"components", "5"}};
        QTest::newRow("perceptron") << "perceptron"
                                    << "example:artificial1" << Given{};
        QTest::newRow("gpca") << "gpca"
                              << "example:medicines" << Given{{"components", "2"}, {"max-vertices", "3"}};
    }
    void everyInteractiveResultComesBack()
    {
        using Given = std::vector<std::pair<std::string, std::string>>;
        QFETCH(QString, method);
        QFETCH(QString, source);
        QFETCH(Given, given);
        openAndWait(source);
        runAndWait(qPrintable(method), given);
        const std::string before = test::storedText(*m_window->session().runs()[1]->output);
        openAndWait(saveAndWait(method + ".atlas"), &Session::runFinished);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->session().runs()[1]->lacksDetails, 30'000);
        QVERIFY(test::storedText(*m_window->session().runs()[1]->output) == before);
        QVERIFY(m_window->session().runs()[1]->output->details.has_value());
    }

    void whatTookLongIsNotRepeatedUnasked()
    {
        openAndWait("example:medicines");
        runAndWait("mine", {{"min-support", "20%"}, {"max-edges", "3"}});
        const QString file = saveAndWait("slow.atlas");
        Result<OpenedSession> stored = readSession(file.toStdString());
        stored->session.runs[1].seconds = 3600;
        stored->session.runs[1].key = newSessionKey();
        ATLAS_VERIFY_OK(writeSession(stored->session, file.toStdString()));
        QSignalSpy opened(&m_window->files(), &SessionFiles::opened);
        m_window->open(file);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
        QTRY_VERIFY(m_window->session().jobs().isIdle());
        QVERIFY(m_window->session().runs()[1]->lacksDetails);
        MessageBar* bar = m_window->files().bar("slow-runs");
        QVERIFY(bar);
        QTest::mouseClick(button(bar, "Compute again"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->session().runs()[1]->lacksDetails, 20'000);
    }

    void anotherResultIsSaidAndNotTaken()
    {
        openAndWait("example:medicines");
        runAndWait("mine", {{"min-support", "20%"}, {"max-edges", "3"}});
        const QString file = saveAndWait("older.atlas");
        Result<OpenedSession> stored = readSession(file.toStdString());
        MethodOutput output = *stored->session.runs[1].output;
        output.tables[0].addCells(std::vector<std::string>(output.tables[0].columns(), "older"));
        stored->session.runs[1].output = std::make_shared<const MethodOutput>(output);
        stored->session.runs[1].key = newSessionKey();
        ATLAS_VERIFY_OK(writeSession(stored->session, file.toStdString()));
        QString note;
        connect(&m_window->session(), &Session::runPreviewed, this,
                [&](const std::shared_ptr<const SessionRun>& run) {
                    note = QString::fromStdString(run->output->note);
                });
        m_window->open(file);
        QTRY_VERIFY_WITH_TIMEOUT(note.contains("other numbers"), 20'000);
        QCOMPARE(test::storedText(*m_window->session().runs()[1]->output), test::storedText(output));
    }

    void closingAsksAboutUnsavedWork()
    {
        openAndWait("example:grammar");
        m_window->session().hub().select({RowId(0)}); // nothing that a person would miss
        QVERIFY(m_window->close());
        m_window->show();
        runAndWait("mine", {{"min-support", "40%"}, {"max-edges", "2"}});
        QVERIFY(!m_window->close());
        answer("Cancel");
        QVERIFY(m_window->isVisible());

        const std::vector<NamedSelection> kept{{QStringLiteral("first two"), {RowId(0), RowId(1)}}};
        m_window->session().hub().setNamedSelections(kept);
        const QString file = newFile("closing.atlas");
        QVERIFY(!m_window->close());
        typeIntoFileDialog(file);
        answer("Save");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 20'000); // saved, then closed
        const Result<OpenedSession> stored = readSession(file.toStdString());
        ATLAS_VERIFY_OK(stored);
        QCOMPARE(stored->session.runs.size(), std::size_t{2});

        m_window = newWindow();
        openAndWait(file, &Session::runFinished);
        QCOMPARE(m_window->session().hub().namedSelections(), kept);
        m_window->session().hub().select({RowId(3)}); // a saved session is kept up to date
        QVERIFY(m_window->isWindowModified());
        QVERIFY(!m_window->close());
        answer("Discard");
        QTRY_VERIFY(!m_window->isVisible());
        QVERIFY(readSession(file.toStdString())->session.selections[0].rows == std::vector{RowId(0)});
    }

    void openingAsksAboutUnsavedWork()
    {
        openAndWait("example:grammar");
        runAndWait("mine", {{"min-support", "40%"}, {"max-edges", "2"}});
        m_window->open("example:artificial1");
        answer("Cancel");
        QCOMPARE(m_window->session().source(), QString("example:grammar"));
        m_window->open("example:artificial1");
        answer("Discard");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().source(), QString("example:artificial1"), 10'000);
    }

    void aSessionOpensByDropAndFromTheStartPage()
    {
        openAndWait("example:grammar");
        const QString file = saveAndWait("dropped.atlas");
        m_window = newWindow();
        QPushButton* recent = button(m_window.get(), "dropped.atlas");
        QVERIFY(recent);
        QSignalSpy opened(&m_window->files(), &SessionFiles::opened);
        QTest::mouseClick(recent, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 10'000);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 2, 10'000);
        QCOMPARE(m_window->session().data()->size(), std::size_t{421});
        QCOMPARE(m_window->session().runs().size(), std::size_t{1}); // described once, not again
    }

    void autosaveIsRemovedByAnOrderlyEnd()
    {
        openAndWait("example:grammar");
        QSignalSpy autosaved(&m_window->files(), &SessionFiles::autosaved);
        m_window->files().autosave();
        QTRY_COMPARE_WITH_TIMEOUT(autosaved.count(), 1, 10'000);
        m_window->files().autosave(); // nothing changed
        QVERIFY(!QTest::qWaitFor([&] { return autosaved.count() > 1; }, 200));
        QCOMPARE(recoveryFiles().size(), 1);
        QVERIFY(!newWindow()->files().bar("recovery")); // its program is alive
        saveAndWait("auto.atlas");
        QCOMPARE(recoveryFiles().size(), 0);
        m_window->session().hub().select({RowId(1)});
        m_window->files().autosave();
        QTRY_COMPARE_WITH_TIMEOUT(autosaved.count(), 2, 10'000);
        QCOMPARE(recoveryFiles().size(), 1);
    }

    // The real program, killed.
    void unsavedWorkIsRecoveredAfterAKill()
    {
        QDir().mkpath(path(m_folder.path() / "config/StructAtlas"));
        m_folder.write("config/StructAtlas/StructAtlas.conf",
                       "[General]\nautosaveSeconds=1\nquickLook=false\n");
        QProcess program;
        program.start(STRUCTATLAS_PROGRAM, {"example:grammar"});
        QTRY_VERIFY_WITH_TIMEOUT(!recoveryFiles().isEmpty(), 30'000);
        const QString left = recoveryFiles().first();
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(left), 30'000);
        program.kill();
        QVERIFY(program.waitForFinished());

        m_window = newWindow();
        MessageBar* bar = m_window->files().bar("recovery");
        QVERIFY(bar);
        QVERIFY(bar->text().contains("can be recovered"));
        QTest::mouseClick(button(bar, "Recover"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().data(), 10'000);
        QCOMPARE(m_window->session().data()->size(), std::size_t{421});
        QCOMPARE(m_window->session().runs().size(), std::size_t{1});
        QVERIFY(m_window->files().isModified());
        QVERIFY(m_window->files().file().isEmpty());
        QVERIFY(QFile::exists(left)); // until it is saved
        QVERIFY(!newWindow()->files().bar("recovery"));
        saveAndWait("recovered.atlas");
        QVERIFY(!QFile::exists(left));
    }

    void recoveredWorkMayBeDiscarded()
    {
        const QString left = path(m_folder.path() / "share/StructAtlas/StructAtlas/recovery/left.atlas");
        QDir().mkpath(QFileInfo(left).path());
        ATLAS_VERIFY_OK(writeSession(test::storedSession("grammar"), left.toStdString()));
        m_window = newWindow();
        MessageBar* bar = m_window->files().bar("recovery");
        QVERIFY(bar);
        QTest::mouseClick(button(bar, "Discard"), Qt::LeftButton);
        QVERIFY(!QFile::exists(left));
        QVERIFY(!m_window->files().bar("recovery"));
    }

    void aMissingSourceIsSaidAndFound()
    {
        const auto data = m_folder.write("before/molecules.csv", table);
        openAndWait(path(data));
        const QString file = saveAndWait("moved.atlas");
        const auto now = m_folder.path() / "elsewhere.csv";
        std::filesystem::rename(data, now);
        const auto other = m_folder.write("other.csv", "smiles\nC\n");
        openAndWait(file, &Session::runFinished);
        QCOMPARE(m_window->session().data()->size(), std::size_t{4}); // the structures open anyway
        QTRY_VERIFY(m_window->files().bar("missing-source"));

        typeIntoFileDialog(path(other));
        QTest::mouseClick(button(m_window->files().bar("missing-source"), "Find..."), Qt::LeftButton);
        QTRY_VERIFY(m_window->files().bar("other-source"));
        QVERIFY(m_window->files().bar("other-source")->text().contains("SHA-256 differs"));
        QCOMPARE(m_window->session().source(), path(data));
        typeIntoFileDialog(path(now));
        QTest::mouseClick(button(m_window->files().bar("other-source"), "Find..."), Qt::LeftButton);
        QTRY_COMPARE(m_window->session().source(), path(now));
        QVERIFY(m_window->isWindowModified());
        m_window->actions().saveSession->trigger();
        QTRY_VERIFY(!m_window->isWindowModified());
        QCOMPARE(readSession(file.toStdString())->session.source.path, now.string());
    }

    void aSourceThatMovedWithTheSessionIsFound()
    {
        const auto data = m_folder.write("project/data/molecules.csv", table);
        openAndWait(path(data));
        saveAndWait("project/sessions/one.atlas");
        std::filesystem::rename(m_folder.path() / "project", m_folder.path() / "renamed");
        openAndWait(path(m_folder.path() / "renamed/sessions/one.atlas"), &Session::runFinished);
        QVERIFY(!m_window->files().bar("missing-source"));
        QCOMPARE(m_window->session().source(), path(m_folder.path() / "renamed/data/molecules.csv"));
    }

    void aChangedSourceIsSaid()
    {
        const auto data = m_folder.write("changing.csv", table);
        openAndWait(path(data));
        const QString file = saveAndWait("changed.atlas");
        m_folder.write("changing.csv", "smiles\nCC\nCO\n");
        openAndWait(file, &Session::runFinished);
        QCOMPARE(m_window->session().data()->size(), std::size_t{4});
        QTRY_VERIFY(m_window->files().bar("changed-source"));
        QTest::mouseClick(button(m_window->files().bar("changed-source"), "Read it again"), Qt::LeftButton);
        QTRY_COMPARE(m_window->session().data()->size(), std::size_t{2});
        QVERIFY(!m_window->files().bar("changed-source"));
    }

    void aDamagedSessionOpensAsFarAsItGoesAndIsNotWrittenOver()
    {
        openAndWait("example:medicines");
        runAndWait("mine", {{"min-support", "20%"}, {"max-edges", "3"}});
        const std::size_t figures = m_window->session().runs()[0]->output->figures.size();
        const QString file = saveAndWait("damaged.atlas");
        sql(file, "UPDATE part SET bytes = zeroblob(10) WHERE name IN ('figure/0', 'structures')");
        openAndWait(file, &Session::runFinished);
        QTRY_VERIFY(m_window->files().bar("damaged"));
        const QString text = m_window->files().bar("damaged")->text();
        QVERIFY2(text.contains("read again from example:medicines"), qPrintable(text));
        QVERIFY(text.contains("Analysis 1"));
        QVERIFY(m_window->files().file().isEmpty());
        // What was lost comes back by computing it again.
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().runs()[0]->output->figures.size(), figures, 20'000);
    }

    void whatCannotBeOpenedKeepsWhatIsOpen()
    {
        openAndWait("example:grammar");
        const QString file = saveAndWait("newer.atlas");
        sql(file, "PRAGMA user_version = 99");
        m_window->open(file);
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = m_window->findChild<QMessageBox*>("failure")));
        QVERIFY(box->informativeText().contains("newer StructAtlas"));
        box->close();
        QCOMPARE(m_window->session().data()->size(), std::size_t{421});
    }

    void aSaveThatFailsIsSaid()
    {
        openAndWait("example:grammar");
        m_window->files().saveTo(path(m_folder.path() / "no/such/folder/x.atlas"));
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = m_window->findChild<QMessageBox*>("failure")));
        QVERIFY(box->text().contains("could not be saved"));
        box->close();
        QVERIFY(m_window->files().file().isEmpty());
        QVERIFY(m_window->files().isModified());
    }

    // Saving a large data set: the window goes on answering, and a second Ctrl+S meanwhile is kept.
    void savingDoesNotBlockTheWindow()
    {
        std::string text;
        for (int i = 0; i < 200'000; ++i)
            text += "(S (NP (D the) (N dog" + std::to_string(i) + ")) (VP (V sees) (NP (D the) (N cat))))\n";
        openAndWait(path(m_folder.write("large.mrg", text)), &Session::runFinished);
        QElapsedTimer sinceTick;
        qint64 longest = 0;
        QTimer ticker;
        connect(&ticker, &QTimer::timeout, this, [&] {
            longest = std::max(longest, sinceTick.elapsed());
            sinceTick.restart();
        });
        QSignalSpy saved(&m_window->files(), &SessionFiles::saved);
        const QString file = newFile("large.atlas");
        sinceTick.start();
        ticker.start(1);
        m_window->files().saveTo(file);
        m_window->session().hub().select({RowId(4)});
        m_window->files().saveTo(file);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60'000);
        QVERIFY2(longest < 300, qPrintable(QString::number(longest))); // 100 ms, thrice for a busy machine
        QVERIFY(!m_window->files().isModified());
        QVERIFY(readSession(file.toStdString())->session.selections[0].rows == std::vector{RowId(4)});
    }

private:
    std::unique_ptr<MainWindow> newWindow()
    {
        auto window = std::make_unique<MainWindow>();
        window->show();
        [[maybe_unused]] const bool exposed = QTest::qWaitForWindowExposed(window.get());
        return window;
    }

    void openAndWait(const QString& source) { openAndWait(source, &Session::dataChanged); }
    /// Waits for the signal, then for all jobs.
    template <class Signal>
    void openAndWait(const QString& source, Signal signal)
    {
        QSignalSpy spy(&m_window->session(), signal);
        m_window->open(source);
        QTRY_VERIFY_WITH_TIMEOUT(spy.count() > 0, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 20'000);
    }

    void runAndWait(const char* name, const std::vector<std::pair<std::string, std::string>>& given)
    {
        const Method* method = findMethod(name);
        const Result<ParameterValues> values = parameterValues(method->description, given);
        ATLAS_VERIFY_OK(values);
        QSignalSpy finished(&m_window->session(), &Session::runFinished);
        m_window->session().run(*method, *values, 1);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
    }

    QString newFile(const QString& name)
    {
        const QString file = path(m_folder.path()) + '/' + name;
        QDir().mkpath(QFileInfo(file).path());
        return file;
    }

    QString saveAndWait(const QString& name)
    {
        const QString file = newFile(name);
        QSignalSpy saved(&m_window->files(), &SessionFiles::saved);
        m_window->files().saveTo(file);
        [&] { QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20'000); }();
        return file;
    }

    /// Presses a button of the question about unsaved work.
    void answer(const QString& words)
    {
        auto* box = m_window->findChild<QMessageBox*>("unsaved");
        QVERIFY(box);
        for (QAbstractButton* candidate : box->buttons())
            if (candidate->text().remove('&') == words
                || (words == "Discard" && box->standardButton(candidate) == QMessageBox::Discard)) {
                QTest::mouseClick(candidate, Qt::LeftButton);
                break;
            }
        QTRY_VERIFY(!m_window->findChild<QMessageBox*>("unsaved"));
    }

    void compareRuns(const Session& a, const Session& b)
    {
        QCOMPARE(a.runs().size(), b.runs().size());
        for (std::size_t i = 0; i < a.runs().size(); ++i) {
            const SessionRun& left = *a.runs()[i];
            const SessionRun& right = *b.runs()[i];
            QCOMPARE(left.key, right.key);
            QCOMPARE(left.method, right.method);
            QVERIFY(left.parameters.all() == right.parameters.all());
            QCOMPARE(left.seed, right.seed);
            QCOMPARE(left.automatic, right.automatic);
            QVERIFY(test::storedText(*left.output) == test::storedText(*right.output));
        }
    }

    QStringList recoveryFiles() const
    {
        const QDir folder(path(m_folder.path() / "share/StructAtlas/StructAtlas/recovery"));
        QStringList files;
        for (const QString& name : folder.entryList({"*.atlas"}, QDir::Files))
            files << folder.filePath(name);
        return files;
    }

    static bool isWhole(const QString& file)
    {
        const Result<OpenedSession> opened = readSession(file.toStdString());
        return opened && opened->damages.empty() && opened->session.runs.size() == 1;
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestSessionFiles)
#include "test_session_files.moc"
