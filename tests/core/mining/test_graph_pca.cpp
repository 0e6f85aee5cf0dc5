#include "core/data/conversions.h"
#include "core/io/read_dataset.h"
#include "core/mining/exact_pca.h"
#include "core/mining/frequent_patterns.h"
#include "core/mining/graph_pca.h"
#include "core/parallel/parallel_for.h"
#include "support/gspan_text.h"
#include "support/qtest_text.h"
#include "support/random_graphs.h"
#include "support/shared_data.h"

#include <Eigen/Eigenvalues>

using namespace atlas;

class TestGraphPca : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exactByHand();
    void equalsExactWithAllPatterns_data();
    void equalsExactWithAllPatterns();
    void errorFallsWithL_data();
    void errorFallsWithL();
    void keptEqualsFresh();
    void errorOfEqualIsZero();
    void refusals();
    void fewGraphs();
};

namespace {

PatternSet allPatterns(const MiningGraphs& graphs, std::size_t maximumVertices)
{
    FrequentPatternParameters parameters;
    parameters.minimumEdges = 0;
    parameters.maximumVertices = maximumVertices;
    return mineFrequentPatterns(graphs, parameters)->patterns;
}

} // namespace

void TestGraphPca::exactByHand()
{
    const DatasetPtr data = test::randomGraphs({9, 5, 2, 2, 1}, 21);
    const MiningGraphs graphs = buildMiningGraphs(*data, 1).value();
    const PatternSet patterns = allPatterns(graphs, 15);
    Eigen::MatrixXd x = Eigen::MatrixXd::Constant(9, static_cast<Eigen::Index>(patterns.size()), -1);
    for (std::size_t p = 0; p < patterns.size(); ++p)
        for (const std::uint32_t row : patterns.support(p))
            x(row, static_cast<Eigen::Index>(p)) = 1;
    x.rowwise() -= x.colwise().mean().eval();
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(x * x.transpose()).eigenvalues();
    const auto exact = exactPca(patterns, 9, {});
    ATLAS_VERIFY_OK(exact);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(std::abs(exact->eigenvalues[static_cast<std::size_t>(i)] - values[8 - i]) < 1e-9 * values[8]);
        QVERIFY(std::abs(exact->projections.col(i).squaredNorm() - values[8 - i]) < 1e-9 * values[8]);
    }
}

void TestGraphPca::equalsExactWithAllPatterns_data()
{
    QTest::addColumn<bool>("centre");
    QTest::addColumn<QString>("file");
    QTest::newRow("centred") << true << "";
    QTest::newRow("as in the paper") << false << "";
    QTest::newRow("mutag centred") << true << "mutag/mutag.gsp";
    QTest::newRow("mutag as in the paper") << false << "mutag/mutag.gsp";
}

void TestGraphPca::equalsExactWithAllPatterns()
{
    QFETCH(bool, centre);
    QFETCH(QString, file);
    if (!file.isEmpty())
        ATLAS_REQUIRE_SHARED(test::sharedData(file.toStdString()));
    const DatasetPtr data = file.isEmpty() ? test::randomGraphs({30, 6, 2, 3, 2}, 12)
                                           : test::readGSpanFile(test::sharedData(file.toStdString()));
    const MiningGraphs graphs = buildMiningGraphs(*data, file.isEmpty() ? 2 : 60).value();
    GraphPcaParameters parameters;
    parameters.maximumVertices = file.isEmpty() ? 15 : 8;
    parameters.patternsPerStep = 1'000'000;
    parameters.tolerance = 1e-11;
    parameters.centre = centre;
    const auto result = graphPca(graphs, parameters);
    ATLAS_VERIFY_OK(result);
    QVERIFY(result->converged);
    const PatternSet patterns = allPatterns(graphs, parameters.maximumVertices);
    QCOMPARE(result->patterns.size(), patterns.size());
    const auto exact = exactPca(patterns, graphs.graphCount(), {3, centre});
    ATLAS_VERIFY_OK(exact);
    const double scale = exact->projections.cwiseAbs().maxCoeff();
    QVERIFY2((result->projections - exact->projections).cwiseAbs().maxCoeff() < 1e-8 * scale,
             qPrintable(
                 QString::number((result->projections - exact->projections).cwiseAbs().maxCoeff() / scale)));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::abs(result->eigenvalues[i] - exact->eigenvalues[i]) < 1e-8 * exact->eigenvalues[0]);
    QVERIFY(approximationError(result->projections, exact->projections) < 1e-5);
}

void TestGraphPca::errorFallsWithL_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("support");
    QTest::newRow("cpdb 34") << "cpdb/cpdb.gsp" << 34;
    QTest::newRow("mutag 94") << "mutag/mutag.gsp" << 94;
    QTest::newRow("nctrer 23, a tenth") << "nctrer_er/NCTRER_v4b_232_15Feb2008.sdf" << 23;
}

