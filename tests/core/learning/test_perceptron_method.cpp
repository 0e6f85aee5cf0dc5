#include "core/learning/perceptron_method.h"

#include "core/data/structure_text.h"
#include "core/learning/perceptron_details.h"
#include "core/learning/perceptron_model.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"
#include "support/tree_data.h"

#include <QtTest>

#include <chrono>
#include <map>
#include <numeric>

using namespace atlas;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<MethodOutput> runMethod(const DatasetPtr& data, const Given& given, const DatasetPtr& test = nullptr)
{
    const Method method = perceptronMethod();
    const Result<ParameterValues> values = parameterValues(method.description, given);
    if (!values)
        return values.error();
    return method.run({data, test, 1}, *values, {});
}

std::string modelOf(const MethodOutput& output) { return output.files.at(0).content; }

const MetricValue* metric(const MethodOutput& output, std::string_view name)
{
    for (const auto& [key, value] : output.metrics)
        if (key == name)
            return &value;
    return nullptr;
}

const Table* table(const MethodOutput& output, std::string_view name)
{
    for (const Table& one : output.tables)
        if (one.name() == name)
            return &one;
    return nullptr;
}

} // namespace

class TestPerceptronMethod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatTheIssueAsksFor();
    void unseenClassIsAnError();
    void modelFileRoundTrip();
    void continues();
    void malformedModels_data();
    void malformedModels();
    void nodeScoresSumToScore();
    void fragmentWeightsAreCounts();
    void sameOnAnyThreads();
    void refusesContradictions();
    void appliesToNewTrees();
    void previewsWhileItLearns();
    void stopsAndKeeps();
    void comparesEngines();
    void confusionKnowsItsRows();
    void fragmentsKnowTheirPlaces();
    void contributionsKeepSigns_data();
    void contributionsKeepSigns();
};

void TestPerceptronMethod::writesWhatTheIssueAsksFor()
{
    const DatasetPtr data = test::randomTrees(1, {300, 14, 3, 3, 3, true});
    const DatasetPtr other = test::randomTrees(2, {100, 14, 3, 3, 3, true});
    const Result<MethodOutput> output = runMethod(data, {{"multiclass", "true"}, {"epochs", "2"}}, other);
    ATLAS_VERIFY_OK(output);
    for (const char* name : {"mistakes", "test_error", "f1", "vertices"})
        QVERIFY2(metric(*output, name), name);
    for (const char* name : {"learning", "predictions", "fragments"})
        QVERIFY2(table(*output, name), name);
    QCOMPARE(table(*output, "learning")->header(),
             (std::vector<std::string>{"trees", "mistakes", "model_trees", "model_vertices", "seconds"}));
    QCOMPARE(table(*output, "predictions")->rows(), other->size());
    QCOMPARE(output->files.at(0).name, std::string("model.json"));
    // The table and the metric tell the same error.
    std::size_t wrong = 0;
    const Table& predictions = *table(*output, "predictions");
    for (std::size_t i = 0; i < predictions.rows(); ++i)
        wrong += predictions.cell(i, 2) != predictions.cell(i, 3) ? 1 : 0;
    QCOMPARE(std::get<double>(*metric(*output, "test_error")), static_cast<double>(wrong) / 100);
    QVERIFY(wrong < 60); // two of three classes are wrong by chance
}

void TestPerceptronMethod::unseenClassIsAnError()
{
    const DatasetPtr data = test::prefixedTrees("1:s(a(x))\n2:t(b(y))\n1:s(a(x))\n2:t(b(y))");
    const DatasetPtr other = test::prefixedTrees("1:s(a(x))\n3:s(a(x))");
    const Result<MethodOutput> output = runMethod(data, {{"multiclass", "true"}}, other);
    ATLAS_VERIFY_OK(output);
    QCOMPARE(std::get<double>(*metric(*output, "test_error")), 0.5);
    QVERIFY2(output->status.find("'3' was never seen") != std::string::npos, output->status.c_str());
}

