#include "core/learning/perceptron.h"

#include "core/learning/perceptron_scorer.h"
#include "core/parallel/parallel_for.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"

#include <QtTest>

#include <cmath>
#include <numeric>

using namespace atlas;

Q_DECLARE_METATYPE(atlas::PerceptronParameters)

namespace {

/// The paper's section 2 word for word, on single kernels: what both engines must do.
std::vector<std::uint64_t> referenceMistakes(const Dataset& data, const PerceptronParameters& parameters)
{
    struct Known {
        RowId row;
        int sign;
    };
    std::vector<Known> model;
    std::vector<std::uint64_t> mistakes;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const bool positive =
            data.classes().text(LabelId(data.record(RowId(i)).classId.index())) == parameters.positive;
        Int128 score = 0;
        for (const Known& known : model)
            score += known.sign
                * static_cast<Int128>(
                         *exactTreeKernel(data.tree(known.row), data.tree(RowId(i)), parameters.kernel.kind));
        const int y = positive ? 1 : -1;
        if (y * score <= 0)
            mistakes.push_back(i + 1);
        const bool margin = parameters.variant == PerceptronVariant::Margin;
        if (y * score <= (margin ? static_cast<Int128>(parameters.margin) : 0)) {
            if (parameters.budget > 0 && model.size() == parameters.budget)
                model.erase(model.begin());
            model.push_back({RowId(i), y});
        }
    }
    return mistakes;
}

/// The same signs and steps, the same trees.
bool sameModel(const PerceptronModel& a, const PerceptronModel& b)
{
    if (a.support.size() != b.support.size() || a.trees.nodeCount() != b.trees.nodeCount())
        return false;
    for (std::size_t i = 0; i < a.support.size(); ++i)
        if (a.support[i].step != b.support[i].step || a.support[i].signs != b.support[i].signs)
            return false;
    return std::equal(a.trees.labels().begin(), a.trees.labels().end(), b.trees.labels().begin())
        && std::equal(a.trees.arcs().begin(), a.trees.arcs().end(), b.trees.arcs().begin());
}

DatasetPtr chains(const std::vector<std::size_t>& depths)
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("chains");
    const LabelId a = builder.nodeLabels().intern("a");
    for (std::size_t t = 0; t < depths.size(); ++t) {
        for (std::size_t i = 0; i < depths[t]; ++i)
            builder.forest().open(a);
        for (std::size_t i = 0; i < depths[t]; ++i)
            builder.forest().close();
        builder.acceptTree({"", t % 2 == 0 ? "even" : "odd", t + 1});
    }
    return *builder.finish();
}

} // namespace

class TestPerceptron : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorked();
    void enginesAgree_data();
    void enginesAgree();
    void realScoresDifferByRounding_data();
    void realScoresDifferByRounding();
    void inex();
    void sentiment();
    void wideIntegers();
    void budgetIsKept();
    void learnsInParts();
    void averagedIsMeanOfModels();
    void singleNodes();
    void deepTrees();
    void wideTrees_data();
    void wideTrees();
    void badData_data();
    void badData();
    void badParameters();
    void cancelAndProgress();
};

void TestPerceptron::handWorked()
{
    // Step 1: S = 0, a mistake; M = {+T1}. Step 2: K(T1, T2) = 1 (b), the rest: S = 1 > 0, a mistake;
    // M = {+T1, -T2}. Step 3 (T1 again, K(T1,T1) = 6): S = 6 - 1, right. Step 4 (T2 again): S = 1 - 6, right.
    const DatasetPtr data =
        test::prefixedTrees("p:s(a(x) b(y))\nn:t(c(z) b(y))\np:s(a(x) b(y))\nn:t(c(z) b(y))");
    QVERIFY(data);
    PerceptronParameters parameters;
    parameters.positive = "p";
    const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(result);
    QCOMPARE(result->mistakes, (std::vector<std::uint64_t>{1, 2}));
    QCOMPARE(result->curve.back().modelTrees, std::size_t{2});
    // s t a b c x y z: b(y) is shared.
    QCOMPARE(result->curve.back().modelVertices, std::size_t{8});
    QCOMPARE(result->curve.back().listVertices, std::size_t{10});
    Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
    ATLAS_VERIFY_OK(scorer);
    const Result<PerceptronPredictions> predictions = scorer->predict(*data);
    ATLAS_VERIFY_OK(predictions);
    QCOMPARE(predictions->scores, (std::vector<double>{5, -5, 5, -5}));
    QCOMPARE(predictions->names, (std::vector<std::string>{"p", "n"}));
}

