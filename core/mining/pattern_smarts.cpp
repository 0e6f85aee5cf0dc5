#include "core/mining/pattern_smarts.h"

#include <GraphMol/Atom.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RWMol.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace atlas {

namespace {

/// 0 where the text is no element.
int atomicNumber(const std::string& element)
{
    const auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (element.empty() || element.size() > 2 || !std::all_of(element.begin(), element.end(), letter))
        return 0;
    try {
        return RDKit::PeriodicTable::getTable()->getAtomicNumber(element);
    } catch (const std::exception&) { // an unknown symbol
        return 0;
    }
}

std::string smartsAtom(const std::string& element)
{
    const int number = atomicNumber(element);
    return number > 0 ? "[#" + std::to_string(number) + "]" : "*";
}

std::string smilesAtom(const std::string& element, bool aromatic)
{
    constexpr std::array<std::string_view, 10> plain{"B", "C", "N", "O", "P", "S", "F", "Cl", "Br", "I"};
    if (atomicNumber(element) == 0)
        return "*";
    std::string text = element;
    if (aromatic)
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return std::find(plain.begin(), plain.end(), element) != plain.end() ? text : "[" + text + "]";
}

struct BondText {
    std::string_view label;
    const char* smarts;
    const char* smiles;
    RDKit::Bond::BondType type;
};

const BondText& bondOf(const std::string& label)
{
    using Type = RDKit::Bond::BondType;
    static constexpr std::array<BondText, 6> bonds{
        BondText{"1", "-", "-", Type::SINGLE}, {"2", "=", "=", Type::DOUBLE},
        {"3", "#", "#", Type::TRIPLE},         {"4", "$", "$", Type::QUADRUPLE},
        {"ar", ":", ":", Type::AROMATIC},      {"", "~", "-", Type::ZERO}};
    const auto* found =
        std::find_if(bonds.begin(), bonds.end(), [&](const BondText& bond) { return bond.label == label; });
    return found != bonds.end() ? *found : bonds.back();
}

std::string ringNumber(std::size_t number)
{
    return number < 10 ? std::to_string(number) : "%" + std::to_string(number);
}

std::vector<std::string> elementsOf(const DfsCode& code, const MiningGraphs& graphs)
{
    std::vector<std::string> elements(code.vertexCount());
    elements[0] = graphs.vertexText(code.rootLabel);
    for (const CodeEdge& edge : code.edges)
        if (edge.forward())
            elements[edge.to] = graphs.vertexText(graphs.kindLabel(edge.kind));
    return elements;
}

std::vector<bool> aromaticVertices(const DfsCode& code, const MiningGraphs& graphs)
{
    std::vector<bool> aromatic(code.vertexCount(), false);
    for (const CodeEdge& edge : code.edges)
        if (bondOf(graphs.edgeText(edge.kind)).type == RDKit::Bond::BondType::AROMATIC)
            aromatic[edge.from] = aromatic[edge.to] = true;
    return aromatic;
}

/// Forward edges as branches, backward edges as ring closures.
template <class AtomText, class EdgeText>
std::string lineNotation(const DfsCode& code, const AtomText& atomText, const EdgeText& edgeText)
{
    const std::size_t vertices = code.vertexCount();
    std::vector<std::string> atoms(vertices); // with their ring closures
    std::vector<std::string> bonds(vertices); // to the parent
    std::vector<std::vector<std::size_t>> children(vertices);
    for (std::size_t v = 0; v < vertices; ++v)
        atoms[v] = atomText(v);
    std::size_t rings = 0;
    for (const CodeEdge& edge : code.edges) {
        const std::string bond = edgeText(edge);
        if (edge.forward()) {
            bonds[edge.to] = bond;
            children[edge.from].push_back(edge.to);
        } else {
            ++rings;
            atoms[edge.to] += bond + ringNumber(rings);
            atoms[edge.from] += bond + ringNumber(rings);
        }
    }
    // Vertices are numbered in depth-first order, so texts are put together from the last to the first.
    std::vector<std::string> texts(vertices);
    for (std::size_t v = vertices; v-- > 0;) {
        texts[v] = atoms[v];
        for (const std::size_t child : children[v]) {
            const bool last = child == children[v].back();
            texts[v] += (last ? "" : "(") + bonds[child] + texts[child] + (last ? "" : ")");
        }
    }
    return texts[0];
}

} // namespace

std::string patternSmarts(const DfsCode& code, const MiningGraphs& graphs)
{
    const std::vector<std::string> elements = elementsOf(code, graphs);
    return lineNotation(
        code, [&](std::size_t v) { return smartsAtom(elements[v]); },
        [&](const CodeEdge& edge) { return std::string(bondOf(graphs.edgeText(edge.kind)).smarts); });
}

std::string patternSmiles(const DfsCode& code, const MiningGraphs& graphs)
{
    const std::vector<std::string> elements = elementsOf(code, graphs);
    const std::vector<bool> aromatic = aromaticVertices(code, graphs);
    return lineNotation(
        code, [&](std::size_t v) { return smilesAtom(elements[v], aromatic[v]); },
        [&](const CodeEdge& edge) {
            const BondText& bond = bondOf(graphs.edgeText(edge.kind));
            const bool both = aromatic[edge.from] && aromatic[edge.to];
            const bool implied =
                both ? bond.type == RDKit::Bond::BondType::AROMATIC : std::string_view(bond.smiles) == "-";
            return std::string(implied ? "" : bond.smiles);
        });
}

Molecule patternMolecule(const DfsCode& code, const MiningGraphs& graphs)
{
    const std::vector<std::string> elements = elementsOf(code, graphs);
    const std::vector<bool> aromatic = aromaticVertices(code, graphs);
    auto mol = std::make_shared<RDKit::RWMol>();
    for (std::size_t v = 0; v < code.vertexCount(); ++v) {
        auto* atom = new RDKit::Atom(atomicNumber(elements[v])); // owned by the molecule
        atom->setNoImplicit(true);
        atom->setIsAromatic(aromatic[v]);
        mol->addAtom(atom, false, true);
    }
    for (const CodeEdge& edge : code.edges) {
        const RDKit::Bond::BondType type = bondOf(graphs.edgeText(edge.kind)).type;
        mol->addBond(edge.from, edge.to, type);
        mol->getBondBetweenAtoms(edge.from, edge.to)->setIsAromatic(type == RDKit::Bond::BondType::AROMATIC);
    }
    mol->updatePropertyCache(false);
    RDKit::MolOps::symmetrizeSSSR(*mol);
    return Molecule(mol);
}

} // namespace atlas
