// Where the vertices of a graph go. Each connected component is laid out alone, turned so that its longer
// axis lies flat, and the components are packed on shelves.
//
// By the size of the component: Kamada & Kawai (1989) as in Boost.Graph, which shows distances well;
// Fruchterman & Reingold (1991), O(iterations * vertices^2), for hundreds of vertices; and for thousands
// rings by distance from a central vertex, O(vertices + edges). All are deterministic.
#pragma once

#include "core/data/graph.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <vector>

namespace atlas {

struct LayoutPoint {
    double x = 0;
    double y = 0;

    friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

struct GraphLayoutParameters {
    std::size_t kamadaKawaiLimit = 100; ///< vertices of a component
    std::size_t forceLimit = 1500; ///< above the one before: Fruchterman-Reingold; above this: rings
    double margin = 1; ///< between components, in edge lengths
};

/// One unit is the median length of an edge, or less where vertices stand denser: most have at least two
/// thirds of a unit to their nearest neighbour.
struct GraphLayout {
    std::vector<LayoutPoint> positions; ///< by vertex; the smallest x and y are 0
    double width = 0;
    double height = 0;
    std::size_t components = 0;
};

/// Fails only by cancel.
Result<GraphLayout> layoutGraph(const Graph& graph, const GraphLayoutParameters& parameters = {},
                                ProgressToken progress = {});

/// The vertex nearest to a point, within `reach`; the number of vertices where there is none.
std::size_t vertexAt(const GraphLayout& layout, double x, double y, double reach);

} // namespace atlas
