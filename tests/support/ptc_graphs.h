// The PTC molecules as the recursive-PCA paper takes them: graphs with explicit hydrogens, elements that
// occur more than three times, at most 70 atoms.
#pragma once

#include "core/data/conversions.h"
#include "core/data/dataset_builder.h"
#include "support/shared_data.h"

#include <fstream>
#include <map>
#include <string>

namespace atlas::test {

/// At most `count` of them; null where the data is not there.
inline DatasetPtr ptcGraphs(std::size_t count = 1'000'000, std::size_t maximumAtoms = 70)
{
    std::ifstream file(sharedData("ptc/corrected_smiles.txt"));
    DatasetBuilder molecules(StructureKind::Molecule, {"ptc", "smiles", ""});
    molecules.beginFile("ptc");
    for (std::string line; std::getline(file, line);) {
        const std::size_t tab = line.find('\t');
        Result<Molecule> molecule =
            Molecule::fromSmiles(line.substr(tab + 1, line.find_first_of("\t\r ", tab + 1) - tab - 1));
        RecordInfo info;
        info.name = line.substr(0, tab);
        if (molecule)
            molecules.acceptMolecule(std::move(info), std::move(*molecule));
    }
    const Result<DatasetPtr> read = molecules.finish();
    if (!read)
        return nullptr;
    const DatasetPtr all = *moleculesToGraphs(**read, {true});
    std::map<LabelId, std::size_t> frequency;
    for (std::size_t row = 0; row < all->size(); ++row)
        for (std::size_t i = 0; i < vertexCount(all->graph(RowId(row))); ++i)
            ++frequency[all->graph(RowId(row))[i].label];
    DatasetBuilder chosen(StructureKind::Graph, all->source());
    chosen.beginFile("ptc");
    for (std::size_t i = 0; i < all->nodeLabels().size(); ++i)
        chosen.nodeLabels().intern(all->nodeLabels().text(LabelId(i)));
    for (std::size_t i = 0; i < all->edgeLabels().size(); ++i)
        chosen.edgeLabels().intern(all->edgeLabels().text(LabelId(i)));
    for (std::size_t row = 0; row < all->size() && count > 0; ++row) {
        const Graph& graph = all->graph(RowId(row));
        bool good = vertexCount(graph) <= maximumAtoms;
        for (std::size_t i = 0; i < vertexCount(graph); ++i)
            good = good && frequency[graph[i].label] > 3;
        if (!good)
            continue;
        --count;
        RecordInfo info;
        info.name = all->name(RowId(row));
        chosen.acceptGraph(std::move(info), graph);
    }
    return chosen.finish().valueOr(nullptr);
}

} // namespace atlas::test
