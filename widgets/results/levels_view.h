// Responsibility heatmaps per subtree level (height, leaves are 0), as in Fig. 9 of the GTM-SD paper: all
// levels as small multiples with a common or their own scale, or one level large. A cell selects the trees
// that have a subtree of that level there.
#pragma once

#include "core/gtm/tree_map_report.h"
#include "widgets/results/result_view.h"

class QComboBox;
class QLabel;
class QSlider;

namespace atlas {

class FigureView;

class LevelsView : public ResultView {
    Q_OBJECT

public:
    explicit LevelsView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Levels"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* heatmaps() const { return m_heatmaps; }
    QSlider* levelSlider() const { return m_level; } ///< 0 = all levels, n = level n - 1
    QComboBox* scaleChoice() const { return m_scale; }
    QComboBox* kindChoice() const { return m_kind; }

private:
    QWidget* buildTools();
    void update();
    void selectCell(std::size_t panel, std::size_t row, std::size_t column);
    std::vector<LevelMap> shownLevels() const;

    std::shared_ptr<const TreeMapReport> m_report; // null before the final output
    FigureView* m_heatmaps = nullptr;
    QSlider* m_level = nullptr;
    QLabel* m_levelText = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_kind = nullptr;
};

} // namespace atlas
