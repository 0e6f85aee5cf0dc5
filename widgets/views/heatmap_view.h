// The heatmap that people work with: hover with numbers, and a click that says which cell it was.
#pragma once

#include "widgets/views/figure_canvas.h"
#include "widgets/views/heatmap_item.h"

namespace atlas {

class HeatmapView : public FigureCanvas {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    HeatmapItem* heatmapItem() const; ///< null without a figure

Q_SIGNALS:
    void cellClicked(std::size_t panel, std::size_t row, std::size_t column);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::optional<HeatmapCell> m_pressed;
};

} // namespace atlas
