// Recursive PCA: structures as points of the first two components, a slider for the number of components p
// with the curve of what p loses, and *decode anywhere*: the structure that lives at a clicked place, or the
// selected structure rebuilt from its first p numbers, beside the real one, with the differences marked.
#pragma once

#include "core/rpca/rpca_explore.h"
#include "widgets/results/result_view.h"

#include <optional>

class QCheckBox;
class QLabel;
class QSlider;

namespace atlas {

class FigureView;
class StructurePane;

class RpcaView : public ResultView {
    Q_OBJECT

public:
    explicit RpcaView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Decode"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* scatter() const { return m_scatter; }
    FigureView* curve() const { return m_curve; }
    QSlider* componentSlider() const { return m_components; }
    QCheckBox* substructureBox() const { return m_substructures; }
    const StructurePane* realPane() const { return m_real; }
    const StructurePane* rebuiltPane() const { return m_rebuilt; }
    QString message() const;

    void decodeAt(double x, double y);

private:
    QWidget* buildTools();
    void connectHub();
    void onSelectionChanged();
    void updateScatter();
    void updateCurve();
    void updateDecoded();

    std::shared_ptr<const RpcaReport> m_report; // null before the final output
    Eigen::VectorXd m_vector; // what is decoded; empty = nothing yet
    RowId m_row; // whose own vector it is; invalid for a place
    std::optional<std::pair<double, double>> m_place; // that was clicked

    FigureView* m_scatter = nullptr;
    FigureView* m_curve = nullptr;
    QSlider* m_components = nullptr;
    QLabel* m_componentText = nullptr;
    QCheckBox* m_substructures = nullptr;
    QLabel* m_message = nullptr;
    StructurePane* m_real = nullptr;
    StructurePane* m_rebuilt = nullptr;
};

} // namespace atlas
