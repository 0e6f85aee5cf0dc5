#include "widgets/views/structure_painter.h"

#include "core/data/molecule_drawing.h"
#include "core/layout/graph_layout.h"
#include "core/layout/tree_layout.h"
#include "widgets/views/graph_painter.h"
#include "widgets/views/tree_painter.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t mostNodesWithWords = 120;
constexpr double smallestWords = 0.55; // scale of a tree whose words can still be read

} // namespace

QTransform fitTransform(const QRectF& content, const QRectF& area, double largest)
{
    const double sx = content.width() > 0 ? area.width() / content.width() : largest;
    const double sy = content.height() > 0 ? area.height() / content.height() : largest;
    const double scale = std::min({sx, sy, largest});
    const QPointF shift = area.center() - scale * content.center();
    return {scale, 0, 0, scale, shift.x(), shift.y()};
}

StructurePainter::StructurePainter(const Theme& theme, const QFont& font) : m_theme(theme), m_font(font) { }

void StructurePainter::paint(QPainter& painter, const QRectF& area, const DatasetPtr& data, RowId row,
                             const PartMarks& marks) const
{
    if (area.width() < 2 || area.height() < 2)
        return;
    switch (data->kind()) {
    case StructureKind::Molecule:
        return paintMolecule(painter, area, data->molecule(row), marks);
    case StructureKind::Tree:
        return paintTree(painter, area, data, row, marks);
    case StructureKind::Graph:
        return paintGraph(painter, area, *data, row, marks);
    }
}

QImage StructurePainter::image(QSize size, qreal devicePixelRatio, const DatasetPtr& data, RowId row,
                               const PartMarks& marks) const
{
    QImage image((QSizeF(size) * devicePixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paint(painter, QRectF(QPointF(), QSizeF(size)), data, row, marks);
    return image;
}

void StructurePainter::paintMolecule(QPainter& painter, const QRectF& area, const Molecule& molecule,
                                     const PartMarks& marks) const
{
    // RDKit's letters have a smallest size: in a small rectangle they would cover the bonds. A larger picture
    // is drawn and scaled down.
    const double enlarge = std::clamp(240.0 / std::min(area.width(), area.height()), 1.0, 4.0);
    MoleculeDrawing drawing;
    drawing.width = static_cast<int>(std::lround(area.width() * enlarge));
    drawing.height = static_cast<int>(std::lround(area.height() * enlarge));
    drawing.longestBond = std::min(area.width(), area.height()) * enlarge / 3;
    for (std::size_t atom = 0; atom < marks.values.size(); ++atom)
        if (const QColor color = marks.color(atom, m_theme); color.isValid())
            drawing.colouredAtoms.push_back({atom, color.redF(), color.greenF(), color.blueF()});
    drawing.darkBackground = m_theme.kind == ThemeKind::Dark;
    QSvgRenderer renderer(QByteArray::fromStdString(drawMolecule(molecule, drawing)));
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, area);
    painter.restore();
}

void StructurePainter::paintTree(QPainter& painter, const QRectF& area, const DatasetPtr& data, RowId row,
                                 const PartMarks& marks) const
{
    const Tree tree = data->tree(row);
    TreePainter::Marks nodes;
    if (!marks.empty())
        nodes.color = [&, first = tree.firstNode().index()](NodeId node) {
            return marks.color(node.index() - first, m_theme);
        };
    if (tree.nodeCount() <= mostNodesWithWords) {
        const TreePainter words(data, m_font);
        const TreeLayout layout = words.layout(tree, {});
        const QRectF bounds = TreePainter::bounds(layout).adjusted(-2, -2, 2, 2);
        const QTransform transform = fitTransform(bounds, area, 1);
        if (transform.m11() >= smallestWords) {
            painter.save();
            painter.setTransform(transform, true);
            words.paint(painter, layout, bounds, transform.m11(), m_theme, nodes);
            painter.restore();
            return;
        }
    }
    // No more nodes and levels than there are pixels to show them.
    FoldLimits limits;
    limits.nodes = static_cast<std::size_t>(std::max(50.0, area.width() * area.height() / 16));
    limits.levels = static_cast<std::size_t>(std::max(4.0, area.height() / 3));
    TreePainter::paintShape(painter, layoutTree(tree, {}, foldToFit(tree, tree.root(), limits)),
                            area.adjusted(3, 3, -3, -3), m_theme, nodes.color);
}

void StructurePainter::paintGraph(QPainter& painter, const QRectF& area, const Dataset& data, RowId row,
                                  const PartMarks& marks) const
{
    const Result<GraphLayout> layout = layoutGraph(data.graph(row));
    if (!layout)
        return;
    const QTransform transform = fitTransform(GraphPainter::bounds(*layout), area, 60);
    GraphPainter(data, row, m_font)
        .paint(painter, *layout, transform, area, m_theme, GraphPainter::noVertex, &marks);
}

} // namespace atlas
