#include "core/examples/grammar.h"
#include "core/parallel/parallel_for.h"
#include "core/rpca/decoder.h"
#include "core/rpca/rpca.h"
#include "core/rpca/substructure_kernel.h"
#include "rpca_reference.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"

#include <QTest>

using namespace atlas;
using test::RpcaReference;

namespace {

std::shared_ptr<const RpcaInput> inputOf(const Dataset& data, RpcaLabels labels = RpcaLabels::OneHot)
{
    RpcaInputParameters parameters;
    parameters.labels = labels;
    Result<RpcaInput> input = rpcaInput(data, parameters);
    return input ? std::make_shared<const RpcaInput>(std::move(*input)) : nullptr;
}

/// The coding's vector of a label, dense. The codings number the labels that occur in the order of their ids.
struct CodedVector {
    const RpcaInput& input;
    const Dataset& data;
    Eigen::VectorXd operator()(LabelId label) const
    {
        Eigen::VectorXd vector =
            Eigen::VectorXd::Zero(static_cast<Eigen::Index>(input.coding.labelDimension));
        for (std::size_t i = 0; i < input.coding.labelTexts.size(); ++i)
            if (input.coding.labelTexts[i] == data.nodeLabels().text(label))
                for (const RpcaItems::Entry& entry : input.coding.labelVectors.entries(i))
                    vector(entry.component) = entry.value;
        return vector;
    }
};

const std::vector<RpcaParameters>& everySolver()
{
    static const std::vector<RpcaParameters> all = [] {
        std::vector<RpcaParameters> list;
        for (const RpcaSolver solver :
             {RpcaSolver::Auto, RpcaSolver::Gram, RpcaSolver::Covariance, RpcaSolver::Lanczos}) {
            RpcaParameters parameters;
            parameters.solver = solver;
            list.push_back(parameters);
        }
        for (const RpcaSolver solver : {RpcaSolver::Svd, RpcaSolver::QrSvd})
            for (const RpcaColumns columns : {RpcaColumns::All, RpcaColumns::Dag})
                for (const RpcaState state : {RpcaState::Full, RpcaState::Minimal}) {
                    RpcaParameters parameters;
                    parameters.solver = solver;
                    parameters.columns = columns;
                    parameters.state = state;
                    list.push_back(parameters);
                }
        return list;
    }();
    return all;
}

std::string describe(const RpcaParameters& p)
{
    return std::string(toString(p.solver)) + (p.columns == RpcaColumns::All ? " all" : " dag")
        + (p.state == RpcaState::Full ? " full" : " minimal") + (p.zeroMean ? " zero-mean" : "");
}

} // namespace

class TestRpca : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainByHand();
    void kernelIsTheGramMatrix();
    void everySolverGivesTheReference_data();
    void everySolverGivesTheReference();
    void matricesAreThePapers_data();
    void matricesAreThePapers();
    void rebuildsEverySubtreeAtFullRank_data();
    void rebuildsEverySubtreeAtFullRank();
    void errorFallsAndTruncationIsNested();
};

