// Named selections, and undo of selections and filters, in the real window.

#include "app/actions.h"
#include "app/run_tabs.h"
#include "app/selection_commands.h"
#include "support/qtest_text.h"
#include "support/window.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/selection_list.h"
#include "widgets/views/structure_table.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QStatusBar>
#include <QTreeWidget>

#include <memory>

using namespace atlas;

namespace {

std::vector<RowId> rowsFrom(std::size_t from, std::size_t to)
{
    std::vector<RowId> rows;
    for (std::size_t i = from; i < to; ++i)
        rows.emplace_back(i);
    return rows;
}

} // namespace

class TestSelections : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        m_window = test::newWindowWithTrees(m_folder);
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void aSelectionGetsANameAndComesBack()
    {
        QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(m_window->statusBar()->currentMessage().contains("Select some structures"));
        hub().select(rowsFrom(0, 10));
        nameSelection("low");
        hub().select(rowsFrom(5, 15));
        nameSelection("middle");
        QCOMPARE(list().topLevelItemCount(), 2);
        QCOMPARE(list().topLevelItem(0)->text(0), QString("low"));
        QCOMPARE(list().topLevelItem(0)->text(1), QString("10"));
        QCOMPARE(list().topLevelItem(0)->text(2), QString("left 5, right 5"));
        Q_EMIT m_window->actions().namedMenu->aboutToShow();
        QAction* first = m_window->actions().namedMenu->actions().front();
        QCOMPARE(first->text(), QString("low (10)"));
        first->trigger();
        QCOMPARE(hub().selectedRows(), rowsFrom(0, 10));
    }

    void selectionsAreCombined()
    {
        hub().setNamedSelections({{"low", rowsFrom(0, 10)}, {"middle", rowsFrom(5, 15)}});
        list().setCurrentItem(list().topLevelItem(0));
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(hub().selectedRows(), rowsFrom(0, 10));
        list().setCurrentItem(list().topLevelItem(1));
        command("Keep common")->trigger();
        QCOMPARE(hub().selectedRows(), rowsFrom(5, 10));
        command("Add")->trigger();
        QCOMPARE(hub().selectedRows(), rowsFrom(5, 15));
        hub().select(rowsFrom(0, 10));
        command("Take away")->trigger();
        QCOMPARE(hub().selectedRows(), rowsFrom(0, 5));
        list().setCurrentItem(list().topLevelItem(0));
        command("Select the others")->trigger();
        QCOMPARE(hub().selectedRows(), rowsFrom(10, 40));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(hub().selectedRows(), rowsFrom(0, 5));
    }

    void namesAreEditedAndDeleted()
    {
        hub().setNamedSelections({{"low", rowsFrom(0, 10)}, {"middle", rowsFrom(5, 15)}});
        panel().parentWidget()->raise(); // the dock: an editor needs a list in sight
        QTRY_VERIFY(list().isVisible());
        list().setCurrentItem(list().topLevelItem(0));
        rename("middle"); // taken
        QTRY_COMPARE(list().topLevelItem(0)->text(0), QString("low"));
        rename("  lowest  ten ");
        QTRY_COMPARE(list().topLevelItem(0)->text(0), QString("lowest ten"));
        QVERIFY(hub().findSelection("lowest ten"));
        list().setFocus();
        QTest::keyClick(&list(), Qt::Key_Delete);
        QTRY_COMPARE(list().topLevelItemCount(), 1);
        QVERIFY(!hub().findSelection("lowest ten"));
    }

    void theTableOfSelectionsReadsBack()
    {
        hub().setNamedSelections({{"low", rowsFrom(0, 10)}, {"middle", rowsFrom(5, 15)}});
        const auto before = hub().namedSelections();
        auto* commands = m_window->findChild<SelectionCommands*>();
        QVERIFY(commands && m_window->actions().exportSelections->isEnabled());
        const QString file = QString::fromStdString((m_folder.path() / "selections.csv").string());
        ATLAS_VERIFY_OK(commands->writeTable(file));
        hub().deleteSelection("low");
        hub().deleteSelection("middle");
        QVERIFY(!m_window->actions().exportSelections->isEnabled());
        commands->readTable(file);
        QCOMPARE(hub().namedSelections(), before);
        QVERIFY(m_window->statusBar()->currentMessage().contains("2 selections read."));
    }

    void filtersOfTheTableAreUndone()
    {
        StructureTable& table = *m_window->table();
        hub().select(rowsFrom(3, 5));
        QTest::keyClicks(table.textField(), "left");
        QTRY_COMPARE(hub().visibleCount(), std::size_t{20});
        table.classList()->item(0)->setCheckState(Qt::Unchecked);
        QTRY_COMPARE(hub().visibleCount(), std::size_t{0});
        QVERIFY(m_window->actions().undo->isEnabled());
        m_window->actions().undo->trigger();
        QCOMPARE(hub().visibleCount(), std::size_t{20});
        QCOMPARE(table.classList()->item(0)->checkState(), Qt::Checked);
        QCOMPARE(table.textField()->text(), QString("left"));
        m_window->actions().undo->trigger();
        QCOMPARE(hub().visibleCount(), std::size_t{40});
        QCOMPARE(table.textField()->text(), QString());
        QCOMPARE(hub().selectedRows(), rowsFrom(3, 5));
        m_window->actions().redo->trigger();
        QCOMPARE(table.textField()->text(), QString("left"));
        QCOMPARE(hub().visibleCount(), std::size_t{20});
        QTest::qWait(0);
        QTRY_VERIFY(m_window->actions().redo->isEnabled()); // the restored text was no new step
    }

    void aClassHiddenInALegendComesBackByUndo()
    {
        QVERIFY(test::runAndWait(*m_window, "embed", {{"method", "pca"}}));
        PointCloudChart* chart = m_window->results()->currentFigure()->pointCloud();
        QVERIFY(chart);
        QTRY_VERIFY(chart->scatterItem() && !chart->scatterItem()->plotRect().isEmpty());
        LegendItem* legend = chart->scatterItem()->legend();
        const QPoint entry = legend->mapToScene(legend->entryRect(0).center()).toPoint();
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, entry);
        QCOMPARE(hub().visibleCount(), std::size_t{20});
        QVERIFY(legend->entries()[0].off);
        m_window->actions().undo->trigger();
        QCOMPARE(hub().visibleCount(), std::size_t{40});
        QVERIFY(!chart->scatterItem()->legend()->entries()[0].off);
        m_window->actions().redo->trigger();
        QVERIFY(chart->scatterItem()->legend()->entries()[0].off);
        QCOMPARE(hub().visibleCount(), std::size_t{20});
        // A closed tab takes its filter along, also out of the history.
        Q_EMIT m_window->results()->tabCloseRequested(m_window->results()->currentIndex());
        QTRY_COMPARE(hub().visibleCount(), std::size_t{40});
        QVERIFY(!hub().canUndo());
    }

private:
    SelectionHub& hub() { return m_window->session().hub(); }
    SelectionList& panel() { return *m_window->findChild<SelectionList*>(); }
    QTreeWidget& list() { return *panel().list(); }
    QAction* command(const QString& text) { return test::actionNamed(*panel().findChild<QMenu*>(), text); }

    void nameSelection(const QString& name)
    {
        QTimer::singleShot(100, this, [name] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* field = dialog->findChild<QLineEdit*>();
            field->selectAll();
            QTest::keyClicks(field, name);
            QTest::keyClick(dialog, Qt::Key_Return);
        });
        m_window->activateWindow(); // a dialog before it may have had the keys
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    }

    void rename(const QString& name)
    {
        list().setFocus();
        command("Rename")->trigger();
        auto* editor = list().viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, name);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(!list().viewport()->findChild<QLineEdit*>()); // it commits and closes later ...
        QCoreApplication::processEvents(); // ... and the list is filled after that
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestSelections)
#include "test_selections.moc"
