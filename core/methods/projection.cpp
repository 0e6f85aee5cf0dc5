#include "core/methods/projection.h"

#include "core/io/write_rows.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace atlas {

namespace {

double placeOf(const Eigen::MatrixXd& places, std::size_t component, std::size_t structure)
{
    const auto row = static_cast<Eigen::Index>(component);
    return row < places.rows() ? places(row, static_cast<Eigen::Index>(structure)) : 0.0;
}

std::string componentName(std::size_t component)
{
    return component < 3 ? std::string(1, "xyz"[component]) : "c" + std::to_string(component + 1);
}

std::vector<double> componentOf(const Eigen::MatrixXd& places, std::size_t component, std::size_t structures)
{
    std::vector<double> values(structures);
    for (std::size_t i = 0; i < structures; ++i)
        values[i] = placeOf(places, component, i);
    return values;
}

} // namespace

Table projectionTable(std::string name, const Dataset& data, const Eigen::MatrixXd& places)
{
    const auto components = std::max<std::size_t>(2, static_cast<std::size_t>(places.rows()));
    std::vector<std::string> header{"id", "name", "class"};
    for (std::size_t c = 0; c < components; ++c)
        header.push_back(componentName(c));
    Table table(std::move(name), std::move(header));
    for (std::size_t row = 0; row < data.size(); ++row) {
        std::vector<std::string> cells{std::to_string(data.record(RowId(row)).number.value()),
                                       data.name(RowId(row)), className(data, RowId(row))};
        for (std::size_t c = 0; c < components; ++c)
            cells.push_back(shortestText(placeOf(places, c, row)));
        table.addCells(std::move(cells));
    }
    return table;
}

ScatterFigure structureScatter(const Dataset& data, std::vector<double> xs, std::vector<double> ys)
{
    assert(xs.size() == data.size() && ys.size() == data.size());
    ScatterFigure figure;
    figure.xs = std::move(xs);
    figure.ys = std::move(ys);
    const bool classes = data.classes().size() > 0;
    for (std::size_t row = 0; row < data.size(); ++row) {
        figure.rows.emplace_back(row);
        if (classes)
            figure.classes.push_back(data.record(RowId(row)).classId);
    }
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        figure.classNames.push_back(data.classes().text(LabelId(i)));
    return figure;
}

ScatterFigure structureScatter(const Dataset& data, const Eigen::MatrixXd& places, std::size_t x,
                               std::size_t y)
{
    return structureScatter(data, componentOf(places, x, data.size()), componentOf(places, y, data.size()));
}

} // namespace atlas