void TestPerceptronMethod::modelFileRoundTrip()
{
    const DatasetPtr data = test::randomTrees(3, {200, 20, 3, 3, 3, true});
    for (const char* variant : {"plain", "averaged", "margin"}) {
        const Result<MethodOutput> output = runMethod(data, {{"variant", variant}, {"multiclass", "true"}});
        ATLAS_VERIFY_OK(output);
        const Result<PerceptronModel> model = readPerceptronModel(modelOf(*output));
        ATLAS_VERIFY_OK(model);
        const Result<std::string> again = perceptronModelText(*model);
        ATLAS_VERIFY_OK(again);
        QCOMPARE(*again, modelOf(*output));
        const Result<MethodOutput> applied = applyPerceptron(modelOf(*output), *data);
        ATLAS_VERIFY_OK(applied);
        QCOMPARE(table(*applied, "predictions")->toCsv(), table(*output, "predictions")->toCsv());
    }
}

void TestPerceptronMethod::continues()
{
    const DatasetPtr data = test::randomTrees(4, {200, 20, 3, 3, 2, true});
    const Given common{{"shuffle", "false"}, {"positive", "class0"}};
    Given twice = common;
    twice.emplace_back("epochs", "2");
    const Result<MethodOutput> both = runMethod(data, twice);
    const Result<MethodOutput> first = runMethod(data, common);
    ATLAS_VERIFY_OK(both);
    ATLAS_VERIFY_OK(first);
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.write("model.json", modelOf(*first));
    const Result<MethodOutput> second = runMethod(data, {{"shuffle", "false"}, {"model", path.string()}});
    ATLAS_VERIFY_OK(second);
    QCOMPARE(modelOf(*second), modelOf(*both));
    QVERIFY(!runMethod(data, {{"model", (folder.path() / "absent.json").string()}}));
}

void TestPerceptronMethod::malformedModels_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("not JSON") << "{"
                              << "[";
    QTest::newRow("another format") << "structatlas perceptron"
                                    << "something";
    QTest::newRow("another version") << "\"version\":1"
                                     << "\"version\":7";
    QTest::newRow("unknown kernel") << "\"kernel\":\"sst\""
                                    << "\"kernel\":\"abc\"";
    QTest::newRow("decay out of range") << "\"decay\":1.0"
                                        << "\"decay\":7.0";
    QTest::newRow("no labels") << "\"labels\""
                               << "\"lables\"";
    QTest::newRow("label twice") << "\"labels\":[\"s\",\"a\""
                                 << "\"labels\":[\"s\",\"s\"";
    QTest::newRow("node points ahead") << "\"nodes\":[["
                                       << "\"nodes\":[[0,0,5],[";
    QTest::newRow("root nowhere") << "\"trees\":[["
                                  << "\"trees\":[[99,1,1],[";
    QTest::newRow("sign too large") << "\"trees\":[["
                                    << "\"trees\":[[0,1,3],[";
    QTest::newRow("step after the last") << "\"trees\":[["
                                         << "\"trees\":[[0,999,1],[";
    QTest::newRow("too few signs") << "\"trees\":[["
                                   << "\"trees\":[[0,1],[";
}

void TestPerceptronMethod::malformedModels()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    const DatasetPtr data = test::prefixedTrees("1:s(a(x))\n2:t(b(y))");
    const Result<MethodOutput> output = runMethod(data, {{"shuffle", "false"}});
    ATLAS_VERIFY_OK(output);
    ATLAS_VERIFY_OK(readPerceptronModel(modelOf(*output)));
    const QString good = QString::fromStdString(modelOf(*output));
    QVERIFY2(good.contains(from), qPrintable(good));
    QString bad = good;
    bad.replace(bad.indexOf(from), from.size(), to);
    const Result<PerceptronModel> model = readPerceptronModel(bad.toStdString());
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Malformed);
}

