// atlas_benchmarks [FILTER]: runs the benchmarks whose name contains FILTER and prints one table. Exits with
// 1 where a required ratio is missed or a benchmark fails, with 2 where no benchmark matches.
//
// Each runs in a process of its own (atlas_benchmarks --rows FILE NAME), so that the memory of one is not
// that of another.
#include "benchmarks/benchmark.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

using namespace atlas::bench;

namespace {

struct Benchmark {
    std::string_view name;
    void (*run)(BenchmarkTable& table);
};

constexpr std::array benchmarks{
    Benchmark{"dag", benchDag},
    Benchmark{"xml", benchXml},
    Benchmark{"molecules", benchMolecules},
    Benchmark{"kernels", benchKernels},
    Benchmark{"manifold", benchManifold},
    Benchmark{"perceptron", benchPerceptron},
    Benchmark{"mining", benchMining},
    Benchmark{"gtm", benchGtm},
    Benchmark{"rpca", benchRpca},
};

int runHere(std::string_view name, const char* file)
{
    BenchmarkTable table;
    for (const Benchmark& benchmark : benchmarks)
        if (benchmark.name == name)
            benchmark.run(table);
    std::ofstream out(file);
    table.write(out);
    return out.good() ? 0 : 1;
}

bool runApart(const Benchmark& benchmark, BenchmarkTable& table)
{
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    const std::filesystem::path rows = std::filesystem::temp_directory_path()
        / ("structatlas-" + std::string(benchmark.name) + std::to_string(getpid()) + ".rows");
    const std::string command =
        "'" + self.string() + "' --rows '" + rows.string() + "' " + std::string(benchmark.name);
    const bool ran =
        std::system(command.c_str()) == 0; // NOLINT(cert-env33-c,concurrency-mt-unsafe): our own name
    std::ifstream in(rows);
    table.read(in);
    in.close();
    std::filesystem::remove(rows);
    if (!ran)
        std::cerr << "The benchmark " << benchmark.name << " failed.\n";
    return ran;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "--rows")
        return runHere(argv[3], argv[2]);
    const std::string_view filter = argc > 1 ? argv[1] : "";
    BenchmarkTable table;
    std::size_t matching = 0;
    bool ran = true;
    for (const Benchmark& benchmark : benchmarks) {
        if (benchmark.name.find(filter) == std::string_view::npos)
            continue;
        ++matching;
        std::cerr << "Running " << benchmark.name << " ..." << std::endl;
        ran = runApart(benchmark, table) && ran;
    }
    if (matching == 0) {
        std::cerr << "No benchmark's name contains '" << filter << "'. There are:";
        for (const Benchmark& benchmark : benchmarks)
            std::cerr << ' ' << benchmark.name;
        std::cerr << '\n';
        return 2;
    }
    table.print(std::cout);
    const Yardstick yardstick = measureYardstick();
    std::printf("\nThis machine's yardstick: dgemm 1000: %.4f s, hashing 2M: %.4f s\n",
                yardstick.matrixProduct, yardstick.hashing);
    const ThreadGain gain = measureThreadGain();
    std::printf("Two threads on independent work: %.2fx in dgemm, %.2fx in hashing\n", gain.matrixProduct,
                gain.hashing);
    return ran && table.passed() ? 0 : 1;
}