void TestPerceptron::enginesAgree_data()
{
    QTest::addColumn<PerceptronParameters>("parameters");
    for (const TreeKernelKind kind :
         {TreeKernelKind::SubsetTree, TreeKernelKind::Subtree, TreeKernelKind::PartialTree})
        for (const bool multiclass : {false, true})
            for (const std::size_t budget : {0, 7})
                for (const bool margin : {false, true}) {
                    PerceptronParameters parameters;
                    parameters.kernel.kind = kind;
                    parameters.multiclass = multiclass;
                    parameters.budget = budget;
                    parameters.variant = margin ? PerceptronVariant::Margin : PerceptronVariant::Plain;
                    parameters.margin = 40.5;
                    parameters.epochs = 2;
                    parameters.shuffle = true;
                    QTest::addRow("%s%s%s%s", toString(kind), multiclass ? ", classes" : "",
                                  budget > 0 ? ", budget" : "", margin ? ", margin" : "")
                        << parameters;
                }
}

void TestPerceptron::enginesAgree()
{
    QFETCH(PerceptronParameters, parameters);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const DatasetPtr data = test::randomTrees(seed, {120, 18, 3, 3, 3, true});
        parameters.seed = seed;
        parameters.engine = PerceptronEngineKind::Dag;
        const Result<PerceptronResult> dag = trainPerceptron(*data, parameters);
        parameters.engine = PerceptronEngineKind::Standard;
        const Result<PerceptronResult> standard = trainPerceptron(*data, parameters);
        ATLAS_VERIFY_OK(dag);
        ATLAS_VERIFY_OK(standard);
        QVERIFY(!dag->mistakes.empty());
        QCOMPARE(dag->mistakes, standard->mistakes);
        QVERIFY(sameModel(dag->model, standard->model));
        QVERIFY(dag->curve.back().modelVertices <= standard->curve.back().modelVertices);
        QCOMPARE(dag->curve.back().listVertices, standard->curve.back().modelVertices);
        if (parameters.multiclass)
            continue;
        PerceptronParameters once = parameters;
        once.epochs = 1;
        once.shuffle = false;
        once.positive = data->classes().text(LabelId(0));
        once.engine = PerceptronEngineKind::Dag;
        const Result<PerceptronResult> plain = trainPerceptron(*data, once);
        ATLAS_VERIFY_OK(plain);
        QCOMPARE(plain->mistakes, referenceMistakes(*data, once));
    }
}

void TestPerceptron::realScoresDifferByRounding_data()
{
    QTest::addColumn<PerceptronParameters>("parameters");
    for (const TreeKernelKind kind :
         {TreeKernelKind::SubsetTree, TreeKernelKind::Subtree, TreeKernelKind::PartialTree})
        for (const bool normalise : {false, true}) {
            PerceptronParameters parameters;
            parameters.kernel = {kind, normalise ? 1.0 : 0.6, normalise};
            QTest::addRow("%s%s", toString(kind), normalise ? ", normalised" : "") << parameters;
        }
}

void TestPerceptron::realScoresDifferByRounding()
{
    QFETCH(PerceptronParameters, parameters);
    const DatasetPtr data = test::randomTrees(9, {150, 18, 3, 3, 2, true});
    parameters.positive = data->classes().text(LabelId(0));
    const Result<PerceptronResult> dag = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(dag);
    // Step by step with the model that the DAG had then: its decision is the plain one's, or within rounding.
    std::vector<std::pair<RowId, double>> model;
    std::size_t next = 0;
    for (std::size_t i = 0; i < data->size(); ++i) {
        const bool positive =
            data->classes().text(LabelId(data->record(RowId(i)).classId.index())) == parameters.positive;
        double score = 0;
        double magnitude = 0;
        for (const auto& [row, sign] : model) {
            const double value = *treeKernel(data->tree(row), data->tree(RowId(i)), parameters.kernel);
            score += sign * value;
            magnitude += value;
        }
        const bool mistake = next < dag->mistakes.size() && dag->mistakes[next] == i + 1;
        const double y = positive ? 1 : -1;
        QVERIFY(mistake == (y * score <= 0) || std::abs(score) <= 1e-12 * magnitude);
        if (mistake) {
            ++next;
            model.emplace_back(RowId(i), y);
        }
    }
    QCOMPARE(next, dag->mistakes.size());
}

