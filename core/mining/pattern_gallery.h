// What the methods of mining have in common: their input as graphs, the support as a number or a share,
// patterns as tables, and the typed result that the pattern gallery shows.
#pragma once

#include "core/methods/method.h"
#include "core/mining/dfs_code.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace atlas {

struct GalleryPattern {
    std::string code; ///< DFS code; for trees the subtree in brackets
    std::string smarts; ///< of molecules; else empty
    Graph graph; ///< with the label ids of PatternGallery::graphs; empty for trees
    std::size_t vertices = 0;
    std::size_t edges = 0;
    std::vector<RowId> support; ///< the structures that contain it
    std::vector<double> values; ///< one per valueNames
};

/// MethodOutput::details of mine, gpca and explain.
struct PatternGallery {
    DatasetPtr graphs; ///< the graphs that were mined (of molecules: their conversion); null for trees
    std::vector<std::string> valueNames; ///< "support", "loading1", "difference", ...
    std::vector<GalleryPattern> patterns;
};

/// The data as graphs: graphs as they are, molecules converted. Precondition: not trees.
Result<DatasetPtr> graphsToMine(const DatasetPtr& data, ProgressToken progress);

/// "10" or "5%" of the number of structures (rounded up, at least 1).
Result<std::size_t> supportFromText(std::string_view text, std::size_t structures);
/// The parameter --min-support.
ParameterDescription supportParameter(std::string defaultValue);
/// The parameter --trees: bottom-up or subset.
ParameterDescription treeKindParameter();

GalleryPattern galleryPattern(const DfsCode& code, std::span<const std::uint32_t> support,
                              const MiningGraphs& graphs, bool molecules);

/// patterns.csv: pattern, smarts, vertices, edges, support, then the values.
Table patternTable(const PatternGallery& gallery);

/// projection.csv: id, name, class, x, y, z, c4, ...; `value(row, component)`.
Table projectionTable(const Dataset& data, std::size_t components,
                      const std::function<double(std::size_t, std::size_t)>& value);

} // namespace atlas
