// Embeddings against scikit-learn (python3-sklearn, where it is installed) on the same points, with the same
// result, and a sweep against single embeddings.
#include "benchmarks/benchmark.h"
#include "core/kernels/graph_kernel.h"
#include "core/learning/sweep.h"
#include "core/manifold/embedding.h"
#include "core/support/random.h"
#include "support/graph_data.h"
#include "support/procrustes.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

namespace atlas::bench {

namespace {

constexpr std::size_t neighbours = 8;

Eigen::MatrixXd swissRoll(Eigen::Index n)
{
    Random random(1);
    Eigen::MatrixXd points(3, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        const double t = 1.5 * 3.14159265358979 * (1 + 2 * random.uniform());
        points.col(i) << t * std::cos(t), 21 * random.uniform(), t * std::sin(t);
    }
    return points;
}

Eigen::MatrixXd distancesOf(const Eigen::MatrixXd& points)
{
    Eigen::MatrixXd distances(points.cols(), points.cols());
    const PointDistances source(points);
    for (std::size_t i = 0; i < source.size(); ++i)
        source.row(i, {distances.col(static_cast<Eigen::Index>(i)).data(), source.size()});
    return distances;
}

struct PeerRun {
    double seconds = 0;
    Eigen::MatrixXd coordinates;
};

/// Nothing where Python or scikit-learn is missing.
std::optional<PeerRun> runScikitLearn(const Eigen::MatrixXd& points, const std::string& method)
{
    const test::TemporaryFolder folder;
    const std::filesystem::path in = folder.path() / "points";
    const std::filesystem::path out = folder.path() / "coordinates";
    std::ofstream(in, std::ios::binary)
        .write(reinterpret_cast<const char*>(points.data()), // NOLINT: the file format is the memory's
               static_cast<std::streamsize>(sizeof(double)) * points.size());
    const std::string command = "/usr/bin/python3 " ATLAS_TEST_FOLDER "/benchmarks/scikit_learn.py "
        + in.string() + " " + std::to_string(points.cols()) + " " + std::to_string(points.rows()) + " "
        + std::to_string(neighbours) + " " + method + " " + out.string() + " 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    PeerRun run;
    if (!pipe || std::fscanf(pipe.get(), "%lf", &run.seconds) != 1) // NOLINT(cert-err34-c)
        return std::nullopt;
    Eigen::Matrix<double, 2, Eigen::Dynamic> coordinates(2, points.cols());
    std::ifstream(out, std::ios::binary)
        .read(reinterpret_cast<char*>(coordinates.data()), // NOLINT: as above
              static_cast<std::streamsize>(sizeof(double)) * coordinates.size());
    run.coordinates = coordinates.transpose();
    return run;
}

EmbeddingParameters parametersFor(EmbeddingMethod method)
{
    EmbeddingParameters parameters;
    parameters.method = method;
    parameters.neighbours = neighbours;
    return parameters;
}

void compare(BenchmarkTable& table, Eigen::Index n, EmbeddingMethod method, double requiredRatio)
{
    const Eigen::MatrixXd points = swissRoll(n);
    const EmbeddingParameters parameters = parametersFor(method);
    const bool kernel = method == EmbeddingMethod::Pca;
    const Eigen::MatrixXd matrix =
        kernel ? Eigen::MatrixXd(points.transpose() * points) : distancesOf(points);
    Eigen::MatrixXd coordinates;
    const double ours = bestSeconds(
        [&] {
            const Result<Embedding> map =
                kernel ? embedKernel(matrix, parameters) : embed(MatrixDistances(matrix), parameters);
            coordinates = map ? map->coordinates : Eigen::MatrixXd();
        },
        2);
    const std::string work = std::string(toString(method)) + ", swiss roll of " + std::to_string(n);
    const std::optional<PeerRun> peer = runScikitLearn(points, toString(method));
    if (!peer) {
        std::cerr << "scikit-learn is not installed (python3-sklearn): no comparison for " << work << '\n';
        table.add({work, ours, "", 0, 0, peakMemoryBytes()});
        return;
    }
    const double residual = test::procrustesResidual(coordinates, peer->coordinates);
    std::cerr << work << ": Procrustes residual against scikit-learn " << residual << '\n';
    if (!(residual < 1e-6)) // a wrong result is no result
        table.add({work + ": DIFFERENT RESULT", 1, "", 1, 1e-9, 0});
    table.add({work, ours, "scikit-learn", peer->seconds, requiredRatio, peakMemoryBytes()});
}

void benchSweep(BenchmarkTable& table)
{
    const std::filesystem::path folder = test::sharedData("shock");
    if (!std::filesystem::exists(folder)) {
        std::cerr << "The shared data is not here, skipped: " << folder.string() << '\n';
        return;
    }
    FlatGraphs graphs;
    if (!graphs.append(*test::readTuFolder(folder, "SHOCK")))
        return;
    const Result<KernelMatrix> kernel = graphKernelMatrix(graphs, {});
    const Eigen::MatrixXd distances = *kernelDistances(kernel->values);
    const MatrixDistances source(distances);
    for (const EmbeddingMethod method : {EmbeddingMethod::Isomap, EmbeddingMethod::Lle}) {
        SweepParameters parameters;
        parameters.method = method;
        for (std::size_t k = 1; k <= 30; ++k)
            parameters.neighbours.push_back(k);
        for (std::size_t c = 1; c <= 25; ++c)
            parameters.components.push_back(c);
        EmbeddingParameters single = parametersFor(method);
        const double sweeping = bestSeconds([&] { keep(sweepEmbeddings(source, parameters)); }, 3);
        const double singles = bestSeconds(
            [&] {
                for (std::size_t i = 0; i < 40; ++i) { // spread over the settings of the sweep
                    single.neighbours = 1 + i * 29 / 39;
                    single.components = 1 + i * 24 / 39;
                    keep(embed(source, single));
                }
            },
            3);
        table.add({std::string("sweep of 30 x 25 settings, ") + toString(method) + ", SHOCK", sweeping,
                   "40 single embeddings", singles, 1, 0});
    }
}

} // namespace

void benchManifold(BenchmarkTable& table)
{
    compare(table, 2000, EmbeddingMethod::Isomap, 1.0 / 3);
    compare(table, 4337, EmbeddingMethod::Isomap, 1.0 / 3);
    compare(table, 2000, EmbeddingMethod::Lle, 0);
    compare(table, 2000, EmbeddingMethod::Pca, 0);
    benchSweep(table);
}

} // namespace atlas::bench