void TestPerceptron::inex()
{
    const DatasetPtr all = test::inexTrees();
    if (!all)
        QSKIP("the shared data is not here");
    const bool whole = qEnvironmentVariableIsSet("STRUCTATLAS_LONG_TESTS");
    const DatasetPtr data = whole ? all : test::someTrees(*all, 600, 8);
    for (std::size_t c = 0; c < data->classes().size(); ++c) {
        PerceptronParameters parameters;
        parameters.positive = data->classes().text(LabelId(c));
        const Result<PerceptronResult> dag = trainPerceptron(*data, parameters);
        parameters.engine = PerceptronEngineKind::Standard;
        const Result<PerceptronResult> standard = trainPerceptron(*data, parameters);
        ATLAS_VERIFY_OK(dag);
        ATLAS_VERIFY_OK(standard);
        QCOMPARE(dag->mistakes, standard->mistakes);
        if (whole)
            QVERIFY(3 * dag->curve.back().modelVertices <= standard->curve.back().modelVertices);
    }
}

void TestPerceptron::sentiment()
{
    const DatasetPtr all = test::sentimentTrees();
    if (!all)
        QSKIP("the shared data is not here");
    const bool whole = qEnvironmentVariableIsSet("STRUCTATLAS_LONG_TESTS");
    const DatasetPtr data = whole ? all : test::someTrees(*all, 300, 20);
    PerceptronParameters parameters;
    parameters.shuffle = true;
    const Result<PerceptronResult> dag = trainPerceptron(*data, parameters);
    parameters.engine = PerceptronEngineKind::Standard;
    const Result<PerceptronResult> standard = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(dag);
    ATLAS_VERIFY_OK(standard);
    QVERIFY(dag->mistakes.size() > 100);
    QCOMPARE(dag->mistakes, standard->mistakes);
    QVERIFY(sameModel(dag->model, standard->model));
}

void TestPerceptron::wideIntegers()
{
    // 80 children with a child each: C = 2^80 at the root. The small trees come first, so that the engine has
    // to change from 64 to 128 bits with a model in it.
    std::string big = "s(";
    for (int i = 0; i < 80; ++i)
        big += " a(x)";
    big += ")";
    const std::string other = "s(" + std::string(" a(x)") + " b(y))";
    const DatasetPtr small = test::prefixedTrees("p:" + other + "\nn:s(a(z) b(y))");
    const DatasetPtr large = test::prefixedTrees("p:" + big + "\nn:" + big + "\nn:" + big + "\np:" + other);
    QVERIFY(small && large);
    std::vector<std::vector<std::uint64_t>> mistakes;
    for (const PerceptronEngineKind engine : {PerceptronEngineKind::Dag, PerceptronEngineKind::Standard}) {
        PerceptronParameters parameters;
        parameters.engine = engine;
        Result<PerceptronLearner> learner = PerceptronLearner::make(parameters, {"p"}, "n");
        ATLAS_VERIFY_OK(learner);
        const std::vector<RowId> two{RowId(0), RowId(1)};
        const std::vector<RowId> four{RowId(0), RowId(1), RowId(2), RowId(3)};
        ATLAS_VERIFY_OK(learner->learn(*small, two));
        ATLAS_VERIFY_OK(learner->learn(*large, four));
        mistakes.push_back(learner->mistakes());
        const PerceptronModel model = learner->model();
        Result<PerceptronScorer> scorer = PerceptronScorer::make(model);
        ATLAS_VERIFY_OK(scorer);
        const Result<PerceptronPredictions> predictions = scorer->predict(*large);
        ATLAS_VERIFY_OK(predictions);
        QVERIFY(std::abs(predictions->scores[0]) < 1e30);
    }
    QCOMPARE(mistakes[0], mistakes[1]);
}

void TestPerceptron::budgetIsKept()
{
    // Many different trees through a small model: what left it is cleared away.
    const DatasetPtr data = test::randomTrees(21, {3000, 30, 4, 3, 2, true});
    PerceptronParameters parameters;
    parameters.budget = 20;
    const Result<PerceptronResult> dag = trainPerceptron(*data, parameters);
    parameters.engine = PerceptronEngineKind::Standard;
    const Result<PerceptronResult> standard = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(dag);
    ATLAS_VERIFY_OK(standard);
    QVERIFY(dag->mistakes.size() > 500);
    QCOMPARE(dag->mistakes, standard->mistakes);
    QVERIFY(sameModel(dag->model, standard->model));
    for (const LearningPoint& point : dag->curve) {
        QVERIFY(point.modelTrees <= 20);
        QVERIFY(point.modelVertices <= 20 * 30);
    }
    const Result<MinimalDag> fresh = buildMinimalDag(dag->model.trees);
    ATLAS_VERIFY_OK(fresh);
    QCOMPARE(dag->curve.back().modelVertices, fresh->nodeCount()); // still minimal, nothing left over
}

