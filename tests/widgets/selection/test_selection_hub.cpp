#include "widgets/selection/selection_hub.h"

#include <QSignalSpy>
#include <QtTest>

using namespace atlas;

namespace {

std::vector<RowId> rows(std::initializer_list<std::size_t> values)
{
    std::vector<RowId> ids;
    for (const std::size_t value : values)
        ids.emplace_back(value);
    return ids;
}

} // namespace

class TestSelectionHub : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changes()
    {
        SelectionHub hub;
        hub.reset(6);
        QSignalSpy changed(&hub, &SelectionHub::selectionChanged);
        hub.select(rows({4, 1}));
        QCOMPARE(hub.selectedRows(), rows({1, 4}));
        hub.select(rows({2}), SelectionChange::Add);
        QCOMPARE(hub.selectedRows(), rows({1, 2, 4}));
        hub.select(rows({1, 5}), SelectionChange::Remove);
        QCOMPARE(hub.selectedRows(), rows({2, 4}));
        hub.select(rows({2, 3}), SelectionChange::Toggle);
        QCOMPARE(hub.selectedRows(), rows({3, 4}));
        QCOMPARE(hub.selectedCount(), std::size_t(2));
        QVERIFY(hub.isSelected(RowId(3)) && !hub.isSelected(RowId(2)));
        QCOMPARE(changed.size(), 4);
        hub.select(rows({4, 3}));
        QCOMPARE(changed.size(), 4); // the same selection is no change and no step of the history
        hub.clearSelection();
        QCOMPARE(hub.selectedCount(), std::size_t(0));
    }

    void undoAndRedo()
    {
        SelectionHub hub;
        hub.reset(5);
        QVERIFY(!hub.canUndo() && !hub.canRedo());
        hub.undo();
        hub.redo();
        hub.select(rows({1}));
        hub.select(rows({2}));
        hub.undo();
        QCOMPARE(hub.selectedRows(), rows({1}));
        QVERIFY(hub.canRedo());
        hub.undo();
        QCOMPARE(hub.selectedCount(), std::size_t(0));
        QVERIFY(!hub.canUndo());
        hub.redo();
        hub.redo();
        QCOMPARE(hub.selectedRows(), rows({2}));
        hub.undo();
        hub.select(rows({4})); // a new step ends what could be redone
        QVERIFY(!hub.canRedo());
        hub.undo();
        QCOMPARE(hub.selectedRows(), rows({1}));
    }

    void historyIsBounded()
    {
        SelectionHub hub;
        hub.reset(300);
        for (std::size_t i = 0; i < 300; ++i)
            hub.select({RowId(i)});
        int steps = 0;
        for (; hub.canUndo(); ++steps)
            hub.undo();
        QCOMPARE(steps, 100);
        QCOMPARE(hub.selectedRows(), rows({199}));
    }

    void filtersAgree()
    {
        SelectionHub hub;
        hub.reset(4);
        QSignalSpy changed(&hub, &SelectionHub::filterChanged);
        hub.setFilter("table", {true, true, false, true});
        hub.setFilter("legend", {false, true, true, true});
        QCOMPARE(hub.visibleCount(), std::size_t(2));
        QVERIFY(!hub.isVisible(RowId(0)) && hub.isVisible(RowId(1)) && !hub.isVisible(RowId(2)));
        hub.selectAllVisible();
        QCOMPARE(hub.selectedRows(), rows({1, 3}));
        hub.select(rows({1}));
        hub.invertSelection();
        QCOMPARE(hub.selectedRows(), rows({3}));
        hub.setFilter("table", {});
        QCOMPARE(hub.visibleCount(), std::size_t(3));
        hub.setFilter("table", {});
        QCOMPARE(changed.size(), 3);
    }

    void filtersAndSelectionsShareOneHistory()
    {
        SelectionHub hub;
        hub.reset(4);
        QSignalSpy filtered(&hub, &SelectionHub::filterChanged);
        QSignalSpy restored(&hub, &SelectionHub::filterRestored);
        std::any shown; // what the controls of the source were given back
        connect(&hub, &SelectionHub::filterRestored, this,
                [&](const QString&, const std::any& controls) { shown = controls; });
        hub.select(rows({1}));
        hub.setFilter("table", {true, true, false, true}, std::string("first"));
        hub.setFilter("table", {true, false, false, true}, std::string("second"));
        hub.select(rows({3}));
        hub.undo(); // the selection
        QCOMPARE(hub.selectedRows(), rows({1}));
        QCOMPARE(restored.size(), 0);
        QCOMPARE(hub.visibleCount(), std::size_t(2));
        hub.undo();
        QCOMPARE(hub.visibleCount(), std::size_t(3));
        QCOMPARE(std::any_cast<std::string>(shown), std::string("first"));
        QCOMPARE(hub.selectedRows(), rows({1}));
        hub.undo();
        QCOMPARE(hub.visibleCount(), std::size_t(4));
        QVERIFY(!shown.has_value());
        QCOMPARE(restored.size(), 2);
        QCOMPARE(restored[0][0].toString(), QString("table"));
        hub.undo();
        QVERIFY(hub.selectedCount() == 0 && !hub.canUndo());
        for (int i = 0; i < 4; ++i)
            hub.redo();
        QCOMPARE(hub.selectedRows(), rows({3}));
        QCOMPARE(std::any_cast<std::string>(shown), std::string("second"));
        QCOMPARE(hub.visibleCount(), std::size_t(2));
        hub.setFilter("table", {true, false, false, true}, std::string("other words"));
        hub.undo(); // the same rows were no step
        QCOMPARE(hub.selectedRows(), rows({1}));
    }

    void aSourceThatGoesLeavesNoStep()
    {
        SelectionHub hub;
        hub.reset(3);
        hub.setFilter("legend", {false, true, true});
        hub.select(rows({2}));
        hub.setFilter("legend", {false, false, true});
        QSignalSpy history(&hub, &SelectionHub::historyChanged);
        hub.dropFilter("legend");
        QCOMPARE(hub.visibleCount(), std::size_t(3));
        QCOMPARE(history.size(), 1);
        hub.undo();
        QCOMPARE(hub.selectedCount(), std::size_t(0));
        QVERIFY(!hub.canUndo()); // no step that would change nothing
        QCOMPARE(hub.visibleCount(), std::size_t(3));
    }

    void setOperations()
    {
        SelectionHub hub;
        hub.reset(6);
        hub.select(rows({1, 2, 3}));
        hub.select(rows({2, 3, 5}), SelectionChange::Intersect);
        QCOMPARE(hub.selectedRows(), rows({2, 3}));
        hub.select(rows({0}), SelectionChange::Intersect);
        QCOMPARE(hub.selectedCount(), std::size_t(0));
    }

    void namedSelectionsAreKept()
    {
        SelectionHub hub;
        hub.reset(6);
        QSignalSpy changed(&hub, &SelectionHub::namedSelectionsChanged);
        hub.select(rows({4, 1}));
        hub.saveSelectionAs("odd");
        hub.select(rows({5}));
        hub.saveSelectionAs("last");
        QCOMPARE(changed.size(), 2);
        QCOMPARE(hub.findSelection("odd")->rows, rows({1, 4}));
        hub.renameSelection("odd", "last"); // taken
        QCOMPARE(hub.namedSelections().size(), std::size_t(2));
        QVERIFY(hub.findSelection("odd"));
        hub.renameSelection("odd", "first");
        QVERIFY(!hub.findSelection("odd") && hub.findSelection("first"));
        hub.saveSelectionAs("first"); // replaced
        QCOMPARE(hub.findSelection("first")->rows, rows({5}));
        hub.deleteSelection("last");
        QCOMPARE(hub.namedSelections(), (std::vector<NamedSelection>{{"first", rows({5})}}));
        hub.setNamedSelections({{"a", rows({3, 1, 3, 9})}, {"b", rows({0})}, {"a", rows({2})}, {"", {}}});
        QCOMPARE(hub.namedSelections(), (std::vector<NamedSelection>{{"b", rows({0})}, {"a", rows({2})}}));
        hub.undo(); // names are no steps
        QCOMPARE(hub.namedSelections().size(), std::size_t(2));
        hub.reset(6);
        QVERIFY(hub.namedSelections().empty());
    }

    void highlightIsOneRow()
    {
        SelectionHub hub;
        hub.reset(3);
        QSignalSpy changed(&hub, &SelectionHub::highlightChanged);
        hub.highlight(RowId(2));
        hub.highlight(RowId(2));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].value<RowId>(), RowId(2));
        hub.highlight({});
        QVERIFY(!hub.highlighted().valid());
        QCOMPARE(changed.size(), 2);
    }

    void aChosenSubtreeAndMarksAreToldOnce()
    {
        SelectionHub hub;
        hub.reset(3);
        QSignalSpy chosen(&hub, &SelectionHub::subtreeChosen);
        QSignalSpy marked(&hub, &SelectionHub::marksChanged);
        hub.chooseSubtree(DagNodeId(4));
        hub.chooseSubtree(DagNodeId(4));
        QCOMPARE(chosen.size(), 1);
        QSignalSpy counted(&hub, &SelectionHub::subtreeCountsChanged);
        hub.setSubtreeCounts(nullptr); // there are none
        QCOMPARE(counted.size(), 0);
        hub.setSubtreeCounts(std::make_shared<const std::vector<std::uint32_t>>(3, 1));
        QCOMPARE(counted.size(), 1);
        hub.chooseSubtree(DagNodeId(5)); // the counts were of another one
        QVERIFY(!hub.subtreeCounts());
        hub.setMarks({}); // there are none
        QCOMPARE(marked.size(), 0);
        hub.setMarks(StructureMarks{StructureMarks::Kind::Highlight, "found", [](RowId) {
                                        return std::vector<double>{0, 1};
                                    }});
        QCOMPARE(marked.size(), 1);
        QCOMPARE(hub.marks()->values(RowId(0)), (std::vector<double>{0, 1}));
        hub.setSubtreeCounts(std::make_shared<const std::vector<std::uint32_t>>(3, 1));
        hub.reset(3);
        QVERIFY(!hub.chosenSubtree().valid() && !hub.marks() && !hub.subtreeCounts());
    }

    void resetForgets()
    {
        SelectionHub hub;
        hub.reset(3);
        hub.select(rows({1}));
        hub.highlight(RowId(1));
        hub.setFilter("table", {true, false, true});
        QSignalSpy reset(&hub, &SelectionHub::dataReset);
        hub.reset(7);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(hub.rowCount(), std::size_t(7));
        QCOMPARE(hub.visibleCount(), std::size_t(7));
        QVERIFY(hub.selectedRows().empty() && !hub.highlighted().valid() && !hub.canUndo());
    }
};

QTEST_APPLESS_MAIN(TestSelectionHub)
#include "test_selection_hub.moc"
