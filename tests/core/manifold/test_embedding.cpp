// Every method against a slow dense one of its own, odd input, projections, and threads.
#include "core/kernels/graph_kernel.h"
#include "core/linalg/eigen_problems.h"
#include "core/linalg/memory_limit.h"
#include "core/manifold/embedding.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "support/procrustes.h"
#include "support/qtest_text.h"

#include <Eigen/Dense>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Points on a rolled sheet, one a column, and no two distances equal.
MatrixXd swissRoll(std::size_t n, std::uint64_t seed)
{
    Random random(seed);
    MatrixXd points(3, static_cast<Index>(n));
    for (Index i = 0; i < points.cols(); ++i) {
        const double t = 1.5 * 3.14159265358979 * (1 + 2 * random.uniform());
        points.col(i) << t * std::cos(t), 21 * random.uniform(), t * std::sin(t);
    }
    return points;
}

MatrixXd distancesOf(const MatrixXd& points)
{
    MatrixXd distances(points.cols(), points.cols());
    for (Index i = 0; i < points.cols(); ++i)
        for (Index j = 0; j < points.cols(); ++j)
            distances(i, j) = (points.col(i) - points.col(j)).norm();
    return distances;
}

/// The k nearest by sorting everything.
std::vector<std::vector<Index>> slowNeighbours(const MatrixXd& distances, std::size_t k)
{
    std::vector<std::vector<Index>> lists;
    for (Index i = 0; i < distances.rows(); ++i) {
        std::vector<std::pair<double, Index>> all;
        for (Index j = 0; j < distances.rows(); ++j)
            if (j != i)
                all.emplace_back(distances(i, j), j);
        std::sort(all.begin(), all.end());
        lists.emplace_back();
        for (std::size_t r = 0; r < k; ++r)
            lists.back().push_back(all[r].second);
    }
    return lists;
}

MatrixXd slowScaling(const MatrixXd& distances, Index components)
{
    const Index n = distances.rows();
    const MatrixXd centre = MatrixXd::Identity(n, n) - MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(-0.5 * centre * distances.cwiseAbs2() * centre);
    MatrixXd result(n, components);
    for (Index c = 0; c < components; ++c)
        result.col(c) = std::sqrt(solver.eigenvalues()(n - 1 - c)) * solver.eigenvectors().col(n - 1 - c);
    return result;
}

MatrixXd slowIsomap(const MatrixXd& distances, std::size_t k, Index components)
{
    const Index n = distances.rows();
    MatrixXd paths = MatrixXd::Constant(n, n, 1e30);
    const auto lists = slowNeighbours(distances, k);
    for (Index i = 0; i < n; ++i) {
        paths(i, i) = 0;
        for (const Index j : lists[static_cast<std::size_t>(i)])
            paths(i, j) = paths(j, i) = distances(i, j);
    }
    for (Index m = 0; m < n; ++m)
        for (Index j = 0; j < n; ++j)
            paths.col(j) = paths.col(j).cwiseMin((paths.col(m).array() + paths(m, j)).matrix());
    return slowScaling(paths, components);
}

/// From the points themselves, where the program uses distances.
MatrixXd slowLle(const MatrixXd& points, std::size_t k, Index components)
{
    const Index n = points.cols();
    const auto lists = slowNeighbours(distancesOf(points), k);
    MatrixXd difference = MatrixXd::Identity(n, n);
    for (Index i = 0; i < n; ++i) {
        const auto& list = lists[static_cast<std::size_t>(i)];
        MatrixXd local(points.rows(), static_cast<Index>(k));
        for (std::size_t r = 0; r < k; ++r)
            local.col(static_cast<Index>(r)) = points.col(list[r]) - points.col(i);
        MatrixXd gram = local.transpose() * local;
        gram.diagonal().array() += 1e-3 * gram.trace();
        VectorXd weights = gram.fullPivLu().solve(VectorXd::Ones(static_cast<Index>(k)));
        weights /= weights.sum();
        for (std::size_t r = 0; r < k; ++r)
            difference(i, list[r]) -= weights(static_cast<Index>(r));
    }
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(difference.transpose() * difference);
    return solver.eigenvectors().middleCols(1, components);
}

