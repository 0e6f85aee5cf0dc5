// What a figure shows, as data: the same description is drawn in the window and, without one, into SVG, PDF
// and PNG. Nothing here knows about colours, fonts or pixels.
#pragma once

#include "core/data/ids.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace atlas {

struct FigureAxis {
    std::string title; ///< with the unit: "Depth (levels)"
};

/// What may lie behind and above the points of a scatter figure.
struct ScatterLayers {
    /// Numbers over a rectangle as colours behind the points.
    struct Field {
        double left = 0;
        double bottom = 0;
        double right = 0;
        double top = 0;
        std::size_t columns = 0;
        std::size_t rows = 0; ///< 0 = none
        std::vector<double> values; ///< row by row from the top; NaN = no value
        std::string title; ///< what the numbers are
    };
    struct Link { ///< a line with its dot at the first end
        double x1 = 0;
        double y1 = 0;
        double x2 = 0;
        double y2 = 0;
    };
    struct Remark { ///< a short text beside a place: "12"
        double x = 0;
        double y = 0;
        std::string text;
    };
    Field field = {};
    std::vector<Link> links = {};
    std::vector<Remark> remarks = {};
};

/// Points in the plane, each a structure.
struct ScatterFigure {
    FigureAxis x;
    FigureAxis y;
    std::vector<double> xs;
    std::vector<double> ys;
    std::vector<RowId> rows; ///< the structure behind each point
    std::vector<ClassId> classes; ///< empty = one colour
    std::vector<std::string> classNames; ///< by ClassId
    /// Empty, or a number a point that decides its colour, the class its shape; NaN = no value.
    std::vector<double> values = {};
    std::string valueTitle = {}; ///< of the colour scale
    /// What a classifier would say at each place, behind the points: a grid of classes over a rectangle.
    struct Regions {
        double left = 0;
        double bottom = 0;
        double right = 0;
        double top = 0;
        std::size_t columns = 0;
        std::size_t rows = 0; ///< 0 = none
        std::vector<ClassId> classes; ///< row by row from the top
    };
    Regions regions = {};
    ScatterLayers layers = {};
};

/// Counts or amounts of ordered groups, stacked by series (classes).
struct BarFigure {
    FigureAxis x;
    FigureAxis y;
    std::vector<std::string> categories; ///< under the bars
    struct Series {
        std::string name;
        std::vector<double> values; ///< one per category
    };
    std::vector<Series> series;
};

/// Curves over a common axis.
struct CurveFigure {
    FigureAxis x;
    FigureAxis y;
    struct Curve {
        std::string name;
        std::vector<double> xs;
        std::vector<double> ys;
        bool dashed = false;
    };
    std::vector<Curve> curves;
};

/// One or more matrices as colours (viridis), as small multiples.
struct HeatmapFigure {
    struct Panel {
        std::string title;
        std::size_t rows = 0;
        std::size_t columns = 0;
        std::vector<double> values; ///< row by row; NaN = no value
        std::vector<std::string> rowNames; ///< empty or one per row
        std::vector<std::string> columnNames; ///< empty or one per column
        std::vector<ClassId> classes = {}; ///< of a square matrix: empty, or the class of each row and column
    };
    FigureAxis x;
    FigureAxis y;
    std::string valueTitle; ///< of the colour scale
    bool commonScale = true; ///< one colour scale for all panels
    bool numbers = false; ///< values are written into the cells where they fit
    std::vector<std::string> classNames = {}; ///< of Panel::classes, for the legend
    std::vector<Panel> panels;
};

struct Figure {
    std::string name; ///< the file name without its ending: "map", "scatter"
    std::string title; ///< in the window's tab and above the figure
    std::variant<ScatterFigure, BarFigure, CurveFigure, HeatmapFigure> content;
};

} // namespace atlas
