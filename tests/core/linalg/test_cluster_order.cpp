// The order by clustering against a plain average linkage, and products and
// decompositions that hear a cancel.
#include "core/linalg/cluster_order.h"
#include "core/linalg/eigen_problems.h"
#include "core/linalg/products.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <thread>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

MatrixXd distancesOf(const MatrixXd& points) // one a row
{
    MatrixXd distances(points.rows(), points.rows());
    for (Index i = 0; i < points.rows(); ++i)
        for (Index j = 0; j < points.rows(); ++j)
            distances(i, j) = (points.row(i) - points.row(j)).norm();
    return distances;
}

MatrixXd randomPoints(Index n, Index dimension, std::uint64_t seed)
{
    Random random(seed);
    return MatrixXd::NullaryExpr(n, dimension, [&] { return random.normal(); });
}

/// Every cluster that average linkage ever makes, by merging the two nearest again and again.
std::vector<std::set<std::size_t>> plainClusters(const MatrixXd& distances)
{
    std::vector<std::set<std::size_t>> active;
    std::vector<std::set<std::size_t>> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(distances.rows()); ++i)
        active.push_back({i});
    const auto mean = [&](const std::set<std::size_t>& a, const std::set<std::size_t>& b) {
        double sum = 0;
        for (const std::size_t i : a)
            for (const std::size_t j : b)
                sum += distances(static_cast<Index>(i), static_cast<Index>(j));
        return sum / static_cast<double>(a.size() * b.size());
    };
    while (active.size() > 1) {
        std::size_t bestA = 0;
        std::size_t bestB = 1;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t a = 0; a < active.size(); ++a)
            for (std::size_t b = a + 1; b < active.size(); ++b)
                if (const double value = mean(active[a], active[b]); value < least) {
                    least = value;
                    bestA = a;
                    bestB = b;
                }
        active[bestA].insert(active[bestB].begin(), active[bestB].end());
        active.erase(active.begin() + static_cast<std::ptrdiff_t>(bestB));
        all.push_back(active[bestA]);
    }
    return all;
}

bool isPermutation(std::vector<std::size_t> order, std::size_t n)
{
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return order == all;
}

} // namespace

class TestClusterOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyClusterLiesTogether()
    {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const MatrixXd distances = distancesOf(randomPoints(24, 3, seed));
            const Result<std::vector<std::size_t>> order = clusterOrder(distances);
            ATLAS_VERIFY_OK(order);
            QVERIFY(isPermutation(*order, 24));
            for (const std::set<std::size_t>& cluster : plainClusters(distances)) {
                std::vector<std::size_t> places;
                for (std::size_t place = 0; place < order->size(); ++place)
                    if (cluster.count((*order)[place]) > 0)
                        places.push_back(place);
                QCOMPARE(places.back() - places.front() + 1, cluster.size());
            }
        }
    }

    void pointsOnALineComeInOrder()
    {
        MatrixXd points(7, 1);
        points << 4.1, 0, 10.5, 1, 30, 4, 11;
        std::vector<std::size_t> order = *clusterOrder(distancesOf(points));
        if (order.front() == 4)
            std::reverse(order.begin(), order.end());
        QCOMPARE(order, (std::vector<std::size_t>{1, 3, 5, 0, 2, 6, 4}));
    }

    void degenerate()
    {
        QVERIFY(clusterOrder(MatrixXd(0, 0))->empty());
        QCOMPARE(*clusterOrder(MatrixXd::Zero(1, 1)), std::vector<std::size_t>{0});
        QVERIFY(isPermutation(*clusterOrder(MatrixXd::Zero(9, 9)), 9)); // all equal: it ends
        MatrixXd ones = MatrixXd::Ones(12, 12);
        ones.diagonal().setZero();
        QVERIFY(isPermutation(*clusterOrder(ones), 12));
        ProgressMonitor monitor;
        monitor.cancel();
        QVERIFY(clusterOrder(ones, monitor.token()).error().code == ErrorCode::Cancelled);
    }

    void productOfAMatrixWithItself()
    {
        const std::vector<std::pair<Index, Index>> sizes{{1, 1}, {5, 300}, {700, 3}, {513, 64}, {4, 0}};
        for (const auto& [rows, columns] : sizes) {
            const MatrixXd matrix = randomPoints(rows, columns, 3);
            setThreadCount(1);
            const Result<MatrixXd> one = timesTranspose(matrix);
            setThreadCount(0);
            const Result<MatrixXd> product = timesTranspose(matrix);
            ATLAS_VERIFY_OK(product);
            QVERIFY(*one == *product);
            QVERIFY(*product == product->transpose());
            QVERIFY((*product - matrix * matrix.transpose()).cwiseAbs().sum() < 1e-9 * (1 + product->norm()));
        }
    }

    /// LAPACK would go on for seconds; the person does not wait for it.
    void longDecompositionsHearACancel()
    {
        const MatrixXd points = randomPoints(1200, 1200, 5);
        const MatrixXd matrix = points + points.transpose();
        ProgressMonitor monitor;
        std::chrono::steady_clock::time_point cancelled;
        std::thread person([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            cancelled = std::chrono::steady_clock::now();
            monitor.cancel();
        });
        const Result<EigenPairs> pairs = largestEigenPairs(matrix, 1100, 0, monitor.token());
        const auto ended = std::chrono::steady_clock::now();
        person.join();
        QVERIFY(!pairs);
        QVERIFY(pairs.error().code == ErrorCode::Cancelled);
        const double waited = std::chrono::duration<double, std::milli>(ended - cancelled).count();
        qInfo("answered a cancel after %.0f ms", waited);
        QVERIFY2(waited < 200, qPrintable(QString::number(waited)));
    }

    void decompositionsOfHelpersAreTheSame()
    {
        // Above 400 rows the helper thread does it.
        const MatrixXd points = randomPoints(420, 420, 6);
        const MatrixXd matrix = points + points.transpose();
        const Result<EigenPairs> pairs = denseEigenPairs(matrix, 0, 420);
        ATLAS_VERIFY_OK(pairs);
        QVERIFY((pairs->vectors * pairs->values.asDiagonal() * pairs->vectors.transpose() - matrix).norm()
                < 1e-9 * matrix.norm());
    }
};

QTEST_APPLESS_MAIN(TestClusterOrder)
#include "test_cluster_order.moc"
