// Folds, machines and votes: by hand, by properties, and the papers' data.
#include "core/kernels/graph_kernel.h"
#include "core/learning/classifier.h"
#include "core/learning/cross_validation.h"
#include "core/learning/sweep.h"
#include "core/learning/validation_options.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "support/graph_data.h"
#include "support/qtest_text.h"
#include "support/run_method.h"
#include "support/shared_data.h"

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

struct Clouds {
    MatrixXd points; // one a row
    std::vector<ClassId> classes;
};

/// `classes` clouds around the corners of a large simplex, in turn.
Clouds clouds(std::size_t n, std::size_t classes, double spread, std::uint64_t seed)
{
    Random random(seed);
    Clouds result{MatrixXd(static_cast<Index>(n), static_cast<Index>(classes)), {}};
    for (std::size_t i = 0; i < n; ++i) {
        for (Index c = 0; c < result.points.cols(); ++c)
            result.points(static_cast<Index>(i), c) =
                spread * random.normal() + (static_cast<std::size_t>(c) == i % classes ? 5 : 0);
        result.classes.emplace_back(i % classes);
    }
    return result;
}

MatrixXd distancesOf(const MatrixXd& rows)
{
    MatrixXd distances(rows.rows(), rows.rows());
    for (Index i = 0; i < rows.rows(); ++i)
        distances.col(i) = (rows.rowwise() - rows.row(i)).rowwise().norm();
    return distances;
}

MatrixXd gramOf(const DatasetPtr& data, GraphKernel kernel)
{
    FlatGraphs graphs;
    if (!graphs.append(*data))
        return {};
    GraphKernelParameters parameters;
    parameters.kernel = kernel;
    return std::move(graphKernelMatrix(graphs, parameters)->values);
}

std::vector<ClassId> classesOf(const Dataset& data)
{
    std::vector<ClassId> classes;
    for (std::size_t row = 0; row < data.size(); ++row)
        classes.push_back(data.record(RowId(row)).classId);
    return classes;
}

} // namespace

