#include "core/data/structure_text.h"
#include "core/examples/artificial1.h"
#include "core/examples/examples.h"
#include "core/examples/grammar.h"
#include "core/io/json_lines_writer.h"
#include "core/methods/method.h"
#include "core/methods/run_files.h"
#include "core/parallel/parallel_for.h"
#include "core/rpca/rpca_model_file.h"
#include "core/rpca/rpca_report.h"
#include "support/cancel_limit.h"
#include "support/graph_data.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"
#include "support/tree_data.h"

#include <QTest>

#include <chrono>
#include <fstream>
#include <thread>

using namespace atlas;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<MethodOutput> run(const DatasetPtr& data, const Given& given, ProgressToken progress = {})
{
    const Method* method = findMethod("rpca");
    const Result<ParameterValues> values = parameterValues(method->description, given);
    if (!values)
        return values.error();
    return method->run({data}, *values, std::move(progress));
}

MetricValue metric(const MethodOutput& output, const std::string& name)
{
    for (const auto& [key, value] : output.metrics)
        if (key == name)
            return value;
    return std::string("missing");
}

std::int64_t number(const MethodOutput& output, const std::string& name)
{
    const MetricValue value = metric(output, name);
    return std::holds_alternative<std::int64_t>(value) ? std::get<std::int64_t>(value) : -1;
}

const Table& table(const MethodOutput& output, const std::string& name)
{
    for (const Table& t : output.tables)
        if (t.name() == name)
            return t;
    qFatal("no table %s", name.c_str());
}

void writeFiles(const MethodOutput& output, const std::filesystem::path& folder)
{
    for (const OutputFile& file : output.files)
        std::ofstream(folder / file.name, std::ios::binary) << file.content;
}

/// Trees written as "a(b c)" with single letters; nothing else.
DatasetPtr trees(const std::vector<std::string>& texts)
{
    DatasetBuilder builder(StructureKind::Tree, {"test", "test", ""});
    builder.beginFile("test");
    for (const std::string& text : texts) {
        std::size_t open = 0;
        bool pending = false;
        for (const char c : text) {
            if (c == '(') {
                pending = false;
                continue;
            }
            if (pending) {
                builder.forest().close();
                --open;
                pending = false;
            }
            if (c == ')') {
                pending = true;
            } else if (c != ' ') {
                builder.forest().open(builder.nodeLabels().intern(std::string(1, c)));
                ++open;
                pending = true;
            }
        }
        for (; open > 0; --open)
            builder.forest().close();
        builder.acceptTree({});
    }
    return *builder.finish();
}

GrammarParameters smallGrammar()
{
    GrammarParameters parameters;
    parameters.trees = 60;
    parameters.maximumNodes = 41;
    return parameters;
}

} // namespace

class TestRpcaMethod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void grammarRun();
    void everySolverOnTheGrammar();
    void truncatedRunKnowsTheRank();
    void modelDecodesAndApplies();
    void damagedModelsAreRefused_data();
    void damagedModelsAreRefused();
    void unseenLabelsLieOutside();
    void decodeAnywhere();
    void differencesAreMarked();
    void smallInputs_data();
    void smallInputs();
    void vectorLabels();
    void deepSequence();
    void badParameters();
    void threadsMakeNoDifference();
    void cancelAndProgress();
};

