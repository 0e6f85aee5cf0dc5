// atlas_benchmarks [FILTER]: runs the benchmarks whose name contains FILTER and prints one table. Exits with
// 1 where a required ratio is missed, with 2 where no benchmark matches.
#include "benchmarks/benchmark.h"

#include <array>
#include <cstdio>
#include <iostream>
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

} // namespace

int main(int argc, char** argv)
{
    const std::string_view filter = argc > 1 ? argv[1] : "";
    BenchmarkTable table;
    std::size_t matching = 0;
    for (const Benchmark& benchmark : benchmarks) {
        if (benchmark.name.find(filter) == std::string_view::npos)
            continue;
        ++matching;
        std::cerr << "Running " << benchmark.name << " ..." << std::endl;
        benchmark.run(table);
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
    return table.passed() ? 0 : 1;
}
