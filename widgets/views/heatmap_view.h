// The heatmap that people work with: hover with numbers, and a click that says which cell it was.
#pragma once

#include "widgets/views/figure_canvas.h"
#include "widgets/views/heatmap_item.h"

#include <functional>

namespace atlas {

class HeatmapView : public FigureCanvas {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    HeatmapItem* heatmapItem() const; ///< null without a figure
    /// Other words for the hover than "row 3, column 5: 0.2"; empty = those.
    void setWords(std::function<QString(const HeatmapCell&)> words) { m_words = std::move(words); }

Q_SIGNALS:
    void cellClicked(std::size_t panel, std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::optional<HeatmapCell> m_pressed;
    std::function<QString(const HeatmapCell&)> m_words;
};

} // namespace atlas