/// The trees a and a(a): X = [(1,0), (1,0), (1,1)], X X^T = [[3,1],[1,1]], eigenvalues 2 +- sqrt 2.
void TestRpca::chainByHand()
{
    DatasetBuilder builder(StructureKind::Tree, {"hand", "test", ""});
    builder.beginFile("hand");
    const LabelId a = builder.nodeLabels().intern("a");
    builder.forest().open(a);
    builder.forest().close();
    builder.acceptTree({});
    builder.forest().open(a);
    builder.forest().open(a);
    builder.forest().close();
    builder.forest().close();
    builder.acceptTree({});
    const DatasetPtr data = *builder.finish();
    const auto input = inputOf(*data);
    QCOMPARE(input->dag.size(), std::size_t{2});
    QCOMPARE(input->dag.frequencies[0], 2.0);
    QCOMPARE(input->columnCount(), 3.0);
    const Result<StateSizes> sizes = stateSizes(*input);
    ATLAS_VERIFY_OK(sizes);
    QCOMPARE(sizes->paths, std::size_t{2});
    QCOMPARE(sizes->full, std::size_t{2});
    QCOMPARE(sizes->minimal, std::size_t{2});
    for (const RpcaParameters& parameters : everySolver()) {
        const Result<RpcaResult> result = rpca(input, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->components(), std::size_t{2});
        QVERIFY2(std::abs(result->singularValues(0) - std::sqrt(2 + std::sqrt(2.0))) < 1e-12,
                 describe(parameters).c_str());
        QVERIFY(std::abs(result->singularValues(1) - std::sqrt(2 - std::sqrt(2.0))) < 1e-12);
        // First eigenvector (1 + sqrt 2, 1) / |.|; y of the leaf is its first entry, y of a(a) their sum.
        const double length = std::sqrt(4 + 2 * std::sqrt(2.0));
        QVERIFY(std::abs(result->encodings(0, 0) - (1 + std::sqrt(2.0)) / length) < 1e-12);
        QVERIFY(std::abs(result->encodings(0, 1) - (2 + std::sqrt(2.0)) / length) < 1e-12);
    }
}

void TestRpca::kernelIsTheGramMatrix()
{
    for (const RpcaLabels labels : {RpcaLabels::OneHot, RpcaLabels::Paper}) {
        const DatasetPtr data = test::randomTrees(3, {30, 15, 3, 3, 2, true});
        const auto input = inputOf(*data, labels);
        const RpcaReference reference(*data, CodedVector{*input, *data}, false);
        const Result<Eigen::MatrixXd> k = substructureKernel(*input);
        ATLAS_VERIFY_OK(k);
        const Eigen::MatrixXd expected = reference.x.transpose() * reference.x;
        for (std::size_t t = 0; t < input->dag.size(); ++t)
            for (std::size_t s = 0; s < input->dag.size(); ++s)
                QCOMPARE((*k)(static_cast<Eigen::Index>(t), static_cast<Eigen::Index>(s)),
                         expected(input->occurrences[t].node, input->occurrences[s].node));
    }
}

void TestRpca::everySolverGivesTheReference_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("labels");
    QTest::addColumn<bool>("zeroMean");
    QTest::addColumn<int>("outdegree");
    int seed = 10;
    for (const int labels : {0, 1})
        for (const bool zeroMean : {false, true})
            for (const int outdegree : {1, 3})
                QTest::addRow("labels %d mean %d outdegree %d", labels, zeroMean, outdegree)
                    << seed++ << labels << zeroMean << outdegree;
}

void TestRpca::everySolverGivesTheReference()
{
    QFETCH(int, seed);
    QFETCH(int, labels);
    QFETCH(bool, zeroMean);
    QFETCH(int, outdegree);
    test::RandomTreeOptions options;
    options.trees = 40;
    options.outdegree = static_cast<std::size_t>(outdegree);
    options.gaps = outdegree > 1;
    const DatasetPtr data = test::randomTrees(static_cast<std::uint64_t>(seed), options);
    const auto input = inputOf(*data, labels == 0 ? RpcaLabels::OneHot : RpcaLabels::Paper);
    const RpcaReference reference(*data, CodedVector{*input, *data}, zeroMean);
    const Result<StateSizes> sizes = stateSizes(*input);
    ATLAS_VERIFY_OK(sizes);
    QCOMPARE(sizes->paths, reference.paths.size());
    QCOMPARE(sizes->full, static_cast<std::size_t>(reference.x.rows()));
    const double scale = reference.values(0);
    for (RpcaParameters parameters : everySolver()) {
        parameters.zeroMean = zeroMean;
        const Result<RpcaResult> result = rpca(input, parameters);
        ATLAS_VERIFY_OK(result);
        const std::string what = describe(parameters);
        QVERIFY2(result->rank.has_value(), what.c_str());
        QVERIFY2(*result->rank == static_cast<std::size_t>(reference.values.size()), what.c_str());
        const double error = (result->singularValues - reference.values).cwiseAbs().maxCoeff();
        QVERIFY2(error < 1e-8 * scale, (what + " " + std::to_string(error / scale)).c_str());
        // Inner products of encodings do not depend on signs or on the order of equal values.
        Eigen::MatrixXd y(result->encodings.rows(), reference.x.cols());
        for (std::size_t t = 0; t < input->dag.size(); ++t)
            y.col(input->occurrences[t].node) = result->encodings.col(static_cast<Eigen::Index>(t));
        for (std::size_t t = 0; t < input->dag.size(); ++t) {
            const auto i = input->occurrences[t].node;
            const auto j = input->occurrences[input->dag.size() - 1 - t].node;
            QVERIFY2(std::abs(y.col(i).dot(y.col(j)) - reference.x.col(i).dot(reference.x.col(j))) < 1e-8,
                     what.c_str());
        }
    }
}

