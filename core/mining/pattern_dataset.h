// Patterns as structures of their own, so that whatever shows, draws or writes a data set
// does the same for patterns.
#pragma once

#include "core/mining/pattern_gallery.h"

#include <filesystem>
#include <span>
#include <vector>

namespace atlas {

enum class PatternForm {
    AsData, ///< molecules, graphs or trees, as the data are
    AsGraphs ///< molecules as graphs too
};

/// One row a pattern, named "pattern 12" by its place in the gallery, from 1, with its support and values as
/// properties. Fragments of molecules have exactly the bonds and charges that the pattern says, and no
/// hydrogens. Precondition: `patterns` is not empty.
Result<DatasetPtr> patternDataset(const PatternGallery& gallery, std::span<const std::size_t> patterns,
                                  PatternForm form = PatternForm::AsData);

struct PatternFormat {
    std::string_view ending; ///< ".csv"
    std::string_view title; ///< for the save dialog
};

/// The text formats that can hold the patterns of a gallery.
std::vector<PatternFormat> patternFormats(const PatternGallery& gallery);

/// .csv: patterns.csv; .sma and .smi: SMARTS or SMILES and a name a line; .gsp: gSpan transactions; .mrg:
/// bracketed trees. ErrorCode::BadUse where the ending is none of patternFormats().
Result<void> writePatterns(const PatternGallery& gallery, std::span<const std::size_t> patterns,
                           const std::filesystem::path& path);

} // namespace atlas
