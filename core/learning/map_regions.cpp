#include "core/learning/map_regions.h"

#include "core/learning/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace atlas {

namespace {

constexpr std::size_t mostForChoice = 2000;
constexpr std::size_t folds = 5;

struct Choice {
    double cost = 1;
    double accuracy = std::numeric_limits<double>::quiet_NaN();
};

Result<Choice> chooseCost(const Eigen::MatrixXd& plane, std::span<const ClassId> classes,
                          std::size_t classCount, const MapRegionsParameters& parameters,
                          const ProgressToken& progress)
{
    Choice choice{parameters.costs.front()};
    const auto withClass = static_cast<std::size_t>(
        std::count_if(classes.begin(), classes.end(), [](ClassId id) { return id.valid(); }));
    if (withClass > mostForChoice || withClass < 2 * folds)
        return choice;
    const Eigen::MatrixXd kernel = linearKernel(plane.rowwise() - plane.colwise().mean());
    CrossValidationParameters validation;
    validation.folds = folds;
    validation.seed = parameters.seed;
    for (std::size_t c = 0; c < parameters.costs.size(); ++c) {
        const double share = 1.0 / static_cast<double>(parameters.costs.size());
        const double from = share * static_cast<double>(c);
        validation.costs = {parameters.costs[c]};
        const Result<CrossValidationResult> result = crossValidate(
            kernel, classes, classCount, validation, progress.stage("Choosing a cost", from, from + share));
        if (!result)
            return result.error();
        if (!(result->accuracy <= choice.accuracy)) // the first, or better
            choice = {parameters.costs[c], result->accuracy};
    }
    return choice;
}

/// The middles of the grid's cells, row by row from the top.
Eigen::MatrixXd cellMiddles(const ScatterFigure::Regions& grid)
{
    Eigen::MatrixXd places(static_cast<Eigen::Index>(grid.rows * grid.columns), 2);
    for (std::size_t r = 0; r < grid.rows; ++r)
        for (std::size_t c = 0; c < grid.columns; ++c) {
            const auto i = static_cast<Eigen::Index>(r * grid.columns + c);
            const double x = (static_cast<double>(c) + 0.5) / static_cast<double>(grid.columns);
            const double y = (static_cast<double>(r) + 0.5) / static_cast<double>(grid.rows);
            places(i, 0) = grid.left + x * (grid.right - grid.left);
            places(i, 1) = grid.top - y * (grid.top - grid.bottom);
        }
    return places;
}

} // namespace

Result<MapRegions> mapRegions(const Eigen::MatrixXd& plane, std::span<const ClassId> classes,
                              std::size_t classCount, const MapRegionsParameters& parameters,
                              const ProgressToken& progress)
{
    std::set<ClassId> present(classes.begin(), classes.end());
    present.erase(ClassId());
    if (present.size() < 2)
        return Error{ErrorCode::BadUse, "Decision regions need structures of at least two classes."};
    const Result<Choice> choice =
        chooseCost(plane, classes, classCount, parameters, progress.stage("Choosing a cost", 0, 0.7));
    if (!choice)
        return choice.error();
    MapRegions regions;
    regions.cost = choice->cost;
    regions.accuracy = choice->accuracy;
    ScatterFigure::Regions& grid = regions.grid;
    const Eigen::RowVector2d low = plane.colwise().minCoeff();
    const Eigen::RowVector2d high = plane.colwise().maxCoeff();
    Eigen::RowVector2d margin = parameters.margin * (high - low);
    for (Eigen::Index c = 0; c < 2; ++c)
        if (!(margin(c) > 0)) // all on a line
            margin(c) = 1;
    grid.left = low(0) - margin(0);
    grid.right = high(0) + margin(0);
    grid.bottom = low(1) - margin(1);
    grid.top = high(1) + margin(1);
    grid.columns = parameters.columns;
    grid.rows = parameters.rows;
    Result<std::vector<ClassId>> cells = linearRegions(plane, classes, cellMiddles(grid), regions.cost,
                                                       progress.stage("Training on the map", 0.7, 1));
    if (!cells)
        return cells.error();
    grid.classes = std::move(*cells);
    return regions;
}

} // namespace atlas