void TestRpcaMethod::grammarRun()
{
    const DatasetPtr data = *makeGrammar(1, smallGrammar());
    const Result<MethodOutput> output = run(data, {{"components", "all"}, {"labels", "paper"}});
    ATLAS_VERIFY_OK(output);
    QCOMPARE(output->status, std::string("ok"));
    QCOMPARE(number(*output, "columns_all"), static_cast<std::int64_t>(data->forest().nodeCount()));
    QVERIFY(number(*output, "columns_dag") < number(*output, "columns_all"));
    QVERIFY(number(*output, "state_minimal") < number(*output, "state_full"));
    QCOMPARE(number(*output, "state_full") % 6, std::int64_t{0}); // k = 6
    QCOMPARE(number(*output, "exactly_rebuilt"), static_cast<std::int64_t>(data->size()));
    const Table& encoding = table(*output, "encoding");
    QCOMPARE(encoding.rows(), data->size());
    QCOMPARE(encoding.columns(), static_cast<std::size_t>(3 + number(*output, "rank")));
    QCOMPARE(encoding.header()[3], std::string("y1"));
    QCOMPARE(table(*output, "singular_values").rows(), static_cast<std::size_t>(number(*output, "rank")));
    const Table& reconstruction = table(*output, "reconstruction");
    QCOMPARE(reconstruction.cell(reconstruction.rows() - 1, 1), std::string("0"));
    QCOMPARE(reconstruction.cell(reconstruction.rows() - 1, 2), std::to_string(data->size()));
    QCOMPARE(table(*output, "projection").cell(0, 3), encoding.cell(0, 3));
    QCOMPARE(table(*output, "substructures").rows(),
             static_cast<std::size_t>(number(*output, "columns_dag")));
    QCOMPARE(output->figures.size(), std::size_t{4});
    const auto report = std::any_cast<std::shared_ptr<const RpcaReport>>(output->details);
    QVERIFY(report->result->input->occurrences.size() == report->result->input->dag.size());
}

void TestRpcaMethod::everySolverOnTheGrammar()
{
    const DatasetPtr data = *makeGrammar(2, smallGrammar());
    std::vector<double> reference;
    for (const char* solver : {"svd", "qr-svd", "gram", "covariance", "lanczos", "auto"})
        for (const char* state : {"full", "minimal"}) {
            const Result<MethodOutput> output =
                run(data, {{"components", "all"}, {"labels", "paper"}, {"solver", solver}, {"state", state}});
            ATLAS_VERIFY_OK(output);
            const auto report = std::any_cast<std::shared_ptr<const RpcaReport>>(output->details);
            const Eigen::VectorXd& values = report->result->singularValues;
            if (reference.empty())
                reference.assign(values.data(), values.data() + values.size());
            QCOMPARE(static_cast<std::size_t>(values.size()), reference.size());
            for (std::size_t i = 0; i < reference.size(); ++i)
                QVERIFY2(std::abs(values(static_cast<Eigen::Index>(i)) - reference[i]) < 1e-8 * reference[0],
                         solver);
            QVERIFY2(number(*output, "exactly_rebuilt") == static_cast<std::int64_t>(data->size()), solver);
        }
}

void TestRpcaMethod::truncatedRunKnowsTheRank()
{
    const DatasetPtr data = *makeGrammar(1, smallGrammar());
    const Result<MethodOutput> all = run(data, {{"components", "all"}});
    const Result<MethodOutput> some = run(data, {{"components", "10"}});
    ATLAS_VERIFY_OK(all);
    ATLAS_VERIFY_OK(some);
    QCOMPARE(number(*some, "rank"), number(*all, "rank"));
    QCOMPARE(number(*some, "components"), std::int64_t{10});
    const Result<MethodOutput> more = run(data, {{"components", "100000"}});
    ATLAS_VERIFY_OK(more);
    QCOMPARE(number(*more, "components"), number(*all, "rank"));
    QVERIFY(QString::fromStdString(more->note).contains("rank"));
}

