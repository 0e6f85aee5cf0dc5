// Hand-worked values, slow references on random graphs, the reference Gram matrices, and odd graphs.
#include "core/kernels/explanation.h"
#include "core/kernels/graph_kernel.h"
#include "core/kernels/graphlets.h"
#include "core/kernels/nystroem.h"
#include "core/kernels/random_walk.h"
#include "core/kernels/shortest_paths.h"
#include "core/kernels/weisfeiler_lehman.h"
#include "core/parallel/parallel_for.h"
#include "support/graph_data.h"
#include "support/qtest_text.h"
#include "support/shared_data.h"

#include <Eigen/Dense>
#include <atomic>
#include <map>
#include <thread>

using namespace atlas;
using test::PlainGraph;

namespace {

FlatGraphs flat(const DatasetPtr& data, VertexLabels labels = VertexLabels::Given)
{
    FlatGraphs graphs(labels);
    const Result<void> appended = graphs.append(*data);
    Q_ASSERT(appended.ok());
    return graphs;
}

/// The paper's graphs of figures 8 and 10.
PlainGraph paperGraph1()
{
    return {std::vector<std::string>(6), {{0, 1}, {0, 2}, {1, 2}, {1, 5}, {3, 5}, {3, 4}}};
}
PlainGraph paperGraph2()
{
    return {std::vector<std::string>(8),
            {{0, 1}, {0, 2}, {2, 3}, {2, 4}, {2, 7}, {4, 5}, {4, 6}, {5, 7}, {6, 7}}};
}

std::vector<double> rowOf(const SparseFeatures& features, std::size_t row)
{
    std::vector<double> values(features.columns);
    for (std::size_t i = 0; i < features.rowFeatures(row).size(); ++i)
        values[features.rowFeatures(row)[i]] = features.rowValues(row)[i];
    return values;
}

/// Floyd and Warshall, algorithm 1 of the paper.
std::vector<std::uint32_t> floydWarshall(const FlatGraphs& graphs, std::size_t graph)
{
    const std::size_t n = graphs.vertexCount(graph);
    const std::uint32_t far = 1U << 30U;
    std::vector<std::uint32_t> d(n * n, far);
    for (std::size_t v = 0; v < n; ++v) {
        d[v * n + v] = 0;
        for (const std::uint32_t u : graphs.neighbours(graphs.firstVertex(graph) + v))
            d[v * n + u - graphs.firstVertex(graph)] = 1;
    }
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    for (std::uint32_t& value : d)
        if (value >= far)
            value = unreachable;
    return d;
}

/// Weisfeiler-Lehman with strings, as algorithm 3 says it.
std::map<std::string, double> wlByStrings(const FlatGraphs& graphs, std::size_t graph, std::size_t depth,
                                          bool edges)
{
    const std::size_t first = graphs.firstVertex(graph);
    std::vector<std::string> labels;
    for (std::size_t v = first; v < graphs.lastVertex(graph); ++v)
        labels.push_back(std::to_string(graphs.label(v)));
    std::map<std::string, double> counts;
    for (std::size_t i = 0; i <= depth; ++i) {
        for (const std::string& label : labels)
            ++counts[std::to_string(i) + ":" + label];
        std::vector<std::string> next;
        for (std::size_t v = 0; v < labels.size(); ++v) {
            std::vector<std::string> around;
            const auto neighbours = graphs.neighbours(first + v);
            for (std::size_t e = 0; e < neighbours.size(); ++e)
                around.push_back((edges ? std::to_string(graphs.edgeLabels(first + v)[e]) + "/" : "")
                                 + labels[neighbours[e] - first]);
            std::sort(around.begin(), around.end());
            std::string text = "(" + labels[v] + "|";
            for (const std::string& label : around)
                text += label + ",";
            next.push_back(text + ")");
        }
        labels = next;
    }
    return counts;
}

std::vector<std::vector<double>> readCsv(const std::filesystem::path& path)
{
    std::vector<std::vector<double>> rows;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');)
            rows.back().push_back(std::stod(cell));
    }
    return rows;
}

