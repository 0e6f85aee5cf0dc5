#include "core/data/molecule.h"

#include "core/data/molecule_layout.h"
#include "core/data/smiles_scan.h"

#include <GraphMol/Descriptors/MolDescriptors.h>
#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <GraphMol/Substruct/SubstructMatch.h>
#include <RDGeneral/FileParseException.h>
#include <RDGeneral/RDLog.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <regex>
#include <set>

namespace atlas {

namespace {

/// RDKit writes every refusal to standard error; the person hears it from us.
void silenceRdkit()
{
    [[maybe_unused]] static const bool done = [] {
        boost::logging::disable_logs("rdApp.*");
        return true;
    }();
}

/// An atom of the text a molecule was parsed from.
struct AtomPlace {
    std::string symbol;
    std::size_t number; // in the text, from 1
    std::uint64_t place; // a column of the SMILES, a line of the MOL block
};

/// RDKit counts atoms after folding hydrogens into their neighbours: `places` holds none. Where the symbol
/// does not agree all the same, the place is not known.
const AtomPlace* placeOf(const std::vector<AtomPlace>& places, std::size_t atom, const std::string& symbol)
{
    if (atom >= places.size())
        return nullptr;
    std::string written = places[atom].symbol;
    written[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(written[0])));
    return symbol.empty() || written == symbol ? &places[atom] : nullptr;
}

struct Diagnosis {
    std::string message;
    std::uint64_t place = 0;
};

std::string atomText(const AtomPlace* place, std::size_t atom, const std::string& symbol)
{
    const std::string number = std::to_string(place ? place->number : atom + 1);
    return "Atom " + number + (symbol.empty() ? "" : " (" + symbol + ")");
}

Diagnosis diagnoseKekulization(const RDKit::KekulizeException& exception,
                               const std::vector<AtomPlace>& places)
{
    constexpr std::size_t listed = 8;
    std::string atoms;
    const std::vector<unsigned>& indices = exception.getAtomIndices();
    for (std::size_t i = 0; i < indices.size() && i < listed; ++i) {
        const AtomPlace* place = placeOf(places, indices[i], {});
        atoms += (i == 0 ? "" : ", ") + std::to_string(place ? place->number : indices[i] + 1);
    }
    if (indices.size() > listed)
        atoms += ", ...";
    const AtomPlace* first = indices.empty() ? nullptr : placeOf(places, indices.front(), {});
    return {
        "The aromatic atoms " + atoms
            + " cannot be given alternating single and double bonds; a hydrogen may be missing, as in [nH].",
        first ? first->place : 0};
}

/// A sentence for the person about why the atoms and bonds make no molecule.
Diagnosis diagnoseChemistry(const RDKit::MolSanitizeException& exception,
                            const std::vector<AtomPlace>& places)
{
    if (const auto* kekulize = dynamic_cast<const RDKit::KekulizeException*>(&exception))
        return diagnoseKekulization(*kekulize, places);
    const auto* atomException = dynamic_cast<const RDKit::AtomSanitizeException*>(&exception);
    if (!atomException)
        return {std::string("RDKit refuses the molecule: ") + exception.what() + "."};
    const std::size_t atom = atomException->getAtomIdx();
    // "Explicit valence for atom # 1 C, 5, is greater than permitted"
    static const std::regex valencePattern("atom # \\d+ ([A-Za-z]+), (\\d+)");
    std::cmatch match;
    if (std::regex_search(exception.what(), match, valencePattern)) {
        const AtomPlace* place = placeOf(places, atom, match[1]);
        return {atomText(place, atom, match[1]) + " has valence " + match[2].str() + ", more than allowed.",
                place ? place->place : 0};
    }
    const AtomPlace* place = placeOf(places, atom, {});
    if (dynamic_cast<const RDKit::AtomKekulizeException*>(&exception))
        return {atomText(place, atom, place ? place->symbol : "")
                    + " is marked aromatic but is not in an aromatic ring.",
                place ? place->place : 0};
    return {atomText(place, atom, place ? place->symbol : "") + ": " + exception.what() + ".",
            place ? place->place : 0};
}

std::vector<AtomPlace> placesInSmiles(std::string_view smiles)
{
    std::vector<AtomPlace> places;
    std::size_t number = 0;
    for (const SmilesAtom& atom : smilesAtoms(smiles)) {
        ++number;
        if (!atom.plainHydrogen)
            places.push_back({atom.symbol, number, atom.offset + 1});
    }
    return places;
}

/// The atoms of a V2000 block, whose symbols stand at columns 32 to 34 from line 5 on; none for V3000.
std::vector<AtomPlace> placesInMolBlock(const std::string& block)
{
    constexpr std::size_t headerLines = 4;
    constexpr std::size_t symbolOffset = 31;
    std::vector<AtomPlace> places;
    std::istringstream lines(block);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (number == headerLines && line.find("V3000") != std::string::npos)
            return {};
        if (number <= headerLines)
            continue;
        if (line.size() <= symbolOffset)
            break;
        std::string symbol = line.substr(symbolOffset, 3);
        symbol.erase(symbol.find_last_not_of(" \r") + 1);
        if (symbol != "H" && !symbol.empty())
            places.push_back({symbol, number - headerLines, number});
    }
    return places;
}

