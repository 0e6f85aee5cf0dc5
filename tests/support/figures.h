// Small figures for the tests of views and of the figure writer.
#pragma once

#include "core/methods/figure.h"

#include <cstddef>
#include <random>
#include <string>

namespace atlas::test {

/// Four points at the corners of a square and one in its middle, in two classes; row = 10 + point.
inline Figure cornersFigure()
{
    ScatterFigure scatter;
    scatter.x.title = "First component";
    scatter.y.title = "Second component";
    scatter.xs = {0, 10, 10, 0, 5};
    scatter.ys = {0, 0, 10, 10, 5};
    for (std::size_t i = 0; i < 5; ++i) {
        scatter.rows.emplace_back(10 + i);
        scatter.classes.emplace_back(i == 4 ? 1U : 0U);
    }
    scatter.classNames = {"left", "right & <wrong>"};
    return {"map", "A map", scatter};
}

inline Figure cloudFigure(std::size_t points, std::size_t classes)
{
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    ScatterFigure scatter;
    for (std::size_t i = 0; i < points; ++i) {
        scatter.xs.push_back(normal(random));
        scatter.ys.push_back(normal(random));
        scatter.rows.emplace_back(i);
        scatter.classes.emplace_back(i % classes);
    }
    for (std::size_t c = 0; c < classes; ++c)
        scatter.classNames.push_back("class " + std::to_string(c));
    return {"map", "A cloud", scatter};
}

inline Figure barFigure()
{
    BarFigure bars;
    bars.x.title = "Depth (levels)";
    bars.y.title = "Structures";
    bars.categories = {"1", "2", "3"};
    bars.series = {{"left", {1, 2, 3}}, {"right", {2, 0, 4}}};
    return {"depths", "Depths", bars};
}

inline Figure curveFigure()
{
    CurveFigure curves;
    curves.x.title = "Iteration";
    curves.y.title = "Log-likelihood (nats)";
    curves.curves = {{"train", {0, 1, 2}, {-9, -5, -4}, false}, {"test", {0, 1, 2}, {-9, -7, -6}, true}};
    return {"learning", "Training", curves};
}

inline Figure heatmapFigure()
{
    HeatmapFigure heatmap;
    heatmap.x.title = "Predicted";
    heatmap.y.title = "True";
    heatmap.valueTitle = "Structures";
    heatmap.panels = {{"Level 0", 2, 3, {0, 1, 2, 3, 4, 5}, {"a", "b"}, {"x", "y", "z"}},
                      {"Level 1", 2, 3, {0, 1, 2, 3, 4, 10}, {"a", "b"}, {"x", "y", "z"}}};
    return {"levels", "Levels", heatmap};
}

} // namespace atlas::test
