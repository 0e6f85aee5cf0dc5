// Training GTM-SD: the objective never falls, both engines agree, every bad input gives a map or a message.

#include "core/examples/artificial1.h"
#include "core/examples/examples.h"
#include "core/gtm/gtm_sd.h"
#include "core/gtm/magnification.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;

namespace {

GtmSdParameters smallMap(std::size_t side = 4, int iterations = 15)
{
    GtmSdParameters parameters;
    parameters.grid = {side, side};
    parameters.basis = {2, 2};
    parameters.iterations = iterations;
    return parameters;
}

/// The largest fall of the objective, in units of 1e-12 of its size: rounding is below 1.
double worstFall(const std::vector<GtmSdIteration>& iterations)
{
    double worst = 0;
    for (std::size_t i = 1; i < iterations.size(); ++i)
        worst = std::max(worst,
                         (iterations[i - 1].objective - iterations[i].objective)
                             / (1e-12 * std::max(1.0, std::abs(iterations[i].objective))));
    return worst;
}

bool finite(const GtmSdResult& result)
{
    return result.beta.allFinite() && result.eps.allFinite() && result.logNormalisers.allFinite()
        && std::isfinite(result.iterations.back().objective);
}

DatasetPtr built(const std::function<void(DatasetBuilder&)>& build)
{
    DatasetBuilder builder(StructureKind::Tree, {"made", "jsonl", ""});
    builder.beginFile("made");
    build(builder);
    return *builder.finish();
}

DatasetPtr deepTree(std::size_t depth)
{
    return built([&](DatasetBuilder& builder) {
        for (std::size_t i = 0; i < depth; ++i)
            builder.forest().open(builder.nodeLabels().intern(i % 3 == 0 ? "a" : "b"));
        for (std::size_t i = 0; i < depth; ++i)
            builder.forest().close();
        builder.acceptTree({});
    });
}

DatasetPtr wideTree(std::size_t width)
{
    return built([&](DatasetBuilder& builder) {
        builder.forest().open(builder.nodeLabels().intern("root"));
        for (std::size_t i = 0; i < width; ++i) {
            builder.forest().open(builder.nodeLabels().intern(i % 2 == 0 ? "a" : "b"));
            builder.forest().close();
        }
        builder.forest().close();
        builder.acceptTree({});
    });
}

} // namespace

