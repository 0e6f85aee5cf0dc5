// A look at the text of a SMILES without building a molecule. RDKit says that a SMILES is wrong but not
// where; this says where, and it keeps texts away from RDKit that its parser is not made for.
#pragma once

#include "core/support/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

/// RDKit writes canonical SMILES by recursion over atoms: this many fit a worker thread's stack.
inline constexpr std::size_t maximumSmilesCharacters = 5'000;
inline constexpr std::size_t maximumSmilesNesting = 1'000; ///< open parentheses and brackets

/// Refuses what must not reach RDKit: a text above the limits, blanks, and bytes that are not printable
/// ASCII. location.column is set. Holds for SMARTS as well.
std::optional<Error> checkSmilesText(std::string_view smiles);

struct SmilesFault {
    std::size_t offset = 0; ///< byte in the SMILES
    std::string reason;
};

/// The first break of the SMILES grammar, or nothing where the text looks right (its chemistry may be wrong).
std::optional<SmilesFault> findSmilesFault(std::string_view smiles);

struct SmilesAtom {
    std::string symbol; ///< "C", "Cl", "n"; for a bracket atom the element only
    std::size_t offset = 0;
    bool plainHydrogen = false; ///< "[H]", which RDKit folds into its neighbour
};

/// The atoms in the order of the text.
std::vector<SmilesAtom> smilesAtoms(std::string_view smiles);

} // namespace atlas
