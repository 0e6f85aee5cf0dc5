// The frame of the benchmarks: every row compares our time with an honest baseline on the same machine, with
// the same compiler flags and libraries, and may require a ratio.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

namespace atlas::bench {

struct BenchmarkRow {
    std::string work;
    double seconds = 0;
    std::string baseline;
    double baselineSeconds = 0;
    double requiredRatio = 0; ///< our time / baseline's time must be at most this; 0 = informative
    std::size_t peakMemoryBytes = 0; ///< 0 = not measured
    std::string unit = {}; ///< of what is compared where that is not time: "bytes"
};

class BenchmarkTable {
public:
    void add(BenchmarkRow row);
    const std::vector<BenchmarkRow>& rows() const { return m_rows; }

    /// Whether every required ratio is kept.
    bool passed() const;
    void print(std::ostream& out) const; ///< one aligned table

    void write(std::ostream& out) const; ///< for another process to read
    void read(std::istream& in); ///< adds what was written

private:
    std::vector<BenchmarkRow> m_rows;
};

/// The machine's speed in two numbers (shared/reference/yardstick.cpp): times of other machines are compared
/// as quotients of these.
struct Yardstick {
    double matrixProduct = 0; ///< seconds for a dgemm of 1000 x 1000 on one thread
    double hashing = 0; ///< seconds for two million increments in an unordered_map of 500,000 keys
};
Yardstick measureYardstick();

/// How many times faster two threads do two independent pieces of the yardstick than one thread does: the
/// most that any parallel program can gain here.
struct ThreadGain {
    double matrixProduct = 0;
    double hashing = 0;
};
ThreadGain measureThreadGain();

/// The largest memory this process ever held, in bytes.
std::size_t peakMemoryBytes();

/// The shortest of `repeats` runs of work(), in seconds.
template <class F>
double bestSeconds(F work, int repeats = 5)
{
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        best = std::min(best, elapsed.count());
    }
    return best;
}

/// Keeps the compiler from dropping a computation whose result nobody reads.
template <class T>
void keep(const T& value)
{
    asm volatile("" : : "g"(&value) : "memory"); // NOLINT(hicpp-no-assembler)
}

// One function per file bench_*.cpp; each adds its rows, or says why it cannot (data not there).
void benchDag(BenchmarkTable& table);
void benchXml(BenchmarkTable& table);
void benchMolecules(BenchmarkTable& table);
void benchKernels(BenchmarkTable& table);
void benchManifold(BenchmarkTable& table);
void benchPerceptron(BenchmarkTable& table);
void benchMining(BenchmarkTable& table);
void benchGtm(BenchmarkTable& table);
void benchRpca(BenchmarkTable& table);

} // namespace atlas::bench