Error smilesError(Diagnosis diagnosis)
{
    return {ErrorCode::Malformed, std::move(diagnosis.message), {{}, 0, diagnosis.place}};
}

/// RDKit gave up on the text without saying where.
Error diagnoseSmilesSyntax(std::string_view smiles)
{
    if (const std::optional<SmilesFault> fault = findSmilesFault(smiles))
        return smilesError({"The SMILES cannot be read: " + fault->reason + ".", fault->offset + 1});
    return smilesError({"The SMILES cannot be read: RDKit reports a syntax error without a place.", 0});
}

/// RDKit ranks atoms for stereochemistry in time that may grow with their cube (4 s for a chain of 1,500).
constexpr std::size_t maximumAtomsWithStereo = 1'500;

bool hasHydrogenAtoms(const RDKit::ROMol& mol)
{
    for (const RDKit::Atom* atom : mol.atoms()) // RDKit's range is none for the standard algorithms
        if (atom->getAtomicNum() == 1)
            return true;
    return false;
}

/// What SmilesToMol does by default, without what nobody here needs: it marks every *possible* stereocentre,
/// for which it ranks all atoms (a third of its time). Null where the text breaks the grammar.
std::unique_ptr<RDKit::RWMol> buildMolecule(const std::string& smiles)
{
    RDKit::SmilesParserParams parameters;
    parameters.sanitize = false;
    parameters.removeHs = false;
    parameters.allowCXSMILES = false;
    parameters.parseName = false;
    std::unique_ptr<RDKit::RWMol> mol(RDKit::SmilesToMol(smiles, parameters));
    if (!mol)
        return mol;
    if (hasHydrogenAtoms(*mol))
        RDKit::MolOps::removeHs(*mol, false, true, true); // sanitises as well
    else
        RDKit::MolOps::sanitizeMol(*mol);
    RDKit::MolOps::assignStereochemistry(*mol, true, true);
    return mol;
}

std::optional<Error> checkStereoSize(std::string_view smiles)
{
    if (smiles.size() <= maximumAtomsWithStereo || smiles.find_first_of("@/\\") == std::string_view::npos)
        return std::nullopt;
    const std::size_t atoms = smilesAtoms(smiles).size();
    if (atoms <= maximumAtomsWithStereo)
        return std::nullopt;
    return Error{ErrorCode::TooLarge,
                 "The molecule has " + std::to_string(atoms) + " atoms; with stereochemistry the limit is "
                     + std::to_string(maximumAtomsWithStereo) + "."};
}

Result<Molecule> parseSmiles(std::string_view smiles)
{
    try {
        std::unique_ptr<RDKit::RWMol> mol = buildMolecule(std::string(smiles));
        if (!mol)
            return diagnoseSmilesSyntax(smiles);
        return Molecule(std::shared_ptr<const RDKit::ROMol>(std::move(mol)));
    } catch (const RDKit::MolSanitizeException& exception) {
        return smilesError(diagnoseChemistry(exception, placesInSmiles(smiles)));
    } catch (const std::exception& exception) {
        const std::optional<SmilesFault> fault = findSmilesFault(smiles);
        return fault ? diagnoseSmilesSyntax(smiles)
                     : smilesError({std::string("RDKit refuses the SMILES: ") + exception.what() + ".", 0});
    }
}

