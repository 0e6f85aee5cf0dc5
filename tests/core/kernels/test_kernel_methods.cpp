// The methods kernel, embed, classify and sweep as the program runs them: tables, metrics, figures, odd data.
#include "core/learning/classify_method.h"
#include "core/manifold/embed_method.h"
#include "core/manifold/map_model.h"
#include "core/methods/method.h"
#include "support/graph_data.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace atlas;
using test::PlainGraph;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<MethodOutput> run(const char* name, const DatasetPtr& data, const Given& given,
                         const DatasetPtr& test = nullptr, ProgressToken progress = {})
{
    const Method* method = findMethod(name);
    if (!method)
        return Error{ErrorCode::BadUse, "no such method"};
    const Result<ParameterValues> values = parameterValues(method->description, given);
    if (!values)
        return values.error();
    return method->run({data, test}, *values, std::move(progress));
}

/// Rings and paths of several sizes, with labels.
DatasetPtr ringsAndPaths(std::size_t count, std::size_t smallest = 4)
{
    std::vector<PlainGraph> graphs;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = smallest + i / 2 % 9;
        PlainGraph graph;
        graph.className = i % 2 == 0 ? "ring" : "path";
        for (std::size_t v = 0; v < n; ++v) {
            graph.labels.emplace_back(v % (2 + i % 3) == 0 ? "N" : "C");
            if (v > 0)
                graph.edges.emplace_back(v - 1, v);
        }
        if (i % 2 == 0)
            graph.edges.emplace_back(n - 1, 0);
        graphs.push_back(graph);
    }
    return test::graphDataset(graphs);
}

const Table* tableNamed(const MethodOutput& output, const std::string& name)
{
    for (const Table& table : output.tables)
        if (table.name() == name)
            return &table;
    return nullptr;
}

double metric(const MethodOutput& output, const std::string& name)
{
    for (const auto& [known, value] : output.metrics)
        if (known == name)
            return std::holds_alternative<double>(value) ? std::get<double>(value)
                                                         : static_cast<double>(std::get<std::int64_t>(value));
    return std::nan("");
}

bool finite(const MethodOutput& output)
{
    for (const auto& [name, value] : output.metrics)
        if (std::holds_alternative<double>(value) && !std::isfinite(std::get<double>(value)))
            return false;
    for (const Table& table : output.tables)
        if (table.toCsv().find("nan") != std::string::npos || table.toCsv().find("inf") != std::string::npos)
            return false;
    return true;
}

std::vector<std::string> figureNames(const MethodOutput& output)
{
    std::vector<std::string> names;
    for (const Figure& figure : output.figures)
        names.push_back(figure.name);
    return names;
}

} // namespace

