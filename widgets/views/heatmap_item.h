// Matrices as colours: small multiples with names at their sides and colour scales with numbers. Cells
// without a value are crossed out in grey.
#pragma once

#include "widgets/views/color_bar.h"
#include "widgets/views/figure_item.h"

#include <QImage>

#include <optional>
#include <vector>

namespace atlas {

struct HeatmapCell {
    std::size_t panel = 0;
    std::size_t row = 0;
    std::size_t column = 0;
    friend bool operator==(const HeatmapCell&, const HeatmapCell&) = default;
};

class HeatmapItem : public FigureItem {
    Q_OBJECT

public:
    HeatmapItem(FigurePtr figure, const FigureLook& look);

    std::optional<HeatmapCell> cellAt(QPointF position) const;
    QRectF cellRect(const HeatmapCell& cell) const;
    double value(const HeatmapCell& cell) const;
    /// "Level 1, row a, column b: 0.25 nats"; what the hover shows.
    QString describe(const HeatmapCell& cell) const;
    void setMarked(std::optional<HeatmapCell> cell); ///< framed: the pointer is on it

protected:
    void layoutContent(const QRectF& rect) override;
    void paintContent(QPainter& painter) override;

private:
    struct PanelPlace {
        QRectF cells;
        QRectF title;
        QRectF bar; ///< colour scale of its own; empty where the scale is common
        double rowNames = 0; ///< room at the left
        double columnNames = 0; ///< room below
        QRectF all; ///< with title, names and scale
        bool uprightColumns = false;
        AxisRange scale;
    };
    const HeatmapFigure& heatmap() const;
    ColorBar bar(const AxisRange& scale) const { return {scale, m_missing, unit()}; }
    double bandWidth() const { return 0.75 * unit(); } ///< of the classes at the sides
    void makeLegend();
    void measureScales();
    void layoutPanel(std::size_t panel, const QRectF& rect);
    void closeUp(std::size_t columns, QPointF pitch);
    void placeTitles(const QRectF& rect);
    QColor colorOf(double value, const AxisRange& scale) const;
    QImage imageOf(std::size_t panel) const;

    void paintPanel(QPainter& painter, std::size_t panel);
    void paintCells(QPainter& painter, std::size_t panel) const;
    void paintNames(QPainter& painter, std::size_t panel) const;
    void paintBands(QPainter& painter, std::size_t panel) const;
    void paintNumbers(QPainter& painter, std::size_t panel) const;
    void paintBar(QPainter& painter, const QRectF& rect, const AxisRange& scale) const;

    std::vector<PanelPlace> m_panels;
    std::vector<QImage> m_images; ///< a pixel a cell
    QRectF m_commonBar;
    QRectF m_xTitle;
    QRectF m_yTitle;
    QRectF m_valueTitle;
    bool m_missing = false; ///< some cell has no value
    std::optional<HeatmapCell> m_marked;
};

} // namespace atlas
