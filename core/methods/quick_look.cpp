#include "core/methods/quick_look.h"

#include "core/support/text.h"

namespace atlas {

namespace {

// A look takes about five seconds on two cores at these sizes (tests/benchmarks measure a thousand).
constexpr std::size_t fewest = 3;
constexpr std::size_t mostStructures = 3'000;
constexpr std::size_t mostNodes = 150'000;

std::size_t nodeCount(const Dataset& data)
{
    switch (data.kind()) {
    case StructureKind::Tree:
        return data.forest().nodeCount();
    case StructureKind::Graph:
    case StructureKind::Molecule:
        break;
    }
    std::size_t nodes = 0;
    for (std::size_t row = 0; row < data.size(); ++row)
        nodes += data.kind() == StructureKind::Graph ? vertexCount(data.graph(RowId(row)))
                                                     : data.molecule(RowId(row)).atomCount();
    return nodes;
}

} // namespace

QuickLook quickLook(const Dataset& data)
{
    if (data.size() < fewest)
        return {{}, "There are too few structures for a map."};
    const std::size_t nodes = nodeCount(data);
    if (data.size() > mostStructures || nodes > mostNodes)
        return {{},
                "No quick look at " + countText(data.size(), "structure", "structures") + " with "
                    + countText(nodes, "node", "nodes")
                    + ": choose an analysis; its form says how long it takes."};
    const QuickStep map{"gtm-sd", {{"grid", "7x7"}, {"iterations", "10"}}};
    const QuickStep scatter{"embed", {{"method", "pca"}, {"depth", "2"}}};
    if (data.kind() == StructureKind::Graph)
        return {{scatter, {"embed", {{"method", "isomap"}, {"depth", "2"}}}}, {}};
    // Kernels compare symbols: trees of vectors get components that see them.
    if (data.nodeLabels().dimension() > 0)
        return {{{"rpca", {{"labels", "vector"}, {"components", "8"}}}, map}, {}};
    return {{scatter, map}, {}};
}

} // namespace atlas