DatasetPtr randomData(std::uint64_t seed, std::size_t count, std::size_t vertices, double density,
                      std::size_t labels)
{
    Random random(seed);
    std::vector<PlainGraph> graphs;
    for (std::size_t i = 0; i < count; ++i)
        graphs.push_back(test::randomGraph(random, 1 + random.below(vertices), density, labels));
    return test::graphDataset(graphs);
}

Eigen::MatrixXd gramOf(const FlatGraphs& graphs, const GraphKernelParameters& parameters)
{
    Result<KernelMatrix> result = graphKernelMatrix(graphs, parameters);
    return result ? std::move(result->values) : Eigen::MatrixXd();
}

} // namespace

class TestGraphKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paperExamples()
    {
        const FlatGraphs graphs = flat(test::graphDataset({paperGraph1(), paperGraph2()}));
        const auto steps = shortestPathFeatures(graphs, ShortestPathFeature::Steps);
        ATLAS_VERIFY_OK(steps);
        // figure 12
        QCOMPARE(rowOf(steps->features, 0), (std::vector<double>{11, 8, 11, 10, 14, 8, 0, 0}));
        QCOMPARE(rowOf(steps->features, 1), (std::vector<double>{14, 20, 10, 16, 12, 16, 16, 12}));
        const auto delta = shortestPathFeatures(graphs, ShortestPathFeature::Delta);
        ATLAS_VERIFY_OK(delta);
        QCOMPARE(rowOf(delta->features, 0), (std::vector<double>{6, 12, 8, 6, 4})); // figure 13
        QCOMPARE(rowOf(delta->features, 1), (std::vector<double>{8, 18, 20, 14, 4}));
    }

    void searchEqualsFloydWarshall()
    {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const FlatGraphs graphs = flat(randomData(seed, 3, 150, 0.02, 3));
            for (std::size_t g = 0; g < graphs.size(); ++g)
                QCOMPARE(shortestPathLengths(graphs, g), floydWarshall(graphs, g));
        }
    }

    void pathFeaturesEqualCountsOfPairs_data()
    {
        QTest::addColumn<int>("labels");
        QTest::newRow("few labels") << 3;
        QTest::newRow("many labels") << 26;
    }
    void pathFeaturesEqualCountsOfPairs()
    {
        QFETCH(int, labels);
        const FlatGraphs graphs = flat(randomData(7, 12, 90, 0.05, static_cast<std::size_t>(labels)));
        const auto labelled = shortestPathFeatures(graphs, ShortestPathFeature::Labelled);
        const auto delta = shortestPathFeatures(graphs, ShortestPathFeature::Delta);
        const auto steps = shortestPathFeatures(graphs, ShortestPathFeature::Steps);
        ATLAS_VERIFY_OK(labelled);
        for (std::size_t g = 0; g < graphs.size(); ++g) {
            const std::size_t n = graphs.vertexCount(g);
            const std::vector<std::uint32_t> d = floydWarshall(graphs, g);
            std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, double> pairs;
            std::vector<double> histogram(delta->features.columns);
            std::vector<double> sums(steps->features.columns);
            for (std::size_t u = 0; u < n; ++u)
                for (std::size_t v = 0; v < n; ++v) {
                    if (d[u * n + v] == unreachable)
                        continue;
                    ++histogram[d[u * n + v]];
                    sums[u] += d[u * n + v];
                    if (u != v)
                        ++pairs[{graphs.label(graphs.firstVertex(g) + u),
                                 graphs.label(graphs.firstVertex(g) + v), d[u * n + v]}];
                }
            QCOMPARE(rowOf(delta->features, g), histogram);
            QCOMPARE(rowOf(steps->features, g), sums);
            QCOMPARE(labelled->features.rowFeatures(g).size(), pairs.size());
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                const LabelledPath& path = labelled->paths[labelled->features.rowFeatures(g)[i]];
                QCOMPARE(labelled->features.rowValues(g)[i], (pairs[{path.from, path.to, path.length}]));
            }
        }
    }

    void weisfeilerLehmanEqualsStrings_data()
    {
        QTest::addColumn<bool>("edges");
        QTest::newRow("vertex labels") << false;
        QTest::newRow("edge labels") << true;
    }
    void weisfeilerLehmanEqualsStrings()
    {
        QFETCH(bool, edges);
        const FlatGraphs graphs = flat(randomData(3, 25, 20, 0.15, 2));
        for (const std::size_t depth : {0U, 1U, 2U, 4U}) {
            GraphKernelParameters parameters;
            parameters.depth = depth;
            parameters.edgeLabels = edges;
            parameters.normalise = false;
            const Eigen::MatrixXd gram = gramOf(graphs, parameters);
            for (std::size_t a = 0; a < graphs.size(); ++a)
                for (std::size_t b = 0; b < graphs.size(); ++b) {
                    double expected = 0;
                    const auto countsOfB = wlByStrings(graphs, b, depth, edges);
                    for (const auto& [label, count] : wlByStrings(graphs, a, depth, edges))
                        if (const auto found = countsOfB.find(label); found != countsOfB.end())
                            expected += count * found->second;
                    QCOMPARE(gram(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)), expected);
                }
        }
    }

    void graphletsEqualEnumeration()
    {
        for (const double density : {0.15, 0.5, 0.85}) {
            const FlatGraphs graphs = flat(randomData(5, 12, 12, density, 0));
            for (std::size_t g = 0; g < graphs.size(); ++g) {
                const auto d = shortestPathLengths(graphs, g);
                const std::size_t n = graphs.vertexCount(g);
                const auto edge = [&](std::size_t u, std::size_t v) { return d[u * n + v] == 1 ? 1U : 0U; };
                std::array<double, graphlet3Count> three{};
                std::array<double, graphlet4Count> four{};
                for (std::size_t a = 0; a < n; ++a)
                    for (std::size_t b = a + 1; b < n; ++b)
                        for (std::size_t c = b + 1; c < n; ++c) {
                            ++three.at(edge(a, b) + edge(b, c) + edge(a, c));
                            for (std::size_t e = c + 1; e < n; ++e) {
                                std::array<unsigned, 4> degrees{edge(a, b) + edge(a, c) + edge(a, e),
                                                                edge(a, b) + edge(b, c) + edge(b, e),
                                                                edge(a, c) + edge(b, c) + edge(c, e),
                                                                edge(a, e) + edge(b, e) + edge(c, e)};
                                std::sort(degrees.begin(), degrees.end());
                                using Degrees = std::array<unsigned, 4>;
                                static const std::map<Degrees, Graphlet4> shapes{
                                    {{0, 0, 0, 0}, Graphlet4::Empty},    {{0, 0, 1, 1}, Graphlet4::Edge},
                                    {{1, 1, 1, 1}, Graphlet4::TwoEdges}, {{0, 1, 1, 2}, Graphlet4::Wedge},
                                    {{0, 2, 2, 2}, Graphlet4::Triangle}, {{1, 1, 2, 2}, Graphlet4::Path},
                                    {{1, 1, 1, 3}, Graphlet4::Star},     {{2, 2, 2, 2}, Graphlet4::Cycle},
                                    {{1, 2, 2, 3}, Graphlet4::Paw},      {{2, 2, 3, 3}, Graphlet4::Diamond},
                                    {{3, 3, 3, 3}, Graphlet4::Complete}};
                                ++four.at(static_cast<std::size_t>(shapes.at(degrees)));
                            }
                        }
                QVERIFY(countGraphlets3(graphs, g) == three);
                QVERIFY(countGraphlets4(graphs, g) == four);
            }
        }
    }

    void randomWalkEqualsInverse()
    {
        const FlatGraphs graphs = flat(randomData(11, 6, 7, 0.4, 2));
        RandomWalkParameters parameters;
        parameters.decay = 0.7;
        const Result<RandomWalkResult> result = randomWalkKernel(graphs, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->notConverged, std::size_t{0});
        for (std::size_t a = 0; a < graphs.size(); ++a)
            for (std::size_t b = 0; b < graphs.size(); ++b) {
                std::vector<std::pair<std::size_t, std::size_t>> pairs;
                for (std::size_t u = graphs.firstVertex(a); u < graphs.lastVertex(a); ++u)
                    for (std::size_t v = graphs.firstVertex(b); v < graphs.lastVertex(b); ++v)
                        if (graphs.label(u) == graphs.label(v))
                            pairs.emplace_back(u, v);
                const auto n = static_cast<Eigen::Index>(pairs.size());
                Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n, n);
                const auto adjacent = [&](std::size_t x, std::size_t y) {
                    const auto near = graphs.neighbours(x);
                    return std::find(near.begin(), near.end(), y) != near.end();
                };
                for (Eigen::Index i = 0; i < n; ++i)
                    for (Eigen::Index j = 0; j < n; ++j)
                        if (adjacent(pairs[static_cast<std::size_t>(i)].first,
                                     pairs[static_cast<std::size_t>(j)].first)
                            && adjacent(pairs[static_cast<std::size_t>(i)].second,
                                        pairs[static_cast<std::size_t>(j)].second))
                            system(i, j) -= result->lambda;
                const double expected = n == 0 ? 0 : system.inverse().sum();
                const double value = result->gram(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
                QVERIFY(std::abs(value - expected) < 1e-9 * (1 + expected));
            }
    }

    void gramIsSymmetricPositiveAndThreadless_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"shortest-path-steps", "shortest-path-delta", "shortest-path",
                                 "weisfeiler-lehman", "graphlet", "random-walk"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void gramIsSymmetricPositiveAndThreadless()
    {
        QFETCH(QString, name);
        const FlatGraphs graphs = flat(randomData(13, 150, 12, 0.25, 3));
        GraphKernelParameters parameters;
        parameters.kernel = *graphKernelNamed(name.toStdString());
        setThreadCount(1);
        const Eigen::MatrixXd gram = gramOf(graphs, parameters);
        setThreadCount(0);
        QVERIFY(gram == gramOf(graphs, parameters));
        QVERIFY(gram == gram.transpose());
        QVERIFY(gram.allFinite());
        QVERIFY(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram).eigenvalues().minCoeff() > -1e-9);
        QVERIFY(gram.maxCoeff() < 1 + 1e-9);
    }

    void explanationsSumUp_data() { gramIsSymmetricPositiveAndThreadless_data(); }
    void explanationsSumUp()
    {
        QFETCH(QString, name);
        const FlatGraphs graphs = flat(randomData(17, 8, 14, 0.2, 3));
        for (const bool normalise : {false, true}) {
            GraphKernelParameters parameters;
            parameters.kernel = *graphKernelNamed(name.toStdString());
            parameters.normalise = normalise;
            const Eigen::MatrixXd gram = gramOf(graphs, parameters);
            for (std::size_t b = 0; b < graphs.size(); ++b) {
                const Result<KernelExplanation> why = explainKernel(graphs, parameters, 2, b);
                ATLAS_VERIFY_OK(why);
                const double value = gram(2, static_cast<Eigen::Index>(b));
                QVERIFY(std::abs(why->value - value) < 1e-9 * (1 + value));
                for (std::size_t i = 0; i < why->shared.size(); ++i) {
                    QVERIFY(!why->shared[i].text.empty());
                    QVERIFY(i == 0 || why->shared[i].contribution <= why->shared[i - 1].contribution);
                    for (const std::uint32_t v : why->shared[i].verticesB)
                        QVERIFY(v < graphs.vertexCount(b));
                }
            }
        }
    }

    void explanationByHand()
    {
        // C-O and C-O-C: label 0 C: 1*2, O: 1*1; nothing else is shared at depth 1.
        const FlatGraphs graphs =
            flat(test::graphDataset({{{"C", "O"}, {{0, 1}}}, {{"C", "O", "C"}, {{0, 1}, {1, 2}}}}));
        GraphKernelParameters parameters;
        parameters.depth = 1;
        parameters.normalise = false;
        const Result<KernelExplanation> why = explainKernel(graphs, parameters, 0, 1);
        ATLAS_VERIFY_OK(why);
        QCOMPARE(why->value, 5.0); // C with O around it: 1*2 more
        QCOMPARE(why->shared.size(), std::size_t{3});
        QCOMPARE(why->shared[0].text, std::string("C"));
        QCOMPARE(why->shared[0].verticesB, (std::vector<std::uint32_t>{0, 2}));
        QCOMPARE(why->shared[1].text, std::string("C with O"));
        QCOMPARE(why->shared[2].text, std::string("O"));
    }

    void oddGraphs()
    {
        const DatasetPtr data =
            test::graphDataset({{{"a"}, {}}, {{"a", "b"}, {}}, {{}, {}}, {{"a", "b"}, {{0, 1}}}});
        for (const char* name : {"shortest-path-steps", "shortest-path-delta", "shortest-path",
                                 "weisfeiler-lehman", "graphlet", "random-walk"}) {
            GraphKernelParameters parameters;
            parameters.kernel = *graphKernelNamed(name);
            const Result<KernelMatrix> result = graphKernelMatrix(flat(data), parameters);
            ATLAS_VERIFY_OK(result);
            QVERIFY(result->values.allFinite());
            QVERIFY(result->withoutFeatures >= 1); // the graph without vertices
            const Result<Eigen::MatrixXd> distances = kernelDistances(result->values);
            ATLAS_VERIFY_OK(distances);
            QVERIFY(distances->allFinite());
        }
    }

    void nystroemIsExactWithEnoughLandmarks()
    {
        const FlatGraphs graphs = flat(randomData(19, 60, 9, 0.3, 2));
        GraphKernelParameters parameters;
        const Result<SparseFeatures> features = graphFeatures(graphs, parameters);
        ATLAS_VERIFY_OK(features);
        const Eigen::MatrixXd gram = gramOf(graphs, parameters);
        const Result<NystroemResult> all = nystroem(*features, {60, true, 1});
        ATLAS_VERIFY_OK(all);
        QVERIFY((all->points.transpose() * all->points - gram).cwiseAbs().maxCoeff() < 1e-7);
        QVERIFY(std::abs(all->keptTrace - 1) < 1e-9);
        const Result<NystroemResult> some = nystroem(*features, {20, true, 1});
        ATLAS_VERIFY_OK(some);
        QVERIFY(some->keptTrace < 1 && some->keptTrace > 0.3);
        // Between landmarks the approximation is exact.
        for (const std::size_t a : some->landmarks)
            for (const std::size_t b : some->landmarks) {
                const auto i = static_cast<Eigen::Index>(a);
                const auto j = static_cast<Eigen::Index>(b);
                QVERIFY(std::abs(some->points.col(i).dot(some->points.col(j)) - gram(i, j)) < 1e-7);
            }
    }

    void progressGrowsToTheEnd()
    {
        ProgressMonitor monitor;
        std::atomic<bool> done{false};
        bool monotone = true;
        std::thread watcher([&] {
            double last = 0;
            while (!done) {
                const double now = monitor.fraction();
                monotone = monotone && now >= last && now <= 1;
                last = now;
            }
        });
        const Result<KernelMatrix> result =
            graphKernelMatrix(flat(randomData(1, 400, 12, 0.3, 2)), {}, monitor.token());
        done = true;
        watcher.join();
        ATLAS_VERIFY_OK(result);
        QVERIFY(monotone);
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void unknownKernel() { QVERIFY(!graphKernelNamed("weisfeiler")); }

    void labelsOfTwoDataSetsAgree()
    {
        FlatGraphs graphs(VertexLabels::Given);
        QVERIFY(graphs.append(*test::graphDataset({{{"a", "b"}, {{0, 1}}}})).ok());
        QVERIFY(graphs.append(*test::graphDataset({{{"b", "a"}, {{0, 1}}}})).ok());
        const Eigen::MatrixXd gram = gramOf(graphs, {});
        QCOMPARE(gram(0, 1), 1.0);
    }

    void cancelled()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<KernelMatrix> result =
            graphKernelMatrix(flat(randomData(1, 30, 10, 0.3, 2)), {}, monitor.token());
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::Cancelled);
    }

    void ppiReference_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("normalise");
        QTest::newRow("steps") << "ppi-shortest-path-steps.csv"
                               << "shortest-path-steps" << 0 << true;
        QTest::newRow("delta") << "ppi-shortest-path-delta.csv"
                               << "shortest-path-delta" << 0 << true;
        QTest::newRow("wl 1") << "ppi-weisfeiler-lehman-1.csv"
                              << "weisfeiler-lehman" << 1 << false;
        QTest::newRow("wl 3") << "ppi-weisfeiler-lehman-3.csv"
                              << "weisfeiler-lehman" << 3 << false;
    }
    void ppiReference()
    {
        QFETCH(QString, file);
        QFETCH(QString, kernel);
        QFETCH(int, depth);
        QFETCH(bool, normalise);
        const auto folder = test::sharedData("ppi");
        ATLAS_REQUIRE_SHARED(folder);
        const FlatGraphs graphs = flat(test::readTuFolder(folder, "PPI"));
        GraphKernelParameters parameters;
        parameters.kernel = *graphKernelNamed(kernel.toStdString());
        parameters.depth = static_cast<std::size_t>(depth);
        parameters.normalise = normalise;
        const Result<KernelMatrix> result = graphKernelMatrix(graphs, parameters);
        ATLAS_VERIFY_OK(result);
        if (depth > 0)
            QCOMPARE(result->features, std::size_t{depth == 1 ? 3158U : 13059U});
        const auto expected = readCsv(test::sharedFolder() / "reference" / file.toStdString());
        QCOMPARE(expected.size(), graphs.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (std::size_t j = 0; j < expected.size(); ++j)
                QVERIFY(std::abs(result->values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))
                                 - expected[i][j])
                        < 1e-9);
    }

    void moleculeReference_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<double>("sum");
        QTest::addColumn<double>("trace");
        QTest::addColumn<double>("k00");
        QTest::addColumn<double>("k01");
        QTest::newRow("mutag wl") << "mutag/mutag.gsp"
                                  << "weisfeiler-lehman" << 16131686.0 << 112432.0 << 648.0 << 585.0;
        QTest::newRow("cas wl") << "cas/cas.gsp"
                                << "weisfeiler-lehman" << 10440557340.0 << 4659824.0 << 1754.0 << 519.0;
        QTest::newRow("cas paths") << "cas/cas.gsp"
                                   << "shortest-path" << 0.0 << 390505482.0 << 61856.0 << 8478.0;
    }
    void moleculeReference()
    {
        QFETCH(QString, file);
        QFETCH(QString, kernel);
        QFETCH(double, sum);
        QFETCH(double, trace);
        QFETCH(double, k00);
        QFETCH(double, k01);
        const auto path = test::sharedData(file.toStdString());
        ATLAS_REQUIRE_SHARED(path);
        GraphKernelParameters parameters;
        parameters.kernel = *graphKernelNamed(kernel.toStdString());
        parameters.normalise = false;
        const Eigen::MatrixXd gram = gramOf(flat(test::readGSpanFile(path)), parameters);
        QCOMPARE(gram.trace(), trace);
        QCOMPARE(gram(0, 0), k00);
        QCOMPARE(gram(0, 1), k01);
        if (sum > 0)
            QVERIFY(std::abs(gram.sum() - sum) <= 5);
    }
};

QTEST_APPLESS_MAIN(TestGraphKernels)
#include "test_graph_kernels.moc"