class TestKernelMethods : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernel()
    {
        const auto output =
            run("kernel", ringsAndPaths(10), {{"gram", "true"}, {"explain", "0,2"}, {"normalise", "false"}});
        ATLAS_VERIFY_OK(output);
        QCOMPARE(metric(*output, "structures"), 10.0);
        const Table* gram = tableNamed(*output, "gram");
        QVERIFY(gram);
        QCOMPARE(gram->rows(), std::size_t{10});
        QCOMPARE(gram->header().front(), std::string("0"));
        const Table* explanation = tableNamed(*output, "explanation");
        QVERIFY(explanation);
        double sum = 0;
        for (std::size_t row = 0; row < explanation->rows(); ++row)
            sum += std::stod(explanation->cell(row, 1));
        QVERIFY(std::abs(sum - std::stod(gram->cell(0, 2))) < 1e-9);
        QVERIFY(tableNamed(*output, "neighbours"));
        QCOMPARE(figureNames(*output), (std::vector<std::string>{"gram"}));
    }

    void kernelRefuses()
    {
        const DatasetPtr data = ringsAndPaths(4);
        QVERIFY(run("kernel", data, {{"explain", "1"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("kernel", data, {{"explain", "1,99"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("kernel", data, {{"kernel", "wl"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("kernel", data, {{"depth", "-1"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("kernel", data, {{"graphlet-size", "5"}}).error().code == ErrorCode::BadUse);
    }

    void embed_data()
    {
        QTest::addColumn<QString>("method");
        for (const char* method : {"pca", "mds", "isomap", "lle", "laplacian", "diffusion"})
            QTest::newRow(method) << QString::fromLatin1(method);
    }
    void embed()
    {
        QFETCH(QString, method);
        const auto output = run("embed", ringsAndPaths(40),
                                {{"method", method.toStdString()}, {"components", "4"}}, ringsAndPaths(6, 5));
        ATLAS_VERIFY_OK(output);
        const Table* projection = tableNamed(*output, "projection");
        QVERIFY(projection);
        QCOMPARE(projection->header(),
                 (std::vector<std::string>{"id", "name", "class", "x", "y", "z", "c4"}));
        QCOMPARE(projection->rows(), std::size_t{40});
        QCOMPARE(tableNamed(*output, "projection_test")->rows(), std::size_t{6});
        QCOMPARE(tableNamed(*output, "quality")->rows(), std::size_t{40});
        QCOMPARE(tableNamed(*output, "singular_values")->header(),
                 (std::vector<std::string>{"index", "value"}));
        QVERIFY(finite(*output));
        QVERIFY(metric(*output, "trustworthiness") > 0.5);
        QCOMPARE(figureNames(*output), (std::vector<std::string>{"scatter", "scree", "distances"}));
        QVERIFY(std::any_cast<std::shared_ptr<const EmbedRun>>(&output->details));
    }

    void embedApproximately()
    {
        // As many landmarks as structures: no approximation.
        const DatasetPtr data = ringsAndPaths(30);
        const auto exact = run("embed", data, {{"method", "pca"}});
        const auto approximate = run("embed", data, {{"method", "pca"}, {"nystroem", "30"}});
        ATLAS_VERIFY_OK(exact);
        ATLAS_VERIFY_OK(approximate);
        for (std::size_t row = 0; row < 30; ++row)
            QVERIFY(std::abs(std::stod(tableNamed(*exact, "projection")->cell(row, 3))
                             - std::stod(tableNamed(*approximate, "projection")->cell(row, 3)))
                    < 1e-6);
        ATLAS_VERIFY_OK(run("embed", data, {{"nystroem", "7"}}));
        QVERIFY(!run("embed", data, {{"nystroem", "7"}, {"kernel", "random-walk"}}));
    }

    void oneComponent()
    {
        const auto output = run("embed", ringsAndPaths(12), {{"components", "1"}});
        ATLAS_VERIFY_OK(output);
        QCOMPARE(tableNamed(*output, "projection")->header().back(), std::string("y"));
    }

    void classify_data()
    {
        QTest::addColumn<QString>("features");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("classifier");
        QTest::newRow("kernel") << "kernel"
                                << "none"
                                << "svm";
        QTest::newRow("distances") << "distances"
                                   << "none"
                                   << "svm";
        QTest::newRow("embedding") << "embedding"
                                   << "isomap"
                                   << "svm";
        QTest::newRow("distances on the map") << "distances"
                                              << "pca"
                                              << "svm";
        QTest::newRow("votes") << "kernel"
                               << "none"
                               << "knn";
        QTest::newRow("votes on the map") << "embedding"
                                          << "lle"
                                          << "knn";
    }
    void classify()
    {
        QFETCH(QString, features);
        QFETCH(QString, method);
        QFETCH(QString, classifier);
        const auto output = run("classify", ringsAndPaths(40),
                                {{"features", features.toStdString()},
                                 {"method", method.toStdString()},
                                 {"classifier", classifier.toStdString()},
                                 {"folds", "5"},
                                 {"repeats", "2"},
                                 {"labels", "degree"}});
        ATLAS_VERIFY_OK(output);
        QVERIFY(metric(*output, "accuracy") > 0.7);
        QVERIFY(metric(*output, "accuracy_min") <= metric(*output, "accuracy"));
        QVERIFY(metric(*output, "accuracy_max") >= metric(*output, "accuracy"));
        QVERIFY(metric(*output, "accuracy_deviation") >= 0);
        QCOMPARE(tableNamed(*output, "predictions")->rows(), std::size_t{40});
        QCOMPARE(tableNamed(*output, "folds")->rows(), std::size_t{10});
        QCOMPARE(figureNames(*output), (std::vector<std::string>{"confusion"}));
        QVERIFY(finite(*output));
    }

    void classifyRefuses()
    {
        const DatasetPtr data = ringsAndPaths(20);
        QVERIFY(run("classify", data, {{"features", "embedding"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("classify", data, {{"method", "isomap"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("classify", data, {{"cost", "1,x"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("classify", data, {{"folds", "21"}}).error().code == ErrorCode::BadUse);
        QVERIFY(run("classify", test::graphDataset({{{"a"}, {}}, {{"b"}, {}}}), {}).error().code
                == ErrorCode::BadUse);
    }

    void sweep()
    {
        const auto output =
            run("sweep", ringsAndPaths(30),
                {{"neighbours", "2:6:2"}, {"components", "1:2"}, {"folds", "3"}, {"cost", "1"}});
        ATLAS_VERIFY_OK(output);
        const Table* table = tableNamed(*output, "sweep");
        QVERIFY(table);
        QCOMPARE(table->rows(), std::size_t{6});
        const auto& heatmap = std::get<HeatmapFigure>(output->figures.front().content);
        QCOMPARE(heatmap.panels.front().rows, std::size_t{3});
        QCOMPARE(heatmap.panels.front().columns, std::size_t{2});
        QVERIFY(metric(*output, "best_neighbours") >= 2);
        QVERIFY(run("sweep", ringsAndPaths(30), {{"neighbours", "0"}}).error().code == ErrorCode::BadUse);
    }

    void oddData_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("one graph") << 0;
        QTest::newRow("no edges") << 1;
        QTest::newRow("all equal") << 2;
        QTest::newRow("single vertices") << 3;
    }
    void oddData()
    {
        QFETCH(int, kind);
        std::vector<PlainGraph> graphs;
        for (int i = 0; i < (kind == 0 ? 1 : 8); ++i) {
            PlainGraph graph{{"a", i % 2 == 0 || kind == 2 ? "b" : "c"}, {}, {}, i % 2 == 0 ? "x" : "y"};
            if (kind == 2)
                graph.edges.emplace_back(0, 1);
            if (kind == 3)
                graph.labels.resize(1);
            graphs.push_back(graph);
        }
        const DatasetPtr data = test::graphDataset(graphs);
        for (const char* kernel : {"shortest-path-steps", "shortest-path-delta", "shortest-path",
                                   "weisfeiler-lehman", "graphlet", "random-walk"})
            for (const char* method : {"pca", "isomap", "lle", "laplacian", "diffusion"}) {
                const auto map = run("embed", data, {{"kernel", kernel}, {"method", method}});
                ATLAS_VERIFY_OK(map);
                QVERIFY2(finite(*map), kernel);
                const auto separated = run("classify", data,
                                           {{"kernel", kernel},
                                            {"method", method},
                                            {"features", "embedding"},
                                            {"folds", "2"},
                                            {"repeats", "1"}});
                if (separated)
                    QVERIFY2(finite(*separated), kernel);
                else
                    QVERIFY(separated.error().code == ErrorCode::BadUse);
            }
    }

    void treesAreGraphs()
    {
        DatasetBuilder builder(StructureKind::Tree, {"test", "test", ""});
        builder.beginFile("test");
        for (int i = 0; i < 3; ++i) {
            builder.forest().open(builder.nodeLabels().intern("a"));
            for (int c = 0; c <= i; ++c) {
                builder.forest().open(builder.nodeLabels().intern("b"));
                builder.forest().close();
            }
            builder.forest().close();
            builder.acceptTree({});
        }
        const auto output =
            run("kernel", *builder.finish(), {{"gram", "true"}, {"depth", "0"}, {"normalise", "false"}});
        ATLAS_VERIFY_OK(output);
        QCOMPARE(tableNamed(*output, "gram")->cell(1, 2), std::string("7")); // 1 * 1 + 2 * 3
    }

    void treeKernels_data()
    {
        QTest::addColumn<QString>("kernel");
        for (const char* kernel : {"st", "sst", "ptk"})
            QTest::newRow(kernel) << QString::fromLatin1(kernel);
    }
    void treeKernels()
    {
        QFETCH(QString, kernel);
        Random random(4);
        const DatasetPtr trees = test::randomForest({30, 12, 3, 3, 0, 0.2}, random);
        const DatasetPtr more = test::randomForest({5, 12, 3, 3, 0, 0.2}, random);
        const std::string name = kernel.toStdString();
        const auto similar = run("kernel", trees,
                                 {{"kernel", name},
                                  {"gram", "true"},
                                  {"explain", "0,1"},
                                  {"normalise", "false"},
                                  {"decay", "0.5"}});
        ATLAS_VERIFY_OK(similar);
        const TreeKernelParameters parameters{*treeKernelKind(name), 0.5, false};
        const Table* gram = tableNamed(*similar, "gram");
        for (std::size_t i = 0; i < 5; ++i) {
            const double value = *treeKernel(trees->tree(RowId(0)), trees->tree(RowId(i)), parameters);
            QVERIFY(std::abs(std::stod(gram->cell(0, i)) - value) < 1e-12 * (1 + value));
        }
        double sum = 0;
        const Table* explanation = tableNamed(*similar, "explanation");
        for (std::size_t row = 0; row < explanation->rows(); ++row)
            sum += std::stod(explanation->cell(row, 1));
        QVERIFY(std::abs(sum - std::stod(gram->cell(0, 1))) < 1e-12 * (1 + sum));
        // New trees lie where the same trees, mapped before, would be projected to.
        const auto map = run("embed", trees, {{"kernel", name}, {"neighbours", "5"}}, more);
        ATLAS_VERIFY_OK(map);
        QVERIFY(finite(*map));
        QCOMPARE(tableNamed(*map, "projection_test")->rows(), std::size_t{5});
        ATLAS_VERIFY_OK(run("classify", trees, {{"kernel", name}, {"folds", "3"}, {"repeats", "1"}}));
        ATLAS_VERIFY_OK(run("sweep", trees,
                            {{"kernel", name}, {"neighbours", "3"}, {"components", "2"}, {"folds", "3"}}));
        const auto approximate =
            run("embed", trees, {{"kernel", name}, {"nystroem", "30"}, {"method", "pca"}});
        if (name == "st") {
            ATLAS_VERIFY_OK(approximate);
            const auto exact = run("embed", trees, {{"kernel", name}, {"method", "pca"}});
            QVERIFY(std::abs(std::stod(tableNamed(*approximate, "projection")->cell(3, 3))
                             - std::stod(tableNamed(*exact, "projection")->cell(3, 3)))
                    < 1e-6);
        } else {
            QVERIFY(!approximate && approximate.error().code == ErrorCode::BadUse);
        }
        const auto refused = run("kernel", ringsAndPaths(4), {{"kernel", name}});
        QVERIFY(!refused && refused.error().code == ErrorCode::BadUse);
    }

    void decayOfWalks()
    {
        const auto endless = run("kernel", ringsAndPaths(4), {{"kernel", "random-walk"}, {"decay", "1"}});
        QVERIFY(!endless && endless.error().code == ErrorCode::BadUse);
    }

    void ordersOfTheMatrix()
    {
        const DatasetPtr data = ringsAndPaths(12);
        const auto panelOf = [&](const char* order) {
            const auto output = run("kernel", data, {{"order", order}, {"labels", "degree"}});
            return std::get<HeatmapFigure>(output->figures.front().content).panels.front();
        };
        const HeatmapFigure::Panel byClass = panelOf("class");
        QVERIFY(std::is_sorted(byClass.classes.begin(), byClass.classes.end()));
        const HeatmapFigure::Panel given = panelOf("given");
        QCOMPARE(given.classes[0], ClassId(0));
        QCOMPARE(given.classes[1], ClassId(1));
        const HeatmapFigure::Panel clustered = panelOf("clustering");
        std::vector<double> a = given.values;
        std::vector<double> b = clustered.values;
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        QCOMPARE(a, b); // the same values in another order
        // Neighbours in the clustered order are more alike than in the given one.
        const auto beside = [](const HeatmapFigure::Panel& panel) {
            double sum = 0;
            for (std::size_t i = 0; i + 1 < panel.rows; ++i)
                sum += panel.values[i * panel.columns + i + 1];
            return sum;
        };
        QVERIFY(beside(clustered) > beside(given));
    }

    void placesOfCells()
    {
        const std::vector<std::pair<std::size_t, std::size_t>> cases{{3, 3}, {400, 4337}, {400, 401}};
        for (const auto& [cells, size] : cases) {
            std::size_t next = 0;
            for (std::size_t cell = 0; cell < cells; ++cell) {
                const auto [first, last] = placesOfCell(cell, cells, size);
                QCOMPARE(first, next);
                QVERIFY(last > first);
                for (std::size_t place = first; place < last; ++place)
                    QCOMPARE(place * cells / size, cell);
                next = last;
            }
            QCOMPARE(next, size);
        }
    }

    void modelsPlaceNewStructures_data() { embed_data(); }
    void modelsPlaceNewStructures()
    {
        QFETCH(QString, method);
        const DatasetPtr more = ringsAndPaths(6, 5);
        const auto output =
            run("embed", ringsAndPaths(40), {{"method", method.toStdString()}, {"components", "3"}}, more);
        ATLAS_VERIFY_OK(output);
        QCOMPARE(output->files.front().name, std::string("model.json"));
        const ModelFile file{output->files.front().content, {}};
        const Result<const Method*> found = methodOfModel(file);
        ATLAS_VERIFY_OK(found);
        QCOMPARE((*found)->description.name, std::string("embed"));
        const auto applied = (*found)->apply(file, {more}, {});
        ATLAS_VERIFY_OK(applied);
        QCOMPARE(tableNamed(*applied, "projection")->toCsv(),
                 tableNamed(*output, "projection_test")->toCsv());
        const auto& scatter = std::get<ScatterFigure>(applied->figures.front().content);
        QCOMPARE(scatter.xs.size(), std::size_t{46});
        QVERIFY(!scatter.rows[0].valid() && scatter.rows[45] == RowId(5));
    }

    void modelsOfTrees()
    {
        Random random(4);
        const DatasetPtr trees = test::randomForest({20, 12, 3, 3, 0, 0.2}, random);
        const DatasetPtr more = test::randomForest({5, 12, 3, 3, 0, 0.2}, random);
        const auto output = run("embed", trees, {{"kernel", "sst"}}, more);
        ATLAS_VERIFY_OK(output);
        const auto applied = findMethod("embed")->apply({output->files.front().content, {}}, {more}, {});
        ATLAS_VERIFY_OK(applied);
        QCOMPARE(tableNamed(*applied, "projection")->toCsv(),
                 tableNamed(*output, "projection_test")->toCsv());
    }

    void damagedModels_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::newRow("format") << "/format"
                                << "\"other\"";
        QTest::newRow("seed") << "/seed"
                              << "\"x\"";
        QTest::newRow("kind") << "/kind"
                              << "3";
        QTest::newRow("parameters") << "/parameters"
                                    << "[]";
        QTest::newRow("unknown parameter") << "/parameters/colour"
                                           << "\"red\"";
        QTest::newRow("number as parameter") << "/parameters/depth"
                                             << "3";
        QTest::newRow("labels") << "/labels"
                                << "7";
        QTest::newRow("label that is no text") << "/labels/0"
                                               << "7";
        QTest::newRow("no structures") << "/structures"
                                       << "{}";
        QTest::newRow("empty") << "/structures"
                               << "[]";
        QTest::newRow("no object") << "/structures/0"
                                   << "1";
        QTest::newRow("name") << "/structures/0/name"
                              << "1";
        QTest::newRow("class") << "/structures/0/class"
                               << "[]";
        QTest::newRow("vertices") << "/structures/0/vertices"
                                  << "\"C\"";
        QTest::newRow("label beyond") << "/structures/0/vertices/0"
                                      << "99";
        QTest::newRow("edge beyond") << "/structures/0/edges/0"
                                     << "[0, 99, -1]";
        QTest::newRow("loop") << "/structures/0/edges/0"
                              << "[1, 1, -1]";
        QTest::newRow("half an edge") << "/structures/0/edges/0"
                                      << "[1]";
        QTest::newRow("huge") << "/structures/0/edges/0"
                              << "[99999999999999, 0, 0]";
        QTest::newRow("fraction") << "/structures/0/vertices/0"
                                  << "0.5";
    }
    void damagedModels()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        static const std::string text = run("embed", ringsAndPaths(6), {})->files.front().content;
        nlohmann::json model = nlohmann::json::parse(text);
        ATLAS_VERIFY_OK(readMapModel(model.dump(), findMethod("embed")->description));
        model[nlohmann::json::json_pointer(path.toStdString())] = nlohmann::json::parse(value.toStdString());
        const Result<MapModel> read = readMapModel(model.dump(), findMethod("embed")->description);
        QVERIFY(!read);
        QVERIFY(!read.error().message.empty());
    }

    void cellsOfTheConfusion()
    {
        ClassifyRun run;
        const ClassId a(0);
        const ClassId b(1);
        run.classes = {a, a, b, ClassId()};
        run.validation.predictions = {{a, b, b, ClassId()}, {a, a, b, ClassId()}};
        QVERIFY(rowsTakenFor(run, a, b) == std::vector<RowId>{RowId(1)});
        QVERIFY(rowsTakenFor(run, a, a) == (std::vector<RowId>{RowId(0), RowId(1)}));
        QVERIFY(rowsTakenFor(run, b, a).empty());
    }

    void sameFilesForTheSameSeed()
    {
        const DatasetPtr data = ringsAndPaths(30);
        const Given given{{"features", "embedding"}, {"method", "isomap"}, {"folds", "3"}, {"repeats", "2"}};
        QCOMPARE(tableNamed(*run("classify", data, given), "folds")->toCsv(),
                 tableNamed(*run("classify", data, given), "folds")->toCsv());
    }

    void cancelled()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        for (const char* name : {"kernel", "embed", "classify", "sweep"}) {
            const auto output = run(name, ringsAndPaths(20), {}, nullptr, monitor.token());
            QVERIFY(!output);
            QVERIFY(output.error().code == ErrorCode::Cancelled);
        }
    }
};

QTEST_APPLESS_MAIN(TestKernelMethods)
#include "test_kernel_methods.moc"
