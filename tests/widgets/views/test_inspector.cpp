#include "widgets/views/inspector.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/models/subtree_occurrence_model.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/graph_view.h"
#include "widgets/views/mark_legend.h"
#include "widgets/views/molecule_view.h"
#include "widgets/views/occurrence_panel.h"
#include "widgets/views/tree_view.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace atlas;

namespace {

DatasetPtr forest()
{
    return test::trees(
        {{"(r (x b) (y (x b)))", "one", "A"}, {"(r b)", "two", "B"}, {"(r _ _ (x b))", "three", "B"}});
}

std::shared_ptr<const MinimalDag> dagOf(const DatasetPtr& data)
{
    return std::make_shared<const MinimalDag>(*buildMinimalDag(data->forest()));
}

QString fact(const Inspector& inspector, const QString& name)
{
    const auto items = inspector.facts()->findItems(name, Qt::MatchExactly);
    return items.isEmpty() ? QString() : items.first()->text(1);
}

} // namespace

class TestInspector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_hub = std::make_unique<SelectionHub>();
        m_inspector = std::make_unique<Inspector>(*m_hub);
        m_inspector->resize(400, 900);
        m_inspector->show();
    }

    void cleanup()
    {
        m_inspector.reset();
        m_hub.reset();
    }

    void showsTheSingleSelectedRow()
    {
        open(forest());
        QVERIFY(!m_inspector->shownRow().valid());
        m_hub->select({RowId(1)});
        QCOMPARE(m_inspector->shownRow(), RowId(1));
        QCOMPARE(m_inspector->title(), QStringLiteral("two"));
        m_hub->select({RowId(0), RowId(2)}); // several: what was shown stays
        QCOMPARE(m_inspector->shownRow(), RowId(1));
        m_inspector->showStructure(RowId(2)); // activated
        QCOMPARE(m_inspector->shownRow(), RowId(2));
        m_hub->highlight(RowId(0)); // pointing does not take it away
        QCOMPARE(m_inspector->shownRow(), RowId(2));
    }

    void pointingShowsWhileNothingIsChosen()
    {
        open(forest());
        m_hub->highlight(RowId(2));
        QCOMPARE(m_inspector->shownRow(), RowId(2));
        m_hub->highlight({});
        QCOMPARE(m_inspector->shownRow(), RowId(2));
    }

    void numbersOfATree()
    {
        const DatasetPtr data = forest();
        open(data);
        m_hub->select({RowId(0)});
        QCOMPARE(fact(*m_inspector, QStringLiteral("Nodes")), QStringLiteral("6"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Depth")), QStringLiteral("3"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Largest outdegree")), QStringLiteral("2"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Distinct subtrees")), QString());
        m_inspector->setDag(dagOf(data));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Distinct subtrees")), QStringLiteral("4"));
    }

    void clickingANodeListsItsOccurrences()
    {
        const DatasetPtr data = forest();
        open(data);
        m_inspector->setDag(dagOf(data));
        m_hub->select({RowId(0)});
        const NodeId firstX(1);
        TreeView* tree = m_inspector->treeView();
        QTRY_VERIFY(tree->rect().contains(tree->widgetPlace(firstX).toPoint()));
        QTest::mouseClick(tree, Qt::LeftButton, {}, tree->widgetPlace(firstX).toPoint());
        OccurrencePanel* panel = m_inspector->occurrences();
        QCOMPARE(panel->summary(), QStringLiteral("Occurs 3 times in 2 trees"));
        QCOMPARE(panel->model()->rowCount(), 3);

        QTRY_VERIFY(panel->list()->visualRect(panel->model()->index(2, 0)).bottom()
                    < panel->list()->viewport()->height());
        QSignalSpy requested(m_inspector.get(), &Inspector::structureRequested);
        const QRect item = panel->list()->visualRect(panel->model()->index(2, 0));
        QTest::mouseClick(panel->list()->viewport(), Qt::LeftButton, {}, item.center());
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].value<RowId>(), RowId(2));
        QCOMPARE(m_inspector->shownRow(), RowId(2));
        QCOMPARE(tree->currentNode(), requested[0][1].value<NodeId>());
        QCOMPARE(panel->summary(), QStringLiteral("Occurs 3 times in 2 trees"));

        QTest::mouseClick(panel->selectButton(), Qt::LeftButton);
        QCOMPARE(m_hub->selectedCount(), std::size_t(2));
        QVERIFY(m_hub->isSelected(RowId(0)) && m_hub->isSelected(RowId(2)));
    }

    void theDagMayComeLate()
    {
        const DatasetPtr data = forest();
        open(data);
        m_hub->select({RowId(0)});
        QTest::keyClick(m_inspector->treeView(), Qt::Key_Down);
        QTest::keyClick(m_inspector->treeView(), Qt::Key_Return);
        QCOMPARE(m_inspector->occurrences()->model()->rowCount(), 0);
        m_inspector->setDag(dagOf(data));
        QCOMPARE(m_inspector->occurrences()->summary(), QStringLiteral("Occurs here only"));
    }

    void aClickChoosesTheSubtree()
    {
        const DatasetPtr data = forest();
        open(data);
        const auto dag = dagOf(data);
        m_inspector->setDag(dag);
        m_hub->select({RowId(0)});
        const NodeId firstX(1);
        TreeView* tree = m_inspector->treeView();
        QTRY_VERIFY(tree->rect().contains(tree->widgetPlace(firstX).toPoint()));
        QTest::mouseClick(tree, Qt::LeftButton, {}, tree->widgetPlace(firstX).toPoint());
        QCOMPARE(m_hub->chosenSubtree(), dag->nodeOf(firstX));
        QCOMPARE(m_inspector->shownRow(), RowId(0));
        QCOMPARE(tree->currentNode(), firstX); // the clicked one, though another place comes later
        QTest::mouseClick(tree, Qt::LeftButton, {}, QPoint(3, tree->height() - 3)); // beside the tree
        QVERIFY(!m_hub->chosenSubtree().valid());
    }

    void aSubtreeChosenElsewhereIsShownWhereItOccurs()
    {
        const DatasetPtr data = forest();
        open(data);
        const auto dag = dagOf(data);
        m_inspector->setDag(dag);
        const NodeId xInThree(data->tree(RowId(2)).firstNode().index() + 1);
        const DagNodeId x = dag->nodeOf(xInThree);
        m_hub->select({RowId(2)});
        m_hub->chooseSubtree(x); // the tree that is shown has it
        QCOMPARE(m_inspector->shownRow(), RowId(2));
        QCOMPARE(m_inspector->treeView()->currentNode(), xInThree);
        QCOMPARE(m_inspector->occurrences()->summary(), QStringLiteral("Occurs 3 times in 2 trees"));
        m_hub->chooseSubtree({});
        m_hub->select({RowId(1)});
        m_hub->chooseSubtree(x); // "two" has none: the first tree that has
        QCOMPARE(m_inspector->shownRow(), RowId(0));
        QCOMPARE(m_inspector->treeView()->currentNode(), NodeId(1));
    }

    void marksColourTheTree()
    {
        open(forest());
        m_hub->select({RowId(1)});
        QVERIFY(!m_inspector->markLegend()->isVisible());
        m_hub->setMarks(
            StructureMarks{StructureMarks::Kind::Weight, QStringLiteral("Weights for A"), [](RowId row) {
                               return row == RowId(1) ? std::vector<double>{1, -3} : std::vector<double>{};
                           }});
        QCOMPARE(m_inspector->treeView()->marks().values, (std::vector<double>{1, -3}));
        QCOMPARE(m_inspector->treeView()->marks().largest, 3.0);
        QVERIFY(m_inspector->markLegend()->isVisible());
        QCOMPARE(m_inspector->markLegend()->title(), QStringLiteral("Weights for A"));
        m_hub->select({RowId(2)}); // nothing is said about it
        QVERIFY(m_inspector->treeView()->marks().empty());
        QVERIFY(!m_inspector->markLegend()->isVisible());
        m_hub->select({RowId(1)});
        QVERIFY(!m_inspector->treeView()->marks().empty());
        m_hub->setMarks(std::nullopt);
        QVERIFY(m_inspector->treeView()->marks().empty());
        QVERIFY(!m_inspector->markLegend()->isVisible());
    }

    void moleculesAndGraphs()
    {
        open(test::molecules({{"CC(=O)Oc1ccccc1C(=O)O", "aspirin", "analgesic"}}));
        m_hub->select({RowId(0)});
        QVERIFY(m_inspector->moleculeView()->isVisible());
        QVERIFY(!m_inspector->occurrences()->isVisible());
        QCOMPARE(fact(*m_inspector, QStringLiteral("Formula")), QStringLiteral("C\u2089H\u2088O\u2084"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Weight")), QStringLiteral("180.16 g/mol"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Atoms")), QStringLiteral("13"));
        m_inspector->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
        m_inspector->moleculeView()->setFocus();
        QTest::keySequence(m_inspector->moleculeView(), QKeySequence::Copy);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("CC(=O)Oc1ccccc1C(=O)O"));
        open(test::graphs(1));
        m_hub->select({RowId(0)});
        QVERIFY(m_inspector->graphView()->isVisible());
        QCOMPARE(fact(*m_inspector, QStringLiteral("Edges")), QStringLiteral("4"));
        QCOMPARE(fact(*m_inspector, QStringLiteral("Components")), QStringLiteral("1"));
    }

    void aNewDataSetEmptiesIt()
    {
        open(forest());
        m_hub->select({RowId(0)});
        open(test::graphs(1));
        QVERIFY(!m_inspector->shownRow().valid());
        QVERIFY(m_inspector->title().isEmpty());
        QVERIFY(!m_inspector->facts()->isVisible());
    }

private:
    void open(const DatasetPtr& data)
    {
        m_hub->reset(data->size());
        m_inspector->setDataset(data);
    }

    std::unique_ptr<SelectionHub> m_hub;
    std::unique_ptr<Inspector> m_inspector;
};

QTEST_MAIN(TestInspector)
#include "test_inspector.moc"
