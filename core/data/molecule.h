// A molecule, on RDKit. This header does not include RDKit's: only the files that need them pay for them.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace RDKit {
class ROMol;
}

namespace atlas {

/// An immutable, sanitised molecule; copying shares it.
class Molecule {
public:
    explicit Molecule(std::shared_ptr<const RDKit::ROMol> mol);

    /// Parses one SMILES. On failure the error's location.column is the 1-based character of `smiles` where
    /// RDKit gave up, or 0 where it does not say (valence, aromaticity).
    static Result<Molecule> fromSmiles(std::string_view smiles);
    /// Parses one MOL block, V2000 or V3000.
    static Result<Molecule> fromMolBlock(const std::string& block);

    const RDKit::ROMol& rdkit() const { return *m_mol; }
    std::size_t atomCount() const; ///< explicit atoms: those of the graph
    std::size_t bondCount() const;
    std::string formula() const; ///< Hill order, hydrogens included: "C9H8O4"
    double weight() const; ///< average molecular weight in g/mol
    std::string canonicalSmiles() const;
    std::string molBlock() const; ///< V2000 where it fits, else V3000

private:
    std::shared_ptr<const RDKit::ROMol> m_mol;
};

/// A SMARTS query, compiled once.
class SmartsPattern {
public:
    static Result<SmartsPattern> compile(std::string_view smarts);
    bool matches(const Molecule& molecule) const;
    std::vector<std::size_t> matchingAtoms(const Molecule& molecule) const; ///< of all matches, increasing

private:
    explicit SmartsPattern(std::shared_ptr<const RDKit::ROMol> query);
    std::shared_ptr<const RDKit::ROMol> m_query;
};

} // namespace atlas