void TestRpcaMethod::modelDecodesAndApplies()
{
    for (const char* zeroMean : {"false", "true"}) {
        const DatasetPtr data = *makeGrammar(1, smallGrammar());
        const Result<MethodOutput> output =
            run(data, {{"components", "all"}, {"labels", "paper"}, {"zero-mean", zeroMean}});
        ATLAS_VERIFY_OK(output);
        const test::TemporaryFolder folder;
        writeFiles(*output, folder.path());
        const std::filesystem::path model = folder.path() / "model.json";
        const Result<DatasetPtr> decoded = decodeVectors(model, table(*output, "encoding").toCsv());
        ATLAS_VERIFY_OK(decoded);
        QCOMPARE((*decoded)->size(), data->size());
        for (std::size_t row = 0; row < data->size(); ++row) {
            QCOMPARE(structureText(**decoded, RowId(row)), structureText(*data, RowId(row)));
            QCOMPARE((*decoded)->name(RowId(row)), data->name(RowId(row)));
        }
        const Result<MethodOutput> applied = applyRpca(model, {data});
        ATLAS_VERIFY_OK(applied);
        const Table& before = table(*output, "encoding");
        const Table& after = table(*applied, "encoding");
        QCOMPARE(after.columns(), before.columns());
        for (std::size_t row = 0; row < before.rows(); ++row) {
            QCOMPARE(table(*applied, "outside").cell(row, 3), std::string("0"));
            QVERIFY(std::stod(table(*applied, "outside").cell(row, 2)) < 1e-5);
            for (std::size_t c = 3; c < before.columns(); ++c)
                QVERIFY(std::abs(std::stod(after.cell(row, c)) - std::stod(before.cell(row, c))) < 1e-6);
        }
        // Plain numbers without a header; fewer than components.
        const Result<DatasetPtr> plain = decodeVectors(model, "1,2,3\n0,0,0\n");
        ATLAS_VERIFY_OK(plain);
        QCOMPARE((*plain)->size(), std::size_t{2});
        QVERIFY(!decodeVectors(model, "").ok());
        QVERIFY(!decodeVectors(model, "1,two\n").ok());
        QVERIFY(!decodeVectors(model, "y1,y999999\n1,2\n").ok());
        QVERIFY(!decodeVectors(folder.path() / "nothing.json", "1\n").ok());
    }
}

void TestRpcaMethod::damagedModelsAreRefused_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("not json") << "{"
                              << "";
    QTest::newRow("other format") << "structatlas rpca"
                                  << "other";
    QTest::newRow("version") << "\"version\":1"
                             << "\"version\":99";
    QTest::newRow("kind") << "\"structure\":\"tree\""
                          << "\"structure\":\"house\"";
    QTest::newRow("missing") << "\"roots\""
                             << "\"rooots\"";
    QTest::newRow("root") << "\"roots\":["
                          << "\"roots\":[99999,";
    QTest::newRow("node") << "\"nodes\":[["
                          << "\"nodes\":[[777,";
    QTest::newRow("negative") << "\"singular_values\":["
                              << "\"singular_values\":[-1,";
    QTest::newRow("labels") << "\"label_texts\":["
                            << "\"label_texts\":[\"zz\",";
}

void TestRpcaMethod::damagedModelsAreRefused()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    const Result<MethodOutput> output = run(trees({"a(b c)", "a(b)", "b"}), {{"components", "all"}});
    ATLAS_VERIFY_OK(output);
    const test::TemporaryFolder folder;
    writeFiles(*output, folder.path());
    ATLAS_VERIFY_OK(loadRpcaModel(folder.path() / "model.json"));
    QString text = QString::fromStdString(output->files.front().content);
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    std::ofstream(folder.path() / "model.json") << text.toStdString();
    const Result<RpcaResult> model = loadRpcaModel(folder.path() / "model.json");
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, ErrorCode::Malformed);
    // A matrix that is cut.
    writeFiles(*output, folder.path());
    std::ofstream(folder.path() / "model_encodings.csv") << "1,2\n";
    QVERIFY(!loadRpcaModel(folder.path() / "model.json").ok());
}

