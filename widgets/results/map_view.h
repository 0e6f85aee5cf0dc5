// A topographic map of trees: each tree a point, layers behind the points, what lies in a cell beside it, and
// the objective's curve, growing while the map learns. The selected tree's subtrees appear as a path from
// the leaves to the root; a subtree of a cell is found in every tree.
#pragma once

#include "core/gtm/tree_map_report.h"
#include "widgets/results/result_view.h"

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;
class QTreeWidget;
class QTreeWidgetItem;

namespace atlas {

class FigureView;

class MapView : public ResultView {
    Q_OBJECT

public:
    explicit MapView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Map"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* map() const { return m_map; }
    FigureView* curve() const { return m_curve; }
    QComboBox* layerChoice() const { return m_layer; }
    QComboBox* placeChoice() const { return m_place; }
    QCheckBox* countsBox() const { return m_counts; }
    QTreeWidget* cellList() const { return m_cell; }
    /// What has its mode in the cell around a place; nothing outside of the map.
    void showCell(double x, double y);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildTools();
    QWidget* buildCellPanel();
    void connectHub();
    void onSelectionChanged();
    void onSubtreeChosen(DagNodeId subtree);
    void onItemClicked(const QTreeWidgetItem* item);
    void updateMap();
    void updateCurve();
    void addLayers(ScatterFigure& figure);
    void addChosenSubtree(ScatterLayers& layers) const;
    const Eigen::MatrixXd& rowPlaces() const;
    bool isLinked() const; ///< rows of the report are rows of the hub
    bool isComplete() const { return m_report && !m_report->preview; }

    std::shared_ptr<const TreeMapReport> m_report; // null before the first output
    OutputPtr m_output;
    RowId m_pathRow; // whose subtrees are linked on the map
    DagNodeId m_subtree; // of the report's DAG, chosen anywhere

    FigureView* m_map = nullptr;
    FigureView* m_curve = nullptr;
    QSplitter* m_side = nullptr; // the cell and the curve
    QComboBox* m_layer = nullptr;
    QComboBox* m_place = nullptr;
    QCheckBox* m_counts = nullptr;
    QLabel* m_scale = nullptr;
    QLabel* m_cellTitle = nullptr;
    QTreeWidget* m_cell = nullptr;
};

} // namespace atlas