MatrixXd embedded(const DistanceSource& source, EmbeddingMethod method, std::size_t components = 2,
                  std::size_t k = 8)
{
    EmbeddingParameters parameters;
    parameters.method = method;
    parameters.components = components;
    parameters.neighbours = k;
    Result<Embedding> result = embed(source, parameters);
    return result ? std::move(result->coordinates) : MatrixXd();
}

constexpr std::array allMethods{EmbeddingMethod::Pca, EmbeddingMethod::Mds,       EmbeddingMethod::Isomap,
                                EmbeddingMethod::Lle, EmbeddingMethod::Laplacian, EmbeddingMethod::Diffusion};

void addSizes()
{
    QTest::addColumn<int>("n");
    QTest::newRow("dense eigenproblem") << 150;
    QTest::newRow("Lanczos") << 430;
}

} // namespace

class TestEmbedding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalingEqualsReference_data() { addSizes(); }
    void scalingEqualsReference()
    {
        QFETCH(int, n);
        const MatrixXd points = swissRoll(static_cast<std::size_t>(n), 1);
        const MatrixXd distances = distancesOf(points);
        const MatrixXd expected = slowScaling(distances, 2);
        QVERIFY(test::procrustesResidual(embedded(MatrixDistances(distances), EmbeddingMethod::Mds), expected)
                < 1e-10);
        QVERIFY(test::procrustesResidual(embedded(PointDistances(points), EmbeddingMethod::Pca), expected)
                < 1e-10);
        EmbeddingParameters parameters;
        parameters.method = EmbeddingMethod::Pca;
        const Result<Embedding> kernel = embedKernel(points.transpose() * points, parameters);
        ATLAS_VERIFY_OK(kernel);
        QVERIFY((kernel->coordinates.cwiseAbs() - expected.cwiseAbs()).cwiseAbs().maxCoeff() < 1e-7);
    }

    void isomapEqualsReference_data() { addSizes(); }
    void isomapEqualsReference()
    {
        QFETCH(int, n);
        const MatrixXd distances = distancesOf(swissRoll(static_cast<std::size_t>(n), 2));
        for (const std::size_t k : {8U, 12U})
            QVERIFY(
                test::procrustesResidual(embedded(MatrixDistances(distances), EmbeddingMethod::Isomap, 2, k),
                                         slowIsomap(distances, k, 2))
                < 1e-10);
    }

    void lleEqualsReference_data() { addSizes(); }
    void lleEqualsReference()
    {
        QFETCH(int, n);
        const MatrixXd points = swissRoll(static_cast<std::size_t>(n), 3);
        const MatrixXd distances = distancesOf(points);
        for (const std::size_t k : {8U, 12U}) {
            const MatrixXd map = embedded(MatrixDistances(distances), EmbeddingMethod::Lle, 2, k);
            QVERIFY(test::procrustesResidual(map, slowLle(points, k, 2)) < 1e-6);
        }
    }

    void laplacianSolvesItsEquation()
    {
        const MatrixXd points = swissRoll(500, 4);
        EmbeddingParameters parameters;
        parameters.method = EmbeddingMethod::Laplacian;
        const PointDistances source(points);
        const Result<Embedding> map = embed(source, parameters);
        ATLAS_VERIFY_OK(map);
        const auto lists = slowNeighbours(distancesOf(points), parameters.neighbours);
        MatrixXd weights = MatrixXd::Zero(500, 500);
        for (Index i = 0; i < 500; ++i)
            for (const Index j : lists[static_cast<std::size_t>(i)])
                weights(i, j) = weights(j, i) =
                    std::exp(-(points.col(i) - points.col(j)).squaredNorm() / (2 * map->scale * map->scale));
        const VectorXd degrees = weights.rowwise().sum();
        for (Index c = 0; c < 2; ++c) { // L y = mu D y
            const VectorXd y = map->coordinates.col(c);
            const VectorXd left = degrees.cwiseProduct(y) - weights * y;
            QVERIFY((left - map->spectrum(c) * degrees.cwiseProduct(y)).norm() < 1e-7 * y.norm());
            QVERIFY(map->spectrum(c) > 1e-9);
        }
        Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(MatrixXd(degrees.asDiagonal()) - weights,
                                                                  MatrixXd(degrees.asDiagonal()));
        QVERIFY(std::abs(solver.eigenvalues()(1) - map->spectrum(0)) < 1e-9);
        QVERIFY(std::abs(solver.eigenvalues()(2) - map->spectrum(1)) < 1e-9);
    }

    void diffusionSolvesItsEquation()
    {
        const MatrixXd points = swissRoll(450, 5);
        EmbeddingParameters parameters;
        parameters.method = EmbeddingMethod::Diffusion;
        const MatrixXd distances = distancesOf(points);
        const Result<Embedding> map = embed(MatrixDistances(distances), parameters);
        ATLAS_VERIFY_OK(map);
        MatrixXd kernel = (-distances.array().square() / map->scale).exp();
        const VectorXd q = kernel.rowwise().sum();
        kernel = q.cwiseInverse().asDiagonal() * kernel * q.cwiseInverse().asDiagonal();
        const VectorXd d = kernel.rowwise().sum();
        const MatrixXd markov = d.cwiseInverse().asDiagonal() * kernel;
        for (Index c = 0; c < 2; ++c) {
            const VectorXd y = map->coordinates.col(c);
            QVERIFY((markov * y - map->spectrum(c) * y).norm() < 1e-8 * y.norm());
            QVERIFY(map->spectrum(c) < 1 - 1e-6);
        }
        QVERIFY(map->spectrum(0) >= map->spectrum(1));
    }

    void projectionOfOldPointsIsTheirPlace()
    {
        const MatrixXd points = swissRoll(300, 6);
        const MatrixXd distances = distancesOf(points);
        const MatrixDistances source(distances);
        for (const EmbeddingMethod method :
             {EmbeddingMethod::Pca, EmbeddingMethod::Mds, EmbeddingMethod::Isomap, EmbeddingMethod::Lle,
              EmbeddingMethod::Diffusion}) {
            EmbeddingParameters parameters;
            parameters.method = method;
            const Result<Embedding> map = embed(source, parameters);
            ATLAS_VERIFY_OK(map);
            const Result<MatrixXd> places = projectNew(*map, source, distances.topRows(40));
            ATLAS_VERIFY_OK(places);
            const double size = map->coordinates.cwiseAbs().maxCoeff();
            const double error = (*places - map->coordinates.topRows(40)).cwiseAbs().maxCoeff();
            // LLE's regulariser gives a point's neighbours a little weight besides the point itself.
            QVERIFY2(error < (method == EmbeddingMethod::Lle ? 0.05 : 1e-6) * size, toString(method));
        }
    }

    void projectionOfNewPointsIsNear()
    {
        const MatrixXd all = swissRoll(700, 7);
        const MatrixXd old = all.leftCols(650);
        const MatrixXd distances = distancesOf(all);
        const MatrixXd between = distances.topLeftCorner(650, 650);
        const MatrixDistances source(between);
        for (const EmbeddingMethod method : allMethods) {
            EmbeddingParameters parameters;
            parameters.method = method;
            const Result<Embedding> map = embed(source, parameters);
            ATLAS_VERIFY_OK(map);
            const Result<MatrixXd> places = projectNew(*map, source, distances.bottomLeftCorner(50, 650));
            ATLAS_VERIFY_OK(places);
            const double size = map->coordinates.cwiseAbs().maxCoeff();
            for (Index i = 0; i < 50; ++i) { // near the place of the nearest old point
                Index nearest = 0;
                distances.row(650 + i).head(650).minCoeff(&nearest);
                QVERIFY2((places->row(i) - map->coordinates.row(nearest)).norm() < 0.4 * size,
                         toString(method));
            }
        }
    }

    void landmarksApproximate()
    {
        const MatrixXd points = swissRoll(800, 8);
        EmbeddingParameters parameters;
        parameters.landmarks = 100;
        const Result<Embedding> map = embed(PointDistances(points), parameters);
        ATLAS_VERIFY_OK(map);
        QCOMPARE(map->landmarks.size(), std::size_t{100});
        QVERIFY(test::procrustesResidual(map->coordinates,
                                         embedded(PointDistances(points), EmbeddingMethod::Isomap, 2, 10))
                < 0.01);
        // All objects as landmarks are no approximation.
        parameters.landmarks = 800;
        QVERIFY(test::procrustesResidual(embed(PointDistances(points), parameters)->coordinates,
                                         embedded(PointDistances(points), EmbeddingMethod::Isomap, 2, 10))
                < 1e-12);
    }

    void landmarksAboveTheMemoryLimit()
    {
        const MatrixXd points = swissRoll(1500, 9);
        setMemoryLimit(16'000'000); // 1500 x 1500 numbers are 18 MB, 1500 x 1000 are 12
        const Result<Embedding> map = embed(PointDistances(points), {});
        setMemoryLimit(0);
        ATLAS_VERIFY_OK(map);
        QCOMPARE(map->landmarks.size(), std::size_t{1000});
        QVERIFY(!map->notes.empty());
    }

    void tooLargeIsSaid()
    {
        setMemoryLimit(1000);
        EmbeddingParameters parameters;
        parameters.method = EmbeddingMethod::Mds;
        const MatrixXd distances = distancesOf(swissRoll(50, 1));
        const Result<Embedding> map = embed(MatrixDistances(distances), parameters);
        setMemoryLimit(0);
        QVERIFY(!map);
        QVERIFY(map.error().code == ErrorCode::TooLarge);
    }

    void disconnected()
    {
        MatrixXd points = swissRoll(120, 10);
        points.rightCols(60).array() += 1000;
        for (const EmbeddingMethod method :
             {EmbeddingMethod::Isomap, EmbeddingMethod::Laplacian, EmbeddingMethod::Lle})
            for (const bool byComponent : {false, true}) {
                EmbeddingParameters parameters;
                parameters.method = method;
                parameters.neighbours = 8;
                parameters.byComponent = byComponent;
                const Result<Embedding> map = embed(PointDistances(points), parameters);
                ATLAS_VERIFY_OK(map);
                QCOMPARE(map->graphComponents, std::size_t{2});
                QVERIFY(!map->notes.empty());
                QVERIFY(map->coordinates.allFinite());
                if (byComponent) // side by side
                    QVERIFY(map->coordinates.col(0).head(60).maxCoeff()
                            < map->coordinates.col(0).tail(60).minCoeff());
            }
    }

    void shortestLinksJoin()
    {
        // Three pairs on a line: the links are the two gaps, not the way around.
        MatrixXd points(1, 6);
        points << 0, 1, 10, 11, 25, 26;
        const PointDistances source(points);
        const Result<NeighbourLists> lists = nearestNeighbours(source, 1);
        ATLAS_VERIFY_OK(lists);
        const Result<NeighbourGraph> graph = neighbourGraph(source, *lists, true);
        ATLAS_VERIFY_OK(graph);
        QCOMPARE(graph->componentCount, std::size_t{3});
        QCOMPARE(graph->links, std::size_t{2});
        const Result<MatrixXd> geodesics = geodesicDistances(*graph, {0});
        ATLAS_VERIFY_OK(geodesics);
        QCOMPARE((*geodesics)(5, 0), 26.0);
    }

    void geodesicsEqualFloydWarshall()
    {
        // Lengths from 0 to very long, and unreachable parts.
        Random random(21);
        for (int trial = 0; trial < 10; ++trial) {
            MatrixXd points = swissRoll(60, 30 + static_cast<std::uint64_t>(trial));
            points.col(1) = points.col(0);
            points.rightCols(5).array() += 1e5 * random.uniform();
            const PointDistances source(points);
            const Result<NeighbourLists> lists = nearestNeighbours(source, 3);
            ATLAS_VERIFY_OK(lists);
            const Result<NeighbourGraph> graph = neighbourGraph(source, *lists, trial % 2 == 0);
            ATLAS_VERIFY_OK(graph);
            MatrixXd paths = MatrixXd::Constant(60, 60, std::numeric_limits<double>::infinity());
            for (Index i = 0; i < 60; ++i) {
                paths(i, i) = 0;
                for (std::size_t arc = graph->firstArcs[static_cast<std::size_t>(i)];
                     arc < graph->firstArcs[static_cast<std::size_t>(i) + 1]; ++arc)
                    paths(i, graph->targets[arc]) = graph->lengths[arc];
            }
            for (Index m = 0; m < 60; ++m)
                for (Index j = 0; j < 60; ++j)
                    paths.col(j) = paths.col(j).cwiseMin((paths.col(m).array() + paths(m, j)).matrix());
            std::vector<std::size_t> all(60);
            for (std::size_t i = 0; i < 60; ++i)
                all[i] = i;
            const Result<MatrixXd> geodesics = geodesicDistances(*graph, all);
            ATLAS_VERIFY_OK(geodesics);
            for (Index i = 0; i < 60; ++i)
                for (Index j = 0; j < 60; ++j)
                    QVERIFY((*geodesics)(i, j) == paths(i, j)
                            || std::abs((*geodesics)(i, j) - paths(i, j)) < 1e-9 * paths(i, j));
        }
    }

    void duplicates()
    {
        MatrixXd points = swissRoll(60, 11);
        for (Index i = 0; i < 20; ++i) // one point twenty times
            points.col(i) = points.col(0);
        for (const EmbeddingMethod method : allMethods) {
            const MatrixXd map = embedded(PointDistances(points), method);
            QCOMPARE(map.rows(), Index{60});
            QVERIFY2(map.allFinite(), toString(method));
        }
    }

    void smallAndOdd_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<bool>("equal");
        QTest::newRow("one") << 1 << false;
        QTest::newRow("two") << 2 << false;
        QTest::newRow("three") << 3 << false;
        QTest::newRow("all equal") << 12 << true;
    }
    void smallAndOdd()
    {
        QFETCH(int, n);
        QFETCH(bool, equal);
        MatrixXd points = swissRoll(static_cast<std::size_t>(n), 12);
        if (equal)
            points.setConstant(2);
        const MatrixXd distances = distancesOf(points);
        for (const EmbeddingMethod method : allMethods) {
            EmbeddingParameters parameters;
            parameters.method = method;
            parameters.components = 5; // more than there are
            const Result<Embedding> map = embed(MatrixDistances(distances), parameters);
            QVERIFY2(map.ok(), map.ok() ? "" : toString(map.error()).c_str());
            QCOMPARE(map->coordinates.cols(), Index{5});
            QVERIFY2(map->coordinates.allFinite(), toString(method));
            QVERIFY(!map->notes.empty());
            if (equal)
                QVERIFY(map->coordinates.isZero(0));
        }
    }

    void badInput()
    {
        MatrixXd distances = distancesOf(swissRoll(20, 13));
        QVERIFY(embed(MatrixDistances(MatrixXd()), {}).error().code == ErrorCode::Empty);
        EmbeddingParameters none;
        none.components = 0;
        QVERIFY(embed(MatrixDistances(distances), none).error().code == ErrorCode::BadUse);
        distances(3, 4) = distances(4, 3) = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(embed(MatrixDistances(distances), {}).error().code == ErrorCode::NonFinite);
        QVERIFY(embedKernel(distances, {}).error().code == ErrorCode::NonFinite);
    }

    void indefiniteKernel()
    {
        Random random(14);
        MatrixXd kernel = MatrixXd::NullaryExpr(40, 40, [&] { return random.normal(); });
        kernel = (kernel + kernel.transpose()).eval();
        for (const EmbeddingMethod method : allMethods) {
            EmbeddingParameters parameters;
            parameters.method = method;
            const Result<Embedding> map = embedKernel(kernel, parameters);
            ATLAS_VERIFY_OK(map);
            QVERIFY2(map->coordinates.allFinite(), toString(method));
            QVERIFY(!map->notes.empty());
        }
    }

    void sameForAnyNumberOfThreads()
    {
        const MatrixXd distances = distancesOf(swissRoll(430, 15));
        for (const EmbeddingMethod method : allMethods) {
            setThreadCount(1);
            const MatrixXd one = embedded(MatrixDistances(distances), method);
            setThreadCount(0);
            QVERIFY2(one == embedded(MatrixDistances(distances), method), toString(method));
        }
    }

    void signsAreFixed()
    {
        const MatrixXd map = embedded(PointDistances(swissRoll(300, 16)), EmbeddingMethod::Isomap);
        for (Index c = 0; c < 2; ++c)
            QVERIFY(map.col(c).maxCoeff() >= -map.col(c).minCoeff());
    }

    void cancelled()
    {
        const MatrixXd distances = distancesOf(swissRoll(100, 17));
        ProgressMonitor monitor;
        monitor.cancel();
        for (const EmbeddingMethod method : allMethods) {
            EmbeddingParameters parameters;
            parameters.method = method;
            const Result<Embedding> map = embed(MatrixDistances(distances), parameters, monitor.token());
            QVERIFY(!map);
            QVERIFY(map.error().code == ErrorCode::Cancelled);
        }
    }
};

QTEST_APPLESS_MAIN(TestEmbedding)
#include "test_embedding.moc"
