#include "core/rpca/decoder.h"
#include "core/rpca/rpca.h"
#include "core/support/random.h"
#include "support/graph_data.h"
#include "support/ptc_graphs.h"
#include "support/qtest_text.h"

#include <QTest>

#include <Eigen/Dense>

using namespace atlas;

namespace {

std::shared_ptr<const RpcaInput> share(Result<RpcaInput> input)
{
    return input ? std::make_shared<const RpcaInput>(std::move(*input)) : nullptr;
}

DatasetPtr randomGraphSet(std::uint64_t seed, std::size_t count)
{
    Random random(seed);
    std::vector<test::PlainGraph> graphs;
    for (std::size_t i = 0; i < count; ++i)
        graphs.push_back(test::randomGraph(random, 1 + random.below(7), 0.4, 2));
    return test::graphDataset(graphs);
}

/// Section 2.4 as it stands: the stack as one vector, pushed by the matrix S, with the item
/// on top; a column a push.
Eigen::MatrixXd stackColumns(const Dataset& data, std::size_t k, std::size_t n)
{
    const std::size_t d = k + n - 1;
    const std::size_t s = n * d - n * (n - 1) / 2;
    Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(s));
    Eigen::Index from = 0;
    Eigen::Index to = static_cast<Eigen::Index>(d);
    for (std::size_t i = 1; i < n; ++i) { // field i - 1 moves to field i and forgets its last component
        for (std::size_t j = 0; j < d - i; ++j)
            shift(to + static_cast<Eigen::Index>(j), from + static_cast<Eigen::Index>(j)) = 1;
        from += static_cast<Eigen::Index>(d - i + 1);
        to += static_cast<Eigen::Index>(d - i);
    }
    std::vector<Eigen::VectorXd> columns;
    for (std::size_t row = 0; row < data.size(); ++row) {
        const Graph& graph = data.graph(RowId(row));
        Eigen::VectorXd state = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(s));
        for (std::size_t v = 0; v < vertexCount(graph); ++v) {
            state = (shift * state).eval();
            state(static_cast<Eigen::Index>(graph[v].label.index())) = 1;
            for (auto [edge, end] = boost::out_edges(v, graph); edge != end; ++edge)
                if (const std::size_t other = boost::target(*edge, graph); other < v)
                    state(static_cast<Eigen::Index>(k + other)) =
                        1 + std::stod(data.edgeLabels().text(graph[*edge].label));
            columns.push_back(state);
        }
    }
    Eigen::MatrixXd x(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j)
        x.col(static_cast<Eigen::Index>(j)) = columns[j];
    return x;
}

std::vector<RpcaParameters> everySolver(bool zeroMean)
{
    std::vector<RpcaParameters> list;
    for (const RpcaSolver solver : {RpcaSolver::Auto, RpcaSolver::Gram, RpcaSolver::Covariance,
                                    RpcaSolver::Lanczos, RpcaSolver::Svd, RpcaSolver::QrSvd})
        for (const RpcaColumns columns : {RpcaColumns::Dag, RpcaColumns::All}) {
            RpcaParameters parameters;
            parameters.solver = solver;
            parameters.columns = columns;
            parameters.state = columns == RpcaColumns::Dag ? RpcaState::Full : RpcaState::Minimal;
            parameters.zeroMean = zeroMean;
            list.push_back(parameters);
        }
    return list;
}

} // namespace

class TestRpcaGraphs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesThePapersStack();
    void rebuildsUndirectedGraphs();
    void rebuildsDirectedGraphs();
    void refusesGraphsAboveN();
    void ptcMolecules();
};

