// Draws a laid-out tree: thin lines, labels in small rounded boxes. Used by the tree view, thumbnails and
// exported pictures. Coordinates are those of the layout, in pixels at scale 1.
#pragma once

#include "core/data/dataset.h"
#include "core/layout/tree_layout.h"
#include "widgets/views/theme.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include <functional>
#include <unordered_map>

class QPainter;

namespace atlas {

/// What a person reads in a node: vectors with three digits, an empty label as a dot.
QString labelText(const LabelDictionary& labels, LabelId label);

/// Pictures have their own scale: letters are so high, whatever the size of the window's font.
QFont withPixels(QFont font, int pixels);

class TreePainter {
public:
    static constexpr double nodeHeight = 22;
    static constexpr double levelDistance = 46;

    TreePainter(DatasetPtr data, const QFont& font);

    TreeLayout layout(const Tree& tree, const NodeSet& collapsed) const;
    /// The box around everything, with the nodes' heights.
    static QRectF bounds(const TreeLayout& layout);

    /// How nodes stand out; each is optional.
    struct Marks {
        NodeId current;
        NodeId hovered;
        std::function<bool(NodeId)> alike; ///< the chosen subtree
        std::function<QColor(NodeId)> color; ///< behind the node; not valid = none
    };

    /// Paints what lies in `visible`. `scale` is the painter's, so that details too
    /// small to see are left out.
    void paint(QPainter& painter, const TreeLayout& layout, const QRectF& visible, double scale,
               const Theme& theme, const Marks& marks) const;

    /// Only the shape, stretched over `area` (in the painter's units): for rectangles too small for words.
    static void paintShape(QPainter& painter, const TreeLayout& layout, const QRectF& area,
                           const Theme& theme, const std::function<QColor(NodeId)>& color = {});

    QString text(NodeId node) const; ///< in full
    /// What stands in the node's box: elided where it is long.
    QString shownText(NodeId node) const;

private:
    double width(NodeId node, std::uint32_t hiddenNodes) const;
    void paintEdges(QPainter& painter, const TreeLayout& layout, const QRectF& visible, double scale,
                    const Theme& theme) const;
    void paintNode(QPainter& painter, const TreeLayout& layout, const PlacedNode& node, const Theme& theme,
                   const Marks& marks, bool words) const;

    DatasetPtr m_data;
    QFont m_font;
    QFontMetricsF m_metrics;
    mutable std::unordered_map<LabelId, double> m_widths; // of labels measured so far
};

} // namespace atlas
