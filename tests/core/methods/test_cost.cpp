#include "core/methods/cost.h"

#include "core/linalg/memory_limit.h"
#include "core/methods/method.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"

using namespace atlas;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Cost costOf(const char* method, const DataSize& size, const Given& given = {})
{
    const Method& found = *findMethod(method);
    return found.estimate(size, *parameterValues(found.description, given));
}

DataSize thousandTrees()
{
    DataSize size;
    size.structures = 1000;
    size.nodes = 30'000;
    size.subtrees = 6000;
    size.pairs = 8000;
    size.positions = 5;
    size.labels = 40;
    return size;
}

} // namespace

class TestCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<std::string>("words");
        QTest::newRow("0.2") << 0.2 << std::string("less than a second");
        QTest::newRow("3") << 3.0 << std::string("a few seconds");
        QTest::newRow("31") << 31.0 << std::string("about 30 seconds");
        QTest::newRow("70") << 70.0 << std::string("about a minute");
        QTest::newRow("200") << 200.0 << std::string("about 3 minutes");
        QTest::newRow("4000") << 4000.0 << std::string("about an hour");
        QTest::newRow("hours") << 5.2 * 3600 << std::string("about 5 hours");
        QTest::newRow("days") << 3.1 * 86400 << std::string("about 3 days");
    }
    void durations()
    {
        QFETCH(double, seconds);
        QFETCH(std::string, words);
        QCOMPARE(durationText(seconds), words);
    }

    void memoryIsNamedWithItsLimit()
    {
        QCOMPARE(costText({4.2e7}), std::string("about 42 MB, less than a second"));
        QCOMPARE(costText({100}), std::string("less than 1 MB, less than a second"));
        setMemoryLimit(1'000'000'000);
        const std::string text = costText({2.6e9});
        setMemoryLimit(0);
        QVERIFY2(text.starts_with("about 3 GB") && text.find("the limit of 1 GB") != std::string::npos,
                 text.c_str());
    }

    void treesAreMeasuredByTheirDag()
    {
        const DatasetPtr data = test::prefixedTrees("x:a(b c)\nx:a(b c)\ny:c(a(b c) b)\n");
        QVERIFY(data);
        const Result<MinimalDag> dag = buildMinimalDag(data->forest());
        ATLAS_VERIFY_OK(dag);
        const DataSize size = measureData(*data, &*dag);
        QCOMPARE(size.structures, 3.0);
        QCOMPARE(size.nodes, 11.0);
        QCOMPARE(size.subtrees, 4.0);
        QCOMPARE(size.pairs, 4.0); // a's b and c, c's a and b at other positions
        QCOMPARE(size.positions, 2.0);
        QVERIFY(measureData(*data).subtrees >= size.subtrees); // without the DAG: at most
    }

    void moreWorkCostsMore()
    {
        const DataSize size = thousandTrees();
        DataSize larger = size;
        larger.structures *= 10;
        larger.nodes *= 10;
        larger.subtrees *= 10;
        larger.pairs *= 10;
        for (const char* method : {"gtm-sd", "som-sd", "embed", "kernel", "rpca", "classify", "sweep"}) {
            const Cost cost = costOf(method, size);
            QVERIFY2(cost.bytes > 0 && secondsOf(cost) > 0, method);
            QVERIFY2(secondsOf(costOf(method, larger)) > 3 * secondsOf(cost), method);
            QVERIFY2(costOf(method, larger).bytes > 3 * cost.bytes, method);
        }
        QVERIFY(secondsOf(costOf("gtm-sd", size, {{"grid", "20x20"}}))
                > 3 * secondsOf(costOf("gtm-sd", size)));
        QVERIFY(secondsOf(costOf("embed", size, {{"kernel", "random-walk"}}))
                > 3 * secondsOf(costOf("embed", size)));
        QVERIFY(secondsOf(costOf("classify", size, {{"cost", "1"}}))
                < secondsOf(costOf("classify", size)) / 3); // no inner folds
        QVERIFY(secondsOf(costOf("sweep", size, {{"components", "2"}}))
                < secondsOf(costOf("sweep", size)) / 10);
        // Landmarks are for what would not fit.
        DataSize huge = larger;
        huge.structures = 1e6;
        QVERIFY(costOf("embed", huge).bytes < 1e11);
        QVERIFY(costOf("embed", huge, {{"kernel", "sst"}}).bytes > 1e13);
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "test_cost.moc"
