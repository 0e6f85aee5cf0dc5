#include "core/methods/describe.h"

#include "core/data/dataset_builder.h"
#include "core/examples/examples.h"
#include "core/io/read_dataset.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"

#include <map>
#include <numeric>

using namespace atlas;

namespace {

Result<MethodOutput> run(DatasetPtr data, ProgressToken progress = {})
{
    const Method* method = findMethod("describe");
    return method->run({std::move(data)}, *parameterValues(method->description, {}), std::move(progress));
}

std::map<std::string, std::int64_t> metricsOf(const MethodOutput& output)
{
    std::map<std::string, std::int64_t> metrics;
    for (const auto& [name, value] : output.metrics)
        metrics[name] = std::get<std::int64_t>(value);
    return metrics;
}

DatasetPtr trees(std::string_view text)
{
    Result<DatasetPtr> data = readText("trees.tree", text, FormatId::Prefixed);
    return data ? *data : nullptr;
}

/// A square with one diagonal, and two single vertices without an edge.
DatasetPtr graphs()
{
    DatasetBuilder builder(StructureKind::Graph, {"graphs", "gspan", "test"});
    builder.beginFile("graphs");
    const LabelId c = builder.nodeLabels().intern("C");
    const LabelId n = builder.nodeLabels().intern("N");
    Graph square(4);
    for (std::size_t i = 0; i < 4; ++i)
        square[i].label = i == 0 ? n : c;
    for (std::size_t i = 0; i < 4; ++i)
        boost::add_edge(i, (i + 1) % 4, GraphEdge{}, square);
    boost::add_edge(0, 2, GraphEdge{}, square);
    builder.acceptGraph({"square", "ring", 1}, square);
    builder.acceptGraph({"pair", std::nullopt, 2}, Graph(2));
    return *builder.finish();
}

} // namespace

