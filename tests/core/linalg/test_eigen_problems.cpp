// Iterations against full decompositions, multiple eigenvalues, known vectors, signs, and a cancel.
#include "core/linalg/eigen_problems.h"
#include "core/linalg/memory_limit.h"
#include "core/linalg/nearest_neighbours.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <Eigen/Dense>
#include <numeric>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Symmetric with these eigenvalues.
MatrixXd withEigenvalues(const VectorXd& values, std::uint64_t seed)
{
    Random random(seed);
    const MatrixXd noise =
        MatrixXd::NullaryExpr(values.size(), values.size(), [&] { return random.normal(); });
    const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(noise).householderQ();
    const MatrixXd matrix = q * values.asDiagonal() * q.transpose();
    return (matrix + matrix.transpose()) / 2;
}

/// The Laplacian of a path: eigenvalues 2 - 2 cos(pi j / n), the constant vector for 0.
Eigen::SparseMatrix<double> pathLaplacian(Index n)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i + 1 < n; ++i) {
        entries.emplace_back(i, i, 1);
        entries.emplace_back(i + 1, i + 1, 1);
        entries.emplace_back(i, i + 1, -1);
        entries.emplace_back(i + 1, i, -1);
    }
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

VectorXd constant(Index n) { return VectorXd::Constant(n, 1 / std::sqrt(static_cast<double>(n))); }

void addSizes()
{
    QTest::addColumn<int>("n");
    QTest::newRow("small") << 60;
    QTest::newRow("iterated") << 700;
}

} // namespace