void TestPerceptronMethod::nodeScoresSumToScore()
{
    const DatasetPtr data = test::randomTrees(5, {150, 16, 3, 3, 3, true});
    for (const TreeKernelKind kind :
         {TreeKernelKind::SubsetTree, TreeKernelKind::Subtree, TreeKernelKind::PartialTree}) {
        PerceptronParameters parameters;
        parameters.kernel.kind = kind;
        parameters.multiclass = true;
        const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
        ATLAS_VERIFY_OK(result);
        Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
        ATLAS_VERIFY_OK(scorer);
        const Result<PerceptronPredictions> predictions = scorer->predict(*data);
        ATLAS_VERIFY_OK(predictions);
        for (std::size_t row = 0; row < data->size(); row += 10)
            for (std::size_t c = 0; c < 3; ++c) {
                const Result<std::vector<double>> nodes = scorer->nodeScores(RowId(row), c);
                ATLAS_VERIFY_OK(nodes);
                QCOMPARE(nodes->size(), data->tree(RowId(row)).nodeCount());
                QCOMPARE(std::accumulate(nodes->begin(), nodes->end(), 0.0),
                         predictions->scores[row * 3 + c]);
            }
    }
}

void TestPerceptronMethod::fragmentWeightsAreCounts()
{
    // Both trees join, the first for and the second against; a(x) stands twice in the
    // first, once in the second.
    const DatasetPtr data = test::prefixedTrees("p:s(a(x) a(x))\nn:t(a(x) b(y))");
    PerceptronParameters parameters;
    parameters.positive = "p";
    const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(result);
    QCOMPARE(result->mistakes.size(), std::size_t{2});
    const Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
    ATLAS_VERIFY_OK(scorer);
    std::map<std::string, double> weights;
    for (const PerceptronFragment& fragment : scorer->fragments(100))
        weights[fragment.text] = fragment.weight;
    const std::map<std::string, double> expected{
        {"(s (a x) (a x))", 1}, {"(a x)", 1}, {"(t (a x) (b y))", -1}, {"(b y)", -1}};
    QCOMPARE(weights.size(), expected.size());
    QVERIFY(weights == expected);
    QCOMPARE(scorer->fragments(1).at(0).nodes, std::size_t{5}); // ties: the largest first
}

void TestPerceptronMethod::sameOnAnyThreads()
{
    const DatasetPtr data = test::randomTrees(8, {400, 20, 3, 3, 3, true});
    std::vector<std::string> predictions;
    std::vector<std::string> models;
    for (const std::size_t threads : {1, 2}) {
        setThreadCount(threads);
        const Result<MethodOutput> output = runMethod(data, {{"decay", "0.4"}, {"variant", "averaged"}});
        ATLAS_VERIFY_OK(output);
        predictions.push_back(table(*output, "predictions")->toCsv());
        models.push_back(modelOf(*output));
    }
    setThreadCount(0);
    QCOMPARE(predictions[0], predictions[1]);
    QCOMPARE(models[0], models[1]);
}

void TestPerceptronMethod::refusesContradictions()
{
    const DatasetPtr data = test::randomTrees(8, {40, 10, 3, 3, 3, true});
    const Result<MethodOutput> both = runMethod(data, {{"multiclass", "true"}, {"positive", "class0"}});
    QVERIFY(!both);
    QCOMPARE(both.error().code, ErrorCode::BadUse);
    QVERIFY(!runMethod(data, {{"decay", "0"}}));
    QVERIFY(!runMethod(data, {{"kernel", "tree"}}));
    QVERIFY(!runMethod(data, {{"positive", "class9"}}));
}

void TestPerceptronMethod::appliesToNewTrees()
{
    const DatasetPtr train = test::inexTrees();
    const DatasetPtr unseen = test::inexTrees("inex05.test.elastic.tree");
    if (!train || !unseen)
        QSKIP("the shared data is not here");
    const Result<MethodOutput> output = runMethod(train, {{"multiclass", "true"}}, unseen);
    ATLAS_VERIFY_OK(output);
    const double error = std::get<double>(*metric(*output, "test_error"));
    QVERIFY2(error < 0.15, std::to_string(error).c_str());
}

