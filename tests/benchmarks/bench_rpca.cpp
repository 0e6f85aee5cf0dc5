// Table 2 of the recursive-PCA paper: the sizes of the state spaces and the times of direct SVD and QR+SVD
// (LAPACK, one thread) on the full and on the DAG matrix, against ours, with growth and memory.
#include "benchmarks/benchmark.h"
#include "core/data/dataset_builder.h"
#include "core/examples/grammar.h"
#include "core/rpca/decoder.h"
#include "core/support/random.h"
#include "support/ptc_graphs.h"

#include <malloc.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>

namespace atlas::bench {

namespace {

std::size_t statusBytes(const std::string& name)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind(name, 0) == 0)
            return std::stoull(line.substr(name.size() + 1)) * 1024;
    return 0;
}

/// What a computation holds at most beyond what was held before: Linux forgets the peak on request.
template <class F>
std::size_t memoryOf(const F& work)
{
    malloc_trim(0);
    const std::size_t before = statusBytes("VmRSS");
    std::ofstream("/proc/self/clear_refs") << "5";
    work();
    const std::size_t peak = statusBytes("VmHWM");
    return peak > before ? peak - before : 0;
}

struct Timed {
    double seconds = 0;
    std::size_t bytes = 0;
    std::optional<RpcaResult> result;
};

RpcaParameters parametersOf(RpcaSolver solver, RpcaColumns columns, std::size_t components)
{
    RpcaParameters parameters;
    parameters.solver = solver;
    parameters.columns = columns;
    parameters.components = components;
    return parameters;
}

/// From the data set to the encodings: coding and DAG included.
class RpcaTimer {
public:
    RpcaTimer(const Dataset& data, RpcaLabels labels, const RpcaParameters& parameters)
        : m_data(data), m_labels(labels), m_parameters(parameters)
    {
        m_timed.bytes = memoryOf([&] { m_timed.seconds = bestSeconds([&] { run(); }, 1); });
    }

    const Timed& best(int repeats)
    {
        m_timed.seconds = std::min(m_timed.seconds, bestSeconds([&] { run(); }, repeats));
        return m_timed;
    }
    const Timed& once() const { return m_timed; }

private:
    void run()
    {
        RpcaInputParameters coding;
        coding.labels = m_labels;
        Result<RpcaInput> input = rpcaInput(m_data, coding);
        Result<RpcaResult> result = rpca(std::make_shared<const RpcaInput>(std::move(*input)), m_parameters);
        if (result)
            m_timed.result = std::move(*result);
        else
            std::cerr << "failed: " << result.error().message << '\n';
    }

    const Dataset& m_data;
    RpcaLabels m_labels;
    RpcaParameters m_parameters;
    Timed m_timed;
};

/// The rows and columns of the paper's Table 2, each solved once, which gives the memory.
struct Solvers {
    Solvers(const Dataset& data, RpcaLabels labels)
        : svdAll(data, labels, parametersOf(RpcaSolver::Svd, RpcaColumns::All, 0)),
          qrAll(data, labels, parametersOf(RpcaSolver::QrSvd, RpcaColumns::All, 0)),
          svdDag(data, labels, parametersOf(RpcaSolver::Svd, RpcaColumns::Dag, 0)),
          qrDag(data, labels, parametersOf(RpcaSolver::QrSvd, RpcaColumns::Dag, 0)),
          qrDag50(data, labels, parametersOf(RpcaSolver::QrSvd, RpcaColumns::Dag, 50)),
          ours(data, labels, parametersOf(RpcaSolver::Auto, RpcaColumns::Dag, 0)),
          ours50(data, labels, parametersOf(RpcaSolver::Auto, RpcaColumns::Dag, 50))
    {
    }

    RpcaTimer svdAll;
    RpcaTimer qrAll;
    RpcaTimer svdDag;
    RpcaTimer qrDag;
    RpcaTimer qrDag50;
    RpcaTimer ours;
    RpcaTimer ours50;
};

