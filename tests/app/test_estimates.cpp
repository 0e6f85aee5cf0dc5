// The form of a method says what a run will need, before it starts.

#include "app/actions.h"
#include "app/cost_words.h"
#include "app/form_dialog.h"
#include "support/window.h"
#include "widgets/views/parameter_form.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>

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
