#include "widgets/views/structure_table.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/models/structure_filter.h"
#include "widgets/models/structure_table_model.h"
#include "widgets/selection/selection_hub.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace atlas;

namespace {

DatasetPtr molecules()
{
    return test::molecules({{"CCO", "ethanol", "solvent"},
                            {"c1ccccc1", "benzene", "solvent"},
                            {"c1ccccc1O", "phenol", "antiseptic"},
                            {"CC(=O)O", "acetic acid", "food"}});
}

std::vector<std::uint32_t> selected(const SelectionHub& hub)
{
    std::vector<std::uint32_t> rows;
    for (const RowId row : hub.selectedRows())
        rows.push_back(row.value());
    return rows;
}

} // namespace

class TestStructureTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_hub = std::make_unique<SelectionHub>();
        m_table = std::make_unique<StructureTable>(*m_hub);
        m_table->resize(800, 500);
        m_table->show();
        m_hub->reset(4);
        m_table->setDataset(molecules());
    }

    void cleanup()
    {
        m_table.reset();
        m_hub.reset();
    }

    void aChosenSubtreeHasAColumn()
    {
        using Model = StructureTableModel;
        QVERIFY(m_table->table()->isColumnHidden(Model::SubtreeColumn));
        m_hub->select({RowId(1)});
        m_hub->setSubtreeCounts(
            std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 2, 0, 5}));
        QVERIFY(!m_table->table()->isColumnHidden(Model::SubtreeColumn));
        const Model& model = *m_table->model();
        QCOMPARE(model.index(3, Model::SubtreeColumn).data().toString(), QStringLiteral("5"));
        QCOMPARE(model.index(0, Model::SubtreeColumn).data().toString(), QString());
        QCOMPARE(selected(*m_hub), (std::vector<std::uint32_t>{1})); // as before
        m_table->table()->sortByColumn(Model::SubtreeColumn, Qt::AscendingOrder); // those without one last
        QCOMPARE(model.rowAt(0), RowId(1));
        QCOMPARE(model.rowAt(1), RowId(3));
        m_table->table()->sortByColumn(Model::SubtreeColumn, Qt::DescendingOrder);
        QCOMPARE(model.rowAt(0), RowId(3));
        m_hub->setSubtreeCounts(nullptr);
        QVERIFY(m_table->table()->isColumnHidden(Model::SubtreeColumn));
    }

    void withoutClassesThereIsNoColumnForThem()
    {
        QVERIFY(!m_table->table()->isColumnHidden(StructureTableModel::ClassColumn));
        m_hub->reset(1);
        m_table->setDataset(test::molecules({{"CCO", "ethanol"}}));
        QVERIFY(m_table->table()->isColumnHidden(StructureTableModel::ClassColumn));
    }

    void clickSelectsInTheHub()
    {
        QSignalSpy changes(m_hub.get(), &SelectionHub::selectionChanged);
        click(1);
        QCOMPARE(selected(*m_hub), (std::vector<std::uint32_t>{1}));
        QCOMPARE(changes.count(), 1);
        click(3, Qt::ControlModifier);
        QCOMPARE(selected(*m_hub), (std::vector<std::uint32_t>{1, 3}));
        click(0);
        click(2, Qt::ShiftModifier);
        QCOMPARE(selected(*m_hub), (std::vector<std::uint32_t>{0, 1, 2}));
        QCOMPARE(changes.count(), 4);
    }

    void hubSelectsInTheTable()
    {
        QSignalSpy changes(m_hub.get(), &SelectionHub::selectionChanged);
        m_hub->select({RowId(0), RowId(2), RowId(3)});
        QCOMPARE(changes.count(), 1); // nothing comes back
        QCOMPARE(tableSelection(), (std::vector<int>{0, 2, 3}));
        m_hub->undo();
        QCOMPARE(tableSelection(), std::vector<int>());
    }

    void whatIsSelectedElsewhereComesIntoSight()
    {
        m_hub->reset(100);
        m_table->setDataset(test::graphs(100));
        QTableView* table = m_table->table();
        const auto top = [&] { return table->rowAt(0); };
        m_hub->select({RowId(80), RowId(95)});
        QVERIFY(top() <= 80 && table->rowAt(table->viewport()->height() - 1) >= 80);
        const int before = top();
        m_hub->select({RowId(3), RowId(80)}); // one of them is there: nothing jumps
        QCOMPARE(top(), before);
        m_hub->select({RowId(3)});
        QVERIFY(top() <= 3);
    }

    void selectionOutlivesSortingAndFilters()
    {
        m_hub->select({RowId(0), RowId(2)});
        QSignalSpy changes(m_hub.get(), &SelectionHub::selectionChanged);
        m_table->table()->sortByColumn(StructureTableModel::SizeColumn, Qt::DescendingOrder);
        QCOMPARE(m_table->model()->rowAt(0), RowId(2)); // phenol has most atoms
        QCOMPARE(tableSelection(), (std::vector<int>{0, 3}));
        m_hub->setFilter(QStringLiteral("legend"), {false, true, true, true});
        QCOMPARE(m_table->model()->rowCount(), 3);
        QCOMPARE(tableSelection(), (std::vector<int>{0}));
        m_hub->setFilter(QStringLiteral("legend"), {});
        QCOMPARE(tableSelection(), (std::vector<int>{0, 3}));
        QCOMPARE(selected(*m_hub), (std::vector<std::uint32_t>{0, 2}));
        QCOMPARE(changes.count(), 0);
    }

    void headerClicksSortAndRestore()
    {
        QHeaderView* header = m_table->table()->horizontalHeader();
        const QPoint place(header->sectionViewportPosition(0) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_table->model()->rowAt(0), RowId(3)); // acetic acid
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_table->model()->rowAt(0), RowId(2)); // phenol
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_table->model()->rowAt(0), RowId(0)); // the order of the source
    }

    void pointerHighlightsBothWays()
    {
        QTest::mouseMove(m_table->table()->viewport(), rowCentre(2));
        QTRY_COMPARE(m_hub->highlighted(), RowId(2));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_table->table()->viewport(), &leave);
        QVERIFY(!m_hub->highlighted().valid());
        const QImage before = m_table->grab().toImage();
        m_hub->highlight(RowId(1));
        QVERIFY(m_table->grab().toImage() != before);
    }

    void textFilterByTyping()
    {
        QTest::keyClicks(m_table->textField(), QStringLiteral("solvent"));
        QTRY_COMPARE(m_table->model()->rowCount(), 2);
        QCOMPARE(m_hub->visibleCount(), std::size_t(2));
        m_table->textField()->clear();
        QTRY_COMPARE(m_table->model()->rowCount(), 4);
    }

    void classFilter()
    {
        m_table->classList()->item(0)->setCheckState(Qt::Unchecked); // solvent
        QCOMPARE(m_table->model()->rowCount(), 2);
        QVERIFY(m_table->classButton()->text().contains(QStringLiteral("2 of 3")));
        m_table->classList()->item(0)->setCheckState(Qt::Checked);
        QCOMPARE(m_table->model()->rowCount(), 4);
    }

    void smartsFilterAndItsErrors()
    {
        QVERIFY(m_table->smartsField()->isVisible());
        QTest::keyClicks(m_table->smartsField(), QStringLiteral("c1ccccc1"));
        QTRY_COMPARE(m_table->model()->rowCount(), 2);
        m_table->smartsField()->setText(QStringLiteral("c1ccc("));
        QTRY_VERIFY(m_table->smartsMessage()->isVisible() && !m_table->filter()->smartsError().isEmpty());
        QCOMPARE(m_table->smartsMessage()->text(), m_table->filter()->smartsError());
        m_table->smartsField()->clear();
        QTRY_COMPARE(m_table->model()->rowCount(), 4);
        QVERIFY(!m_table->smartsMessage()->isVisible());
    }

    void nothingPassesTheFilter()
    {
        m_table->textField()->setText(QStringLiteral("no such thing"));
        QTRY_COMPARE(m_table->model()->rowCount(), 0);
        QPushButton* again = nullptr;
        for (QPushButton* button : m_table->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Show all again"))
                again = button;
        QVERIFY(again);
        QTest::mouseClick(again, Qt::LeftButton);
        QCOMPARE(m_table->model()->rowCount(), 4);
        QVERIFY(m_table->textField()->text().isEmpty());
        QVERIFY(m_table->table()->isVisible());
    }

    void enterActivates()
    {
        QSignalSpy activated(m_table.get(), &StructureTable::structureActivated);
        click(2);
        QTest::keyClick(m_table->table(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<RowId>(), RowId(2));
    }

    void anotherDataSetInEitherOrder()
    {
        const DatasetPtr trees = test::trees({{"(a b)"}, {"(c)"}});
        click(1);
        m_table->setDataset(trees);
        m_hub->reset(2);
        QCOMPARE(m_table->model()->rowCount(), 2);
        QVERIFY(!m_table->smartsField()->isVisible());
        m_hub->reset(4);
        m_table->setDataset(molecules());
        QCOMPARE(m_table->model()->rowCount(), 4);
        m_hub->reset(0);
        m_table->setDataset({});
        QCOMPARE(m_table->model()->rowCount(), 0);
        (void)m_table->grab();
    }

    void manyScatteredRowsAreQuick()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("many");
        const LabelId label = builder.nodeLabels().intern("a");
        for (int i = 0; i < 41'000; ++i) {
            builder.forest().open(label);
            builder.forest().close();
            builder.acceptTree({"tree", "c", 1});
        }
        m_hub->reset(41'000);
        m_table->setDataset(test::finished(builder));
        std::vector<RowId> rows;
        std::vector<bool> visible(41'000, true);
        for (std::size_t i = 0; i < 41'000; i += 3) {
            rows.emplace_back(i);
            visible[i + (i % 2)] = false;
        }
        QElapsedTimer timer;
        timer.start();
        m_hub->select(rows);
        (void)m_table->grab();
        const qint64 selecting = timer.restart();
        m_hub->setFilter(QStringLiteral("legend"), visible);
        (void)m_table->grab();
        const qint64 filtering = timer.restart();
        m_table->table()->sortByColumn(StructureTableModel::SizeColumn, Qt::DescendingOrder);
        (void)m_table->grab();
        const qint64 sorting = timer.elapsed();
        qInfo("select %lld ms, filter %lld ms, sort %lld ms", selecting, filtering, sorting);
        QVERIFY(selecting < 1000 && filtering < 1000 && sorting < 1000);
    }

private:
    QPoint rowCentre(int row) const
    {
        return m_table->table()->visualRect(m_table->model()->index(row, 0)).center();
    }
    void click(int row, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(m_table->table()->viewport(), Qt::LeftButton, modifiers, rowCentre(row));
    }
    std::vector<int> tableSelection() const
    {
        std::vector<int> rows;
        for (const QModelIndex& index : m_table->table()->selectionModel()->selectedRows())
            rows.push_back(index.row());
        std::sort(rows.begin(), rows.end());
        return rows;
    }

    std::unique_ptr<SelectionHub> m_hub;
    std::unique_ptr<StructureTable> m_table;
};

QTEST_MAIN(TestStructureTable)
#include "test_structure_table.moc"
