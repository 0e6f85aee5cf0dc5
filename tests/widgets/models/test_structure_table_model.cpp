#include "widgets/models/structure_table_model.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/models/thumbnail_provider.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>

using namespace atlas;

namespace {

constexpr int valueColumn = StructureTableModel::FirstPropertyColumn;

DatasetPtr numbered()
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("numbers.mrg");
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"tree 10", "2"}, {"tree 9", "10"}, {"Alpha", ""}, {"beta", "-1.5"}};
    for (const auto& [name, value] : rows) {
        test::buildTree(builder.forest(), builder.nodeLabels(), "(a b)");
        builder.acceptTree({name, *value != 0 ? std::optional<std::string>("some") : std::nullopt, 1});
        builder.setProperty("value", value);
        builder.setProperty("note", std::string(name).substr(0, 2) + "!");
    }
    return test::finished(builder);
}

std::vector<int> order(const StructureTableModel& model)
{
    std::vector<int> rows;
    for (int i = 0; i < model.rowCount(); ++i)
        rows.push_back(static_cast<int>(model.rowAt(i).value()));
    return rows;
}

} // namespace

class TestStructureTableModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelTester()
    {
        ThumbnailProvider thumbnails;
        StructureTableModel model(&thumbnails);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setDataset(numbered());
        model.sort(valueColumn, Qt::DescendingOrder);
        model.setVisible({true, false, true, false});
        QCOMPARE(model.rowCount(), 2);
        model.setDataset(test::molecules({{"CCO", "ethanol"}}));
        model.setDataset({});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 0);
    }

    void cells()
    {
        StructureTableModel model;
        model.setDataset(numbered());
        QCOMPARE(model.columnCount(), 7);
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("Nodes"));
        QCOMPARE(model.headerData(valueColumn, Qt::Horizontal).toString(), QStringLiteral("value"));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("tree 10"));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("some"));
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("1"));
        QCOMPARE(model.index(2, valueColumn).data().toString(), QString()); // missing
        QCOMPARE(model.index(3, valueColumn).data().toString(), QStringLiteral("-1.5"));
        const auto alignment = [&](int column) {
            return model.index(0, column).data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        };
        QVERIFY(alignment(valueColumn) & Qt::AlignRight);
        QVERIFY(alignment(valueColumn + 1) & Qt::AlignLeft);
    }

    void numbersSortAsNumbers()
    {
        StructureTableModel model;
        model.setDataset(numbered());
        model.sort(valueColumn, Qt::AscendingOrder);
        QCOMPARE(order(model), (std::vector<int>{3, 0, 1, 2})); // -1.5, 2, 10, missing
        model.sort(valueColumn, Qt::DescendingOrder);
        QCOMPARE(order(model), (std::vector<int>{1, 0, 3, 2})); // missing stays last
        model.sort(-1);
        QCOMPARE(order(model), (std::vector<int>{0, 1, 2, 3}));
    }

    void textsSortAsPeopleExpect()
    {
        StructureTableModel model;
        model.setDataset(numbered());
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(order(model), (std::vector<int>{2, 3, 1, 0})); // Alpha, beta, tree 9, tree 10
    }

    void visibleRowsKeepTheOrder()
    {
        StructureTableModel model;
        model.setDataset(numbered());
        model.sort(valueColumn, Qt::AscendingOrder);
        model.setVisible({true, true, false, false});
        QCOMPARE(order(model), (std::vector<int>{0, 1}));
        QCOMPARE(model.tableRowOf(RowId(1)), 1);
        QCOMPARE(model.tableRowOf(RowId(2)), -1);
        model.setVisible({true, true, true, true});
        QCOMPARE(order(model), (std::vector<int>{3, 0, 1, 2}));
    }

    void fortyThousandRowsAreQuick()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("many");
        const LabelId label = builder.nodeLabels().intern("a");
        for (std::int64_t i = 0; i < 41'000; ++i) {
            builder.forest().open(label);
            builder.forest().close();
            builder.acceptTree({"structure " + std::to_string((i * 7919) % 41'000), "c", 1});
            builder.setProperty("v", std::to_string((i * 104'729) % 41'000));
        }
        const DatasetPtr data = test::finished(builder);
        StructureTableModel model;
        model.setDataset(data);
        QElapsedTimer timer;
        timer.start();
        model.sort(valueColumn, Qt::AscendingOrder);
        const qint64 numbers = timer.restart();
        model.sort(0, Qt::AscendingOrder);
        const qint64 names = timer.restart();
        model.sort(0, Qt::DescendingOrder);
        const qint64 again = timer.restart();
        std::vector<bool> every(41'000);
        for (std::size_t i = 0; i < every.size(); i += 2)
            every[i] = true;
        model.setVisible(every);
        const qint64 filter = timer.elapsed();
        qInfo("numbers %lld ms, names %lld ms, again %lld ms, filter %lld ms", numbers, names, again, filter);
        QVERIFY(numbers < 200 && names < 1000 && again < 200 && filter < 200);
        QCOMPARE(model.rowCount(), 20'500);
        for (int i = 1; i < model.rowCount(); ++i)
            QVERIFY(data->name(model.rowAt(i - 1)) != data->name(model.rowAt(i)));
    }
};

QTEST_MAIN(TestStructureTableModel)
#include "test_structure_table_model.moc"