void TestRpca::matricesAreThePapers_data() { everySolverGivesTheReference_data(); }

void TestRpca::matricesAreThePapers()
{
    QFETCH(int, seed);
    QFETCH(int, labels);
    QFETCH(bool, zeroMean);
    QFETCH(int, outdegree);
    test::RandomTreeOptions options;
    options.trees = 25;
    options.outdegree = static_cast<std::size_t>(outdegree);
    options.gaps = outdegree > 1;
    const DatasetPtr data = test::randomTrees(static_cast<std::uint64_t>(seed + 100), options);
    const auto input = inputOf(*data, labels == 0 ? RpcaLabels::OneHot : RpcaLabels::Paper);
    const RpcaReference reference(*data, CodedVector{*input, *data}, zeroMean);
    RpcaParameters parameters;
    parameters.zeroMean = zeroMean;
    parameters.solver = RpcaSolver::Gram;
    const Result<RpcaResult> result = rpca(input, parameters);
    ATLAS_VERIFY_OK(result);
    const Eigen::Index p = result->encodings.rows();
    // Our U in the reference's state space, from our encodings of all columns: Y = U^T X, and X spans U.
    Eigen::MatrixXd columns(reference.x.rows(), static_cast<Eigen::Index>(input->dag.size()));
    for (std::size_t t = 0; t < input->dag.size(); ++t)
        columns.col(static_cast<Eigen::Index>(t)) = reference.x.col(input->occurrences[t].node);
    const Eigen::MatrixXd u =
        columns.transpose().completeOrthogonalDecomposition().solve(result->encodings.transpose());
    const Eigen::MatrixXd turn = reference.u.transpose() * u; // orthogonal: between two bases of one space
    QVERIFY((turn.transpose() * turn - Eigen::MatrixXd::Identity(p, p)).norm() < 1e-8);
    QVERIFY((inputMatrix(*result) - turn.transpose() * reference.inputMatrix()).norm() < 1e-8);
    for (std::uint32_t c = 0; c < input->dag.outdegree(); ++c) {
        const Eigen::MatrixXd expected = turn.transpose() * reference.childMatrix(c) * turn;
        QVERIFY((childMatrix(*result, c) - expected).norm() < 1e-8);
    }
    // Equations 3, 4 and 7 at full rank.
    const Eigen::MatrixXd wx = inputMatrix(*result);
    std::vector<Eigen::MatrixXd> w;
    for (std::size_t c = 0; c < input->dag.outdegree(); ++c)
        w.push_back(childMatrix(*result, c));
    for (std::size_t t = 0; t < input->dag.size(); ++t) {
        const Eigen::VectorXd yt = result->encodings.col(static_cast<Eigen::Index>(t));
        Eigen::VectorXd item = Eigen::VectorXd::Zero(wx.cols());
        for (const RpcaItems::Entry& entry : input->items.entries(input->dag.items[t]))
            item(entry.component) = entry.value;
        QVERIFY((wx.transpose() * yt - item).norm() < 1e-8);
        Eigen::VectorXd recursive = wx * item;
        std::vector<bool> has(w.size());
        for (const RpcaDag::Arc& arc : input->dag.children(t)) {
            has[arc.position] = true;
            recursive += w[arc.position] * result->encodings.col(arc.child);
            QVERIFY((w[arc.position].transpose() * yt - result->encodings.col(arc.child)).norm() < 1e-8);
        }
        for (std::size_t c = 0; c < w.size(); ++c)
            QVERIFY(has[c] || (w[c].transpose() * yt).norm() < 1e-8);
        QVERIFY((recursive - yt).norm() < 1e-8);
    }
}

