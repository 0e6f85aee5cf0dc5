// The form of a method says what a run will need, before it starts.

#include "app/actions.h"
#include "app/cost_words.h"
#include "app/form_dialog.h"
#include "support/window.h"
#include "widgets/views/parameter_form.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>

#include <memory>

using namespace atlas;

class TestEstimates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        m_window = test::newWindowWithTrees(m_folder);
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void theEstimateFollowsTheForm()
    {
        QString small;
        QString large;
        QString broken = "not looked at";
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<FormDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            const auto* remark = dialog->findChild<QLabel*>("remark");
            small = remark->text();
            auto* grid = dialog->findChild<QLineEdit*>();
            grid->selectAll();
            QTest::keyClicks(grid, "90x90");
            large = remark->text();
            QTest::keyClicks(grid, "x");
            broken = remark->text();
            dialog->reject();
        });
        trigger("method:gtm-sd");
        QCOMPARE(small, QString("Estimate: less than 1 MB, less than a second."));
        QVERIFY2(large.contains("MB") || large.contains("GB"), qPrintable(large));
        QVERIFY(large != small && !large.contains("less than 1 MB"));
        QCOMPARE(broken, QString()); // "90x90x" is no grid
    }

    void theFormSuitsTheData()
    {
        QString grid;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<FormDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            grid = dialog->findChild<QLineEdit*>("grid")->text();
            dialog->findChild<QSpinBox*>("seed")->setValue(7);
            dialog->findChild<QSpinBox*>("iterations")->setValue(3);
            dialog->accept();
        });
        QSignalSpy finished(&m_window->session(), &Session::runFinished);
        trigger("method:gtm-sd");
        QCOMPARE(grid, QString("5x5")); // forty trees do not fill a hundred places
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
        const auto run = m_window->session().runs().back();
        QCOMPARE(run->seed, std::uint64_t{7});
        QVERIFY(!run->parameters.all().contains("seed")); // it is the run's
        QVERIFY(givenParameters(*run).contains("Seed 7"));
        // Once more from the history: what it had.
        int seed = 0;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<FormDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            seed = dialog->findChild<QSpinBox*>("seed")->value();
            grid = dialog->findChild<QLineEdit*>("grid")->text();
            dialog->reject();
        });
        Q_EMIT m_window->history()->againRequested(run->id);
        QCOMPARE(seed, 7);
        QCOMPARE(grid, QString("5x5"));
    }

    void whatIsSelectedIsWhatIsExplained()
    {
        QString selection;
        QString positive;
        const auto look = [&] {
            QTimer::singleShot(0, this, [&] {
                auto* dialog = qobject_cast<FormDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                selection = dialog->findChild<QLineEdit*>("selection")->text();
                positive = dialog->findChild<QLineEdit*>("positive")->text();
                dialog->reject();
            });
            trigger("method:explain");
        };
        look();
        QCOMPARE(positive, QString("left")); // the first class
        QCOMPARE(selection, QString());
        m_window->session().hub().select({RowId(1), RowId(4)});
        look();
        QCOMPARE(positive, QString());
        QCOMPARE(selection, QString("id:1,4"));
    }

    void theLastRunIsRemembered()
    {
        const Method* mine = findMethod("mine");
        const ParameterValues values = *parameterValues(mine->description, {});
        QVERIFY(costWords(m_window->session(), *mine, values).contains("depend on what is found"));
        QVERIFY(test::runAndWait(*m_window, "embed", {}));
        const Method* embed = findMethod("embed");
        const QString words =
            costWords(m_window->session(), *embed, *parameterValues(embed->description, {}));
        QVERIFY2(words.contains("Estimate: ") && words.contains("The last run took"), qPrintable(words));
    }

private:
    void trigger(const QString& name)
    {
        for (QAction* action : m_window->actions().analyseMenu->actions())
            if (action->objectName() == name)
                action->trigger();
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestEstimates)
#include "test_estimates.moc"