void TestRpcaGraphs::matchesThePapersStack()
{
    for (const bool zeroMean : {false, true}) {
        const DatasetPtr data = randomGraphSet(zeroMean ? 2 : 1, 40);
        const auto input = share(rpcaInput(*data));
        QVERIFY(input);
        QCOMPARE(input->coding.labelDimension, std::size_t{2});
        const std::size_t n = input->coding.maximumVertices;
        const Eigen::MatrixXd x = stackColumns(*data, 2, n);
        QCOMPARE(static_cast<double>(x.cols()), input->columnCount());
        const Result<StateSizes> sizes = stateSizes(*input);
        ATLAS_VERIFY_OK(sizes);
        QCOMPARE(sizes->full, static_cast<std::size_t>(x.rows()));
        Eigen::MatrixXd decomposed(x.rows(), x.cols() + 1);
        decomposed.leftCols(x.cols()) = x;
        decomposed.col(x.cols()) =
            zeroMean ? Eigen::VectorXd(-x.rowwise().sum()) : Eigen::VectorXd::Zero(x.rows());
        const Eigen::VectorXd values = decomposed.bdcSvd().singularValues();
        for (const RpcaParameters& parameters : everySolver(zeroMean)) {
            const Result<RpcaResult> result = rpca(input, parameters);
            ATLAS_VERIFY_OK(result);
            const auto p = static_cast<Eigen::Index>(result->components());
            QVERIFY2((result->singularValues - values.head(p)).cwiseAbs().maxCoeff() < 1e-8 * values(0),
                     toString(parameters.solver));
            QVERIFY(p == values.size() || values(p) < 1e-7 * values(0));
        }
    }
}

void TestRpcaGraphs::rebuildsUndirectedGraphs()
{
    const DatasetPtr data = randomGraphSet(3, 60);
    const auto input = share(rpcaInput(*data));
    for (const bool zeroMean : {false, true})
        for (const RpcaParameters& parameters : everySolver(zeroMean)) {
            Result<RpcaResult> result = rpca(input, parameters);
            ATLAS_VERIFY_OK(result);
            const RpcaDecoder decoder(std::make_shared<const RpcaResult>(std::move(*result)));
            std::vector<RpcaDecoded> decoded;
            for (const std::uint32_t root : input->dag.roots) {
                decoded.push_back(decoder.decode(decoder.result().encodings.col(root)));
                QVERIFY2(matches(decoded.back(), *input, root), toString(parameters.solver));
            }
            const Result<DatasetPtr> again = decodedDataset(decoded, input->coding);
            ATLAS_VERIFY_OK(again);
            for (std::size_t row = 0; row < data->size(); ++row) {
                const Graph& a = data->graph(RowId(row));
                const Graph& b = (*again)->graph(RowId(row));
                QCOMPARE(vertexCount(b), vertexCount(a));
                QCOMPARE(edgeCount(b), edgeCount(a));
                for (std::size_t v = 0; v < vertexCount(a); ++v)
                    QCOMPARE((*again)->nodeLabels().text(b[v].label), data->nodeLabels().text(a[v].label));
                for (auto [edge, end] = boost::edges(a); edge != end; ++edge) {
                    const auto found = boost::edge(boost::source(*edge, a), boost::target(*edge, a), b);
                    QVERIFY(found.second);
                    QCOMPARE((*again)->edgeLabels().text(b[found.first].label),
                             data->edgeLabels().text(a[*edge].label));
                }
            }
        }
}

