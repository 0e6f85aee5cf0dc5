// What scatter, bar and curve charts share: a Qt Charts chart with thin axes, nice ticks and room for
// titles at its sides.
#pragma once

#include "widgets/views/axis_ticks.h"
#include "widgets/views/figure_item.h"

#include <QtCharts/QChart>
#include <QtCharts/QValueAxis>

namespace atlas {

class ChartItem : public FigureItem {
    Q_OBJECT

public:
    QRectF plotRect() const { return m_plot; } ///< in this item's coordinates

protected:
    ChartItem(FigurePtr figure, const FigureLook& look, const FigureAxis& x, const FigureAxis& y);

    QChart& chart() { return *m_chart; }
    QValueAxis& xAxis() { return *m_x; }
    QValueAxis& yAxis() { return *m_y; }
    /// Attaches a series to both axes.
    void addSeries(QAbstractSeries* series);

    void setRanges(AxisRange x, AxisRange y);
    AxisRange xRange() const { return m_xRange; }
    AxisRange yRange() const { return m_yRange; }
    void setWholeNumbers(bool wholeX, bool wholeY);

    /// Room under the plot beyond that for the numbers of the x axis, given about the plot's width.
    virtual double extraLabelHeight(double /*plotWidth*/) { return 0; }
    /// Called when the plot's place or a range has changed.
    virtual void plotChanged() { }

    void layoutContent(const QRectF& rect) override;
    void paintContent(QPainter& painter) override;

private:
    void styleAxis(QValueAxis& axis) const;
    double yLabelWidth(const AxisTicks& ticks) const;

    QChart* m_chart = nullptr;
    QValueAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    QString m_xTitle;
    QString m_yTitle;
    AxisRange m_xRange;
    AxisRange m_yRange;
    bool m_wholeX = false;
    bool m_wholeY = false;
    QRectF m_content;
    QRectF m_plot;
};

/// The colour of a series' lines and areas: pale colours darkened so that they can be seen on white.
QColor seriesColor(const Theme& theme, std::size_t series);

} // namespace atlas