void TestPerceptron::learnsInParts()
{
    const DatasetPtr data = test::randomTrees(4, {200, 18, 3, 3, 2, true});
    PerceptronParameters parameters;
    parameters.positive = "class0";
    const Result<PerceptronResult> whole = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(whole);
    Result<PerceptronLearner> learner = PerceptronLearner::make(parameters, {"class0"}, "class1");
    ATLAS_VERIFY_OK(learner);
    std::vector<RowId> rows;
    for (std::size_t i = 0; i < data->size(); ++i)
        rows.emplace_back(i);
    ATLAS_VERIFY_OK(learner->learn(*data, std::span(rows).first(90)));
    Result<PerceptronLearner> later = PerceptronLearner::resume(learner->model(), PerceptronEngineKind::Dag);
    ATLAS_VERIFY_OK(later);
    ATLAS_VERIFY_OK(later->learn(*data, std::span(rows).subspan(90)));
    QVERIFY(sameModel(later->model(), whole->model));
    QCOMPARE(learner->mistakes().size() + later->mistakes().size(), whole->mistakes.size());
}

void TestPerceptron::averagedIsMeanOfModels()
{
    const DatasetPtr data = test::randomTrees(6, {60, 14, 3, 3, 2, true});
    PerceptronParameters parameters;
    parameters.positive = "class0";
    parameters.variant = PerceptronVariant::Averaged;
    const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
    ATLAS_VERIFY_OK(result);
    Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
    ATLAS_VERIFY_OK(scorer);
    const Result<PerceptronPredictions> predictions = scorer->predict(*data);
    ATLAS_VERIFY_OK(predictions);
    for (std::size_t i = 0; i < data->size(); ++i) {
        // The mean over the models after each of the 60 steps of what each gives this tree.
        double sum = 0;
        for (std::size_t step = 1; step <= data->size(); ++step)
            for (std::size_t s = 0; s < result->model.support.size(); ++s)
                if (result->model.support[s].step <= step)
                    sum += result->model.support[s].signs[0]
                        * *treeKernel(data->tree(RowId(result->model.support[s].step - 1)),
                                      data->tree(RowId(i)));
        QVERIFY(std::abs(predictions->scores[i] - sum / 60) <= 1e-9 * (1 + std::abs(sum)));
    }
}

void TestPerceptron::singleNodes()
{
    const DatasetPtr data = test::prefixedTrees("p:a\nn:b\np:a\nn:s(a(x))");
    QVERIFY(data);
    for (const bool normalise : {false, true}) {
        PerceptronParameters parameters;
        parameters.kernel.normalise = normalise;
        parameters.positive = "p";
        const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
        ATLAS_VERIFY_OK(result);
        QCOMPARE(result->mistakes.size(), std::size_t{4}); // a node alone has no fragment: S = 0
        Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
        ATLAS_VERIFY_OK(scorer);
        const Result<PerceptronPredictions> predictions = scorer->predict(*data);
        ATLAS_VERIFY_OK(predictions);
        QCOMPARE(predictions->scores[0], 0.0);
        QCOMPARE(predictions->predicted[0], std::size_t{1}); // 0 speaks for the rest
    }
}