void TestPerceptronMethod::previewsWhileItLearns()
{
    // Long enough for some previews; the standard engine is the slow one.
    const DatasetPtr data = test::randomTrees(11, {2500, 25, 3, 3, 2, true});
    std::vector<PerceptronDetailsPtr> seen;
    std::vector<std::chrono::steady_clock::time_point> times;
    MethodInput input{data, nullptr, 1, [&](const MethodOutput& output) {
                          seen.push_back(std::any_cast<PerceptronDetailsPtr>(output.details));
                          times.push_back(std::chrono::steady_clock::now());
                          QCOMPARE(output.figures.size(), std::size_t{4});
                      }};
    const Method method = perceptronMethod();
    const Result<MethodOutput> output =
        method.run(input, *parameterValues(method.description, {{"engine", "standard"}}), {});
    ATLAS_VERIFY_OK(output);
    QVERIFY(!seen.empty());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        QVERIFY(!seen[i]->scorer);
        QVERIFY(seen[i]->curve.back().trees <= data->size());
        if (i > 0) {
            QVERIFY(seen[i]->curve.size() > seen[i - 1]->curve.size());
            QVERIFY(times[i] - times[i - 1] >= std::chrono::milliseconds(190)); // five a second
        }
    }
    const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
    QVERIFY(details->scorer);
    QCOMPARE(details->curve.back().trees, std::uint64_t{data->size()});
}

void TestPerceptronMethod::stopsAndKeeps()
{
    const DatasetPtr data = test::randomTrees(12, {600, 14, 3, 3, 2, true});
    const Method method = perceptronMethod();
    QVERIFY(method.description.canFinishEarly);
    ProgressMonitor monitor;
    monitor.requestFinish();
    const Result<MethodOutput> output = method.run(
        {data, nullptr, 1}, *parameterValues(method.description, {{"epochs", "3"}}), monitor.token());
    ATLAS_VERIFY_OK(output);
    QVERIFY2(output->status.find("Stopped after") != std::string::npos, output->status.c_str());
    QVERIFY2(output->status.find("of 1,800 trees") != std::string::npos, output->status.c_str());
    const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
    const std::size_t steps = details->result->model.steps;
    QVERIFY(steps > 0 && steps < data->size());
    QCOMPARE(details->result->presented.size(), steps);
    // The model is what those trees alone give.
    PerceptronParameters parameters;
    parameters.positive = details->result->model.classes[0];
    Result<PerceptronLearner> learner = PerceptronLearner::make(parameters, {parameters.positive}, "");
    ATLAS_VERIFY_OK(learner);
    ATLAS_VERIFY_OK(learner->learn(*data, details->result->presented));
    QCOMPARE(learner->mistakes(), details->result->mistakes);
}

void TestPerceptronMethod::comparesEngines()
{
    const DatasetPtr data = test::randomTrees(13, {300, 14, 3, 3, 2, true});
    for (const char* engine : {"dag", "standard"}) {
        const Result<MethodOutput> output = runMethod(data, {{"compare", "true"}, {"engine", engine}});
        ATLAS_VERIFY_OK(output);
        const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
        QCOMPARE(details->curve.size(), details->compared.size());
        for (std::size_t i = 0; i < details->curve.size(); ++i) {
            QCOMPARE(details->curve[i].trees, details->compared[i].trees);
            QCOMPARE(details->curve[i].mistakes, details->compared[i].mistakes);
        }
        QVERIFY(metric(*output, "dag_seconds") && metric(*output, "standard_seconds"));
        for (const Figure& figure : output->figures)
            if (figure.name == "vertices" || figure.name == "time" || figure.name == "speed") {
                const auto& curves = std::get<CurveFigure>(figure.content).curves;
                QCOMPARE(curves.size(), std::size_t{2});
                for (const CurveFigure::Curve& curve : curves)
                    QCOMPARE(curve.dashed, curve.name == "standard");
            }
    }
    const Result<MethodOutput> alone = runMethod(data, {});
    ATLAS_VERIFY_OK(alone);
    QVERIFY(std::any_cast<PerceptronDetailsPtr>(alone->details)->compared.empty());
}

