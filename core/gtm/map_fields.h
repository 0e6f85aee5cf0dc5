// What a topographic map of trees can show behind its points, and what lies in its cells. Everything is read
// from a finished report (core/gtm/tree_map_report.h); nothing is trained here.
#pragma once

#include "core/gtm/tree_map_report.h"

#include <optional>
#include <utility>
#include <vector>

namespace atlas {

enum class MapField {
    Trees, ///< responsibility of each state for the trees' roots, summed
    Subtrees, ///< the same for all subtrees with their frequency, summed over the levels
    Magnification, ///< how much the map stretches the data there
    Score ///< the mean log-likelihood a node of the trees whose mode is there: low = not explained
};

/// One value a state; NaN where there is nothing to say. Empty where the report has no such numbers.
/// O(states * rows).
std::vector<double> mapField(const TreeMapReport& report, MapField field);

/// What the nearest trees say at the middles of a raster over [-1, 1]^2 with a margin of half a cell: their
/// majority class (core/gtm/map_vote.h), row by row from the top; invalid where no tree has a class.
struct ClassLandscape {
    double left = 0, bottom = 0, right = 0, top = 0;
    std::size_t columns = 0, rows = 0;
    std::vector<ClassId> classes;
};
ClassLandscape classLandscape(const TreeMapReport& report, std::size_t raster, std::size_t neighbours);

/// The half width and height of a cell of the grid.
std::pair<double, double> halfCell(const GridSize& grid);
/// The state whose cell holds the place; nothing outside of the map.
std::optional<std::size_t> stateAt(const GridSize& grid, double x, double y);

/// What has its mode in a cell.
struct MapCell {
    std::vector<RowId> rows; ///< increasing
    std::vector<DagNodeId> subtrees; ///< of report.dag, the most frequent first
};
MapCell mapCell(const TreeMapReport& report, std::size_t state);

/// Trees at one place are spread over a spiral (golden angle) that stays within a third of a cell, in the
/// order of their rows; `counts` tells how many lie at each place that has several.
struct SpreadPlaces {
    Eigen::MatrixXd points; ///< 2 x rows
    struct Count {
        double x = 0, y = 0;
        std::size_t trees = 0;
    };
    std::vector<Count> counts;
};
SpreadPlaces spreadEqualPlaces(const Eigen::MatrixXd& points, const GridSize& grid);

/// The ways from the subtrees of a tree to their parents, as places on the map: every arc of the DAG below
/// its root once, at most `limit` of them, from the root down.
struct MapLink {
    double x1 = 0, y1 = 0; ///< the child
    double x2 = 0, y2 = 0; ///< the parent
};
std::vector<MapLink> treeLinks(const TreeMapReport& report, RowId row, std::size_t limit);

} // namespace atlas
