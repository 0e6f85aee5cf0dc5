#include "core/mining/pattern_smarts.h"

#include <GraphMol/PeriodicTable.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

namespace atlas {

namespace {

std::string atomText(const std::string& element)
{
    const auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (element.empty() || element.size() > 2 || !std::all_of(element.begin(), element.end(), letter))
        return "*";
    try {
        const int number = RDKit::PeriodicTable::getTable()->getAtomicNumber(element);
        return number > 0 ? "[#" + std::to_string(number) + "]" : "*";
    } catch (const std::exception&) { // an unknown symbol
        return "*";
    }
}

std::string bondText(const std::string& label)
{
    using Bond = std::pair<std::string_view, const char*>;
    constexpr std::array<Bond, 5> bonds{Bond{"1", "-"}, {"2", "="}, {"3", "#"}, {"4", "$"}, {"ar", ":"}};
    for (const Bond& bond : bonds)
        if (label == bond.first)
            return bond.second;
    return "~";
}

std::string ringNumber(std::size_t number)
{
    return number < 10 ? std::to_string(number) : "%" + std::to_string(number);
}

} // namespace

std::string patternSmarts(const DfsCode& code, const MiningGraphs& graphs)
{
    const std::size_t vertices = code.vertexCount();
    std::vector<std::string> atoms(vertices); // with their ring closures
    std::vector<std::string> bonds(vertices); // to the parent
    std::vector<std::vector<std::size_t>> children(vertices);
    atoms[0] = atomText(graphs.vertexText(code.rootLabel));
    std::size_t rings = 0;
    for (const CodeEdge& edge : code.edges) {
        const std::string bond = bondText(graphs.edgeText(edge.kind));
        if (edge.forward()) {
            atoms[edge.to] = atomText(graphs.vertexText(graphs.kindLabel(edge.kind)));
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

} // namespace atlas
