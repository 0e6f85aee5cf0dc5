// Loading molecules against RDKit's bare parse of the same strings, on the same number of threads.
#include "benchmarks/benchmark.h"

#include "core/io/readers.h"
#include "core/parallel/parallel_for.h"
#include "support/shared_data.h"

#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <RDGeneral/RDLog.h>

#include <fstream>
#include <iostream>

namespace atlas::bench {

namespace {

DatasetPtr loadTable(const std::filesystem::path& path)
{
    Result<TextInput> input = TextInput::open(path);
    DatasetBuilder builder(StructureKind::Molecule, {path.string(), "table", ""});
    builder.beginFile(path.string());
    if (!input || !readTable(*input, {}, builder, {}))
        return nullptr;
    const Result<DatasetPtr> data = builder.finish();
    return data ? *data : nullptr;
}

/// The first field of every line that has one.
std::vector<std::string> smilesOf(const std::filesystem::path& path)
{
    std::vector<std::string> smiles;
    std::ifstream stream(path);
    std::string line;
    std::getline(stream, line); // the header
    while (std::getline(stream, line))
        if (line.size() > 1)
            smiles.push_back(line.substr(0, line.find(',')));
    return smiles;
}

void bareParse(const std::vector<std::string>& smiles)
{
    constexpr std::size_t blockSize = 16;
    const auto parse = [&](std::size_t i) {
        try {
            const std::unique_ptr<RDKit::RWMol> mol(RDKit::SmilesToMol(smiles[i]));
        } catch (const std::exception&) { // a refused molecule took its time as well
        }
    };
    static_cast<void>(parallelFor(smiles.size(), blockSize, parse));
}

} // namespace

void benchMolecules(BenchmarkTable& table)
{
    const std::filesystem::path path = test::sharedData("moleculenet/HIV.csv");
    if (!std::filesystem::exists(path)) {
        std::cout << "molecules: skipped, " << path.string() << " is not here\n";
        return;
    }
    boost::logging::disable_logs("rdApp.*");
    const std::vector<std::string> smiles = smilesOf(path);
    constexpr int repeats = 3;
    constexpr double requiredRatio = 1.3;
    for (const std::size_t threads : {1, 2}) {
        setThreadCount(threads);
        DatasetPtr loaded;
        const double ours = bestSeconds([&] { loaded = loadTable(path); }, repeats);
        if (!loaded || loaded->recordCount() != smiles.size())
            std::cout << "molecules: HIV.csv was not read whole\n";
        loaded.reset();
        const double bare = bestSeconds([&] { bareParse(smiles); }, repeats);
        table.add({"load HIV.csv, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads"), ours,
                   "RDKit's bare parse", bare, requiredRatio, peakMemoryBytes()});
    }
    setThreadCount(0);
}

} // namespace atlas::bench
