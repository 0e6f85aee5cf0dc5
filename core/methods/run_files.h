// What a run leaves in its folder: summary.json, one CSV a table, the method's own files (DESIGN section 6).
// Figures are drawn elsewhere, since core does not draw.
#pragma once

#include "core/methods/method.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace atlas {

struct RunSummary {
    std::string method;
    std::string version;
    /// All, with defaults, seed and data options.
    std::vector<std::pair<std::string, ParameterValue>> parameters;
    std::string sourceHash; ///< SHA-256 of the source; "" for examples
    std::vector<std::pair<std::string, double>> timings; ///< seconds by stage: load, compute, render
    std::size_t peakMemoryBytes = 0;
};

/// The largest resident size of this process so far.
std::size_t peakMemoryBytes();

/// summary.json as text.
std::string summaryJson(const RunSummary& summary, const Dataset& data, const MethodOutput& output);

/// problems.csv: file,line,column,reason,excerpt.
Table problemTable(const Dataset& data);

/// Writes the tables (problems.csv among them) and files of a run. Makes the folder where it is missing.
Result<void> writeRunFiles(const Dataset& data, const MethodOutput& output,
                           const std::filesystem::path& folder);

/// A whole file as text; ErrorCode::NotFound says which.
Result<std::string> readFile(const std::filesystem::path& path);

/// Writes one file, whole or not at all (a temporary beside it, then renamed).
Result<void> writeFile(const std::filesystem::path& path, std::string_view content);

} // namespace atlas
