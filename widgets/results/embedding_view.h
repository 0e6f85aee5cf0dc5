// The similarity map to work with: any two components in the plane or three in space, coloured as everywhere
// or by how far each point can be believed; the decision regions of a support vector machine behind the points;
// and why two of the structures are alike.
#pragma once

#include "core/learning/map_regions.h"
#include "core/manifold/embed_method.h"
#include "core/manifold/map_layers.h"
#include "widgets/results/result_view.h"

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace atlas {

class AlikePanel;
class FigureView;
class Scatter3d;

class EmbeddingView : public ResultView {
    Q_OBJECT

public:
    explicit EmbeddingView(ResultContext context, QWidget* parent = nullptr);
    ~EmbeddingView() override;

    QString title() const override { return tr("Map"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }
    Scatter3d* space() const { return m_space; }
    QComboBox* colorBox() const { return m_color; }
    QComboBox* xBox() const { return m_x; }
    QComboBox* yBox() const { return m_y; }
    QCheckBox* regionsBox() const { return m_regionsBox; }
    QToolButton* spaceButton() const { return m_spaceButton; }
    QToolButton* selectButton() const { return m_selectButton; }
    QToolButton* alikeButton() const { return m_alikeButton; }
    AlikePanel* alikePanel() const { return m_alike; }

Q_SIGNALS:
    void regionsShown();

private:
    void buildBar(QWidget* bar);
    QWidget* buildBody();
    void fillBoxes();
    void nameCommonColours();
    void redraw();
    ScatterFigure coloured(std::size_t x, std::size_t y) const;
    void updateRegions();
    void receiveRegions(const Result<MapRegions>& regions);
    void savePicture();

    std::shared_ptr<const EmbedRun> m_run;
    std::vector<MapLayer> m_layers;
    std::optional<MapRegions> m_regions; ///< of the two components that are shown
    QString m_regionsSlot;
    bool m_filling = false;

    QComboBox* m_color;
    QWidget* m_axes;
    QComboBox* m_x;
    QComboBox* m_y;
    QCheckBox* m_regionsBox;
    QToolButton* m_spaceButton;
    QToolButton* m_selectButton;
    QToolButton* m_alikeButton;
    QLabel* m_note;
    QStackedWidget* m_stack;
    FigureView* m_figure;
    Scatter3d* m_space;
    AlikePanel* m_alike;
};

} // namespace atlas
