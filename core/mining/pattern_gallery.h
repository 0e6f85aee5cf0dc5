// What the methods of mining have in common: their input as graphs, the support as a number or a share,
// patterns as tables, and the typed result that the pattern gallery shows.
#pragma once

#include "core/methods/method.h"
#include "core/mining/dfs_code.h"
#include "core/mining/subtree_patterns.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace atlas {

struct GalleryPattern {
    DfsCode code; ///< of graphs and molecules
    TreePattern tree; ///< of trees
    std::string text; ///< of trees: in brackets
    std::vector<RowId> support; ///< the structures that contain it, increasing
    std::vector<double> values; ///< one per valueNames
};

/// What the patterns were looked for, and so what their values are.
enum class PatternPurpose {
    Frequent, ///< occurrences
    Components, ///< step, then a loading a component
    Contrast ///< score, support_in, support_out, odds_ratio, p_value, corrected_p
};

/// The patterns that mine, gpca and explain found; codes and texts are made where they are asked for.
struct PatternGallery {
    PatternPurpose purpose = PatternPurpose::Frequent;
    DatasetPtr data; ///< the structures that the method was given
    DatasetPtr graphs; ///< the graphs that were mined (of molecules: their conversion); null for trees
    std::shared_ptr<const MiningGraphs> mined; ///< null for trees
    std::vector<std::string> valueNames; ///< "occurrences", "loading1", "score", ...
    std::vector<GalleryPattern> patterns;
    std::size_t insideSize = 0; ///< structures of the two sides, where purpose is Contrast
    std::size_t outsideSize = 0;
    std::vector<std::vector<double>> projections; ///< by component, a value a structure; for Components

    std::size_t components() const; ///< 0 where purpose is not Components
    double loading(std::size_t pattern, std::size_t component) const
    {
        return patterns[pattern].values[component + 1];
    }
    bool trees() const { return data->kind() == StructureKind::Tree; }
    bool molecules() const { return data->kind() == StructureKind::Molecule; }
    std::string text(std::size_t pattern) const; ///< DFS code; for trees the subtree in brackets
    std::string smarts(std::size_t pattern) const; ///< of molecules; else empty
    std::size_t vertices(std::size_t pattern) const;
    std::size_t edges(std::size_t pattern) const;

    /// The atoms, vertices or nodes (from the tree's first, in post-order) of a structure that belong to some
    /// place of the pattern, increasing.
    std::vector<std::size_t> partsIn(std::size_t pattern, RowId row) const;
};

/// MethodOutput::details of mine, gpca and explain.
using PatternGalleryPtr = std::shared_ptr<const PatternGallery>;

/// The data as graphs: graphs as they are, molecules converted. Precondition: not trees.
Result<DatasetPtr> graphsToMine(const DatasetPtr& data, ProgressToken progress);

/// A gallery without patterns yet: the data, and the graphs to mine. Precondition: not trees.
Result<PatternGallery> emptyGallery(const DatasetPtr& data, std::size_t minimumSupport,
                                    const ProgressToken& progress);

/// "10" or "5%" of the number of structures (rounded up, at least 1).
Result<std::size_t> supportFromText(std::string_view text, std::size_t structures);
/// The parameter --min-support.
ParameterDescription supportParameter(std::string defaultValue);
/// The parameter --trees: bottom-up or subset.
ParameterDescription treeKindParameter();

GalleryPattern galleryPattern(DfsCode code, std::span<const std::uint32_t> support);
GalleryPattern galleryPattern(SubtreePattern subtree);

/// patterns.csv: pattern, smarts, vertices, edges, support, then the values.
Table patternTable(const PatternGallery& gallery);
/// The same of some patterns, in the given order.
Table patternTable(const PatternGallery& gallery, std::span<const std::size_t> patterns);

} // namespace atlas