class TestGtmSd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theObjectiveNeverFalls_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<double>("lambda");
        QTest::addColumn<bool>("full");
        QTest::addColumn<bool>("pca");
        for (const ExampleInfo& info : examples())
            if ((*makeExample(info.name))->kind() == StructureKind::Tree) {
                const QByteArray name(info.name.data(), qsizetype(info.name.size()));
                QTest::addRow("%s", name.constData()) << QString(name) << 0.1 << false << false;
                QTest::addRow("%s, lambda 0", name.constData()) << QString(name) << 0.0 << true << false;
                QTest::addRow("%s, PCA", name.constData()) << QString(name) << 1.0 << false << true;
            }
        QTest::addRow("equal labels") << "artificial1 equal" << 0.1 << false << false;
    }
    void theObjectiveNeverFalls()
    {
        QFETCH(QString, example);
        QFETCH(double, lambda);
        QFETCH(bool, full);
        QFETCH(bool, pca);
        DatasetPtr data;
        if (example == "artificial1 equal")
            data = *makeArtificial1(1, {60, 6, true});
        else
            data = *makeExample(example.toStdString());
        GtmSdParameters parameters = smallMap(5, 20);
        parameters.regularisation = lambda;
        parameters.stationarity = full ? Stationarity::Full : Stationarity::Positional;
        parameters.start = pca ? GtmStart::Pca : GtmStart::Random;
        const Result<GtmSdResult> result = gtmSd(*data, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->iterations.size(), std::size_t(21));
        QVERIFY2(worstFall(result->iterations) < 1,
                 qPrintable(QString::number(worstFall(result->iterations))));
        QVERIFY(result->iterations.back().objective > result->iterations.front().objective);
        QVERIFY(finite(*result));
        if (lambda == 0)
            QCOMPARE(result->iterations.back().objective, result->iterations.back().logLikelihood);
    }

    void theObjectiveNeverFallsOnRandomForests()
    {
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            Random random(seed);
            const DatasetPtr data =
                test::randomForest({60, 15, 5, 4, seed % 2 == 0 ? std::size_t(2) : 0, 0.4}, random);
            GtmSdParameters parameters = smallMap(4, 40);
            parameters.seed = seed;
            const Result<GtmSdResult> result = gtmSd(*data, parameters);
            ATLAS_VERIFY_OK(result);
            QVERIFY2(worstFall(result->iterations) < 1,
                     qPrintable(QString("seed %1: %2").arg(seed).arg(worstFall(result->iterations))));
        }
    }

    void enginesTrainTheSameMap()
    {
        Random random(3);
        const DatasetPtr data = test::randomForest({80, 12, 3, 4, 0, 0.2}, random);
        GtmSdParameters parameters = smallMap(3, 10);
        const Result<GtmSdResult> dag = gtmSd(*data, parameters);
        parameters.engine = TreeEngine::Forest;
        const Result<GtmSdResult> forest = gtmSd(*data, parameters);
        ATLAS_VERIFY_OK(dag);
        ATLAS_VERIFY_OK(forest);
        for (std::size_t i = 0; i < dag->iterations.size(); ++i)
            QVERIFY(std::abs(dag->iterations[i].objective - forest->iterations[i].objective)
                    < 1e-8 * std::abs(dag->iterations[i].objective));
        QVERIFY((dag->beta - forest->beta).cwiseAbs().maxCoeff() < 1e-6);
    }

    void posteriorsAreDistributions()
    {
        Random random(9);
        const DatasetPtr data = test::randomForest({50, 12, 3, 4, 0, 0.2}, random);
        const Result<GtmSdResult> result = gtmSd(*data, smallMap());
        ATLAS_VERIFY_OK(result);
        for (Index u = 0; u < result->beta.cols(); ++u) {
            QVERIFY(std::abs(result->beta.col(u).sum() - 1) < 1e-12 && result->beta.col(u).minCoeff() >= 0);
            QVERIFY(std::abs(result->eps.col(u).sum() - 1) < 1e-9 && result->eps.col(u).minCoeff() > -1e-12);
        }
        // A root that occurs nowhere else has no context.
        for (std::size_t row = 0; row < data->size(); ++row) {
            const DagNodeId root = result->dag->root(RowId(row));
            if (result->dag->frequency(root) == 1)
                QVERIFY((result->beta.col(Index(root.index())) - result->eps.col(Index(root.index())))
                            .cwiseAbs()
                            .maxCoeff()
                        < 1e-9);
        }
        const std::vector<double> scores =
            treeLogLikelihoods(data->forest(), *result->dag, result->logNormalisers);
        double total = 0;
        for (const double score : scores)
            total += score;
        QVERIFY(std::abs(total - result->iterations.back().logLikelihood) < 1e-8 * std::abs(total));
        for (const Eigen::MatrixXd& table : result->model.tree.transitions)
            QVERIFY(table.minCoeff() >= transitionFloor / 16 * (1 - 1e-12));
    }

    void theBestRestartIsKept()
    {
        Random random(4);
        const DatasetPtr data = test::randomForest({40, 12, 3, 4, 0, 0.2}, random);
        GtmSdParameters parameters = smallMap(3, 10);
        parameters.restarts = 5;
        const Result<GtmSdResult> several = gtmSd(*data, parameters);
        parameters.restarts = 1;
        const Result<GtmSdResult> one = gtmSd(*data, parameters);
        ATLAS_VERIFY_OK(several);
        ATLAS_VERIFY_OK(one);
        QVERIFY(several->iterations.back().objective >= one->iterations.back().objective);
        parameters.restarts = 5;
        const Result<GtmSdResult> again = gtmSd(*data, parameters);
        QCOMPARE(again->iterations.back().objective, several->iterations.back().objective);
    }

    void everyBadInputGivesAMap_data()
    {
        QTest::addColumn<DatasetPtr>("data");
        QTest::addColumn<int>("side");
        using test::trees;
        QTest::newRow("a single tree") << trees({{"(a (b c) d)"}}) << 4;
        QTest::newRow("a single node") << trees({{"a"}}) << 4;
        QTest::newRow("all equal") << trees({{"(a b)"}, {"(a b)"}, {"(a b)"}}) << 4;
        QTest::newRow("one member") << trees({{"(a b)", "", "x"}, {"(a c)", "", "x"}, {"(b c)", "", "y"}})
                                    << 4;
        QTest::newRow("one label") << trees({{"(a a)"}, {"(a (a a))"}, {"a"}}) << 4;
        QTest::newRow("more states than nodes") << trees({{"(a b)"}, {"b"}}) << 12;
        QTest::newRow("one state") << trees({{"(a b)"}, {"(b _ a)"}}) << 1;
        QTest::newRow("outdegree 1,000") << wideTree(1000) << 3;
        QTest::newRow("depth 10,000") << deepTree(10'000) << 3;
        QTest::newRow("equal vectors") << *makeArtificial1(1, {5, 3, true}) << 4;
    }
    void everyBadInputGivesAMap()
    {
        QFETCH(DatasetPtr, data);
        QFETCH(int, side);
        for (const GtmStart start : {GtmStart::Random, GtmStart::Pca}) {
            GtmSdParameters parameters = smallMap(std::size_t(side), 4);
            parameters.start = start;
            const Result<GtmSdResult> result = gtmSd(*data, parameters);
            ATLAS_VERIFY_OK(result);
            QVERIFY(finite(*result));
            QVERIFY(worstFall(result->iterations) < 1);
            const Eigen::MatrixXd means = project(result->beta, parameters.grid, Projection::Mean);
            QVERIFY(means.allFinite() && means.cwiseAbs().maxCoeff() <= 1 + 1e-12);
            QVERIFY(magnificationFactors(result->model.emission, parameters.grid, parameters.basis, 1)
                        .allFinite());
        }
    }

    void refusesWhatItCannotDo()
    {
        const DatasetPtr symbols = test::trees({{"(a b)"}});
        GtmSdParameters parameters = smallMap();
        parameters.emission = EmissionKind::Gaussian;
        QCOMPARE(gtmSd(*symbols, parameters).error().code, ErrorCode::BadUse);
        parameters = smallMap();
        parameters.emission = EmissionKind::Multinomial;
        QCOMPARE(gtmSd(**makeArtificial1(1, {2, 2, false}), parameters).error().code, ErrorCode::BadUse);
        parameters = smallMap();
        parameters.memoryLimit = 1000;
        const Result<GtmSdResult> large = gtmSd(*symbols, parameters);
        QVERIFY(!large);
        QCOMPARE(large.error().code, ErrorCode::TooLarge);
        parameters = smallMap();
        parameters.variance = 0;
        QCOMPARE(gtmSd(*symbols, parameters).error().code, ErrorCode::BadUse);
    }

    void cancelAndFinish()
    {
        Random random(4);
        const DatasetPtr data = test::randomForest({200, 20, 3, 4, 0, 0.2}, random);
        ProgressMonitor stopped;
        stopped.cancel();
        const Result<GtmSdResult> none = gtmSd(*data, smallMap(), stopped.token());
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Cancelled);

        ProgressMonitor finishing;
        finishing.requestFinish();
        const Result<GtmSdResult> some = gtmSd(*data, smallMap(), finishing.token());
        ATLAS_VERIFY_OK(some);
        QCOMPARE(some->status, std::string("stopped after 1 of 15 iterations"));
        QCOMPARE(some->iterations.size(), std::size_t(2));
        QVERIFY(finite(*some));
    }

    void magnificationOfAPlane()
    {
        // Logits do not vary: nothing is stretched. A steeper map is stretched more.
        GaussianEmission flat{Eigen::MatrixXd::Zero(2, 5)};
        flat.weights.col(4) << 3, 4;
        QVERIFY(magnificationFactors(flat, {3, 3}, {2, 2}, 1).cwiseAbs().maxCoeff() == 0);
        GaussianEmission steep{Eigen::MatrixXd::Zero(2, 5)};
        steep.weights << 1, 2, 0, 0, 0, 0, 1, 3, 1, 0;
        GaussianEmission steeper{2 * steep.weights};
        const Eigen::VectorXd once = magnificationFactors(steep, {3, 3}, {2, 2}, 1);
        const Eigen::VectorXd twice = magnificationFactors(steeper, {3, 3}, {2, 2}, 1);
        QVERIFY(once.maxCoeff() > 0);
        QVERIFY((twice - 4 * once).cwiseAbs().maxCoeff() < 1e-12);
        // dPhi by differences.
        const Eigen::MatrixXd slopes = rbfDerivative({1, 3}, {2, 2}, 1, 0);
        const Eigen::MatrixXd phi = rbfBasis({1, 2001}, {2, 2}, 1);
        QVERIFY(((phi.col(1001) - phi.col(999)) / 0.002 - slopes.col(1)).cwiseAbs().maxCoeff() < 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGtmSd)
#include "test_gtm_sd.moc"
