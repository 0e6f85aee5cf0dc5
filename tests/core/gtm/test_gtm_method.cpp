// The method gtm-sd from data to files: the outputs, the papers' experiments, the model
// file and its application.

#include "core/dag/minimal_dag.h"
#include "core/examples/artificial1.h"
#include "core/examples/artificial2.h"
#include "core/examples/policemen.h"
#include "core/gtm/gtm_model_file.h"
#include "core/gtm/gtm_sd_method.h"
#include "core/gtm/tree_map_report.h"
#include "core/io/write_rows.h"
#include "core/parallel/parallel_for.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"
#include "support/run_method.h"
#include "support/shared_data.h"
#include "support/tree_data.h"

#include <cmath>
#include <map>
#include <set>

using namespace atlas;
using Eigen::Index;
using test::allText;
using test::metric;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<MethodOutput> runGtm(const MethodInput& input, const Given& given, ProgressToken progress = {})
{
    const Method method = gtmSdMethod();
    return method.run(input, test::valuesOf(method.description, given), std::move(progress));
}

std::shared_ptr<const GtmSdReport> reportOf(const MethodOutput& output)
{
    return std::any_cast<std::shared_ptr<const GtmSdReport>>(output.details);
}

DatasetPtr randomData(std::uint64_t seed, std::size_t dimension = 0)
{
    Random random(seed);
    return test::randomForest({60, 12, 3, 5, dimension, 0.2}, random);
}

const Given small{{"grid", "4x3"}, {"basis", "2x2"}, {"iterations", "8"}};

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace

