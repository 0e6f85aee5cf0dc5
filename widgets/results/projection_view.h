// The projections of graph PCA as points: any two components in the plane, or the first three in space.
#pragma once

#include "core/mining/pattern_gallery.h"
#include "widgets/results/result_view.h"

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace atlas {

class FigureView;
class Scatter3d;

class ProjectionView : public ResultView {
    Q_OBJECT

public:
    explicit ProjectionView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Map"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }
    Scatter3d* space() const { return m_space; }
    QComboBox* xBox() const { return m_x; }
    QComboBox* yBox() const { return m_y; }
    QToolButton* spaceButton() const { return m_spaceButton; }

private:
    void buildBar();
    void fillBoxes();
    void redraw();
    ScatterFigure points(std::size_t x, std::size_t y) const;

    PatternGalleryPtr m_gallery;
    QStackedWidget* m_stack;
    FigureView* m_figure;
    Scatter3d* m_space;
    QComboBox* m_x;
    QComboBox* m_y;
    QToolButton* m_spaceButton;
    bool m_updating = false;
};

} // namespace atlas