class TestDescribe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorkedTrees()
    {
        // x: a(b c(b)); y: c(b), and y: b. Distinct subtrees: b, c(b), a(b c(b)).
        const DatasetPtr data = trees("x:a(b($) c(b($)))\ny:c(b($))\ny:b($)\n");
        QVERIFY(data != nullptr);
        const Result<MethodOutput> output = run(data);
        ATLAS_VERIFY_OK(output);
        const std::map<std::string, std::int64_t> expected{
            {"nodes", 7},     {"dag_nodes", 3},     {"dag_nodes_positional", 3},
            {"dag_arcs", 3},  {"dag_pairs", 2},     {"distinct_roots", 3},
            {"max_depth", 2}, {"max_outdegree", 2}, {"labels", 3}};
        QVERIFY(metricsOf(*output) == expected);
        QCOMPARE(output->status, std::string("ok"));
        QCOMPARE(output->tables[0].toCsv(),
                 std::string("id,name,class,nodes,depth,outdegree,distinct_subtrees\n"
                             "0,tree 0,x,4,2,2,3\n1,tree 1,y,2,1,1,2\n2,tree 2,y,1,0,0,1\n"));
        QCOMPARE(output->tables[1].toCsv(), std::string("class,count\nx,1\ny,2\n"));
    }

    void handWorkedGraphs()
    {
        const Result<MethodOutput> output = run(graphs());
        ATLAS_VERIFY_OK(output);
        const std::map<std::string, std::int64_t> expected{
            {"nodes", 6}, {"edges", 5}, {"max_degree", 3}, {"components", 3}, {"labels", 2}};
        QVERIFY(metricsOf(*output) == expected);
        QCOMPARE(output->tables[0].toCsv(),
                 std::string("id,name,class,nodes,edges,degree,components\n"
                             "0,square,ring,4,5,3,1\n1,pair,,2,0,0,2\n"));
        QCOMPARE(output->tables[1].toCsv(), std::string("class,count\nring,1\n,1\n"));
        QCOMPARE(output->figures[1].name, std::string("degrees"));
    }

    void figuresCountEveryStructure_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name : {"medicines", "documents", "grammar", "artificial1"})
            QTest::newRow(name) << QString(name);
    }
    void figuresCountEveryStructure()
    {
        QFETCH(QString, example);
        const Result<DatasetPtr> data = makeExample(example.toStdString());
        ATLAS_VERIFY_OK(data);
        const Result<MethodOutput> output = run(*data);
        ATLAS_VERIFY_OK(output);
        QCOMPARE(output->figures.size(), std::size_t{2});
        QCOMPARE(output->figures[0].name, std::string("sizes"));
        QCOMPARE(output->figures[1].name, std::string("depths"));
        for (const Figure& figure : output->figures) {
            const auto& bars = std::get<BarFigure>(figure.content);
            double sum = 0;
            for (const BarFigure::Series& series : bars.series) {
                QCOMPARE(series.values.size(), bars.categories.size());
                sum = std::accumulate(series.values.begin(), series.values.end(), sum);
            }
            QCOMPARE(sum, static_cast<double>((*data)->size()));
            QCOMPARE(bars.series.size(), std::max<std::size_t>(1, (*data)->classes().size()));
            QVERIFY(bars.categories.size() <= 20);
        }
        QCOMPARE(output->tables[0].rows(), (*data)->size());
    }

    void moleculesThroughTheirTrees()
    {
        const Result<DatasetPtr> data =
            readText("m.smi", "CCO ethanol\nc1ccccc1 benzene\n", FormatId::Smiles);
        ATLAS_VERIFY_OK(data);
        const Result<MethodOutput> output = run(*data);
        ATLAS_VERIFY_OK(output);
        QVERIFY(output->note.find("spanning trees") != std::string::npos);
        QCOMPARE(metricsOf(*output)["nodes"], std::int64_t{9});
        QVERIFY(std::get<BarFigure>(output->figures[0].content).y.title.find("molecules")
                != std::string::npos);
    }

    void bins_data()
    {
        QTest::addColumn<QList<int>>("values");
        QTest::addColumn<QString>("names");
        QTest::newRow("none") << QList<int>{} << "";
        QTest::newRow("one value") << QList<int>{7, 7} << "7";
        QTest::newRow("a bin a value") << QList<int>{1, 3, 2} << "1 2 3";
        QTest::newRow("round width") << QList<int>{1, 40, 80}
                                     << "0-4 5-9 10-14 15-19 20-24 25-29 30-34 35-39 40-44 45-49 50-54 55-59 "
                                        "60-64 65-69 70-74 75-79 80-84";
        QTest::newRow("far above the rest")
            << QList<int>{1, 1, 1, 100} << "1 2-3 4-7 8-15 16-31 32-63 64-127";
        QTest::newRow("from zero, doubling") << QList<int>{0, 0, 0, 40} << "0 1 2-3 4-7 8-15 16-31 32-63";
    }
    void bins()
    {
        QFETCH(QList<int>, values);
        QFETCH(QString, names);
        std::vector<std::size_t> numbers;
        for (const int value : values)
            numbers.push_back(static_cast<std::size_t>(value));
        const Bins bins = binValues(numbers);
        std::string joined;
        for (const std::string& name : bins.names)
            joined += (joined.empty() ? "" : " ") + name;
        QCOMPARE(joined, names.toStdString());
        for (const std::size_t bin : bins.binOf)
            QVERIFY(bin < bins.names.size());
    }

    void cancelled()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        for (const DatasetPtr& data : {trees("x:a(b($))\n"), graphs()}) {
            const Result<MethodOutput> output = run(data, monitor.token());
            QVERIFY(!output);
            QVERIFY(output.error().code == ErrorCode::Cancelled);
        }
    }

    void progressEndsAtOne()
    {
        for (const DatasetPtr& data : {trees("x:a(b($))\n"), graphs(), *makeExample("medicines")}) {
            const ProgressMonitor monitor;
            ATLAS_VERIFY_OK(run(data, monitor.token()));
            QCOMPARE(monitor.fraction(), 1.0);
        }
    }

    void inex2005()
    {
        const std::filesystem::path path = test::sharedData("inex2005/inex05.train.elastic.tree");
        ATLAS_REQUIRE_SHARED(path);
        const Result<DatasetPtr> data = readDataset(path);
        ATLAS_VERIFY_OK(data);
        QCOMPARE((*data)->source().format, std::string("prefixed"));
        const Result<MethodOutput> output = run(*data);
        ATLAS_VERIFY_OK(output);
        std::map<std::string, std::int64_t> metrics = metricsOf(*output);
        QCOMPARE(metrics["nodes"], std::int64_t{124'359});
        QCOMPARE(metrics["dag_nodes"], std::int64_t{5275});
        QCOMPARE(metrics["dag_nodes_positional"], std::int64_t{7498});
        QCOMPARE(metrics["dag_arcs"], std::int64_t{63'979});
        QCOMPARE(metrics["dag_pairs"], std::int64_t{6102});
        QCOMPARE(metrics["distinct_roots"], std::int64_t{2609});
        QCOMPARE(metrics["max_outdegree"], std::int64_t{31});
        QCOMPARE(output->tables[1].rows(), std::size_t{11});
    }
};

QTEST_APPLESS_MAIN(TestDescribe)
#include "test_describe.moc"
