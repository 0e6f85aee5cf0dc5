// Map quality against its definition with full rankings, and by hand.
#include "core/manifold/map_quality.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <Eigen/Geometry>

#include <algorithm>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

MatrixXd randomPoints(Index dimension, Index n, std::uint64_t seed)
{
    Random random(seed);
    return MatrixXd::NullaryExpr(dimension, n, [&] { return random.normal(); });
}

/// ranks[i][j], 1 the nearest.
std::vector<std::vector<std::size_t>> ranks(const DistanceSource& source)
{
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < source.size(); ++i) {
        std::vector<std::pair<double, std::size_t>> all;
        for (std::size_t j = 0; j < source.size(); ++j)
            if (j != i)
                all.emplace_back(source.distance(i, j), j);
        std::sort(all.begin(), all.end());
        result.emplace_back(source.size());
        for (std::size_t r = 0; r < all.size(); ++r)
            result.back()[all[r].second] = r + 1;
    }
    return result;
}

double definition(const std::vector<std::vector<std::size_t>>& near,
                  const std::vector<std::vector<std::size_t>>& rank, std::size_t k)
{
    double sum = 0;
    const std::size_t n = near.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && near[i][j] <= k && rank[i][j] > k)
                sum += static_cast<double>(rank[i][j] - k);
    const auto m = static_cast<double>(n);
    const auto q = static_cast<double>(k);
    return 1 - 2 / (m * q * (2 * m - 3 * q - 1)) * sum;
}

} // namespace

class TestMapQuality : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsDefinition()
    {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const MatrixXd data = randomPoints(5, 60, seed);
            const MatrixXd map = data.topRows(2);
            const PointDistances dataSource(data);
            const PointDistances mapSource(map);
            for (const std::size_t k : {1U, 7U, 29U}) {
                const Result<MapQuality> quality = mapQuality(dataSource, mapSource, {k});
                ATLAS_VERIFY_OK(quality);
                const auto dataRanks = ranks(dataSource);
                const auto mapRanks = ranks(mapSource);
                QVERIFY(std::abs(quality->trustworthiness - definition(mapRanks, dataRanks, k)) < 1e-12);
                QVERIFY(std::abs(quality->continuity - definition(dataRanks, mapRanks, k)) < 1e-12);
            }
        }
    }

    // A turned lattice has the same distances but for rounding: ties stay ties, and ranks the same.
    void roundingDoesNotBreakTies()
    {
        MatrixXd lattice(2, 64);
        for (Index i = 0; i < 64; ++i)
            lattice.col(i) << static_cast<double>(i % 8), static_cast<double>(i / 8);
        const MatrixXd turned = Eigen::Rotation2Dd(0.7).toRotationMatrix() * lattice;
        const MatrixXd map = randomPoints(2, 64, 1);
        const Result<MapQuality> straight = mapQuality(PointDistances(lattice), PointDistances(map), {5});
        const Result<MapQuality> oblique = mapQuality(PointDistances(turned), PointDistances(map), {5});
        ATLAS_VERIFY_OK(straight);
        ATLAS_VERIFY_OK(oblique);
        QCOMPARE(oblique->pointTrustworthiness, straight->pointTrustworthiness);
        QCOMPARE(oblique->pointContinuity, straight->pointContinuity);
    }

    void perfectMap()
    {
        const MatrixXd data = randomPoints(2, 40, 3);
        const MatrixXd map = data * 7;
        const Result<MapQuality> quality = mapQuality(PointDistances(data), PointDistances(map));
        ATLAS_VERIFY_OK(quality);
        QCOMPARE(quality->trustworthiness, 1.0);
        QCOMPARE(quality->continuity, 1.0);
        QVERIFY(quality->residualVariance < 1e-12);
    }

    void mapInOnePoint()
    {
        const MatrixXd data = randomPoints(2, 40, 4);
        const MatrixXd map = MatrixXd::Zero(2, 40);
        const Result<MapQuality> quality = mapQuality(PointDistances(data), PointDistances(map));
        ATLAS_VERIFY_OK(quality);
        QCOMPARE(quality->residualVariance, 1.0);
        QVERIFY(quality->trustworthiness >= 0 && quality->trustworthiness < 1);
    }

    void small_data()
    {
        QTest::addColumn<int>("n");
        for (const int n : {1, 2, 3, 4, 5})
            QTest::addRow("%d", n) << n;
    }
    void small()
    {
        QFETCH(int, n);
        const MatrixXd data = randomPoints(3, n, 5);
        const MatrixXd map = data.topRows(1);
        const Result<MapQuality> quality = mapQuality(PointDistances(data), PointDistances(map), {10});
        ATLAS_VERIFY_OK(quality);
        QVERIFY(quality->trustworthiness >= 0 && quality->trustworthiness <= 1);
        QVERIFY(quality->continuity >= 0 && quality->continuity <= 1);
        QCOMPARE(quality->pointContinuity.size(), static_cast<std::size_t>(n));
    }

    void gap()
    {
        Eigen::VectorXd values(5);
        values << 10, 9, 1, 0.9, -1;
        QCOMPARE(spectrumGap(values).after, std::size_t{2});
        QCOMPARE(spectrumGap(values).ratio, 9.0);
        QCOMPARE(spectrumGap(Eigen::VectorXd::Zero(3)).after, std::size_t{0});
    }

    void threadsAndCancel()
    {
        const MatrixXd data = randomPoints(4, 200, 6);
        const MatrixXd map = data.topRows(2);
        setThreadCount(1);
        const double one = mapQuality(PointDistances(data), PointDistances(map))->residualVariance;
        setThreadCount(0);
        QCOMPARE(mapQuality(PointDistances(data), PointDistances(map))->residualVariance, one);
        ProgressMonitor monitor;
        monitor.cancel();
        QVERIFY(!mapQuality(PointDistances(data), PointDistances(map), {}, monitor.token()));
    }
};

QTEST_APPLESS_MAIN(TestMapQuality)
#include "test_map_quality.moc"
