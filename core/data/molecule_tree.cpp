#include "core/data/molecule_tree.h"

#include <GraphMol/MolOps.h>
#include <GraphMol/ROMol.h>
#include <GraphMol/new_canon.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace atlas {

namespace {

constexpr std::size_t unseen = std::numeric_limits<std::size_t>::max();

class SpanningTrees {
public:
    explicit SpanningTrees(const RDKit::ROMol& mol) : m_mol(mol), m_neighbours(mol.getNumAtoms())
    {
        RDKit::Canon::rankMolAtoms(mol, m_ranks);
        for (const RDKit::Bond* bond : mol.bonds()) {
            m_neighbours[bond->getBeginAtomIdx()].push_back(bond->getEndAtomIdx());
            m_neighbours[bond->getEndAtomIdx()].push_back(bond->getBeginAtomIdx());
        }
        for (std::vector<std::size_t>& neighbours : m_neighbours)
            std::sort(neighbours.begin(), neighbours.end(),
                      [&](std::size_t a, std::size_t b) { return m_ranks[a] < m_ranks[b]; });
        m_parents.resize(mol.getNumAtoms());
        m_depths.assign(mol.getNumAtoms(), unseen);
    }

    std::vector<MoleculeTreeNode> tree(const std::vector<int>& fragment)
    {
        search(centre(fragment));
        return preOrder();
    }

private:
    /// Breadth-first from `root`: fills m_order, m_parents and m_depths of its fragment.
    void search(std::size_t root)
    {
        for (const std::size_t atom : m_order)
            m_depths[atom] = unseen;
        m_order.assign(1, root);
        m_depths[root] = 0;
        for (std::size_t next = 0; next < m_order.size(); ++next) {
            const std::size_t atom = m_order[next];
            for (const std::size_t neighbour : m_neighbours[atom])
                if (m_depths[neighbour] == unseen) {
                    m_depths[neighbour] = m_depths[atom] + 1;
                    m_parents[neighbour] = atom;
                    m_order.push_back(neighbour);
                }
        }
    }

    std::size_t centre(const std::vector<int>& fragment)
    {
        std::size_t best = 0;
        std::size_t bestEccentricity = unseen;
        for (const int index : fragment) {
            const auto atom = static_cast<std::size_t>(index);
            search(atom);
            const std::size_t eccentricity = m_depths[m_order.back()];
            if (eccentricity < bestEccentricity
                || (eccentricity == bestEccentricity && m_ranks[atom] < m_ranks[best])) {
                best = atom;
                bestEccentricity = eccentricity;
            }
        }
        return best;
    }

    std::vector<MoleculeTreeNode> preOrder() const
    {
        std::vector<MoleculeTreeNode> nodes;
        nodes.reserve(m_order.size());
        std::vector<std::size_t> pending{m_order.front()};
        while (!pending.empty()) {
            const std::size_t atom = pending.back();
            pending.pop_back();
            nodes.push_back({m_depths[atom], label(atom)});
            // The last pushed comes first: children go on the stack by decreasing rank.
            const std::vector<std::size_t>& neighbours = m_neighbours[atom];
            for (auto child = neighbours.rbegin(); child != neighbours.rend(); ++child)
                if (m_depths[*child] == m_depths[atom] + 1 && m_parents[*child] == atom)
                    pending.push_back(*child);
        }
        return nodes;
    }

    std::string label(std::size_t index) const
    {
        const RDKit::Atom* atom = m_mol.getAtomWithIdx(static_cast<unsigned>(index));
        std::string text = atom->getSymbol();
        if (atom->getIsAromatic())
            text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
        return m_depths[index] == 0 ? text : bondSign(index) + text;
    }

    char bondSign(std::size_t atom) const
    {
        const RDKit::Bond* bond =
            m_mol.getBondBetweenAtoms(static_cast<unsigned>(atom), static_cast<unsigned>(m_parents[atom]));
        switch (bond->getBondType()) {
        case RDKit::Bond::SINGLE:
            return '-';
        case RDKit::Bond::DOUBLE:
            return '=';
        case RDKit::Bond::TRIPLE:
            return '#';
        case RDKit::Bond::QUADRUPLE:
            return '$';
        case RDKit::Bond::AROMATIC:
            return ':';
        default:
            return '~';
        }
    }

    const RDKit::ROMol& m_mol;
    std::vector<unsigned> m_ranks;
    std::vector<std::vector<std::size_t>> m_neighbours; // by increasing rank
    std::vector<std::size_t> m_order; // of the last search
    std::vector<std::size_t> m_parents;
    std::vector<std::size_t> m_depths;
};

} // namespace

std::vector<MoleculeTreeNode> canonicalSpanningTree(const RDKit::ROMol& mol)
{
    std::vector<std::vector<int>> fragments;
    RDKit::MolOps::getMolFrags(mol, fragments);
    SpanningTrees spanning(mol);
    std::vector<std::vector<MoleculeTreeNode>> trees;
    trees.reserve(fragments.size());
    for (const std::vector<int>& fragment : fragments)
        trees.push_back(spanning.tree(fragment));
    if (trees.size() == 1)
        return std::move(trees.front());
    std::sort(trees.begin(), trees.end());
    std::vector<MoleculeTreeNode> joined{{0, "."}};
    for (std::vector<MoleculeTreeNode>& tree : trees)
        for (MoleculeTreeNode& node : tree)
            joined.push_back({node.depth + 1, std::move(node.label)});
    return joined;
}

} // namespace atlas
