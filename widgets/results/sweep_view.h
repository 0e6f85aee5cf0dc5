// The accuracy of a sweep by neighbours and components: a click on a cell opens the map with these settings.
#pragma once

#include "core/learning/sweep.h"
#include "widgets/results/result_view.h"

#include <memory>

class QLabel;
class QPushButton;

namespace atlas {

class FigureView;
struct HeatmapCell;

class SweepView : public ResultView {
    Q_OBJECT

public:
    explicit SweepView(ResultContext context, QWidget* parent = nullptr);

    QString title() const override { return tr("Sweep"); }
    void setOutput(const OutputPtr& output) override;

    FigureView* figure() const { return m_figure; }
    QPushButton* bestButton() const { return m_best; }

private:
    void connectCanvas();
    QString words(const SweepCell& cell) const;
    const SweepCell* cellAt(std::size_t row, std::size_t column) const;
    void openMap(const SweepCell& cell);

    std::shared_ptr<const SweepResult> m_result;
    QPushButton* m_best;
    FigureView* m_figure;
};

/// The parameters of "embed" that make the map of a cell of a sweep, as on the command line.
std::vector<std::pair<std::string, std::string>> mapOfCell(const ParameterValues& sweep,
                                                           const SweepCell& cell);

} // namespace atlas
