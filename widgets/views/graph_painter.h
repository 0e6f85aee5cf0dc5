// Draws a laid-out graph: circles, thin edges, labels where they fit. Coordinates are those of the layout.
#pragma once

#include "core/data/dataset.h"
#include "core/layout/graph_layout.h"
#include "widgets/views/mark_colors.h"

#include <QFont>
#include <QRectF>

#include <limits>
#include <vector>

class QPainter;

namespace atlas {

class GraphPainter {
public:
    static constexpr double margin = 0.4; ///< around the outermost vertices, in edge lengths
    static constexpr std::size_t noVertex = std::numeric_limits<std::size_t>::max();

    GraphPainter(const Dataset& data, RowId row, const QFont& font);

    static QRectF bounds(const GraphLayout& layout);

    /// Vertices that stand out, with the edges between them; empty = none.
    void setHighlighted(const std::vector<std::size_t>& vertices);

    /// `toScreen` gives the place of a layout point in the painter's units, `scale` units per edge length.
    void paint(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
               const QRectF& visible, const Theme& theme, std::size_t pointed = noVertex,
               const PartMarks* marks = nullptr) const;

    QString vertexText(std::size_t vertex) const;
    static double vertexRadius(double scale);

private:
    bool isHighlighted(std::size_t vertex) const { return !m_highlighted.empty() && m_highlighted[vertex]; }
    void paintEdges(QPainter& painter, const GraphLayout& layout, const QTransform& toScreen,
                    const QRectF& visible, const Theme& theme, const PartMarks* marks) const;

    const Dataset& m_data;
    const Graph& m_graph;
    QFont m_font;
    std::vector<bool> m_highlighted; // by vertex, or empty
};

} // namespace atlas
