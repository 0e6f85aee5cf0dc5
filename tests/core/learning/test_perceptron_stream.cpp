// A long stream of trees through a model with a budget. A million with STRUCTATLAS_LONG_TESTS=1.
#include "core/examples/grammar.h"
#include "core/learning/perceptron.h"
#include "core/methods/run_files.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"

#include <QtTest>

using namespace atlas;

namespace {

/// The grammar's trees with a class that takes learning: whether a sentence has more
/// prepositions than adjectives.
DatasetPtr labelled(const Dataset& data)
{
    DatasetBuilder builder(StructureKind::Tree, data.source());
    builder.beginFile("stream");
    for (std::size_t i = 0; i < data.nodeLabels().size(); ++i)
        builder.nodeLabels().intern(data.nodeLabels().text(LabelId(i)));
    const LabelId preposition = data.nodeLabels().find("P");
    const LabelId adjective = data.nodeLabels().find("A");
    for (std::size_t row = 0; row < data.size(); ++row) {
        const Tree tree = data.tree(RowId(row));
        int difference = 0;
        for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
            difference +=
                (tree.label(NodeId(i)) == preposition ? 1 : 0) - (tree.label(NodeId(i)) == adjective ? 1 : 0);
        test::copyTree(data, RowId(row), builder, difference > 0 ? "more" : "less");
    }
    return *builder.finish();
}

} // namespace

class TestPerceptronStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boundedMemory();
};

void TestPerceptronStream::boundedMemory()
{
    const bool longTest = qEnvironmentVariableIsSet("STRUCTATLAS_LONG_TESTS");
    const std::size_t trees = longTest ? 1'000'000 : 20'000;
    const std::size_t chunk = 2'000;
    PerceptronParameters parameters;
    parameters.budget = 200;
    parameters.kernel.decay = 0.5;
    parameters.kernel.normalise = true;
    Result<PerceptronLearner> learner = PerceptronLearner::make(parameters, {"more"}, "less");
    ATLAS_VERIFY_OK(learner);
    learner->keepMistakes(false);
    std::vector<RowId> order;
    for (std::size_t i = 0; i < chunk; ++i)
        order.emplace_back(i);
    GrammarParameters grammar;
    grammar.trees = chunk;
    std::size_t early = 0;
    std::size_t peakEarly = 0;
    std::uint64_t mistakesEarly = 0;
    for (std::size_t seen = 0; seen < trees; seen += chunk) {
        const Result<DatasetPtr> made = makeGrammar(1 + seen / chunk, grammar);
        ATLAS_VERIFY_OK(made);
        ATLAS_VERIFY_OK(learner->learn(*labelled(**made), order));
        QVERIFY(learner->now().modelTrees <= parameters.budget);
        QVERIFY(learner->now().modelVertices <= parameters.budget * grammar.maximumNodes);
        if (seen == 3 * chunk) {
            early = learner->memoryBytes();
            peakEarly = peakMemoryBytes();
            mistakesEarly = learner->now().mistakes;
        }
    }
    QCOMPARE(learner->now().trees, std::uint64_t{trees});
    QVERIFY(learner->memoryBytes() <= 4 * early + (std::size_t{16} << 20U));
    QVERIFY(peakMemoryBytes() <= peakEarly + (std::size_t{256} << 20U));
    // It learns: fewer mistakes a tree than by chance, and than at the start.
    const double rate = static_cast<double>(learner->now().mistakes) / static_cast<double>(trees);
    QVERIFY2(rate < 0.4, std::to_string(rate).c_str());
    QVERIFY(mistakesEarly > 0);
}

QTEST_APPLESS_MAIN(TestPerceptronStream)
#include "test_perceptron_stream.moc"