void TestPerceptronMethod::confusionKnowsItsRows()
{
    const DatasetPtr data = test::randomTrees(14, {250, 12, 3, 3, 3, true});
    const Result<MethodOutput> output = runMethod(data, {{"multiclass", "true"}});
    ATLAS_VERIFY_OK(output);
    const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
    const Confusion& confusion = details->confusion;
    const Table& predictions = *table(*output, "predictions");
    std::size_t all = 0;
    std::size_t wrong = 0;
    for (std::size_t truth = 0; truth < 3; ++truth)
        for (std::size_t guess = 0; guess < 3; ++guess) {
            const std::vector<RowId> rows = confusion.rows(truth, guess);
            QCOMPARE(rows.size(), confusion.at(truth, guess));
            for (const RowId row : rows) {
                QCOMPARE(predictions.cell(row.index(), 2), confusion.names[truth]);
                QCOMPARE(predictions.cell(row.index(), 3), confusion.names[guess]);
            }
            all += rows.size();
            wrong += truth == guess ? 0 : rows.size();
        }
    QCOMPARE(all, data->size());
    QCOMPARE(confusion.wrongRows().size(), wrong);
    QVERIFY(wrong > 0);
    QCOMPARE(details->mistakenRows().size(), details->result->mistakes.size()); // one epoch: each tree once
}

void TestPerceptronMethod::fragmentsKnowTheirPlaces()
{
    const DatasetPtr data = test::prefixedTrees("p:s(a(x) a(x))\nn:t(a(x) b(y))\nn:t(b(y))");
    const Result<MethodOutput> output = runMethod(data, {{"positive", "p"}, {"shuffle", "false"}});
    ATLAS_VERIFY_OK(output);
    const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
    const Result<MinimalDag> dag = buildMinimalDag(data->forest()); // the one that views share
    ATLAS_VERIFY_OK(dag);
    QVERIFY(!details->fragments.empty());
    std::map<std::string, std::vector<RowId>> rows;
    for (const PerceptronFragment& fragment : details->fragments) {
        QVERIFY(fragment.subtree.valid());
        QCOMPARE(fragment.inData, dag->frequency(fragment.subtree));
        const NodeId place = dag->occurrences(fragment.subtree).front();
        QCOMPARE(fragment.text, bracketedText(*data, place));
        rows[fragment.text] = details->scorer->rowsWith(fragment.subtree);
    }
    QCOMPARE(rows["(a x)"], (std::vector<RowId>{RowId(0), RowId(1)}));
    QCOMPARE(rows["(b y)"], (std::vector<RowId>{RowId(1), RowId(2)}));
}

void TestPerceptronMethod::contributionsKeepSigns_data()
{
    QTest::addColumn<QString>("given");
    QTest::newRow("one class") << "positive=class0";
    QTest::newRow("classes") << "multiclass=true";
}

void TestPerceptronMethod::contributionsKeepSigns()
{
    QFETCH(QString, given);
    const DatasetPtr data = test::randomTrees(15, {120, 16, 3, 3, 3, true});
    const QStringList parts = given.split('=');
    const Result<MethodOutput> output = runMethod(data, {{parts[0].toStdString(), parts[1].toStdString()}});
    ATLAS_VERIFY_OK(output);
    const auto details = std::any_cast<PerceptronDetailsPtr>(output->details);
    for (std::size_t i = 0; i < data->size(); ++i) {
        const RowId row(i);
        const Result<std::vector<double>> scores = details->scorer->nodeScores(row, 0);
        ATLAS_VERIFY_OK(scores);
        const std::vector<double> shown = details->contributions(row, 0);
        QCOMPARE(shown.size(), scores->size());
        for (std::size_t n = 0; n < shown.size(); ++n) {
            QCOMPARE(shown[n] > 0, (*scores)[n] > 0);
            QCOMPARE(shown[n] < 0, (*scores)[n] < 0);
            for (std::size_t m = 0; m < n; ++m)
                QCOMPARE(shown[n] < shown[m], (*scores)[n] < (*scores)[m]); // the order stays
        }
        // What is painted for the predicted class is that class's, and for the rest the opposite.
        const std::size_t predicted = details->predictions.predicted[i];
        std::vector<double> own =
            details->contributions(row, predicted < details->predictions.columns ? predicted : 0);
        if (predicted >= details->predictions.columns)
            for (double& value : own)
                value = -value;
        QCOMPARE(details->contributions(row, std::nullopt), own);
    }
}

QTEST_APPLESS_MAIN(TestPerceptronMethod)
#include "test_perceptron_method.moc"
