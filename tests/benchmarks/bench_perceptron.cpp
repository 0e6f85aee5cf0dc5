// The perceptron on the minimal DAG against the standard list of trees (DAG-perceptron paper, Figs. 4 and 5),
// and Gram matrices against the plain recursion over all pairs of nodes.
#include "benchmarks/benchmark.h"
#include "core/kernels/plain_tree_kernel.h"
#include "core/kernels/tree_gram.h"
#include "core/learning/perceptron.h"
#include "support/tree_data.h"

#include <cstdio>
#include <iostream>

namespace atlas::bench {

namespace {

struct Run {
    double seconds = 0;
    std::uint64_t mistakes = 0;
    std::size_t vertices = 0;
    std::size_t bytes = 0;
};

/// One pass for each class against the rest, or for one class only; the best of `repetitions`, since a pass
/// of some milliseconds is easily disturbed.
Run learn(const Dataset& data, PerceptronEngineKind engine, bool everyClass, int repetitions)
{
    Run run;
    for (std::size_t c = 0; c < (everyClass ? data.classes().size() : 1); ++c) {
        PerceptronParameters parameters;
        parameters.engine = engine;
        parameters.positive = data.classes().text(LabelId(c));
        Result<PerceptronResult> result = Error{ErrorCode::Cancelled, "Nothing was learned."};
        run.seconds += bestSeconds([&] { result = trainPerceptron(data, parameters); }, repetitions);
        if (!result) {
            std::cerr << toString(result.error()) << '\n';
            continue;
        }
        run.mistakes += result->mistakes.size();
        run.vertices += result->curve.back().modelVertices;
        run.bytes += result->memoryBytes;
    }
    return run;
}

/// How many times faster the DAG is.
double compare(BenchmarkTable& table, const Dataset& data, const std::string& work, bool everyClass,
               double required)
{
    const int repetitions = everyClass ? 3 : 1; // of both engines
    const Run dag = learn(data, PerceptronEngineKind::Dag, everyClass, repetitions);
    const Run standard = learn(data, PerceptronEngineKind::Standard, everyClass, repetitions);
    std::printf("%s: mistakes %llu and %llu, vertices %zu and %zu (%.2f), model bytes %zu and %zu, %.1fx\n",
                work.c_str(), static_cast<unsigned long long>(dag.mistakes),
                static_cast<unsigned long long>(standard.mistakes), dag.vertices, standard.vertices,
                static_cast<double>(dag.vertices) / static_cast<double>(standard.vertices), dag.bytes,
                standard.bytes, standard.seconds / dag.seconds);
    table.add({work, dag.seconds, "standard perceptron", standard.seconds, required, peakMemoryBytes()});
    return standard.seconds / dag.seconds;
}

double plainGram(const Forest& forest)
{
    SequenceTable productions;
    std::vector<PlainTree> trees;
    for (std::size_t i = 0; i < forest.treeCount(); ++i)
        trees.push_back(plainTree(forest.tree(RowId(i)), productions));
    PlainTreeKernel<double> kernel(TreeKernelParameters{});
    double total = 0;
    for (std::size_t i = 0; i < trees.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double value = 0;
            if (kernel.compute(trees[i], trees[j], value))
                total += value;
        }
    return total;
}

void gramRow(BenchmarkTable& table, const Forest& forest)
{
    const double ours = bestSeconds([&] { keep(treeGram(forest)); }, 5);
    const double plain = bestSeconds([&] { keep(plainGram(forest)); }, 1);
    const double pairs = 0.5 * static_cast<double>(forest.treeCount() * (forest.treeCount() + 1));
    std::printf("SST Gram: %.1f million kernel evaluations a second\n", pairs / ours / 1e6);
    table.add({"SST Gram matrix, 2,000 INEX trees", ours, "plain recursion", plain, 0.1, peakMemoryBytes()});
    table.add({"the same", ours, "5 million kernels a second", pairs / 5e6, 1.0, 0});
}

} // namespace

void benchPerceptron(BenchmarkTable& table)
{
    const DatasetPtr inex = test::inexTrees();
    const DatasetPtr sentiment = test::sentimentTrees();
    if (!inex || !sentiment) {
        std::cerr << "The shared data is not here, skipped: " << test::sharedFolder().string() << '\n';
        return;
    }
    const double few = compare(table, *test::someTrees(*inex, 1200), "perceptron, 1,200 INEX trees", true, 0);
    compare(table, *test::someTrees(*inex, 2400), "perceptron, 2,400 INEX trees", true, 0);
    const double all = compare(table, *inex, "perceptron, INEX 2005, class by class", true, 1.0 / 20);
    table.add({"times faster, 1,200 INEX trees", few, "times faster, all 4,820", all, 1.0, 0, "x"});
    gramRow(table, test::someTrees(*inex, 2000)->forest());
    compare(table, *sentiment, "perceptron, Stanford Sentiment", false, 1.0 / 3.5);
}

} // namespace atlas::bench
