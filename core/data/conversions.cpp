#include "core/data/conversions.h"

#include "core/data/dataset_builder.h"
#include "core/data/molecule_tree.h"
#include "core/parallel/parallel_for.h"

#include <GraphMol/MolOps.h>
#include <GraphMol/ROMol.h>

#include <cassert>
#include <functional>
#include <vector>

namespace atlas {

namespace {

/// The molecule itself, or a copy with its hydrogens as atoms.
class Hydrogenated {
public:
    Hydrogenated(const RDKit::ROMol& mol, bool explicitHydrogens)
        : m_copy(explicitHydrogens ? RDKit::MolOps::addHs(mol) : nullptr), m_mol(m_copy ? *m_copy : mol)
    {
    }
    const RDKit::ROMol& mol() const { return m_mol; }

private:
    std::unique_ptr<RDKit::ROMol> m_copy;
    const RDKit::ROMol& m_mol;
};

const char* bondLabel(const RDKit::Bond& bond)
{
    switch (bond.getBondType()) {
    case RDKit::Bond::SINGLE:
        return "1";
    case RDKit::Bond::DOUBLE:
        return "2";
    case RDKit::Bond::TRIPLE:
        return "3";
    case RDKit::Bond::QUADRUPLE:
        return "4";
    case RDKit::Bond::AROMATIC:
        return "ar";
    default:
        return "~";
    }
}

/// A molecule's graph before its labels have ids.
struct GraphSketch {
    struct Edge {
        std::size_t from;
        std::size_t to;
        const char* label;
    };
    std::vector<std::string> vertices;
    std::vector<Edge> edges;
};

GraphSketch sketchGraph(const RDKit::ROMol& mol)
{
    GraphSketch sketch;
    sketch.vertices.reserve(mol.getNumAtoms());
    sketch.edges.reserve(mol.getNumBonds());
    for (const RDKit::Atom* atom : mol.atoms())
        sketch.vertices.push_back(atom->getSymbol());
    for (const RDKit::Bond* bond : mol.bonds())
        sketch.edges.push_back({bond->getBeginAtomIdx(), bond->getEndAtomIdx(), bondLabel(*bond)});
    return sketch;
}

void fillGraph(DatasetBuilder& builder, const GraphSketch& sketch)
{
    Graph graph(sketch.vertices.size());
    for (std::size_t i = 0; i < sketch.vertices.size(); ++i)
        graph[i].label = builder.nodeLabels().intern(sketch.vertices[i]);
    for (const GraphSketch::Edge& edge : sketch.edges)
        boost::add_edge(edge.from, edge.to, GraphEdge{builder.edgeLabels().intern(edge.label)}, graph);
    builder.fillGraph(std::move(graph));
}

void fillTree(DatasetBuilder& builder, const std::vector<MoleculeTreeNode>& nodes)
{
    ForestBuilder& forest = builder.forest();
    for (const MoleculeTreeNode& node : nodes) {
        while (forest.depth() > node.depth)
            forest.close();
        forest.open(builder.nodeLabels().intern(node.label));
    }
    while (forest.depth() > 0)
        forest.close();
    builder.fillTree();
}

/// Sketches molecules in parallel and gives the sketches to the builder in order, so that label ids do not
/// depend on the number of threads. In batches, so that the sketches of a large data set need little memory.
template <class Sketch, class MakeSketch, class Fill>
Result<DatasetPtr> convertMolecules(const Dataset& molecules, const MoleculeConversion& parameters,
                                    StructureKind kind, const MakeSketch& makeSketch, const Fill& fill,
                                    const ProgressToken& progress)
{
    assert(molecules.kind() == StructureKind::Molecule);
    constexpr std::size_t batchSize = 4096;
    constexpr std::size_t blockSize = 16;
    DatasetBuilder builder = DatasetBuilder::like(molecules, kind);
    const auto total = static_cast<double>(molecules.size());
    std::vector<Sketch> sketches;
    for (std::size_t begin = 0; begin < molecules.size(); begin += batchSize) {
        const std::size_t end = std::min(molecules.size(), begin + batchSize);
        sketches.assign(end - begin, Sketch());
        const auto work = [&](std::size_t i) {
            const Molecule& molecule = molecules.molecule(RowId(begin + i));
            sketches[i] = makeSketch(Hydrogenated(molecule.rdkit(), parameters.explicitHydrogens).mol());
        };
        const Result<void> done =
            parallelFor(end - begin, blockSize, work,
                        progress.stage("Converting molecules", static_cast<double>(begin) / total,
                                       static_cast<double>(end) / total));
        if (!done)
            return done.error();
        for (const Sketch& sketch : sketches)
            fill(builder, sketch);
    }
    return builder.finish();
}

/// RDKit's exceptions end at this boundary.
template <class Convert>
Result<DatasetPtr> guarded(const Convert& convert)
{
    try {
        return convert();
    } catch (const std::exception& exception) {
        return Error{ErrorCode::Computation,
                     std::string("RDKit could not convert a molecule: ") + exception.what() + "."};
    }
}

void copyLabels(const LabelDictionary& from, LabelDictionary& to)
{
    for (std::size_t i = 0; i < from.size(); ++i)
        if (from.dimension() > 0)
            to.intern(from.vector(LabelId(i)));
        else
            to.intern(from.text(LabelId(i)));
}

Graph graphOfTree(const Tree& tree)
{
    Graph graph(tree.nodeCount());
    const std::size_t first = tree.firstNode().index();
    for (std::size_t i = 0; i < tree.nodeCount(); ++i) {
        const NodeId node(first + i);
        graph[i].label = tree.label(node);
        for (const Arc& arc : tree.children(node))
            boost::add_edge(i, arc.child.index() - first, graph);
    }
    return graph;
}

} // namespace

Result<DatasetPtr> moleculesToGraphs(const Dataset& molecules, const MoleculeConversion& parameters,
                                     ProgressToken progress)
{
    return guarded([&] {
        return convertMolecules<GraphSketch>(molecules, parameters, StructureKind::Graph, sketchGraph,
                                             fillGraph, progress);
    });
}

Result<DatasetPtr> moleculesToTrees(const Dataset& molecules, const MoleculeConversion& parameters,
                                    ProgressToken progress)
{
    return guarded([&] {
        return convertMolecules<std::vector<MoleculeTreeNode>>(molecules, parameters, StructureKind::Tree,
                                                               canonicalSpanningTree, fillTree, progress);
    });
}

Result<DatasetPtr> treesToGraphs(const Dataset& trees, ProgressToken progress)
{
    assert(trees.kind() == StructureKind::Tree);
    const ProgressToken stage = progress.stage("Converting trees", 0, 1);
    DatasetBuilder builder = DatasetBuilder::like(trees, StructureKind::Graph);
    copyLabels(trees.nodeLabels(), builder.nodeLabels());
    for (std::size_t row = 0; row < trees.size(); ++row) {
        if (stage.cancelled())
            return Error{ErrorCode::Cancelled, "The conversion was cancelled."};
        builder.fillGraph(graphOfTree(trees.tree(RowId(row))));
        stage.report(static_cast<double>(row + 1) / static_cast<double>(trees.size()));
    }
    return builder.finish();
}

Result<void> checkSequences(const Dataset& trees)
{
    assert(trees.kind() == StructureKind::Tree);
    const Forest& forest = trees.forest();
    for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
        const std::size_t outdegree = forest.children(NodeId(i)).size();
        if (outdegree <= 1)
            continue;
        const RowId row = forest.treeOf(NodeId(i));
        const Record& record = trees.record(row);
        return Error{ErrorCode::BadUse,
                     "'" + trees.name(row) + "' is not a sequence: a node of it has "
                         + std::to_string(outdegree) + " children.",
                     {trees.filePath(record.file), record.line}};
    }
    return {};
}

} // namespace atlas
