// A tree to walk through: pan, zoom, fold and unfold, and choose a node. Large trees start folded to what can
// be read. Nodes with the same subtree as the chosen one are marked, and a result may colour all nodes.
//
// Keys: arrows go to the parent, first child and siblings, Enter asks where the subtree
// occurs, + and - unfold and fold.
#pragma once

#include "core/dag/minimal_dag.h"
#include "widgets/views/mark_colors.h"
#include "widgets/views/pan_zoom_view.h"
#include "widgets/views/tree_painter.h"

#include <memory>
#include <optional>

namespace atlas {

class TreeView : public PanZoomView {
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);

    void setTree(DatasetPtr data, RowId row);
    void clear();
    /// Lets equal subtrees be marked; must be of the same data set, or nothing.
    void setDag(std::shared_ptr<const MinimalDag> dag);
    /// Marks every node with this subtree, in this tree and the next ones; an invalid id = none.
    void setChosenSubtree(DagNodeId subtree);
    /// Colours behind the nodes, one value per node of the tree that is shown; gone with the next tree.
    void setMarks(PartMarks marks);
    const PartMarks& marks() const { return m_marks; }

    NodeId currentNode() const { return m_current; } ///< invalid = none
    void setCurrentNode(NodeId node); ///< unfolds the way to it and brings it into sight
    bool isCollapsed(NodeId node) const { return m_collapsed.contains(node); }
    void setCollapsed(NodeId node, bool collapsed);
    void expandAll();

    const TreeLayout& layout() const { return m_layout; }
    QPointF widgetPlace(NodeId node) const; ///< of a visible node's middle, for tests and tooltips

    bool hasPicture() const override { return m_painter.has_value(); }
    QSizeF pictureSize() const override;
    void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const override;

Q_SIGNALS:
    void currentNodeChanged(atlas::NodeId node);
    void nodeActivated(atlas::NodeId node); ///< clicked, or Enter

protected:
    QRectF content() const override;
    void paintContent(QPainter& painter, const QTransform& toWidget, const QRectF& visible,
                      const Theme& theme) const override;
    QString emptyText() const override;
    void pressed(QPointF point) override;
    void doublePressed(QPointF point) override;
    void hovered(QPointF point) override;
    void hoverLeft() override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Tree tree() const { return m_data->tree(m_row); }
    NodeId nodeAtPoint(QPointF point) const;
    const PlacedNode* placed(NodeId node) const;
    QRectF boxOf(const PlacedNode& node) const;
    void relayout();
    void foldForStart();
    void showStart();
    void setHovered(NodeId node);
    NodeId neighbour(int key) const;

    DatasetPtr m_data;
    RowId m_row;
    std::shared_ptr<const MinimalDag> m_dag;
    std::optional<TreePainter> m_painter;
    DagNodeId m_chosen;
    PartMarks m_marks;
    NodeSet m_collapsed;
    TreeLayout m_layout;
    NodeId m_current;
    NodeId m_hovered;
};

} // namespace atlas