void TestRpcaMethod::unseenLabelsLieOutside()
{
    const Result<MethodOutput> output = run(trees({"a(b c)", "a(b)", "b"}), {{"components", "all"}});
    ATLAS_VERIFY_OK(output);
    const test::TemporaryFolder folder;
    writeFiles(*output, folder.path());
    const Result<MethodOutput> applied =
        applyRpca(folder.path() / "model.json", {trees({"a(b z)", "a(b c)", "z"})});
    ATLAS_VERIFY_OK(applied);
    const Table& outside = table(*applied, "outside");
    QCOMPARE(outside.cell(0, 3), std::string("1"));
    QCOMPARE(outside.cell(1, 3), std::string("0"));
    // One of three nodes lies outside: |outside|^2 = 1/3. The label alone lies outside wholly.
    QVERIFY(std::abs(std::stod(outside.cell(0, 2)) - std::sqrt(1.0 / 3)) < 1e-9);
    QVERIFY(std::stod(outside.cell(1, 2)) < 1e-6);
    QVERIFY(std::abs(std::stod(outside.cell(2, 2)) - 1) < 1e-12);
    QVERIFY(QString::fromStdString(applied->note).contains("never seen"));
    Random random(1);
    const DatasetPtr graphs = test::graphDataset({test::randomGraph(random, 4, 0.5, 2)});
    const Result<MethodOutput> wrong = applyRpca(folder.path() / "model.json", {graphs});
    QVERIFY(!wrong.ok());
    QCOMPARE(wrong.error().code, ErrorCode::BadUse);
}

void TestRpcaMethod::decodeAnywhere()
{
    const DatasetPtr data = *makeGrammar(1, smallGrammar());
    const Result<MethodOutput> output = run(data, {{"components", "20"}});
    ATLAS_VERIFY_OK(output);
    const auto report = std::any_cast<std::shared_ptr<const RpcaReport>>(output->details);
    Random random(3);
    std::vector<RpcaDecoded> decoded;
    for (int i = 0; i < 200; ++i) {
        Eigen::VectorXd vector(20);
        for (Eigen::Index c = 0; c < 20; ++c)
            vector(c) = random.normal() * (i % 3 == 0 ? 10 : 2);
        decoded.push_back(report->decode(vector, 1 + random.below(20)));
        QVERIFY(!decoded.back().nodes.empty());
        QVERIFY(decoded.back().confidence >= 0 && decoded.back().confidence <= 1);
        QVERIFY(report->nearest(vector, 2).valid());
    }
    ATLAS_VERIFY_OK(decodedDataset(decoded, report->result->input->coding));
    // At a structure's own place the nearest one is itself, or one with the same encoding.
    const RowId self(7);
    QCOMPARE((report->encoding(report->nearest(report->encoding(self), 20)) - report->encoding(self)).norm(),
             0.0);
    // The origin is no structure: one node, and no confidence.
    const RpcaDecoded origin = report->decode(Eigen::VectorXd::Zero(20), 20);
    QCOMPARE(origin.nodes.size(), std::size_t{1});
    QCOMPARE(origin.confidence, 0.0);
}

void TestRpcaMethod::differencesAreMarked()
{
    const DatasetPtr data = trees({"a(b c)", "a(b(c) b)", "a(c)"});
    const Result<MethodOutput> output = run(data, {{"components", "all"}});
    ATLAS_VERIFY_OK(output);
    const auto report = std::any_cast<std::shared_ptr<const RpcaReport>>(output->details);
    const RpcaInput& input = *report->result->input;
    const RpcaDecoded second = report->decode(report->encoding(RowId(1)), 1000); // a b c b in pre-order
    QVERIFY(matches(second, input, input.dag.roots[1]));
    QCOMPARE(sameNodes(second, input, input.dag.roots[1]), std::vector<bool>(4, true));
    QCOMPARE(sameNodes(second, input, input.dag.roots[0]), (std::vector<bool>{true, true, false, false}));
    QCOMPARE(sameNodes(second, input, input.dag.roots[2]), (std::vector<bool>{true, false, false, false}));
}

