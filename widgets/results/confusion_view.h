// Which class was taken for which: a click on a cell selects its structures.
#pragma once

#include "core/learning/classify_method.h"
#include "widgets/results/result_view.h"

#include <memory>

class QLabel;

namespace atlas {

class FigureView;
struct HeatmapCell;

class ConfusionView : public ResultView {
    Q_OBJECT

public:
    explicit ConfusionView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Confusion"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }

private:
    void connectCanvas();
    QString words(const HeatmapCell& cell) const;

    std::shared_ptr<const ClassifyRun> m_run;
    FigureView* m_figure;
};

} // namespace atlas
