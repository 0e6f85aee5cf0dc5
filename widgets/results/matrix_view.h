// The matrix of distances (and similarities) between all structures, in the order that the person chooses. A
// click on a cell selects its structures; two of them can be asked why they are alike.
#pragma once

#include "core/kernels/kernel_options.h"
#include "widgets/results/result_view.h"

class QComboBox;
class QToolButton;

namespace atlas {

class AlikePanel;
class FigureView;
class HeatmapView;
struct HeatmapCell;

class MatrixView : public ResultView {
    Q_OBJECT

public:
    explicit MatrixView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Matrix"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }
    QComboBox* orderBox() const { return m_order; }
    QToolButton* alikeButton() const { return m_alikeButton; }
    AlikePanel* alikePanel() const { return m_alike; }

Q_SIGNALS:
    void shown(); ///< the matrix is there in the order that was asked for

private:
    struct Ordered {
        std::vector<std::size_t> order;
        Figure figure;
    };
    void buildBar(QWidget* bar);
    void redraw();
    void showOrdered(Ordered ordered);
    void connectCanvas();
    /// The rows of the data that a cell's row or column stands for.
    std::vector<RowId> rowsOf(std::size_t cell, std::size_t cells) const;
    QString words(const HeatmapCell& cell) const;
    void selectCell(std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers);

    SimilarityRun m_run;
    bool m_similarities = false; ///< shown beside the distances
    std::vector<std::size_t> m_rows; ///< in the order shown
    quint64 m_generation = 0;
    QComboBox* m_order;
    QToolButton* m_alikeButton;
    FigureView* m_figure;
    AlikePanel* m_alike;
};

} // namespace atlas
