#include "core/data/dataset_builder.h"
#include "support/qtest_text.h"

#include <cmath>

using namespace atlas;

class TestDatasetBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsStayAlignedWithTheirRecords()
    {
        DatasetBuilder builder = treeBuilder();
        acceptLeaf(builder, {"first", "left", 1});
        builder.reject(ErrorCode::Malformed, 2, 5, "unbalanced bracket", "(a (b");
        builder.leaveOut();
        acceptLeaf(builder, {"", "right", 4});
        const Result<DatasetPtr> data = builder.finish();
        ATLAS_VERIFY_OK(data);
        const Dataset& set = **data;
        QCOMPARE(set.size(), std::size_t{2});
        QCOMPARE(set.recordCount(), std::size_t{4});
        QCOMPARE(set.record(RowId(1)).number, RecordId(3));
        QCOMPARE(set.record(RowId(1)).line, std::uint64_t{4});
        QCOMPARE(set.name(RowId(0)), std::string("first"));
        QCOMPARE(set.name(RowId(1)), std::string("tree 3"));
        QCOMPARE(set.classes().text(LabelId(set.record(RowId(1)).classId.index())), std::string("right"));
        QCOMPARE(set.problems().size(), std::size_t{1});
        QVERIFY((set.problems()[0].location == InputLocation{"test.txt", 2, 5}));
        QCOMPARE(set.forest().treeCount(), std::size_t{2});
    }

    void aRejectedTreeLeavesNoNodes()
    {
        DatasetBuilder builder = treeBuilder();
        builder.forest().open(builder.nodeLabels().intern("a"));
        builder.reject(ErrorCode::Malformed, 1, 1, "cut off");
        acceptLeaf(builder, {});
        const Result<DatasetPtr> data = builder.finish();
        ATLAS_VERIFY_OK(data);
        QCOMPARE((*data)->forest().nodeCount(), std::size_t{1});
    }

    void columnsAreNumericWhereAllValuesAreNumbers()
    {
        DatasetBuilder builder = treeBuilder();
        acceptLeaf(builder, {});
        builder.setProperty("weight", "1.5");
        builder.setProperty("group", "A");
        acceptLeaf(builder, {});
        builder.setProperty("group", "2");
        builder.setProperty("weight", "");
        acceptLeaf(builder, {});
        const Result<DatasetPtr> data = builder.finish();
        ATLAS_VERIFY_OK(data);
        const auto& properties = (*data)->properties();
        QCOMPARE(properties.size(), std::size_t{2});
        const auto& weight = std::get<std::vector<double>>(properties[0].values);
        QCOMPARE(weight.size(), std::size_t{3});
        QCOMPARE(weight[0], 1.5);
        QVERIFY(std::isnan(weight[1]) && std::isnan(weight[2]));
        const auto& group = std::get<std::vector<std::string>>(properties[1].values);
        QCOMPARE(group[1], std::string("2"));
        QCOMPARE(group[2], std::string());
    }

    void nothingReadIsAnErrorThatSaysWhy()
    {
        DatasetBuilder builder = treeBuilder();
        builder.reject(ErrorCode::Malformed, 7, 3, "stray bracket", ")");
        const Result<DatasetPtr> data = builder.finish();
        QVERIFY(!data);
        QCOMPARE(data.error().code, ErrorCode::Empty);
        QCOMPARE(data.error().location.line, std::uint64_t{7});
        QVERIFY(data.error().message.find("stray bracket") != std::string::npos);
    }

    void columnsCountCharacters()
    {
        QCOMPARE(columnOfByte("abc", 0), std::uint64_t{1});
        QCOMPARE(columnOfByte("abc", 2), std::uint64_t{3});
        QCOMPARE(columnOfByte("\u00e4\u00f6b", 4), std::uint64_t{3}); // two letters of two bytes each
        QCOMPARE(columnOfByte("abc", 99), std::uint64_t{4});
    }

    void excerptsKeepThePlace()
    {
        QCOMPARE(excerptAround("short\ttext", 3), std::string("short text"));
        const std::string text(1000, 'x');
        const std::string excerpt = excerptAround(text.substr(0, 499) + "HERE" + text, 500);
        QCOMPARE(excerpt.size(), std::size_t{80});
        QVERIFY(excerpt.starts_with("...") && excerpt.ends_with("..."));
        QVERIFY(excerpt.find("HERE") != std::string::npos);
        QCOMPARE(excerptAround("", 5), std::string());
    }

private:
    static DatasetBuilder treeBuilder()
    {
        DatasetBuilder builder(StructureKind::Tree, {"test.txt", "bracketed", ""});
        builder.beginFile("test.txt");
        return builder;
    }

    static void acceptLeaf(DatasetBuilder& builder, RecordInfo info)
    {
        builder.forest().open(builder.nodeLabels().intern("x"));
        builder.forest().close();
        builder.acceptTree(std::move(info));
    }
};

QTEST_APPLESS_MAIN(TestDatasetBuilder)
#include "test_dataset_builder.moc"