/// A wrong result is no result: singular values to 1e-8 of the largest.
void compare(BenchmarkTable& table, const std::string& work, const Timed& ours, const Timed& baseline)
{
    if (!ours.result || !baseline.result)
        return;
    const Eigen::VectorXd& a = ours.result->singularValues;
    const Eigen::VectorXd& b = baseline.result->singularValues;
    const Eigen::Index size = std::min(a.size(), b.size());
    const double difference = (a.head(size) - b.head(size)).cwiseAbs().maxCoeff() / b(0);
    std::fprintf(stderr, "%s: singular values differ by %.2g of the largest, %td and %td of them\n",
                 work.c_str(), difference, a.size(), b.size());
    if (!(difference < 1e-8))
        table.add({work + ": DIFFERENT RESULT", 1, "", 1, 1e-9, 0});
}

void printRebuilt(const Timed& all)
{
    const RpcaDecoder decoder(std::make_shared<const RpcaResult>(*all.result));
    const Result<std::vector<RebuiltPoint>> points = rebuiltStructures(decoder);
    if (points)
        std::fprintf(stderr, "rebuilt exactly with %zu components: %zu of %zu structures\n",
                     points->back().components, points->back().exact, points->back().tried);
}

void table2(BenchmarkTable& table, const std::string& name, const Dataset& data, RpcaLabels labels,
            Solvers& solvers)
{
    RpcaInputParameters coding;
    coding.labels = labels;
    const Result<RpcaInput> input = rpcaInput(data, coding);
    const Result<StateSizes> sizes = stateSizes(*input);
    const Timed& svdAll = solvers.svdAll.once();
    const Timed& qrAll = solvers.qrAll.once();
    const Timed& svdDag = solvers.svdDag.once();
    const Timed& qrDag = solvers.qrDag.best(1);
    const Timed& qrDag50 = solvers.qrDag50.best(1);
    const Timed& ours = solvers.ours.best(4);
    const Timed& ours50 = solvers.ours50.best(10);
    std::printf(
        "Table 2, %s: %zu structures, %.0f columns, %zu in the DAG matrix; state space %zu minimal (%zu "
        "full); rank %zu\n"
        "  seconds: direct SVD full %.3f, QR+SVD full %.3f, direct SVD DAG %.3f, QR+SVD DAG %.3f, QR+SVD DAG "
        "with 50 vectors %.3f, ours (%s) %.4f, ours with 50 (%s) %.4f\n"
        "  megabytes: %.1f, %.1f, %.1f, %.1f, %.1f, %.1f, %.1f\n",
        name.c_str(), data.size(), input->columnCount(), input->dag.size(), sizes->minimal, sizes->full,
        ours.result->components(), svdAll.seconds, qrAll.seconds, svdDag.seconds, qrDag.seconds,
        qrDag50.seconds, toString(ours.result->solver), ours.seconds, toString(ours50.result->solver),
        ours50.seconds, 1e-6 * static_cast<double>(svdAll.bytes), 1e-6 * static_cast<double>(qrAll.bytes),
        1e-6 * static_cast<double>(svdDag.bytes), 1e-6 * static_cast<double>(qrDag.bytes),
        1e-6 * static_cast<double>(qrDag50.bytes), 1e-6 * static_cast<double>(ours.bytes),
        1e-6 * static_cast<double>(ours50.bytes));
    std::fflush(stdout);
    for (const auto& [what, other] : {std::pair{"direct SVD full", &svdAll},
                                      {"QR+SVD full", &qrAll},
                                      {"direct SVD DAG", &svdDag},
                                      {"QR+SVD DAG", &qrDag}})
        compare(table, name + ", all against " + what, ours, *other);
    compare(table, name + ", 50 against QR+SVD DAG", ours50, qrDag);
    printRebuilt(ours);
    table.add({"rpca, 50 components, " + name, ours50.seconds, "QR+SVD on the DAG matrix", qrDag50.seconds,
               1.0 / 50, ours50.bytes});
    table.add({"rpca, all components, " + name, ours.seconds, "QR+SVD on the DAG matrix", qrDag.seconds,
               1.0 / 5, ours.bytes});
    table.add({"rpca, memory, 50 components, " + name, static_cast<double>(ours50.bytes),
               "QR+SVD on the DAG matrix", static_cast<double>(qrDag50.bytes), 0.1, 0, "bytes"});
    table.add({"rpca, memory, all components, " + name, static_cast<double>(ours.bytes),
               "QR+SVD on the DAG matrix", static_cast<double>(qrDag.bytes), 0, 0, "bytes"});
}