void TestRpcaMethod::smallInputs_data()
{
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<int>("rank");
    QTest::newRow("one node") << QStringList{"a"} << 1;
    QTest::newRow("one structure") << QStringList{"a(b c)"} << 3;
    QTest::newRow("identical") << QStringList{"a(b c)", "a(b c)", "a(b c)"} << 3;
    QTest::newRow("identical nodes") << QStringList{"a", "a"} << 1;
    // a(b c) - a(b d) - a(e c) + a(e d) = 0: eight distinct subtrees of rank seven
    QTest::newRow("dependent") << QStringList{"a(b c)", "a(b d)", "a(e c)", "a(e d)"} << 7;
}

void TestRpcaMethod::smallInputs()
{
    QFETCH(QStringList, texts);
    QFETCH(int, rank);
    std::vector<std::string> list;
    for (const QString& text : texts)
        list.push_back(text.toStdString());
    const DatasetPtr data = trees(list);
    for (const char* solver : {"auto", "svd", "qr-svd", "gram", "covariance", "lanczos"})
        for (const char* components : {"all", "50", "1"})
            for (const char* zeroMean : {"false", "true"}) {
                const Result<MethodOutput> output =
                    run(data, {{"solver", solver}, {"components", components}, {"zero-mean", zeroMean}});
                ATLAS_VERIFY_OK(output);
                QVERIFY2(number(*output, "rank") == rank, solver);
                if (std::string(components) != "1")
                    QVERIFY2(number(*output, "exactly_rebuilt") == static_cast<std::int64_t>(data->size()),
                             solver);
            }
}

void TestRpcaMethod::vectorLabels()
{
    // A null vector among the labels: a presence component keeps it apart from a missing child.
    DatasetBuilder builder(StructureKind::Tree, {"test", "test", ""});
    builder.beginFile("test");
    const std::array<double, 2> null{0, 0};
    const std::array<double, 2> other{1.5, -2};
    for (int i = 0; i < 3; ++i) {
        builder.forest().open(builder.nodeLabels().intern(i == 1 ? null : other));
        if (i > 0) {
            builder.forest().open(builder.nodeLabels().intern(i == 1 ? other : null));
            builder.forest().close();
        }
        builder.forest().close();
        builder.acceptTree({});
    }
    const DatasetPtr data = *builder.finish();
    const Result<MethodOutput> output = run(data, {{"components", "all"}, {"labels", "vector"}});
    ATLAS_VERIFY_OK(output);
    QCOMPARE(number(*output, "exactly_rebuilt"), std::int64_t{3});
    const test::TemporaryFolder folder;
    writeFiles(*output, folder.path());
    const Result<DatasetPtr> decoded =
        decodeVectors(folder.path() / "model.json", table(*output, "encoding").toCsv());
    ATLAS_VERIFY_OK(decoded);
    for (std::size_t row = 0; row < 3; ++row)
        QCOMPARE(structureText(**decoded, RowId(row)), structureText(*data, RowId(row)));
    const Result<MethodOutput> symbols = run(data, {{"components", "all"}});
    ATLAS_VERIFY_OK(symbols);
    QVERIFY(QString::fromStdString(symbols->note).contains("--labels vector"));
    const Result<MethodOutput> texts = run(trees({"a"}), {{"labels", "vector"}});
    QVERIFY(!texts.ok());
    QCOMPARE(texts.error().code, ErrorCode::BadUse);
}