class TestCrossValidation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsAreStratified()
    {
        std::vector<ClassId> classes;
        for (std::size_t i = 0; i < 103; ++i)
            classes.push_back(i % 10 == 3 ? ClassId() : ClassId(i % 3));
        const std::vector<std::size_t> folds = stratifiedFolds(classes, 10, 1, 0);
        std::vector<std::array<std::size_t, 3>> counts(10);
        for (std::size_t i = 0; i < classes.size(); ++i) {
            QCOMPARE(folds[i] == noFold, !classes[i].valid());
            if (classes[i].valid())
                ++counts[folds[i]].at(classes[i].index());
        }
        for (std::size_t c = 0; c < 3; ++c) {
            const auto [low, high] =
                std::minmax_element(counts.begin(), counts.end(),
                                    [c](const auto& a, const auto& b) { return a.at(c) < b.at(c); });
            QVERIFY(high->at(c) - low->at(c) <= 1);
        }
        QVERIFY(folds == stratifiedFolds(classes, 10, 1, 0));
        QVERIFY(folds != stratifiedFolds(classes, 10, 1, 1));
        QVERIFY(folds != stratifiedFolds(classes, 10, 2, 0));
    }

    void machineFindsWhatCanBeSeparated()
    {
        const Clouds data = clouds(60, 3, 0.3, 1);
        const Result<CrossValidationResult> result =
            crossValidate(linearKernel(data.points), data.classes, 3, {});
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->accuracy, 1.0);
        QCOMPARE(result->deviation, 0.0);
        for (std::size_t c = 0; c < 3; ++c)
            QCOMPARE(result->confusion[c][c], 20.0);
    }

    void noiseIsNotSeparated()
    {
        Random random(5);
        Clouds data = clouds(200, 2, 1, 2);
        for (ClassId& id : data.classes) // classes that mean nothing
            id = ClassId(random.below(2));
        CrossValidationParameters parameters;
        parameters.repeats = 3;
        const Result<CrossValidationResult> result =
            crossValidate(linearKernel(data.points), data.classes, 2, parameters);
        ATLAS_VERIFY_OK(result);
        QVERIFY(result->accuracy > 0.35 && result->accuracy < 0.65);
        QVERIFY(result->minimum <= result->accuracy && result->accuracy <= result->maximum);
        QCOMPARE(result->foldAccuracies.size(), std::size_t{30});
    }

    void machineByHand()
    {
        // One dimension, classes left and right of 0; the test points are rows of the same matrix.
        MatrixXd points(6, 1);
        points << -2, -1, 1, 2, -0.5, 0.7;
        const std::vector<ClassId> classes{ClassId(0), ClassId(0), ClassId(1),
                                           ClassId(1), ClassId(0), ClassId(1)};
        const Result<SvmKernel> kernel = SvmKernel::make(linearKernel(points));
        ATLAS_VERIFY_OK(kernel);
        const std::vector<std::size_t> train{0, 1, 2, 3};
        const std::vector<std::size_t> test{4, 5};
        QVERIFY(kernel->trainAndPredict(classes, train, test, 10)
                == (std::vector<ClassId>{ClassId(0), ClassId(1)}));
        const std::vector<std::size_t> left{0, 1};
        QVERIFY(kernel->trainAndPredict(classes, left, test, 10)
                == (std::vector<ClassId>{ClassId(0), ClassId(0)}));
    }

    void votes()
    {
        MatrixXd points(6, 1);
        points << 0, 0.1, 0.2, 5, 5.1, 1;
        const std::vector<ClassId> classes{ClassId(0), ClassId(1), ClassId(1),
                                           ClassId(0), ClassId(0), ClassId(0)};
        const MatrixXd distances = distancesOf(points);
        const std::vector<std::size_t> train{0, 1, 2, 3, 4};
        const std::vector<std::size_t> test{5};
        QVERIFY(nearestNeighbourClasses(distances, classes, train, test, 1).front() == ClassId(1));
        QVERIFY(nearestNeighbourClasses(distances, classes, train, test, 3).front() == ClassId(1));
        QVERIFY(nearestNeighbourClasses(distances, classes, train, test, 5).front() == ClassId(0));
        QVERIFY(nearestNeighbourClasses(distances, classes, train, test, 100).front() == ClassId(0));
        // two against two: the nearest one's class
        QVERIFY(nearestNeighbourClasses(distances, classes, std::vector<std::size_t>{2, 0}, test, 2).front()
                == ClassId(1));
    }

    void nearestNeighboursValidate()
    {
        const Clouds data = clouds(60, 3, 0.3, 3);
        CrossValidationParameters parameters;
        parameters.classifier = Classifier::NearestNeighbours;
        const Result<CrossValidationResult> result =
            crossValidate(distancesOf(data.points), data.classes, 3, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->accuracy, 1.0);
        QVERIFY(result->foldCosts.empty());
    }

    void badInput()
    {
        const Clouds data = clouds(12, 2, 0.3, 4);
        const MatrixXd kernel = linearKernel(data.points);
        const std::vector<ClassId> one(12, ClassId(0));
        QVERIFY(crossValidate(kernel, one, 1, {}).error().code == ErrorCode::BadUse);
        const std::vector<ClassId> none(12);
        QVERIFY(crossValidate(kernel, none, 0, {}).error().code == ErrorCode::BadUse);
        CrossValidationParameters parameters;
        parameters.folds = 13;
        QVERIFY(crossValidate(kernel, data.classes, 2, parameters).error().code == ErrorCode::BadUse);
        parameters.folds = 3;
        parameters.costs = {-1};
        QVERIFY(crossValidate(kernel, data.classes, 2, parameters).error().code == ErrorCode::BadUse);
        MatrixXd broken = kernel;
        broken(1, 1) = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(crossValidate(broken, data.classes, 2, {}).error().code == ErrorCode::NonFinite);
    }

    void smallClassIsSaid()
    {
        Clouds data = clouds(30, 2, 0.3, 5);
        data.classes[7] = ClassId(2);
        data.classes[8] = ClassId();
        const Result<CrossValidationResult> result =
            crossValidate(linearKernel(data.points), data.classes, 3, {});
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->notes.size(), std::size_t{2});
        QVERIFY(!result->predictions[0][8].valid());
    }

    void indefiniteKernelEnds()
    {
        Random random(6);
        const MatrixXd noise = MatrixXd::NullaryExpr(40, 40, [&] { return random.normal(); });
        std::vector<ClassId> classes;
        for (std::size_t i = 0; i < 40; ++i)
            classes.emplace_back(i % 2);
        const Result<CrossValidationResult> result = crossValidate(noise + noise.transpose(), classes, 2, {});
        ATLAS_VERIFY_OK(result);
        QVERIFY(result->accuracy >= 0 && result->accuracy <= 1);
    }

    void threadsAndCancel()
    {
        const Clouds data = clouds(80, 4, 2, 7);
        const MatrixXd kernel = linearKernel(data.points);
        setThreadCount(1);
        const std::vector<double> one = crossValidate(kernel, data.classes, 4, {})->foldAccuracies;
        setThreadCount(0);
        QVERIFY(one == crossValidate(kernel, data.classes, 4, {})->foldAccuracies);
        ProgressMonitor monitor;
        monitor.cancel();
        QVERIFY(crossValidate(kernel, data.classes, 4, {}, monitor.token()).error().code
                == ErrorCode::Cancelled);
    }

    void regions()
    {
        const Clouds data = clouds(40, 2, 0.2, 8);
        MatrixXd grid(2, 2);
        grid << 5, 0, 0, 5;
        const Result<std::vector<ClassId>> result = linearRegions(data.points, data.classes, grid, 1);
        ATLAS_VERIFY_OK(result);
        QVERIFY(*result == (std::vector<ClassId>{ClassId(0), ClassId(1)}));
    }

    void ranges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("numbers"); // "" = refused
        QTest::newRow("one") << "4"
                             << "4 ";
        QTest::newRow("range") << "1:3"
                               << "1 2 3 ";
        QTest::newRow("step") << "1:9:4"
                              << "1 5 9 ";
        QTest::newRow("list") << "8,2:3,2"
                              << "2 3 8 ";
        for (const char* bad : {"", "0", "3:1", "1:2:0", "1:2:3:4", "a", "1:", "-1", "1:1000000", "1,,2"})
            QTest::newRow(bad[0] == 0 ? "nothing" : bad) << bad << "";
    }
    void ranges()
    {
        QFETCH(QString, text);
        QFETCH(QString, numbers);
        const Result<std::vector<std::size_t>> range = parseRange(text.toStdString());
        QString read;
        if (range)
            for (const std::size_t number : *range)
                read += QString::number(number) + " ";
        QCOMPARE(read, numbers);
    }

    void sweepEqualsSingleEmbeddings()
    {
        const Clouds data = clouds(60, 3, 1.5, 9);
        const MatrixXd distances = distancesOf(data.points);
        const MatrixDistances source(distances);
        for (const EmbeddingMethod method : {EmbeddingMethod::Isomap, EmbeddingMethod::Lle}) {
            SweepParameters parameters;
            parameters.method = method;
            parameters.neighbours = {5, 9};
            parameters.components = {1, 3};
            const Result<SweepResult> result = sweep(source, data.classes, 3, parameters);
            ATLAS_VERIFY_OK(result);
            QCOMPARE(result->cells.size(), std::size_t{4});
            for (const SweepCell& cell : result->cells) {
                EmbeddingParameters single;
                single.method = method;
                single.neighbours = cell.neighbours;
                single.components = cell.components;
                const Result<Embedding> map = embed(source, single);
                ATLAS_VERIFY_OK(map);
                const Result<CrossValidationResult> validated =
                    crossValidate(linearKernel(map->coordinates), data.classes, 3, parameters.validation);
                ATLAS_VERIFY_OK(validated);
                QVERIFY(std::abs(cell.accuracy - validated->accuracy) < 1e-12);
            }
        }
    }

    void sweepCutsDown()
    {
        const Clouds data = clouds(12, 2, 1, 10);
        const MatrixXd distances = distancesOf(data.points);
        SweepParameters parameters;
        parameters.neighbours = {3, 11, 12, 40};
        parameters.components = {1, 30};
        parameters.validation.folds = 3;
        const Result<SweepResult> result = sweep(MatrixDistances(distances), data.classes, 2, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->cells.size(), std::size_t{4}); // 3, 11 by 1, 11
        QVERIFY(result->notes.size() >= 2);
        parameters.method = EmbeddingMethod::Pca;
        QVERIFY(sweep(MatrixDistances(distances), data.classes, 2, parameters).error().code
                == ErrorCode::BadUse);
    }

    void papersData_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("stem");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<double>("accuracy");
        QTest::newRow("PPI, Weisfeiler-Lehman") << "ppi"
                                                << "PPI"
                                                << "weisfeiler-lehman" << 0.84;
        QTest::newRow("SHOCK, steps") << "shock"
                                      << "SHOCK"
                                      << "shortest-path-steps" << 0.49;
    }
    void papersData()
    {
        QFETCH(QString, folder);
        QFETCH(QString, stem);
        QFETCH(QString, kernel);
        QFETCH(double, accuracy);
        const auto path = test::sharedData(folder.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        const DatasetPtr data = test::readTuFolder(path, stem.toStdString());
        CrossValidationParameters parameters;
        parameters.repeats = 5;
        parameters.costs = {1, 10, 100, 1000};
        const Result<CrossValidationResult> result =
            crossValidate(gramOf(data, *graphKernelNamed(kernel.toStdString())), classesOf(*data),
                          data->classes().size(), parameters);
        ATLAS_VERIFY_OK(result);
        qInfo("accuracy %.4f (%.3f to %.3f, deviation %.3f)", result->accuracy, result->minimum,
              result->maximum, result->deviation);
        QVERIFY(result->accuracy >= accuracy);
    }

    // Locally linear embedding puts most structures nearly in one place here: libsvm alone took minutes.
    void aDegenerateMapDoesNotHoldASweepUp()
    {
        const auto path = test::sharedData("shock");
        ATLAS_REQUIRE_SHARED(path);
        const Method& sweep = *findMethod("sweep");
        const GivenParameters given{{"kernel", "weisfeiler-lehman"},
                                    {"labels", "degree"},
                                    {"method", "lle"},
                                    {"neighbours", "26"},
                                    {"components", "8"}};
        QElapsedTimer clock;
        clock.start();
        const Result<MethodOutput> result =
            sweep.run({test::readTuFolder(path, "SHOCK")}, test::valuesOf(sweep.description, given), {});
        ATLAS_VERIFY_OK(result);
        const double accuracy = test::metric(*result, "accuracy");
        qInfo("accuracy %.4f in %lld ms", accuracy, static_cast<long long>(clock.elapsed()));
        QVERIFY(accuracy > 0.2); // ten classes
        QVERIFY2(clock.elapsed() < 30'000, qPrintable(QString::number(clock.elapsed())));
    }
};

QTEST_APPLESS_MAIN(TestCrossValidation)
#include "test_cross_validation.moc"