/// Trees of the Grammar example's rules, drawn with repetition. Depth is at most 14: recursion is safe.
class GrammarDraws {
public:
    explicit GrammarDraws(std::uint64_t seed)
        : m_random(seed), m_builder(StructureKind::Tree, {"draws", "example", ""})
    {
        m_builder.beginFile("draws");
    }

    DatasetPtr draw(std::size_t trees)
    {
        for (std::size_t drawn = 0; drawn < trees;) {
            m_nodes = 0;
            m_tooLarge = false;
            expand("s", 1);
            if (m_tooLarge) {
                m_builder.forest().discardTree();
                continue;
            }
            m_builder.acceptTree({"", std::nullopt, ++drawn});
        }
        return *m_builder.finish();
    }

private:
    void expand(const std::string& symbol, std::size_t level)
    {
        m_tooLarge = m_tooLarge || level > 14 || ++m_nodes > 127;
        if (m_tooLarge)
            return;
        m_builder.forest().open(m_builder.nodeLabels().intern(symbol));
        if (symbol == "s") {
            both("np", m_random.chance(0.5) ? "vp" : "V", level);
        } else if (symbol == "np") {
            if (m_random.chance(0.4))
                both("np", "pp", level);
            else
                both("D", m_random.chance(0.5) ? "ap" : "N", level);
        } else if (symbol == "vp") {
            both("V", m_random.chance(0.5) ? "np" : "pp", level);
        } else if (symbol == "pp") {
            both("P", "np", level);
        } else if (symbol == "ap") {
            both("A", m_random.chance(0.4) ? "ap" : "N", level);
        }
        if (!m_tooLarge)
            m_builder.forest().close();
    }

    void both(const std::string& left, const std::string& right, std::size_t level)
    {
        expand(left, level + 1);
        expand(right, level + 1);
    }

    Random m_random;
    DatasetBuilder m_builder;
    std::size_t m_nodes = 0;
    bool m_tooLarge = false;
};

void growth(BenchmarkTable& table)
{
    const DatasetPtr few = GrammarDraws(5).draw(421);
    const DatasetPtr many = GrammarDraws(5).draw(4210);
    const RpcaParameters parameters = parametersOf(RpcaSolver::Auto, RpcaColumns::Dag, 50);
    const Timed one = RpcaTimer(*few, RpcaLabels::Paper, parameters).best(10);
    const Timed ten = RpcaTimer(*many, RpcaLabels::Paper, parameters).best(5);
    std::printf("Growth: 421 trees with repetition (%zu distinct subtrees) %.4f s, 4,210 trees (%zu) %.4f s: "
                "%.1f times\n",
                one.result->input->dag.size(), one.seconds, ten.result->input->dag.size(), ten.seconds,
                ten.seconds / one.seconds);
    table.add({"rpca, 50 components, 4,210 drawn trees", ten.seconds, "10 times the time of 421",
               10 * one.seconds, 1, ten.bytes});
}

} // namespace

void benchRpca(BenchmarkTable& table)
{
    // Memory first, with large blocks going back to the system at once; times then, as in a
    // program that runs for a while.
    constexpr int always = 65'536;
    constexpr int usual = 32 << 20; // what glibc grows its threshold to
    const DatasetPtr grammar = *makeGrammar(1);
    const DatasetPtr ptc = test::ptcGraphs();
    mallopt(M_MMAP_THRESHOLD, always);
    Solvers ofGrammar(*grammar, RpcaLabels::Paper);
    std::optional<Solvers> ofPtc;
    if (ptc)
        ofPtc.emplace(*ptc, RpcaLabels::OneHot);
    mallopt(M_MMAP_THRESHOLD, usual);
    table2(table, "Grammar", *grammar, RpcaLabels::Paper, ofGrammar);
    growth(table);
    if (ofPtc)
        table2(table, "PTC graphs", *ptc, RpcaLabels::OneHot, *ofPtc);
    else
        std::cerr << "The shared data is not here, skipped: PTC\n";
}

} // namespace atlas::bench