class TestGtmMethod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatTheIssueNames()
    {
        MethodInput input;
        input.data = randomData(1);
        input.test = randomData(2);
        const Result<MethodOutput> output = runGtm(input, small);
        ATLAS_VERIFY_OK(output);
        QCOMPARE(output->status, std::string("ok"));
        for (const char* name :
             {"loglikelihood", "train_error_1nn", "test_error_1nn", "trustworthiness", "continuity"})
            QVERIFY2(std::isfinite(metric(*output, name)), name);
        const auto header = [&](const std::string& name) {
            const Table* table = test::table(*output, name);
            return table ? table->header() : std::vector<std::string>();
        };
        QCOMPARE(header("projection"), (std::vector<std::string>{"id", "name", "class", "x", "y"}));
        QCOMPARE(header("subtrees"), (std::vector<std::string>{"subtree", "level", "frequency", "x", "y"}));
        QCOMPARE(header("responsibilities"), (std::vector<std::string>{"level", "row", "column", "value"}));
        QCOMPARE(header("loglikelihood"),
                 (std::vector<std::string>{"iteration", "loglikelihood", "objective"}));
        QCOMPARE(test::table(*output, "projection")->rows(), input.data->size());
        QCOMPARE(test::table(*output, "loglikelihood")->rows(), std::size_t(9));
        QCOMPARE(output->files.at(0).name, std::string("model.json"));
        std::set<std::string> figures;
        for (const Figure& figure : output->figures)
            figures.insert(figure.name);
        QVERIFY(figures.count("map") == 1 && figures.count("levels") == 1);

        const auto report = reportOf(*output);
        QCOMPARE(test::table(*output, "subtrees")->rows(), report->dag->nodeCount());
        double nodes = 0;
        for (const LevelMap& level : report->levels) {
            double sum = 0;
            for (const double value : level.compositional)
                sum += value;
            QVERIFY(std::abs(sum - level.occurrences) < 1e-6);
            nodes += level.occurrences;
        }
        QCOMPARE(nodes, double(input.data->forest().nodeCount()));
        QVERIFY(report->magnification.allFinite() && report->magnification.size() == 12);
        QCOMPARE(report->rowScores.size(), input.data->size());
    }

    void sameBytesAtAnyThreadCount()
    {
        for (const std::size_t dimension : {0, 2}) {
            MethodInput input;
            input.data = randomData(5, dimension);
            input.test = randomData(6, dimension);
            const Given given{{"grid", "5x5"}, {"iterations", "10"}, {"restarts", "3"}};
            setThreadCount(1);
            const Result<MethodOutput> one = runGtm(input, given);
            setThreadCount(2);
            const Result<MethodOutput> two = runGtm(input, given);
            setThreadCount(0);
            ATLAS_VERIFY_OK(one);
            ATLAS_VERIFY_OK(two);
            QVERIFY(allText(*one) == allText(*two));
        }
    }

    void meanAndModeAreOnTheMap()
    {
        MethodInput input;
        input.data = randomData(3);
        Given given = small;
        given.emplace_back("projection", "mode");
        const Result<MethodOutput> output = runGtm(input, given);
        ATLAS_VERIFY_OK(output);
        const auto report = reportOf(*output);
        const Eigen::MatrixXd centres = latentCentres(report->grid);
        for (Index row = 0; row < report->rowModes.cols(); ++row) {
            const auto distances = (centres.colwise() - report->rowModes.col(row)).colwise().norm();
            QVERIFY(distances.minCoeff() == 0);
        }
        QVERIFY(report->rowMeans.cwiseAbs().maxCoeff() <= 1 + 1e-12);
    }

    void moleculesAndSequences()
    {
        MethodInput input;
        input.data = test::molecules({{"CCO", "", "a"}, {"CCN", "", "b"}, {"c1ccccc1O", "", "a"}});
        ATLAS_VERIFY_OK(runGtm(input, small));
        input.data = test::trees({{"(a (b (c d)))", "", "x"}, {"(a (b d))", "", "y"}});
        ATLAS_VERIFY_OK(runGtm(input, small));
        input.data = test::graphs(3);
        QCOMPARE(runGtm(input, small).error().code, ErrorCode::BadUse);
    }

    void equalLabelsShowTheShape()
    {
        double wrong = 0;
        double judged = 0;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            MethodInput input;
            input.data = *makeArtificial1(seed, {200, 6, true});
            input.seed = seed;
            const Result<MethodOutput> output =
                runGtm(input, {{"grid", "5x5"}, {"basis", "2x2"}, {"regularisation", "0.1"}});
            ATLAS_VERIFY_OK(output);
            const auto report = reportOf(*output);
            std::map<std::size_t, std::set<std::uint32_t>> classes; // by shape
            for (std::size_t row = 0; row < input.data->size(); ++row)
                classes[report->dag->root(RowId(row)).index()].insert(
                    input.data->record(RowId(row)).classId.value());
            for (std::size_t row = 0; row < input.data->size(); ++row) {
                if (classes[report->dag->root(RowId(row)).index()].size() > 1)
                    continue;
                const std::string& truth =
                    input.data->classes().text(LabelId(input.data->record(RowId(row)).classId.index()));
                judged += 1;
                wrong += report->trainingPredictions.predicted[row] == truth ? 0 : 1;
            }
        }
        QVERIFY2(wrong / judged < 0.1, qPrintable(QString::number(wrong / judged)));
    }

    void statesOfTheRootTellArtificial2Apart()
    {
        const DatasetPtr data = *makeArtificial2(1);
        const auto column = [&](std::size_t row) {
            return data->nodeLabels().vector(data->forest().label(data->tree(RowId(row)).root()));
        };
        double wrong = 0; // of 1-NN on the root's label, each tree left out
        for (std::size_t i = 0; i < data->size(); ++i) {
            double best = HUGE_VAL;
            std::size_t nearest = 0;
            for (std::size_t j = 0; j < data->size(); ++j) {
                const double d = std::hypot(column(i)[0] - column(j)[0], column(i)[1] - column(j)[1]);
                if (j != i && d < best) {
                    best = d;
                    nearest = j;
                }
            }
            wrong += data->record(RowId(i)).classId == data->record(RowId(nearest)).classId ? 0 : 1;
        }
        MethodInput input;
        input.data = data;
        const Result<MethodOutput> output = runGtm(input, {{"grid", "10x10"}});
        ATLAS_VERIFY_OK(output);
        const double baseline = wrong / double(data->size());
        QVERIFY2(metric(*output, "train_error_1nn") <= baseline / 2,
                 qPrintable(QString("%1 against %2").arg(metric(*output, "train_error_1nn")).arg(baseline)));
    }

    void kindsOfPicturesSeparateFully()
    {
        // "policeman, arms lowered", "small ship with sails"
        const auto kindOf = [](const std::string& name) {
            return name.find("ship") != std::string::npos ? 2
                : name.find("house") != std::string::npos ? 1
                                                          : 0;
        };
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            MethodInput input;
            input.data = *makePolicemen(seed);
            input.seed = seed;
            const Result<MethodOutput> output = runGtm(input, {{"grid", "10x10"}});
            ATLAS_VERIFY_OK(output);
            const auto report = reportOf(*output);
            std::size_t wrong = 0; // predicted by the nearest other picture
            for (std::size_t row = 0; row < input.data->size(); ++row)
                wrong += kindOf(report->trainingPredictions.predicted[row])
                        == kindOf(className(*input.data, RowId(row)))
                    ? 0
                    : 1;
            QCOMPARE(wrong, std::size_t{0});
        }
    }

    void inexIsToldApart()
    {
        ATLAS_REQUIRE_SHARED(test::sharedData("inex2005/inex05.train.elastic.tree"));
        MethodInput input;
        input.data = test::inexTrees();
        input.test = test::inexTrees("inex05.test.elastic.tree");
        const Result<MethodOutput> output = runGtm(input, {{"grid", "7x7"}});
        ATLAS_VERIFY_OK(output);
        // The mean over five seeds must be at most 5.5 % (the benchmark shows it);
        // single seeds lie within 1 %.
        QVERIFY2(metric(*output, "test_error_1nn") <= 0.055,
                 qPrintable(QString::number(metric(*output, "test_error_1nn"))));
        QVERIFY(std::abs(metric(*output, "loglikelihood") + 4.0e5) < 0.15e5);
        MethodInput again;
        again.data = input.test;
        const Result<MethodOutput> applied = applyGtmSd(output->files[0].content, again);
        ATLAS_VERIFY_OK(applied);
        QCOMPARE(metric(*applied, "test_error_1nn"), metric(*output, "test_error_1nn"));
    }

    void aSavedMapPlacesTreesWhereTheyWere()
    {
        for (const std::size_t dimension : {0, 2}) {
            MethodInput input;
            input.data = randomData(8, dimension);
            const Result<MethodOutput> output = runGtm(input, small);
            ATLAS_VERIFY_OK(output);
            const Result<GtmSdFile> file = readGtmSd(output->files[0].content);
            ATLAS_VERIFY_OK(file);
            QCOMPARE(gtmSdText(*file).size() > 100, true);
            const Result<MethodOutput> applied = applyGtmSd(output->files[0].content, input);
            ATLAS_VERIFY_OK(applied);
            const auto before = reportOf(*output);
            const auto after = reportOf(*applied);
            QVERIFY((before->rowMeans - after->rowMeans).cwiseAbs().maxCoeff() < 1e-12);
            QVERIFY(std::abs(metric(*output, "loglikelihood") - metric(*applied, "loglikelihood")) < 1e-6);
        }
    }

    void labelsNeverSeenTellNothing()
    {
        MethodInput input;
        input.data = test::trees({{"(a b)", "", "x"}, {"(c d)", "", "y"}, {"(a (b c))", "", "x"}});
        const Result<MethodOutput> output = runGtm(input, small);
        ATLAS_VERIFY_OK(output);
        MethodInput other;
        other.data = test::trees({{"(new (b _ _ _ _ _ c))"}, {"z"}});
        const Result<MethodOutput> applied = applyGtmSd(output->files[0].content, other);
        ATLAS_VERIFY_OK(applied);
        QVERIFY(applied->note.find("2 labels were never seen") != std::string::npos);
        const auto report = reportOf(*applied);
        QVERIFY(report->rowMeans.allFinite());
        // A single unseen leaf lies at the mean of the prior.
        const Eigen::Vector2d expected = latentCentres(report->grid) * report->model->tree.prior.col(0);
        QVERIFY((report->rowMeans.col(1) - expected).norm() < 1e-12);
        QVERIFY(std::abs(report->rowScores[1] + std::log(4.0)) < 1e-12);
    }

    void badModelsAreExplained_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << "{"
                                 << "["
                                 << "not valid JSON";
        QTest::newRow("format") << "structatlas gtm-sd"
                                << "other"
                                << "format";
        QTest::newRow("version") << "\"version\": 1"
                                 << "\"version\": 2"
                                 << "version 1";
        QTest::newRow("grid") << "\"grid\": [4, 3]"
                              << "\"grid\": [4]"
                              << "'grid'";
        QTest::newRow("other grid") << "\"grid\": [4, 3]"
                                    << "\"grid\": [4, 4]"
                                    << "'prior'";
        QTest::newRow("basis") << "\"basis\": [2, 2]"
                               << "\"basis\": [3, 2]"
                               << "'weights'";
        QTest::newRow("missing") << "\"switching\""
                                 << "\"switched\""
                                 << "'switching' is missing";
        QTest::newRow("negative") << "\"switching\": ["
                                  << "\"switching\": [-1, "
                                  << "above 0";
        QTest::newRow("stationarity") << "\"positional\""
                                      << "\"sometimes\""
                                      << "'stationarity'";
        QTest::newRow("kind") << "\"multinomial\""
                              << "\"poisson\""
                              << "'kind'";
        QTest::newRow("alphabet") << "\"alphabet\": ["
                                  << "\"alphabet\": [\"new\", "
                                  << "'weights'";
        QTest::newRow("probabilities") << "\"prior\": [\n  ["
                                       << "\"prior\": [\n  [5e3, "
                                       << "must have 12 numbers";
        QTest::newRow("text") << "\"width_factor\": 1"
                              << "\"width_factor\": \"wide\""
                              << "'width_factor'";
        QTest::newRow("width") << "\"width_factor\": 1"
                               << "\"width_factor\": 0"
                               << "above 0";
        QTest::newRow("projection") << "\"projection\": \"mean\""
                                    << "\"projection\": \"middle\""
                                    << "'projection'";
    }
    void badModelsAreExplained()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, says);
        static const std::string model = [] {
            MethodInput input;
            input.data = randomData(1);
            return runGtm(input, small)->files[0].content;
        }();
        const std::string edited = replaced(model, from.toStdString(), to.toStdString());
        QVERIFY(edited != model);
        const Result<GtmSdFile> file = readGtmSd(edited);
        QVERIFY(!file);
        QCOMPARE(file.error().code, ErrorCode::Malformed);
        QVERIFY2(file.error().message.find(says.toStdString()) != std::string::npos,
                 file.error().message.c_str());
    }

    void probabilitiesMustSumToOne()
    {
        MethodInput input;
        input.data = randomData(1);
        Result<GtmSdFile> file = readGtmSd(runGtm(input, small)->files[0].content);
        ATLAS_VERIFY_OK(file);
        file->model.tree.transitions[0](0, 0) += 0.5;
        const Result<GtmSdFile> again = readGtmSd(gtmSdText(*file));
        QVERIFY(!again);
        QVERIFY2(again.error().message.find("transitions[0]: column 0") != std::string::npos,
                 again.error().message.c_str());
    }

    void aMapOfOtherLabelsIsRefused()
    {
        MethodInput symbols;
        symbols.data = randomData(1);
        MethodInput vectors;
        vectors.data = randomData(1, 2);
        const std::string ofSymbols = runGtm(symbols, small)->files[0].content;
        const std::string ofVectors = runGtm(vectors, small)->files[0].content;
        QCOMPARE(applyGtmSd(ofSymbols, vectors).error().code, ErrorCode::BadUse);
        QCOMPARE(applyGtmSd(ofVectors, symbols).error().code, ErrorCode::BadUse);
    }

    void deepAndWideTreesHaveShortTexts()
    {
        DatasetBuilder builder(StructureKind::Tree, {"deep", "jsonl", ""});
        builder.beginFile("deep");
        for (int i = 0; i < 10'000; ++i)
            builder.forest().open(builder.nodeLabels().intern(i % 2 == 0 ? "a" : "b"));
        for (int i = 0; i < 10'000; ++i)
            builder.forest().close();
        builder.acceptTree({});
        MethodInput input;
        input.data = *builder.finish();
        const Result<MethodOutput> output =
            runGtm(input, {{"grid", "2x2"}, {"basis", "2x2"}, {"iterations", "1"}});
        ATLAS_VERIFY_OK(output);
        const Table* subtrees = test::table(*output, "subtrees");
        QCOMPARE(subtrees->rows(), std::size_t(10'000));
        QCOMPARE(subtrees->cell(9'999, 0), std::string("(a ... 10,000 nodes)"));
    }

    void previewsGrowAndProgressRises()
    {
        MethodInput input;
        input.data = randomData(4);
        std::size_t previews = 0;
        std::size_t iterations = 0;
        double fraction = 0;
        bool rises = true;
        ProgressMonitor monitor;
        input.preview = [&](MethodOutput output) {
            ++previews;
            const auto report = reportOf(output);
            rises = rises && report->preview && report->iterations.size() > iterations
                && report->rowMeans.cols() == Index(input.data->size()) && monitor.fraction() >= fraction;
            fraction = monitor.fraction();
            iterations = report->iterations.size();
        };
        const Result<MethodOutput> output = runGtm(input, small, monitor.token());
        ATLAS_VERIFY_OK(output);
        QVERIFY(previews >= 1);
        QVERIFY(rises);
        QCOMPARE(monitor.fraction(), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestGtmMethod)
#include "test_gtm_method.moc"
