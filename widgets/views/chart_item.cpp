#include "widgets/views/chart_item.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr int mostTicks = 10;
constexpr double palestOnWhite = 0.6; // relative brightness of a line that is still seen on white

/// Qt adds intervals up from the lowest tick, and its sum at 0 may be -1e-17, printed as "-0.0". So the ticks
/// stand a billionth of an interval to the right.
void setTicks(QValueAxis& axis, const AxisTicks& ticks, AxisRange range)
{
    const double nudge = 1e-9 * ticks.interval;
    axis.setTickAnchor(nudge);
    axis.setTickInterval(ticks.interval);
    axis.setLabelFormat(ticks.printfFormat());
    axis.setRange(range.low, range.high + 2 * nudge); // a tick at the upper end stays inside
}

} // namespace

QColor seriesColor(const Theme& theme, std::size_t series)
{
    const QColor color = theme.classColor(ClassId(series));
    const double brightness = 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF();
    return theme.kind != ThemeKind::Dark && brightness > palestOnWhite + 0.2 ? color.darker(125) : color;
}

ChartItem::ChartItem(FigurePtr figure, const FigureLook& look, const FigureAxis& x, const FigureAxis& y)
    : FigureItem(std::move(figure), look), m_xTitle(QString::fromStdString(x.title)),
      m_yTitle(QString::fromStdString(y.title))
{
    m_chart = new QChart(this);
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->setMargins(QMargins());
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_x = new QValueAxis(m_chart);
    m_y = new QValueAxis(m_chart);
    styleAxis(*m_x);
    styleAxis(*m_y);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
}

void ChartItem::styleAxis(QValueAxis& axis) const
{
    const double thin = look().fontPixels / 12.0;
    axis.setTickType(QValueAxis::TicksDynamic);
    axis.setLabelsFont(baseFont());
    axis.setLabelsColor(theme().secondaryText);
    axis.setLinePen(QPen(theme().line, thin));
    axis.setGridLinePen(QPen(theme().grid, thin));
    axis.setMinorGridLineVisible(false);
    axis.setTruncateLabels(false);
}

void ChartItem::addSeries(QAbstractSeries* series)
{
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
}

void ChartItem::setWholeNumbers(bool wholeX, bool wholeY)
{
    m_wholeX = wholeX;
    m_wholeY = wholeY;
}

void ChartItem::setRanges(AxisRange x, AxisRange y)
{
    m_xRange = x;
    m_yRange = y;
    if (!m_content.isEmpty())
        ChartItem::layoutContent(m_content);
}

double ChartItem::yLabelWidth(const AxisTicks& ticks) const
{
    const QFontMetricsF metrics(baseFont());
    double width = 0;
    for (const double value : tickValues(ticks, m_yRange.low, m_yRange.high))
        width = std::max(width, metrics.horizontalAdvance(ticks.text(value)));
    return std::ceil(width / unit()) * unit(); // in steps, so that the plot does not shake while panning
}

void ChartItem::layoutContent(const QRectF& rect)
{
    m_content = rect;
    const QFontMetricsF metrics(baseFont());
    const double line = metrics.height();
    const double gap = unit();
    const int yCount = std::clamp(static_cast<int>(rect.height() / (2.4 * line)), 1, mostTicks);
    const AxisTicks yTicks = axisTicks(m_yRange.low, m_yRange.high, yCount, m_wholeY);
    const AxisTicks xGuess = axisTicks(m_xRange.low, m_xRange.high, mostTicks, m_wholeX);
    const double xLabel = std::max(metrics.horizontalAdvance(xGuess.text(m_xRange.low)),
                                   metrics.horizontalAdvance(xGuess.text(m_xRange.high)));
    const double titleWidth = m_yTitle.isEmpty() ? 0 : line;
    const double titleHeight = m_xTitle.isEmpty() ? 0 : line;
    const double width = rect.width() - yLabelWidth(yTicks) - titleWidth - 3 * gap;
    const int xCount =
        std::clamp(static_cast<int>(width / (std::max(xLabel, 2 * gap) + 3 * gap)), 1, mostTicks);
    const AxisTicks xTicks = axisTicks(m_xRange.low, m_xRange.high, xCount, m_wholeX);

    setTicks(*m_x, xTicks, m_xRange);
    setTicks(*m_y, yTicks, m_yRange);
    // Half a line more than it seems to need: Qt Charts drops a number that reaches beyond the chart.
    const double spare = std::ceil(line / 2);
    m_chart->setMargins(QMargins(0, 0, 0, static_cast<int>(spare)));
    m_chart->setGeometry(rect.adjusted(titleWidth, 0, 0, spare - titleHeight - extraLabelHeight(width)));
    // At once: files are drawn without an event loop that would do it later.
    m_chart->layout()->activate();
    m_plot = m_chart->plotArea().translated(m_chart->pos());
    plotChanged();
    update();
}

void ChartItem::paintContent(QPainter& painter)
{
    const QFontMetricsF metrics(baseFont());
    const double line = metrics.height();
    painter.setPen(theme().text);
    if (!m_xTitle.isEmpty())
        drawShortened(painter, QRectF(m_plot.left(), m_content.bottom() - line, m_plot.width(), line),
                      Qt::AlignCenter, m_xTitle);
    if (!m_yTitle.isEmpty())
        drawUpright(painter, QRectF(m_content.left(), m_plot.top(), line, m_plot.height()), Qt::AlignCenter,
                    m_yTitle);
}

} // namespace atlas
