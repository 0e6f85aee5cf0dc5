// The projections of graph PCA as points: any two components in the plane, or the first three in space,
// turned by dragging two sliders or by themselves. Selecting works in either.
#pragma once

#include "core/mining/pattern_gallery.h"
#include "widgets/results/result_view.h"
#include "widgets/views/point_index.h"

#include <QTimer>

#include <utility>
#include <vector>

class QComboBox;
class QSlider;
class QToolButton;

namespace atlas {

class FigureView;

class ProjectionView : public ResultView {
    Q_OBJECT

public:
    explicit ProjectionView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Map"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }
    QComboBox* xBox() const { return m_x; }
    QComboBox* yBox() const { return m_y; }
    QToolButton* spaceButton() const { return m_space; }
    QSlider* turnSlider() const { return m_turn; }
    QSlider* tiltSlider() const { return m_tilt; }

private:
    void buildBar();
    void fillBoxes();
    void redraw();
    ScatterFigure plane() const;
    ScatterFigure space() const;
    PlaneRectangle sphere() const; ///< holds every turn
    void addStructures(ScatterFigure& figure) const;

    PatternGalleryPtr m_gallery;
    FigureView* m_figure;
    QComboBox* m_x;
    QComboBox* m_y;
    QToolButton* m_space;
    QSlider* m_turn;
    QSlider* m_tilt;
    QToolButton* m_spin;
    QTimer m_timer;
    bool m_updating = false;
    bool m_inSpace = false; // what is drawn now
};

/// The three components seen after a turn about the upright axis and a tilt towards the person, in degrees.
std::pair<std::vector<double>, std::vector<double>> turnedProjections(
    const std::vector<std::vector<double>>& components, double turn, double tilt);

} // namespace atlas
