#include "widgets/models/subtree_occurrence_model.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QAbstractItemModelTester>
#include <QFont>

using namespace atlas;

class TestSubtreeOccurrenceModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handMadeForest()
    {
        const DatasetPtr data = test::trees({{"(r (x b) (y (x b)))", "one", "A"},
                                             {"(r b)", "two", "B"},
                                             {"(r _ _ (x b))", "three", "B"},
                                             {"(x b)", "four"}});
        const auto dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        SubtreeOccurrenceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const NodeId here(3); // the second (x b) of the first tree
        model.setOccurrences(data, subtreeOccurrences(*data, *dag, dag->nodeOf(here)), here);
        QCOMPARE(model.summary(), QStringLiteral("Occurs 4 times in 3 trees"));
        QCOMPARE(model.classSummary(), QStringLiteral("A 2, B 1, no class 1"));
        QCOMPARE(model.rowCount(), 4);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, SubtreeOccurrenceModel::TreeColumn), QStringLiteral("one"));
        QCOMPARE(text(0, SubtreeOccurrenceModel::PathColumn), QStringLiteral("0"));
        QCOMPARE(text(1, SubtreeOccurrenceModel::PathColumn), QStringLiteral("1.0"));
        QCOMPARE(text(2, SubtreeOccurrenceModel::TreeColumn), QStringLiteral("three"));
        QCOMPARE(text(2, SubtreeOccurrenceModel::ClassColumn), QStringLiteral("B"));
        QCOMPARE(text(2, SubtreeOccurrenceModel::PathColumn), QStringLiteral("2"));
        QCOMPARE(text(3, SubtreeOccurrenceModel::PathColumn), QStringLiteral("root"));
        QVERIFY(model.index(1, 0).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!model.index(0, 0).data(Qt::FontRole).isValid());
        QCOMPARE(model.index(1, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("r \u203a y \u203a x"));
        QCOMPARE(model.rowAt(2), RowId(2));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void onlyHere()
    {
        const DatasetPtr data = test::trees({{"(r b)"}});
        const auto dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        SubtreeOccurrenceModel model;
        model.setOccurrences(data, subtreeOccurrences(*data, *dag, dag->root(RowId(0))), NodeId(1));
        QCOMPARE(model.summary(), QStringLiteral("Occurs here only"));
    }
};

QTEST_MAIN(TestSubtreeOccurrenceModel)
#include "test_subtree_occurrence_model.moc"