void TestRpcaMethod::deepSequence()
{
    DatasetBuilder builder(StructureKind::Tree, {"test", "test", ""});
    builder.beginFile("test");
    for (std::size_t i = 0; i < 10'000; ++i)
        builder.forest().open(builder.nodeLabels().intern(i % 3 == 0 ? "a" : "b"));
    for (std::size_t i = 0; i < 10'000; ++i)
        builder.forest().close();
    builder.acceptTree({});
    const DatasetPtr data = *builder.finish();
    const Result<RpcaInput> input = rpcaInput(*data);
    ATLAS_VERIFY_OK(input);
    QCOMPARE(input->dag.size(), std::size_t{10'000});
    const Result<StateSizes> sizes = stateSizes(*input);
    ATLAS_VERIFY_OK(sizes);
    QCOMPARE(sizes->paths, std::size_t{10'000});
    QCOMPARE(sizes->full, std::size_t{20'000});
}

void TestRpcaMethod::badParameters()
{
    for (const char* components : {"0", "-3", "many", "1.5", ""}) {
        const Result<MethodOutput> output = run(trees({"a"}), {{"components", components}});
        QVERIFY(!output.ok());
        QCOMPARE(output.error().code, ErrorCode::BadUse);
    }
    QVERIFY(!run(trees({"a"}), {{"solver", "magic"}}).ok());
}

void TestRpcaMethod::threadsMakeNoDifference()
{
    const DatasetPtr data = *makeGrammar(4, smallGrammar());
    for (const char* solver : {"auto", "gram", "lanczos"})
        for (const char* components : {"all", "15"}) {
            std::vector<std::string> texts;
            for (const std::size_t threads : {1, 2}) {
                setThreadCount(threads);
                const Result<MethodOutput> output =
                    run(data, {{"solver", solver}, {"components", components}});
                setThreadCount(0);
                ATLAS_VERIFY_OK(output);
                std::string text;
                for (const Table& t : output->tables)
                    text += t.toCsv();
                for (const OutputFile& file : output->files)
                    text += file.content;
                texts.push_back(text);
            }
            QVERIFY2(texts[0] == texts[1], solver);
        }
}

void TestRpcaMethod::cancelAndProgress()
{
    const DatasetPtr data = *makeGrammar(1);
    for (const char* solver : {"gram", "lanczos"}) {
        ProgressMonitor monitor;
        std::atomic<bool> done = false;
        Result<MethodOutput> output = Error{ErrorCode::BadUse, ""};
        std::thread thread([&] {
            output = run(data, {{"solver", solver}, {"components", "50"}}, monitor.token());
            done = true;
        });
        double last = 0;
        bool monotone = true;
        while (!done) {
            const double now = monitor.fraction();
            monotone = monotone && now >= last;
            last = now;
            std::this_thread::yield();
        }
        thread.join();
        ATLAS_VERIFY_OK(output);
        QVERIFY(monotone);
        QCOMPARE(monitor.fraction(), 1.0);
        ProgressMonitor stopped;
        stopped.cancel();
        const Result<MethodOutput> none = run(data, {{"solver", solver}}, stopped.token());
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, ErrorCode::Cancelled);
    }
    // In the middle, also of LAPACK's long steps: answered within 200 ms.
    const std::pair<const char*, const char*> moments[]{{"gram", "Finding the rank"},
                                                        {"gram", "Finding components"},
                                                        {"svd", "Decomposing the state space"},
                                                        {"qr-svd", "Decomposing the state space"}};
    for (const auto& [solver, stage] : moments) {
        ProgressMonitor monitor;
        std::atomic<bool> done = false;
        std::chrono::steady_clock::time_point ended;
        Result<MethodOutput> output = Error{ErrorCode::BadUse, ""};
        std::thread thread([&, solver = solver] {
            output = run(data, {{"components", "all"}, {"solver", solver}}, monitor.token());
            ended = std::chrono::steady_clock::now();
            done = true;
        });
        while (!done && monitor.stageName() != stage)
            std::this_thread::yield();
        const auto cancelled = std::chrono::steady_clock::now();
        monitor.cancel();
        thread.join();
        QVERIFY2(!output.ok(), stage);
        QCOMPARE(output.error().code, ErrorCode::Cancelled);
        QVERIFY2(std::chrono::duration<double>(ended - cancelled).count() < test::cancelLimit, stage);
    }
}

QTEST_APPLESS_MAIN(TestRpcaMethod)
#include "test_rpca_method.moc"