void TestPerceptron::deepTrees()
{
    // K of chains of m and n nodes is the sum of C(i, j) = min(i, j) over their inner nodes: all positive, so
    // that every tree is a mistake. Two deep ones meet in 10^7 pairs, a deep one and small ones in few.
    const std::vector<std::pair<DatasetPtr, std::size_t>> cases{{chains({3'000, 3'001}), 6'001},
                                                                {chains({2, 10'000, 3}), 10'005}};
    for (const auto& [data, vertices] : cases)
        for (const PerceptronEngineKind engine :
             {PerceptronEngineKind::Dag, PerceptronEngineKind::Standard}) {
            PerceptronParameters parameters;
            parameters.engine = engine;
            const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
            ATLAS_VERIFY_OK(result);
            // Even, odd, and even again, where the odd one before weighs more.
            QCOMPARE(result->mistakes.size(), data->size());
            const bool dag = engine == PerceptronEngineKind::Dag;
            const std::size_t deepest = data->size() == 2 ? 3'001 : 10'000;
            QCOMPARE(result->curve.back().modelVertices, dag ? deepest : vertices);
            Result<PerceptronScorer> scorer = PerceptronScorer::make(result->model);
            ATLAS_VERIFY_OK(scorer);
            if (dag) {
                ATLAS_VERIFY_OK(scorer->use(*data));
                QCOMPARE(scorer->nodeScores(RowId(0), 0)->size(), data->tree(RowId(0)).nodeCount());
                QVERIFY(!scorer->fragments(10).empty());
            }
        }
}

void TestPerceptron::wideTrees_data()
{
    QTest::addColumn<QString>("child");
    QTest::addColumn<double>("decay");
    QTest::addColumn<bool>("works");
    QTest::newRow("leaves") << " a" << 1.0 << true;
    QTest::newRow("2^1000 fragments") << " a(x)" << 1.0 << false;
    QTest::newRow("2^1000 fragments, decayed") << " a(x)" << 0.5 << true;
}

void TestPerceptron::wideTrees()
{
    QFETCH(QString, child);
    QFETCH(double, decay);
    QFETCH(bool, works);
    const std::string tree = "s(" + child.repeated(1000).toStdString() + ")";
    const DatasetPtr data = test::prefixedTrees("p:" + tree + "\nn:s(b)\np:" + tree);
    QVERIFY(data);
    for (const PerceptronEngineKind engine : {PerceptronEngineKind::Dag, PerceptronEngineKind::Standard}) {
        PerceptronParameters parameters;
        parameters.engine = engine;
        parameters.kernel.decay = decay;
        const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
        QCOMPARE(result.ok(), works);
        if (!works) {
            QCOMPARE(result.error().code, ErrorCode::TooLarge);
            QVERIFY(result.error().message.find("tree 0") != std::string::npos);
            QVERIFY(result.error().message.find("line 1") != std::string::npos);
        }
    }
}

void TestPerceptron::badData_data()
{
    QTest::addColumn<QString>("trees");
    QTest::addColumn<QString>("positive");
    QTest::addColumn<QString>("message");
    QTest::newRow("one class") << "p:a(b)\np:b(c)"
                               << ""
                               << "All trees are of the class 'p'";
    QTest::newRow("no class") << ""
                              << ""
                              << "No tree of the data has a class";
    QTest::newRow("unknown positive") << "p:a(b)\nn:b(c)"
                                      << "q"
                                      << "The classes are: 'p', 'n'";
}

void TestPerceptron::badData()
{
    QFETCH(QString, trees);
    QFETCH(QString, positive);
    QFETCH(QString, message);
    const DatasetPtr data = trees.isEmpty() ? test::trees({{"(a b)"}, {"(b c)"}}) // that nobody sorted
                                            : test::prefixedTrees(trees.toStdString());
    QVERIFY(data);
    PerceptronParameters parameters;
    parameters.positive = positive.toStdString();
    const Result<PerceptronResult> result = trainPerceptron(*data, parameters);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::BadUse);
    QVERIFY2(result.error().message.find(message.toStdString()) != std::string::npos,
             result.error().message.c_str());
}

void TestPerceptron::badParameters()
{
    const DatasetPtr data = test::prefixedTrees("p:a(b)\nn:b(c)");
    PerceptronParameters parameters;
    parameters.epochs = 0;
    QCOMPARE(trainPerceptron(*data, parameters).error().code, ErrorCode::BadUse);
    parameters.epochs = 1;
    parameters.margin = -1;
    QCOMPARE(trainPerceptron(*data, parameters).error().code, ErrorCode::BadUse);
    parameters.margin = 1;
    parameters.kernel.decay = 1.5;
    QCOMPARE(trainPerceptron(*data, parameters).error().code, ErrorCode::BadUse);
    parameters.kernel.decay = 1;
    const Result<PerceptronResult> graphs = trainPerceptron(*test::graphs(2), parameters);
    QVERIFY(!graphs);
    QVERIFY(graphs.error().message.find("--as tree") != std::string::npos);
}

void TestPerceptron::cancelAndProgress()
{
    const DatasetPtr data = test::randomTrees(5, {400, 14, 2, 3, 2, true});
    ProgressMonitor done;
    ATLAS_VERIFY_OK(trainPerceptron(*data, {}, done.token()));
    QVERIFY(done.fraction() > 0.999);
    ProgressMonitor cancelled;
    cancelled.cancel();
    const Result<PerceptronResult> result = trainPerceptron(*data, {}, cancelled.token());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestPerceptron)
#include "test_perceptron.moc"