void TestRpcaGraphs::rebuildsDirectedGraphs()
{
    Random random(4);
    std::vector<ListGraph> graphs;
    for (std::size_t i = 0; i < 40; ++i) {
        ListGraph graph;
        const auto n = static_cast<std::uint32_t>(1 + random.below(6));
        for (std::uint32_t v = 0; v < n; ++v)
            graph.labels.push_back(static_cast<std::uint32_t>(random.below(3)));
        for (std::uint32_t from = 0; from < n; ++from)
            for (std::uint32_t to = 0; to < n; ++to) // self loops and both directions
                if (random.chance(0.3))
                    graph.edges.push_back({from, to, static_cast<std::uint32_t>(random.below(2))});
        graphs.push_back(std::move(graph));
    }
    const auto input = share(rpcaInput(graphs, {"a", "b", "c"}, {"x", "y"}));
    QVERIFY(input);
    const Result<StateSizes> sizes = stateSizes(*input);
    ATLAS_VERIFY_OK(sizes);
    QCOMPARE(sizes->full, std::size_t{6 * (3 + 6)}); // N (k + N)
    for (const RpcaParameters& parameters : everySolver(false)) {
        Result<RpcaResult> result = rpca(input, parameters);
        ATLAS_VERIFY_OK(result);
        const RpcaDecoder decoder(std::make_shared<const RpcaResult>(std::move(*result)));
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            const std::uint32_t root = input->dag.roots[i];
            const RpcaDecoded decoded = decoder.decode(decoder.result().encodings.col(root));
            QVERIFY(matches(decoded, *input, root));
            QCOMPARE(decoded.nodes.size(), graphs[i].labels.size());
            std::vector<ListGraph::Edge> edges;
            for (const RpcaDecoded::Edge& edge : decoded.edges)
                edges.push_back({edge.from, edge.to, edge.label});
            std::sort(edges.begin(), edges.end());
            std::sort(graphs[i].edges.begin(), graphs[i].edges.end());
            QVERIFY(edges == graphs[i].edges);
        }
    }
}

void TestRpcaGraphs::refusesGraphsAboveN()
{
    const DatasetPtr data = randomGraphSet(5, 20);
    RpcaInputParameters parameters;
    parameters.maximumVertices = 3;
    const Result<RpcaInput> input = rpcaInput(*data, parameters);
    QVERIFY(!input.ok());
    QCOMPARE(input.error().code, ErrorCode::TooLarge);
    QVERIFY(QString::fromStdString(input.error().message).contains("the system manages 3"));
    parameters.maximumVertices = 0;
    parameters.labels = RpcaLabels::Paper;
    const Result<RpcaInput> paper = rpcaInput(*data, parameters);
    QVERIFY(!paper.ok());
    QCOMPARE(paper.error().code, ErrorCode::BadUse);
    // A new graph larger than what the model manages.
    const auto known = share(rpcaInput(*data));
    const Result<RpcaResult> result = rpca(known);
    ATLAS_VERIFY_OK(result);
    Random random(1);
    const DatasetPtr large = test::graphDataset({test::randomGraph(random, 12, 0.3, 2)});
    const Result<RpcaEncoding> encoding = encode(*result, *large);
    QVERIFY(!encoding.ok());
    QCOMPARE(encoding.error().code, ErrorCode::TooLarge);
}

void TestRpcaGraphs::ptcMolecules()
{
    ATLAS_REQUIRE_SHARED(test::sharedData("ptc/corrected_smiles.txt"));
    const DatasetPtr data = test::ptcGraphs(60, 30);
    const auto input = share(rpcaInput(*data));
    QVERIFY(input);
    RpcaParameters reference;
    reference.solver = RpcaSolver::Svd;
    const Result<RpcaResult> svd = rpca(input, reference);
    ATLAS_VERIFY_OK(svd);
    for (const RpcaParameters& parameters : everySolver(false)) {
        if (parameters.columns == RpcaColumns::All)
            continue;
        Result<RpcaResult> result = rpca(input, parameters);
        ATLAS_VERIFY_OK(result);
        QVERIFY2(result->components() == svd->components(), toString(parameters.solver));
        QVERIFY2((result->singularValues - svd->singularValues).cwiseAbs().maxCoeff()
                     < 1e-8 * svd->singularValues(0),
                 toString(parameters.solver));
        const RpcaDecoder decoder(std::make_shared<const RpcaResult>(std::move(*result)));
        const Result<std::vector<RebuiltPoint>> points = rebuiltStructures(decoder);
        ATLAS_VERIFY_OK(points);
        QVERIFY2(points->back().exact == data->size(), toString(parameters.solver));
    }
}

QTEST_APPLESS_MAIN(TestRpcaGraphs)
#include "test_rpca_graphs.moc"
