#include "benchmarks/benchmark.h"

#include <sys/resource.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <thread>
#include <unordered_map>
#include <utility>

// NOLINTNEXTLINE(readability-identifier-naming): the name is OpenBLAS's
extern "C" void openblas_set_num_threads(int);
// NOLINTNEXTLINE(readability-identifier-naming): the name is BLAS's
extern "C" void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
                       const double*, const int*, const double*, const int*, const double*, double*,
                       const int*);

namespace atlas::bench {

namespace {

constexpr std::size_t columnCount = 8;
using Cells = std::array<std::string, columnCount>;

std::string number(const char* format, double value)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string amountText(double seconds, const std::string& unit)
{
    if (!unit.empty())
        return number("%.1f ", seconds) + unit;
    if (seconds < 1e-3)
        return number("%.1f us", seconds * 1e6);
    if (seconds < 1)
        return number("%.2f ms", seconds * 1e3);
    return number("%.3f s", seconds);
}

double ratio(const BenchmarkRow& row) { return row.seconds / row.baselineSeconds; }
bool kept(const BenchmarkRow& row) { return row.requiredRatio <= 0 || ratio(row) <= row.requiredRatio; }

Cells cells(const BenchmarkRow& row)
{
    const bool required = row.requiredRatio > 0;
    const bool compared = row.baselineSeconds > 0;
    return {row.work,
            amountText(row.seconds, row.unit),
            row.baseline,
            compared ? amountText(row.baselineSeconds, row.unit) : "",
            compared ? number("%.2f", ratio(row)) : "",
            required ? number("%.2f", row.requiredRatio) : "-",
            required ? (kept(row) ? "ok" : "MISSED") : "",
            row.peakMemoryBytes > 0 ? number("%.1f MB", static_cast<double>(row.peakMemoryBytes) / (1 << 20))
                                    : ""};
}

} // namespace

void BenchmarkTable::add(BenchmarkRow row) { m_rows.push_back(std::move(row)); }

void BenchmarkTable::write(std::ostream& out) const
{
    out.precision(17);
    for (const BenchmarkRow& row : m_rows)
        out << row.work << '\t' << row.baseline << '\t' << row.unit << '\t' << row.seconds << '\t'
            << row.baselineSeconds << '\t' << row.requiredRatio << '\t' << row.peakMemoryBytes << '\n';
}

void BenchmarkTable::read(std::istream& in)
{
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        BenchmarkRow row;
        std::getline(fields, row.work, '\t');
        std::getline(fields, row.baseline, '\t');
        std::getline(fields, row.unit, '\t');
        fields >> row.seconds >> row.baselineSeconds >> row.requiredRatio >> row.peakMemoryBytes;
        add(std::move(row));
    }
}

bool BenchmarkTable::passed() const { return std::all_of(m_rows.begin(), m_rows.end(), kept); }

void BenchmarkTable::print(std::ostream& out) const
{
    constexpr std::array<bool, columnCount> left{true, false, true, false, false, false, true, false};
    std::vector<Cells> lines{
        {"work", "ours", "baseline", "its time", "ratio", "required", "", "peak memory"}};
    for (const BenchmarkRow& row : m_rows)
        lines.push_back(cells(row));
    std::array<std::size_t, columnCount> widths{};
    for (const Cells& line : lines)
        for (std::size_t column = 0; column < columnCount; ++column)
            widths[column] = std::max(widths[column], line[column].size());
    for (const Cells& line : lines) {
        for (std::size_t column = 0; column < columnCount; ++column) {
            const std::string padding(widths[column] - line[column].size(), ' ');
            out << (column > 0 ? "  " : "")
                << (left[column] ? line[column] + padding : padding + line[column]);
        }
        out << '\n';
    }
}

namespace {

void multiplyMatrices()
{
    const int n = 1000;
    const double one = 1;
    const double zero = 0;
    thread_local const std::vector<double> a(std::size_t{1'000'000}, 0.5);
    thread_local const std::vector<double> b(std::size_t{1'000'000}, 0.25);
    thread_local std::vector<double> c(std::size_t{1'000'000});
    dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
}

void countKeys()
{
    std::unordered_map<std::uint64_t, std::uint32_t> counts;
    std::uint64_t x = 88172645463325252ULL;
    for (int i = 0; i < 2'000'000; ++i) {
        x ^= x << 13U;
        x ^= x >> 7U;
        x ^= x << 17U;
        ++counts[x % 500'000];
    }
    keep(counts);
}

double gainOfTwoThreads(void (*work)())
{
    constexpr int times = 10;
    const auto repeated = [work] {
        for (int i = 0; i < times; ++i)
            work();
    };
    const double one = bestSeconds(repeated, 3);
    const double two = bestSeconds(
        [&] {
            std::thread other(repeated);
            repeated();
            other.join();
        },
        3);
    return 2 * one / two;
}

} // namespace

Yardstick measureYardstick()
{
    openblas_set_num_threads(1);
    return {bestSeconds(multiplyMatrices), bestSeconds(countKeys)};
}

ThreadGain measureThreadGain()
{
    openblas_set_num_threads(1);
    return {gainOfTwoThreads(multiplyMatrices), gainOfTwoThreads(countKeys)};
}

std::size_t peakMemoryBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024; // Linux counts in KB
}

} // namespace atlas::bench