/// "Cannot process coordinates on line 7" is about line 7 of the block; the place moves out of the sentence.
Diagnosis diagnoseMolBlock(std::string message)
{
    static const std::regex linePattern("(,? (on|around|at))? ?line:? ?(\\d+)");
    Diagnosis diagnosis;
    std::smatch match;
    if (std::regex_search(message, match, linePattern)) {
        diagnosis.place = std::stoull(match[3].str().substr(0, 18));
        message = match.prefix().str() + match.suffix().str();
    }
    message.erase(message.find_last_not_of(" .\n") + 1);
    diagnosis.message = "The connection table cannot be read: " + message + ".";
    return diagnosis;
}

/// The first bond line of a V2000 block that names an atom that is not there, or 0.
std::uint64_t findBadBond(const std::string& block)
{
    constexpr std::size_t headerLines = 4;
    constexpr std::size_t width = 3; // of a number
    const auto number = [](const std::string& line, std::size_t field) {
        return line.size() < width * (field + 1) ? 0 : std::atol(line.substr(width * field, width).c_str());
    };
    std::istringstream lines(block);
    std::string line;
    long atoms = 0;
    long bonds = 0;
    for (long index = 1; std::getline(lines, line); ++index) {
        if (index == static_cast<long>(headerLines)) {
            atoms = number(line, 0);
            bonds = number(line, 1);
        }
        const long bond = index - static_cast<long>(headerLines) - atoms;
        if (index <= static_cast<long>(headerLines) || bond < 1 || bond > bonds)
            continue;
        for (const std::size_t end : {0, 1})
            if (number(line, end) < 1 || number(line, end) > atoms)
                return static_cast<std::uint64_t>(index);
    }
    return 0;
}

/// Places that RDKit's message leaves out: an unknown element, a bond to an atom that is not there.
void addPlace(Diagnosis& diagnosis, const std::string& block)
{
    static const std::regex elementPattern("Element '([^']+)' not found");
    std::smatch match;
    if (std::regex_search(diagnosis.message, match, elementPattern)) {
        for (const AtomPlace& atom : placesInMolBlock(block))
            if (atom.symbol == match[1].str())
                diagnosis.place = diagnosis.place == 0 ? atom.place : diagnosis.place;
    } else if (const std::uint64_t line = findBadBond(block); line > 0) {
        diagnosis = {"The connection table cannot be read: the bond leads to an atom that is not there.",
                     line};
    }
}

/// V2000 has at most 999 atoms by its format; V3000 names its atoms in "M  V30 COUNTS atoms bonds ...".
std::size_t announcedAtoms(const std::string& block)
{
    constexpr std::string_view mark = "M  V30 COUNTS ";
    const std::size_t at = block.find(mark);
    std::size_t atoms = 0;
    if (at != std::string::npos)
        std::from_chars(block.data() + at + mark.size(), block.data() + block.size(), atoms);
    return atoms;
}

Error molBlockError(Diagnosis diagnosis)
{
    return {ErrorCode::Malformed, std::move(diagnosis.message), {{}, diagnosis.place, 0}};
}

} // namespace

Molecule::Molecule(std::shared_ptr<const RDKit::ROMol> mol) : m_mol(std::move(mol)) { }

Result<Molecule> Molecule::fromSmiles(std::string_view smiles)
{
    silenceRdkit();
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t skipped = std::min(smiles.find_first_not_of(blanks), smiles.size());
    smiles.remove_prefix(skipped);
    smiles = smiles.substr(0, smiles.find_last_not_of(blanks) + 1);
    if (smiles.empty())
        return Error{ErrorCode::Malformed, "The SMILES is empty.", {{}, 0, 1}};
    std::optional<Error> unfit = checkSmilesText(smiles);
    if (!unfit)
        unfit = checkStereoSize(smiles);
    Result<Molecule> molecule = unfit ? Result<Molecule>(*std::move(unfit)) : parseSmiles(smiles);
    if (molecule.ok() || molecule.error().location.column == 0)
        return molecule;
    Error error = molecule.error();
    error.location.column += skipped;
    return error;
}

