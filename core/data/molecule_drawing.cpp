#include "core/data/molecule_drawing.h"

#include "core/data/molecule_layout.h"
#include "core/support/text.h"

#include <GraphMol/MolDraw2D/MolDraw2DSVG.h>
#include <GraphMol/MolDraw2D/MolDraw2DUtils.h>
#include <GraphMol/RWMol.h>

#include <algorithm>
#include <map>

namespace atlas {

namespace {

struct Highlight {
    std::vector<int> atoms;
    std::vector<int> bonds; // those between two highlighted atoms
    std::map<int, RDKit::DrawColour> atomColours;
    std::map<int, RDKit::DrawColour> bondColours; // of their first atom
};

Highlight highlightOf(const RDKit::ROMol& mol, const MoleculeDrawing& parameters)
{
    Highlight highlight;
    std::vector<bool> chosen(mol.getNumAtoms(), false);
    for (const AtomColour& coloured : parameters.colouredAtoms)
        if (coloured.atom < chosen.size() && !chosen[coloured.atom]) {
            const auto atom = static_cast<int>(coloured.atom);
            chosen[coloured.atom] = true;
            highlight.atoms.push_back(atom);
            highlight.atomColours[atom] = RDKit::DrawColour(coloured.red, coloured.green, coloured.blue);
        }
    for (const RDKit::Bond* bond : mol.bonds())
        if (chosen[bond->getBeginAtomIdx()] && chosen[bond->getEndAtomIdx()])
            highlight.bonds.push_back(static_cast<int>(bond->getIdx()));
    for (const int bond : highlight.bonds) {
        const auto begin =
            static_cast<int>(mol.getBondWithIdx(static_cast<unsigned>(bond))->getBeginAtomIdx());
        highlight.bondColours[bond] = highlight.atomColours.at(begin);
    }
    return highlight;
}

void setColours(RDKit::MolDrawOptions& options, bool darkBackground)
{
    if (darkBackground)
        RDKit::setDarkMode(options);
    options.clearBackground = false; // transparent
    options.backgroundColour.a = 0;
}

/// Wedges, and double bonds in aromatic rings where they can be placed.
void prepare(RDKit::RWMol& mol)
{
    RDKit::RWMol plain(mol);
    try {
        RDKit::MolDraw2DUtils::prepareMolForDrawing(mol);
    } catch (const std::exception&) { // bonds that cannot alternate are drawn as aromatic
        mol = plain;
        RDKit::MolDraw2DUtils::prepareMolForDrawing(mol, false);
    }
}

/// A picture that says in words why it shows no structure.
std::string notice(const std::string& text, const MoleculeDrawing& parameters)
{
    const std::string width = std::to_string(parameters.width);
    const std::string height = std::to_string(parameters.height);
    return "<?xml version='1.0' encoding='UTF-8'?>\n<svg xmlns='http://www.w3.org/2000/svg' width='" + width
        + "px' height='" + height + "px' viewBox='0 0 " + width + " " + height + "'><text x='"
        + std::to_string(parameters.width / 2) + "' y='" + std::to_string(parameters.height / 2)
        + "' text-anchor='middle' font-family='sans-serif' font-size='12' fill='"
        + (parameters.darkBackground ? "#e0e0e0" : "#404040") + "'>" + text + "</text></svg>\n";
}

} // namespace

std::string drawMolecule(const Molecule& molecule, const MoleculeDrawing& parameters)
{
    try {
        RDKit::RWMol mol(molecule.rdkit());
        const Highlight highlight = highlightOf(mol, parameters);
        if (!ensureLayout(mol))
            return notice(countText(mol.getNumAtoms(), "atom", "atoms") + ": too many to draw", parameters);
        prepare(mol);
        RDKit::MolDraw2DSVG drawer(parameters.width, parameters.height);
        setColours(drawer.drawOptions(), parameters.darkBackground);
        drawer.drawOptions().prepareMolsBeforeDrawing = false;
        if (parameters.longestBond > 0)
            drawer.drawOptions().fixedBondLength = parameters.longestBond;
        drawer.drawMolecule(mol, &highlight.atoms, &highlight.bonds, &highlight.atomColours,
                            &highlight.bondColours);
        drawer.finishDrawing();
        return drawer.getDrawingText();
    } catch (const std::exception&) {
        return notice("RDKit cannot draw this molecule", parameters);
    }
}

} // namespace atlas