void TestRpca::rebuildsEverySubtreeAtFullRank_data() { everySolverGivesTheReference_data(); }

void TestRpca::rebuildsEverySubtreeAtFullRank()
{
    QFETCH(int, seed);
    QFETCH(int, labels);
    QFETCH(bool, zeroMean);
    QFETCH(int, outdegree);
    test::RandomTreeOptions options;
    options.trees = 40;
    options.maximumNodes = 25;
    options.outdegree = static_cast<std::size_t>(outdegree);
    options.gaps = outdegree > 1;
    const DatasetPtr data = test::randomTrees(static_cast<std::uint64_t>(seed + 200), options);
    const auto input = inputOf(*data, labels == 0 ? RpcaLabels::OneHot : RpcaLabels::Paper);
    for (RpcaParameters parameters : everySolver()) {
        parameters.zeroMean = zeroMean;
        Result<RpcaResult> result = rpca(input, parameters);
        ATLAS_VERIFY_OK(result);
        const RpcaDecoder decoder(std::make_shared<const RpcaResult>(std::move(*result)));
        for (std::uint32_t t = 0; t < input->dag.size(); ++t) {
            const RpcaDecoded decoded = decoder.decode(decoder.result().encodings.col(t));
            QVERIFY2(matches(decoded, *input, t), describe(parameters).c_str());
            QVERIFY(decoded.confidence > 0.999);
        }
    }
}

void TestRpca::errorFallsAndTruncationIsNested()
{
    const DatasetPtr data = test::randomTrees(7, {120, 20, 4, 2, 2, true});
    const auto input = inputOf(*data);
    Result<RpcaResult> all = rpca(input);
    ATLAS_VERIFY_OK(all);
    RpcaParameters few;
    few.components = 12;
    for (const RpcaSolver solver : {RpcaSolver::Auto, RpcaSolver::Gram, RpcaSolver::Covariance,
                                    RpcaSolver::Lanczos, RpcaSolver::Svd, RpcaSolver::QrSvd}) {
        few.solver = solver;
        const Result<RpcaResult> some = rpca(input, few);
        ATLAS_VERIFY_OK(some);
        QCOMPARE(some->components(), std::size_t{12});
        QVERIFY2((some->singularValues - all->singularValues.head(12)).norm() < 1e-8 * all->singularValues(0),
                 toString(solver));
        QVERIFY2((some->encodings - all->encodings.topRows(12)).norm() < 1e-6 * all->encodings.norm(),
                 toString(solver));
    }
    const Eigen::VectorXd errors = reconstructionErrors(*all);
    QCOMPARE(errors(0), 1.0);
    QCOMPARE(errors(errors.size() - 1), 0.0);
    for (Eigen::Index i = 1; i < errors.size(); ++i)
        QVERIFY(errors(i) <= errors(i - 1));
    const RpcaDecoder decoder(std::make_shared<const RpcaResult>(std::move(*all)));
    const Result<std::vector<RebuiltPoint>> points = rebuiltStructures(decoder);
    ATLAS_VERIFY_OK(points);
    QCOMPARE(points->back().exact, data->size());
    QCOMPARE(points->back().tried, data->size());
    QVERIFY(points->front().exact < data->size());
    QCOMPARE(points->front().components, std::size_t{1});
}

QTEST_APPLESS_MAIN(TestRpca)
#include "test_rpca.moc"
