// Draws a laid-out graph: circles, thin edges, labels where they fit. Coordinates are those of the layout.
#pragma once

#include "core/data/dataset.h"
#include "core/layout/graph_layout.h"
#include "widgets/views/mark_colors.h"

#include <QFont>
#include <QRectF>

#include <limits>

class QPainter;

namespace atlas {

class GraphPainter {
public:
    static constexpr double margin = 0.4; ///< around the outermost vertices, in edge lengths
    static constexpr std::size_t noVertex = std::numeric_limits<std::size_t>::max();

    GraphPainter(const Dataset& data, RowId row, const QFont& font);

    static QRectF bounds(const GraphLayout& layout);

    /// `toScreen` gives the place of a layout point in the painter's units, `scale` units per edge length.
    void paint(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
               const QRectF& visible, const Theme& theme, std::size_t pointed = noVertex,
               const PartMarks* marks = nullptr) const;

    QString vertexText(std::size_t vertex) const;
    static double vertexRadius(double scale);

private:
    void paintEdges(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
                    const QRectF& visible, const Theme& theme, const PartMarks* marks) const;

    const Dataset& m_data;
    const Graph& m_graph;
    QFont m_font;
};

} // namespace atlas