Result<Molecule> Molecule::fromMolBlock(const std::string& block)
{
    silenceRdkit();
    if (const std::size_t atoms = announcedAtoms(block); atoms > maximumAtomsWithStereo)
        return Error{ErrorCode::TooLarge,
                     "The connection table has " + std::to_string(atoms) + " atoms; the limit is "
                         + std::to_string(maximumAtomsWithStereo) + "."};
    try {
        std::unique_ptr<RDKit::RWMol> mol(RDKit::MolBlockToMol(block));
        if (!mol)
            return molBlockError({"The connection table cannot be read.", 0});
        if (mol->getNumAtoms() == 0)
            return molBlockError({"The connection table has no atoms.", 4});
        return Molecule(std::shared_ptr<const RDKit::ROMol>(std::move(mol)));
    } catch (const RDKit::MolSanitizeException& exception) {
        return molBlockError(diagnoseChemistry(exception, placesInMolBlock(block)));
    } catch (const std::exception& exception) {
        Diagnosis diagnosis = diagnoseMolBlock(exception.what());
        if (diagnosis.place == 0)
            addPlace(diagnosis, block);
        return molBlockError(std::move(diagnosis));
    }
}

std::size_t Molecule::atomCount() const { return m_mol->getNumAtoms(); }
std::size_t Molecule::bondCount() const { return m_mol->getNumBonds(); }
std::string Molecule::formula() const { return RDKit::Descriptors::calcMolFormula(*m_mol); }
double Molecule::weight() const { return RDKit::Descriptors::calcAMW(*m_mol); }
std::string Molecule::canonicalSmiles() const { return RDKit::MolToSmiles(*m_mol); }

std::string Molecule::molBlock() const
{
    // Stereochemistry is written as wedges, which need a layout.
    RDKit::ROMol copy(*m_mol);
    const bool stereo = ensureLayout(copy);
    try {
        return RDKit::MolToMolBlock(copy, stereo);
    } catch (const RDKit::MolSanitizeException&) { // no alternating bonds can be found: keep aromatic ones
        return RDKit::MolToMolBlock(copy, stereo, -1, false);
    }
}

SmartsPattern::SmartsPattern(std::shared_ptr<const RDKit::ROMol> query) : m_query(std::move(query)) { }

Result<SmartsPattern> SmartsPattern::compile(std::string_view smarts)
{
    silenceRdkit();
    if (smarts.empty())
        return Error{ErrorCode::BadUse, "The SMARTS pattern is empty."};
    if (std::optional<Error> unfit = checkSmilesText(smarts)) {
        unfit->code = ErrorCode::BadUse;
        return *std::move(unfit);
    }
    try {
        std::shared_ptr<const RDKit::ROMol> query(RDKit::SmartsToMol(std::string(smarts)));
        if (query)
            return SmartsPattern(std::move(query));
    } catch (const std::exception&) { // the same sentence as below: RDKit's text says no more
    }
    return Error{ErrorCode::BadUse, "'" + std::string(smarts) + "' is not a SMARTS pattern."};
}

bool SmartsPattern::matches(const Molecule& molecule) const
{
    RDKit::MatchVectType match;
    return RDKit::SubstructMatch(molecule.rdkit(), *m_query, match);
}

std::vector<std::size_t> SmartsPattern::matchingAtoms(const Molecule& molecule) const
{
    RDKit::SubstructMatchParameters parameters;
    parameters.maxMatches = 100'000;
    std::set<std::size_t> atoms;
    for (const RDKit::MatchVectType& match : RDKit::SubstructMatch(molecule.rdkit(), *m_query, parameters))
        for (const auto& [queryAtom, atom] : match)
            atoms.insert(static_cast<std::size_t>(atom));
    return {atoms.begin(), atoms.end()};
}

} // namespace atlas