class TestEigenProblems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void largest_data() { addSizes(); }
    void largest()
    {
        QFETCH(int, n);
        VectorXd values = VectorXd::LinSpaced(n, -1, 1);
        values(n - 1) = 10;
        values(n - 2) = 10; // twice
        values(0) = -20; // large, and not wanted
        const MatrixXd matrix = withEigenvalues(values, 1);
        const Result<EigenPairs> pairs = largestEigenPairs(matrix, 3);
        ATLAS_VERIFY_OK(pairs);
        QVERIFY(pairs->converged);
        QVERIFY(std::abs(pairs->values(0) - 10) < 1e-8 && std::abs(pairs->values(1) - 10) < 1e-8);
        QVERIFY(std::abs(pairs->values(2) - values(n - 3)) < 1e-8);
        QVERIFY((matrix * pairs->vectors - pairs->vectors * pairs->values.asDiagonal()).norm() < 1e-7);
        QVERIFY((pairs->vectors.transpose() * pairs->vectors - MatrixXd::Identity(3, 3)).norm() < 1e-8);
        for (Index c = 0; c < 3; ++c)
            QVERIFY(pairs->vectors.col(c).maxCoeff() >= -pairs->vectors.col(c).minCoeff() * (1 - 1e-7));
    }

    void largestOfLowRank()
    {
        // Less rank than a block has vectors.
        Eigen::VectorXd values = Eigen::VectorXd::Zero(500);
        values.tail(3) << 1, 2, 3;
        const MatrixXd matrix = withEigenvalues(values, 6);
        const Result<EigenPairs> pairs = largestEigenPairs(matrix, 5, 4);
        ATLAS_VERIFY_OK(pairs);
        QCOMPARE(pairs->values.size(), Index{9});
        QVERIFY(std::abs(pairs->values(0) - 3) < 1e-10 && std::abs(pairs->values(2) - 1) < 1e-10);
        QVERIFY(std::abs(pairs->values(3)) < 1e-10);
        QVERIFY(pairs->vectors.allFinite());
        const Result<EigenPairs> zero = largestEigenPairs(MatrixXd::Zero(450, 450), 2, 8);
        ATLAS_VERIFY_OK(zero);
        QVERIFY(zero->vectors.allFinite());
        QVERIFY(zero->values.cwiseAbs().maxCoeff() < 1e-12);
    }

    void largestOfFlatSpectrum()
    {
        // Eigenvalues close together: several restarts.
        const MatrixXd matrix = withEigenvalues(VectorXd::LinSpaced(600, 0, 1).array().pow(3).matrix(), 7);
        const Result<EigenPairs> pairs = largestEigenPairs(matrix, 4, 6);
        ATLAS_VERIFY_OK(pairs);
        QVERIFY(pairs->converged);
        const VectorXd expected = VectorXd::LinSpaced(600, 0, 1).array().pow(3).matrix();
        for (Index c = 0; c < 4; ++c)
            QVERIFY(std::abs(pairs->values(c) - expected(599 - c)) < 1e-10);
        const MatrixXd four = pairs->vectors.leftCols(4);
        QVERIFY((matrix * four - four * pairs->values.head(4).asDiagonal()).norm() < 1e-9);
    }

    void nearlyAllValuesEqual()
    {
        // Structures that have nothing in common: the kernel is the identity. LAPACK's
        // dsyevr returned no pairs.
        for (const Index n : {100, 320, 500}) {
            MatrixXd matrix = MatrixXd::Identity(n, n);
            doubleCentre(matrix);
            const auto size = static_cast<std::size_t>(n);
            const Result<EigenPairs> pairs = denseEigenPairs(matrix, size - 2, 2);
            ATLAS_VERIFY_OK(pairs);
            QVERIFY((pairs->values - VectorXd::Ones(2)).norm() < 1e-12);
            QVERIFY((matrix * pairs->vectors - pairs->vectors).norm() < 1e-10);
            QVERIFY((pairs->vectors.transpose() * pairs->vectors - MatrixXd::Identity(2, 2)).norm() < 1e-10);
        }
    }

    void smallest_data() { addSizes(); }
    void smallest()
    {
        QFETCH(int, n);
        const Eigen::SparseMatrix<double> matrix = pathLaplacian(n);
        const Result<EigenPairs> pairs = smallestEigenPairs(matrix, 4, constant(n));
        ATLAS_VERIFY_OK(pairs);
        for (Index j = 0; j < 4; ++j) {
            const double expected = 2 - 2 * std::cos(3.14159265358979323846 * static_cast<double>(j + 1) / n);
            QVERIFY(std::abs(pairs->values(j) - expected) < 1e-10);
        }
        QVERIFY((matrix * pairs->vectors - pairs->vectors * pairs->values.asDiagonal()).norm() < 1e-8);
        QVERIFY(std::abs(pairs->vectors.col(0).sum()) < 1e-6);
    }

    void smallestWithoutKnownVector()
    {
        const Result<EigenPairs> pairs = smallestEigenPairs(pathLaplacian(600), 2, {});
        ATLAS_VERIFY_OK(pairs);
        QVERIFY(std::abs(pairs->values(0)) < 1e-10);
        QVERIFY((pairs->vectors.col(0) - constant(600)).norm() < 1e-6);
    }

    void severalZeros()
    {
        // Two paths: besides the constant another vector of eigenvalue 0.
        std::vector<Eigen::Triplet<double>> entries;
        const Eigen::SparseMatrix<double> part = pathLaplacian(300);
        for (int k = 0; k < part.outerSize(); ++k)
            for (Eigen::SparseMatrix<double>::InnerIterator it(part, k); it; ++it) {
                entries.emplace_back(it.row(), it.col(), it.value());
                entries.emplace_back(it.row() + 300, it.col() + 300, it.value());
            }
        Eigen::SparseMatrix<double> matrix(600, 600);
        matrix.setFromTriplets(entries.begin(), entries.end());
        const Result<EigenPairs> pairs = smallestEigenPairs(matrix, 2, constant(600));
        ATLAS_VERIFY_OK(pairs);
        QVERIFY(std::abs(pairs->values(0)) < 1e-9);
        QVERIFY(pairs->values(1) > 1e-5);
        QVERIFY(pairs->vectors.allFinite());
    }

    void largeShiftAndInvert()
    {
        // Several blocks of the factorisation.
        const Eigen::SparseMatrix<double> matrix = pathLaplacian(1000);
        setThreadCount(1);
        const Result<EigenPairs> one = smallestEigenPairs(matrix, 3, constant(1000));
        setThreadCount(0);
        const Result<EigenPairs> two = smallestEigenPairs(matrix, 3, constant(1000));
        ATLAS_VERIFY_OK(one);
        ATLAS_VERIFY_OK(two);
        QVERIFY(one->vectors == two->vectors);
        QVERIFY((matrix * one->vectors - one->vectors * one->values.asDiagonal()).norm() < 1e-9);
    }

    void centring()
    {
        const MatrixXd matrix = withEigenvalues(VectorXd::LinSpaced(50, 0, 3), 4);
        MatrixXd centred = matrix;
        const VectorXd means = doubleCentre(centred);
        const MatrixXd projector = MatrixXd::Identity(50, 50) - MatrixXd::Constant(50, 50, 0.02);
        QVERIFY((centred - projector * matrix * projector).norm() < 1e-12);
        QVERIFY((means - matrix.colwise().mean().transpose()).norm() < 1e-13);
    }

    void neighboursWithTies()
    {
        MatrixXd points(1, 5);
        points << 0, 1, -1, 2, 0;
        const Result<NeighbourLists> lists = nearestNeighbours(PointDistances(points), 3);
        ATLAS_VERIFY_OK(lists);
        QCOMPARE(lists->of(0)[0], 4U);
        QCOMPARE(lists->of(0)[1], 1U); // 1 and 2 are equally far: the smaller number first
        QCOMPARE(lists->of(0)[2], 2U);
        const NeighbourLists two = lists->first(2);
        QCOMPARE(two.of(1).size(), std::size_t{2});
        QCOMPARE(two.of(1)[0], 0U);
    }

    void cancelled()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        const MatrixXd matrix = withEigenvalues(VectorXd::LinSpaced(500, 0, 1), 5);
        QVERIFY(largestEigenPairs(matrix, 2, 0, monitor.token()).error().code == ErrorCode::Cancelled);
        QVERIFY(smallestEigenPairs(pathLaplacian(500), 2, constant(500), monitor.token()).error().code
                == ErrorCode::Cancelled);
    }

    void memoryIsStated()
    {
        setMemoryLimit(5'000'000);
        const Result<void> fits = checkMemory(6'000'000, "The matrix");
        setMemoryLimit(0);
        QVERIFY(!fits);
        QVERIFY(fits.error().message.find("6.0 MB") != std::string::npos);
        QVERIFY(fits.error().message.find("5.0 MB") != std::string::npos);
        QVERIFY(checkMemory(1, "Nothing").ok());
    }
};

QTEST_APPLESS_MAIN(TestEigenProblems)
#include "test_eigen_problems.moc"
