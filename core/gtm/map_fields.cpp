#include "core/gtm/map_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <unordered_set>

namespace atlas {

namespace {

using Eigen::Index;

constexpr double samePlace = 1e-9;
constexpr double spreadShare = 1.0 / 3; // of a half cell's width

std::vector<double> toVector(const Eigen::VectorXd& values)
{
    return {values.data(), values.data() + values.size()};
}

std::vector<double> treeField(const TreeMapReport& report)
{
    std::vector<double> values(report.grid.count(), 0.0);
    for (std::size_t row = 0; row < report.data->size(); ++row) {
        if (report.beta.size() > 0) {
            const auto beta = report.beta.col(static_cast<Index>(report.dag->root(RowId(row)).index()));
            for (std::size_t state = 0; state < values.size(); ++state)
                values[state] += beta[static_cast<Index>(state)];
        } else if (const auto state = stateAt(report.grid, report.rowModes(0, static_cast<Index>(row)),
                                              report.rowModes(1, static_cast<Index>(row)))) {
            values[*state] += 1;
        }
    }
    return values;
}

std::vector<double> scoreField(const TreeMapReport& report)
{
    std::vector<double> sums(report.grid.count(), 0.0);
    std::vector<double> counts(report.grid.count(), 0.0);
    for (std::size_t row = 0; row < report.rowScores.size(); ++row) {
        const auto column = static_cast<Index>(row);
        const auto state = stateAt(report.grid, report.rowModes(0, column), report.rowModes(1, column));
        const double nodes = static_cast<double>(report.data->tree(RowId(row)).nodeCount());
        if (!state || nodes == 0)
            continue;
        sums[*state] += report.rowScores[row] / nodes;
        counts[*state] += 1;
    }
    for (std::size_t state = 0; state < sums.size(); ++state)
        sums[state] =
            counts[state] > 0 ? sums[state] / counts[state] : std::numeric_limits<double>::quiet_NaN();
    return sums;
}

} // namespace

std::pair<double, double> halfCell(const GridSize& grid)
{
    const auto half = [](std::size_t count) {
        return count > 1 ? 1.0 / static_cast<double>(count - 1) : 1.0;
    };
    return {half(grid.columns), half(grid.rows)};
}

std::optional<std::size_t> stateAt(const GridSize& grid, double x, double y)
{
    const auto [halfX, halfY] = halfCell(grid);
    const auto place = [](double value, double half, std::size_t count) -> std::optional<std::size_t> {
        const double first = count > 1 ? -1.0 : 0.0;
        const double index = std::round((value - first) / (2 * half));
        if (!(index >= 0) || index >= static_cast<double>(count))
            return std::nullopt;
        return static_cast<std::size_t>(index);
    };
    const auto column = place(x, halfX, grid.columns);
    const auto row = place(y, halfY, grid.rows);
    if (!column || !row)
        return std::nullopt;
    return *row * grid.columns + *column;
}

std::vector<double> mapField(const TreeMapReport& report, MapField field)
{
    switch (field) {
    case MapField::Trees:
        return treeField(report);
    case MapField::Subtrees: {
        std::vector<double> values(report.grid.count(), 0.0);
        for (const LevelMap& level : report.levels)
            for (std::size_t state = 0; state < values.size(); ++state)
                values[state] += level.compositional[state];
        return values;
    }
    case MapField::Magnification:
        return toVector(report.magnification);
    case MapField::Score:
        return scoreField(report);
    }
    return {};
}

ClassLandscape classLandscape(const TreeMapReport& report, std::size_t raster, std::size_t neighbours)
{
    const auto [halfX, halfY] = halfCell(report.grid);
    ClassLandscape landscape{-1 - halfX, -1 - halfY, 1 + halfX, 1 + halfY, raster, raster, {}};
    const MapVoter voter(*report.data, report.rowPoints());
    landscape.classes.resize(raster * raster);
    if (voter.empty())
        return landscape;
    for (std::size_t row = 0; row < raster; ++row)
        for (std::size_t column = 0; column < raster; ++column) {
            const auto middle = [&](std::size_t i, double low, double high) {
                return low + (high - low) * (static_cast<double>(i) + 0.5) / static_cast<double>(raster);
            };
            const auto voted = voter.classAt(middle(column, landscape.left, landscape.right),
                                             middle(row, landscape.top, landscape.bottom), neighbours);
            if (voted)
                landscape.classes[row * raster + column] = ClassId(*voted);
        }
    return landscape;
}

MapCell mapCell(const TreeMapReport& report, std::size_t state)
{
    MapCell cell;
    const auto within = [&](const Eigen::MatrixXd& places, std::size_t i) {
        const auto column = static_cast<Index>(i);
        return stateAt(report.grid, places(0, column), places(1, column)) == state;
    };
    for (std::size_t row = 0; row < report.data->size(); ++row)
        if (within(report.rowModes, row))
            cell.rows.emplace_back(row);
    for (std::size_t node = 0; node < report.dag->nodeCount(); ++node)
        if (within(report.nodeModes, node))
            cell.subtrees.emplace_back(node);
    std::stable_sort(cell.subtrees.begin(), cell.subtrees.end(), [&](DagNodeId a, DagNodeId b) {
        return report.dag->frequency(a) > report.dag->frequency(b);
    });
    return cell;
}

SpreadPlaces spreadEqualPlaces(const Eigen::MatrixXd& points, const GridSize& grid)
{
    // Rounded to multiples of samePlace: what coincides there cannot be told apart on a screen.
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Index>> places;
    for (Index i = 0; i < points.cols(); ++i)
        places[{std::llround(points(0, i) / samePlace), std::llround(points(1, i) / samePlace)}].push_back(i);
    SpreadPlaces spread{points, {}};
    const auto [halfX, halfY] = halfCell(grid);
    const double angle = std::numbers::pi * (3 - std::sqrt(5.0)); // golden
    for (const auto& [key, members] : places) {
        if (members.size() < 2)
            continue;
        spread.counts.push_back({points(0, members[0]), points(1, members[0]), members.size()});
        // Few trees stay close together; many fill the third of the cell.
        const double reach = std::min(1.0, std::sqrt(static_cast<double>(members.size()) / 60.0));
        for (std::size_t k = 1; k < members.size(); ++k) {
            const double share = std::sqrt(static_cast<double>(k) / static_cast<double>(members.size() - 1));
            const double turn = angle * static_cast<double>(k);
            spread.points(0, members[k]) += halfX * spreadShare * reach * share * std::cos(turn);
            spread.points(1, members[k]) += halfY * spreadShare * reach * share * std::sin(turn);
        }
    }
    return spread;
}

std::vector<MapLink> treeLinks(const TreeMapReport& report, RowId row, std::size_t limit)
{
    const Eigen::MatrixXd& places = report.nodePoints();
    const auto x = [&](DagNodeId node) { return places(0, static_cast<Index>(node.index())); };
    const auto y = [&](DagNodeId node) { return places(1, static_cast<Index>(node.index())); };
    std::vector<MapLink> links;
    std::vector<DagNodeId> waiting{report.dag->root(row)};
    std::unordered_set<DagNodeId> seen{waiting.front()};
    for (std::size_t next = 0; next < waiting.size() && links.size() < limit; ++next) {
        const DagNodeId parent = waiting[next];
        for (const DagArc& arc : report.dag->children(parent)) {
            if (links.size() == limit)
                break;
            links.push_back({x(arc.child), y(arc.child), x(parent), y(parent)});
            if (seen.insert(arc.child).second)
                waiting.push_back(arc.child);
        }
    }
    return links;
}

} // namespace atlas
