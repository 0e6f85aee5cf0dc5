// GTM-SD on INEX 2005: the E-step on the minimal DAG against tree by tree, threads, growth with the data, a
// whole training, memory, and the errors on the map over five seeds.
#include "benchmarks/benchmark.h"
#include "core/gtm/dag_engine.h"
#include "core/gtm/forest_engine.h"
#include "core/gtm/gtm_model_file.h"
#include "core/gtm/gtm_sd.h"
#include "core/gtm/map_vote.h"
#include "core/gtm/tree_map_report.h"
#include "core/parallel/parallel_for.h"
#include "support/tree_data.h"

#include <cmath>
#include <fstream>
#include <iostream>
#include <numeric>

namespace atlas::bench {

namespace {

/// Everything that an E-step needs, at the start of a training.
struct Step {
    MinimalDag dag;
    DagSchedule schedule;
    DagEngine engine;
    TreeModel model;
    Eigen::MatrixXd emission;

    Step(const Dataset& data, const GridSize& grid)
        : dag(*buildMinimalDag(data.forest(), {true})), schedule(dag), engine(schedule)
    {
        Random random(1);
        const Eigen::MatrixXd phi = rbfBasis(grid, {4, 4}, 1);
        emission = logEmission(
            randomMultinomialEmission(data.nodeLabels().size(), static_cast<std::size_t>(phi.rows()), random),
            phi, {});
        model = randomTreeModel(grid.count(), schedule.positionCount(), Stationarity::Positional, random);
    }

    void run() { keep(engine.expect(model, emission)); }
};

void addEngines(BenchmarkTable& table, const Dataset& data)
{
    setThreadCount(1);
    Step step(data, {10, 10});
    const double one = bestSeconds([&] { step.run(); }, 5);
    const double forest =
        bestSeconds([&] { keep(expectOnForest(data.forest(), step.model, step.emission)); }, 1);
    table.add({"GTM-SD E-step 10x10, dag, 1 thread", one, "forest, 1 thread", forest, 1.0 / 15});
    setThreadCount(2);
    const double two = bestSeconds([&] { step.run(); }, 8);
    setThreadCount(1);
    const double again = std::min(one, bestSeconds([&] { step.run(); }, 5));
    setThreadCount(0);
    table.add({"GTM-SD E-step 10x10, 2 threads", two, "1 thread", again, 1 / 1.6});
}

/// Cost a pair must not grow with the data: the baseline is the smallest set's time scaled by the pairs.
void addGrowth(BenchmarkTable& table, const Dataset& data)
{
    setThreadCount(1);
    double smallest = 0;
    double smallestPairs = 1;
    for (const std::size_t divisor : {9, 3, 1}) {
        const DatasetPtr part = test::someTrees(data, data.size() / divisor, divisor);
        Step step(*part, {10, 10});
        const double seconds = bestSeconds([&] { step.run(); }, 5);
        const auto pairs = static_cast<double>(step.schedule.pairCount());
        if (smallest == 0) {
            smallest = seconds;
            smallestPairs = pairs;
        }
        table.add({"GTM-SD E-step, " + std::to_string(step.schedule.pairCount()) + " pairs", seconds,
                   "the smallest set, in proportion", smallest * pairs / smallestPairs, 1.3});
    }
    setThreadCount(0);
}

/// The largest memory since `resetPeak`, from the kernel.
void resetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }
std::size_t peakSinceReset()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0)
            return std::stoul(line.substr(6)) * 1024;
    return peakMemoryBytes();
}

struct Trained {
    double seconds = 0;
    double error = 0;
    bool monotone = true;
};

Trained train(const Dataset& data, const Dataset& test, std::size_t side, std::uint64_t seed)
{
    GtmSdParameters parameters;
    parameters.grid = {side, side};
    parameters.seed = seed;
    Trained trained;
    Result<GtmSdResult> result = Error{};
    trained.seconds = bestSeconds([&] { result = gtmSd(data, parameters); }, 1);
    std::vector<std::string> alphabet;
    for (std::size_t k = 0; k < data.nodeLabels().size(); ++k)
        alphabet.push_back(data.nodeLabels().text(LabelId(k)));
    const Eigen::MatrixXd points =
        project(atRoots(*result->dag, result->beta), parameters.grid, Projection::Mean);
    const Result<GtmSdPlacement> placement = placeTrees(result->model, alphabet, test);
    trained.error = predictOnMap(MapVoter(data, points), test, placement->rowMeans, 1, false)->error();
    for (std::size_t i = 1; i < result->iterations.size(); ++i)
        trained.monotone =
            trained.monotone && result->iterations[i].objective >= result->iterations[i - 1].objective;
    return trained;
}

void addMaps(BenchmarkTable& table, const Dataset& data, const Dataset& test)
{
    const struct {
        std::size_t side;
        double target;
    } maps[] = {{7, 0.055}, {10, 0.052}, {20, 0.050}};
    for (const auto& map : maps) {
        resetPeak();
        std::vector<double> errors;
        double seconds = HUGE_VAL;
        bool monotone = true;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Trained trained = train(data, test, map.side, seed);
            errors.push_back(trained.error);
            seconds = std::min(seconds, trained.seconds);
            monotone = monotone && trained.monotone;
        }
        const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / 5;
        double squares = 0;
        std::cout << "INEX 2005, " << map.side << "x" << map.side << ", test error of seeds 1 to 5:";
        for (const double error : errors) {
            squares += (error - mean) * (error - mean);
            std::cout << ' ' << 100 * error;
        }
        std::cout << " %; mean " << 100 * mean << " %, deviation " << 100 * std::sqrt(squares / 4)
                  << " %; objective " << (monotone ? "never fell" : "FELL") << "; training " << seconds
                  << " s" << std::endl;
        const std::string name = "GTM-SD " + std::to_string(map.side) + "x" + std::to_string(map.side);
        table.add(
            {name + ", mean test error of 5 seeds", 100 * mean, "the target", 100 * map.target, 1, 0, "%"});
        if (map.side == 10)
            table.add({name + ", 50 iterations", seconds, "ten seconds", 10, 1});
        if (map.side == 20)
            table.add(
                {name + ", peak memory", static_cast<double>(peakSinceReset()), "1 GB", 1e9, 1, 0, "bytes"});
    }
}

} // namespace

void benchGtm(BenchmarkTable& table)
{
    const DatasetPtr data = test::inexTrees();
    const DatasetPtr test = test::inexTrees("inex05.test.elastic.tree");
    if (!data || !test) {
        std::cerr << "The shared data is not here, skipped: INEX 2005\n";
        return;
    }
    addEngines(table, *data);
    addGrowth(table, *data);
    addMaps(table, *data, *test);
}

} // namespace atlas::bench