void TestGraphPca::errorFallsWithL()
{
    QFETCH(QString, file);
    QFETCH(int, support);
    const auto path = test::sharedData(file.toStdString());
    ATLAS_REQUIRE_SHARED(path);
    const DatasetPtr data =
        file.endsWith(".sdf") ? moleculesToGraphs(**readDataset(path)).value() : test::readGSpanFile(path);
    const MiningGraphs graphs = buildMiningGraphs(*data, static_cast<std::size_t>(support)).value();
    const auto exact = exactPca(allPatterns(graphs, 15), graphs.graphCount(), {});
    ATLAS_VERIFY_OK(exact);
    const auto error = [&](std::size_t count) {
        GraphPcaParameters parameters;
        parameters.patternsPerStep = count;
        return approximationError(graphPca(graphs, parameters)->projections, exact->projections);
    };
    const double few = error(10);
    const double many = error(100'000);
    QVERIFY2(many < 0.2 * few, qPrintable(QStringLiteral("%1 against %2").arg(many).arg(few)));
}

void TestGraphPca::keptEqualsFresh()
{
    const auto path = test::sharedData("mutag/mutag.gsp");
    ATLAS_REQUIRE_SHARED(path);
    const MiningGraphs graphs = buildMiningGraphs(*test::readGSpanFile(path), 20).value();
    GraphPcaParameters parameters;
    parameters.patternsPerStep = 200;
    parameters.maximumVertices = 8;
    setThreadCount(1);
    const auto kept = graphPca(graphs, parameters);
    parameters.search = PatternSearch::Fresh;
    setThreadCount(2);
    const auto fresh = graphPca(graphs, parameters);
    setThreadCount(0);
    ATLAS_VERIFY_OK(kept);
    ATLAS_VERIFY_OK(fresh);
    QCOMPARE(kept->patterns.size(), fresh->patterns.size());
    for (std::size_t i = 0; i < kept->patterns.size(); ++i)
        QVERIFY(kept->patterns[i].code == fresh->patterns[i].code);
    QVERIFY(kept->projections == fresh->projections); // bit for bit
    QVERIFY(kept->loadings == fresh->loadings);
}

void TestGraphPca::errorOfEqualIsZero()
{
    Eigen::MatrixXd a(3, 2);
    a << 1, 0, 0, 2, 3, 3;
    const Eigen::MatrixXd scaled = 5 * a;
    QVERIFY(approximationError(a, scaled) < 1e-7);
    Eigen::MatrixXd b(2, 1);
    b << 1, 1;
    Eigen::MatrixXd c(2, 1);
    c << 1, -1;
    QVERIFY(std::abs(approximationError(b, c) - std::sqrt(8.0)) < 1e-12); // two entries differ by 2
}

void TestGraphPca::refusals()
{
    const MiningGraphs graphs = buildMiningGraphs(*test::randomGraphs({5, 4, 1, 2, 1}, 2), 1).value();
    GraphPcaParameters parameters;
    parameters.patternsPerStep = 0;
    QCOMPARE(graphPca(graphs, parameters).error().code, ErrorCode::BadUse);
    parameters.patternsPerStep = 5;
    parameters.components = 0;
    QCOMPARE(graphPca(graphs, parameters).error().code, ErrorCode::BadUse);
    const MiningGraphs one = buildMiningGraphs(*test::gspanText("t # 0\nv 0 C\n"), 1).value();
    QCOMPARE(graphPca(one, {}).error().code, ErrorCode::BadUse);
    const auto large = exactPca(PatternSet(), 100'000, {});
    QCOMPARE(large.error().code, ErrorCode::TooLarge);
}

void TestGraphPca::fewGraphs()
{
    const MiningGraphs graphs = buildMiningGraphs(*test::randomGraphs({3, 4, 1, 2, 1}, 6), 1).value();
    const auto result = graphPca(graphs, {});
    ATLAS_VERIFY_OK(result);
    QCOMPARE(result->projections.cols(), Eigen::Index{2}); // three points span a plane
    QVERIFY(result->note.find("only") != std::string::npos);
    // Equal graphs: no variance, and no number that is not one.
    const MiningGraphs equal =
        buildMiningGraphs(*test::gspanText("t # 0\nv 0 C\nt # 1\nv 0 C\nt # 2\nv 0 C\n"), 1).value();
    const auto flat = graphPca(equal, {});
    ATLAS_VERIFY_OK(flat);
    QVERIFY(flat->projections.allFinite() && flat->projections.cwiseAbs().maxCoeff() == 0);
}

QTEST_APPLESS_MAIN(TestGraphPca)
#include "test_graph_pca.moc"
