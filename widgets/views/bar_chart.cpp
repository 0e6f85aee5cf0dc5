#include "widgets/views/bar_chart.h"

#include "core/support/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QtCharts/QBarSet>
#include <QtCharts/QStackedBarSeries>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace atlas {

namespace {

constexpr double barWidth = 0.86; // of a category
constexpr std::size_t mostOutlinedBars = 100;
constexpr double longestNameEm = 12; // an upright name is shortened beyond

const BarFigure& barsOf(const FigurePtr& figure)
{
    const auto* bars = std::get_if<BarFigure>(&figure->content);
    assert(bars);
    return *bars;
}

bool areNumbers(const QStringList& names)
{
    return std::all_of(names.begin(), names.end(), [](const QString& name) {
        return name.isEmpty() || name[0].isDigit() || name[0] == u'-' || name[0] == u'<' || name[0] == u'>';
    });
}

std::size_t niceStep(double atLeast)
{
    double power = 1;
    for (;; power *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if (step * power >= atLeast)
                return static_cast<std::size_t>(step * power);
}

double valueAt(const BarFigure::Series& series, std::size_t category)
{
    const double value = category < series.values.size() ? series.values[category] : 0;
    return std::isfinite(value) ? value : 0;
}

bool allWhole(const BarFigure& bars)
{
    return std::all_of(bars.series.begin(), bars.series.end(), [](const BarFigure::Series& series) {
        return std::all_of(series.values.begin(), series.values.end(),
                           [](double value) { return value == std::trunc(value); });
    });
}

std::size_t notFinite(const BarFigure& bars)
{
    std::ptrdiff_t count = 0;
    for (const BarFigure::Series& series : bars.series)
        count += std::count_if(series.values.begin(), series.values.end(),
                               [](double value) { return !std::isfinite(value); });
    return static_cast<std::size_t>(count);
}

AxisRange stackedRange(const BarFigure& bars)
{
    AxisRange range{0, 0};
    for (std::size_t i = 0; i < bars.categories.size(); ++i) {
        double above = 0;
        double below = 0;
        for (const BarFigure::Series& series : bars.series)
            (valueAt(series, i) > 0 ? above : below) += valueAt(series, i);
        range.high = std::max(range.high, above);
        range.low = std::min(range.low, below);
    }
    if (range.low == 0 && range.high == 0)
        return {-0.004, 1};
    const double pad = (range.high - range.low) * 0.04;
    // Zero a hair inside the range: Qt Charts drops a number at the very end of an axis.
    const double hair = pad / 10;
    return {range.low < 0 ? range.low - pad : -hair, range.high > 0 ? range.high + pad : hair};
}

} // namespace

CategoryLabels arrangeCategories(const QStringList& names, double longest, double most, double lineHeight,
                                 double plotWidth)
{
    CategoryLabels labels;
    labels.height = lineHeight;
    const double room = plotWidth / std::max<double>(1, static_cast<double>(names.size()));
    const double apart = lineHeight * 0.6;
    if (longest + apart <= room)
        return labels;
    if (areNumbers(names)) {
        labels.step = niceStep((longest + apart) / room);
        return labels;
    }
    labels.upright = true;
    labels.height = std::min(longest, most);
    labels.step = niceStep(lineHeight / room);
    return labels;
}

BarChartItem::BarChartItem(const FigurePtr& figure, const FigureLook& look)
    : ChartItem(figure, look, barsOf(figure).x, barsOf(figure).y)
{
    const BarFigure& bars = barsOf(figure);
    if (bars.categories.empty() || bars.series.empty()) {
        setEmptyText(tr("There are no bars to show."));
        chart().hide();
        return;
    }
    const QFontMetricsF metrics(baseFont());
    for (const std::string& category : bars.categories) {
        m_names << QString::fromStdString(category);
        m_longestName = std::max(m_longestName, metrics.horizontalAdvance(m_names.back()));
    }
    if (const std::size_t missing = notFinite(bars))
        setNote(tr("%1 without a finite value.")
                    .arg(QString::fromStdString(countText(missing, "bar is", "bars are"))));
    addBars(bars);
    xAxis().setLabelsVisible(false);
    xAxis().setLineVisible(false);
    xAxis().setGridLineVisible(false);
    setWholeNumbers(true, allWhole(bars));
    setRanges({-0.5, static_cast<double>(bars.categories.size()) - 0.5}, stackedRange(bars));
}

void BarChartItem::addBars(const BarFigure& bars)
{
    auto* series = new QStackedBarSeries;
    series->setBarWidth(barWidth);
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < bars.series.size(); ++i) {
        const QColor color = bars.series.size() == 1 ? theme().accent : seriesColor(theme(), i);
        auto* set = new QBarSet(QString::fromStdString(bars.series[i].name));
        for (std::size_t c = 0; c < bars.categories.size(); ++c)
            set->append(valueAt(bars.series[i], c));
        set->setBrush(color);
        // A thin gap between the parts of a stack; between very thin bars it would be all one sees.
        set->setPen(bars.categories.size() > mostOutlinedBars ? QPen(Qt::NoPen) : QPen(theme().surface, 0.6));
        series->append(set);
        entries.push_back({set->label(), color, LegendEntry::Marker::Swatch, PointShape::Square, false});
    }
    addSeries(series);
    connect(series, &QAbstractBarSeries::hovered, this, [this](bool on, int index, QBarSet* set) {
        Q_EMIT hovered(on ? QStringLiteral("%1%2%3: %4")
                                .arg(m_names[index], set->label().isEmpty() ? "" : ", ", set->label(),
                                     numberText(set->at(index)))
                          : QString());
    });
    if (entries.size() > 1)
        legend()->setEntries(std::move(entries));
}

double BarChartItem::extraLabelHeight(double plotWidth)
{
    const QFontMetricsF metrics(baseFont());
    m_labels = arrangeCategories(m_names, m_longestName, longestNameEm * baseFont().pixelSize(),
                                 metrics.height(), plotWidth);
    return m_labels.height;
}

void BarChartItem::paintContent(QPainter& painter)
{
    ChartItem::paintContent(painter);
    const QRectF plot = plotRect();
    const double zero = plot.bottom() + yRange().low / (yRange().high - yRange().low) * plot.height();
    painter.setPen(QPen(theme().line, baseFont().pixelSize() / 12.0));
    painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));

    const double room = plot.width() / static_cast<double>(m_names.size());
    const double line = QFontMetricsF(baseFont()).height();
    const double top = plot.bottom() + unit() / 2;
    painter.setPen(theme().secondaryText);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m_names.size()); i += m_labels.step) {
        const QString& name = m_names[static_cast<qsizetype>(i)];
        const double center = plot.left() + (static_cast<double>(i) + 0.5) * room;
        if (m_labels.upright)
            drawUpright(painter, QRectF(center - line / 2, top, line, m_labels.height),
                        Qt::AlignRight | Qt::AlignVCenter, name);
        else
            painter.drawText(QRectF(center - m_longestName, top, 2 * m_longestName, line), Qt::AlignCenter,
                             name);
    }
}

} // namespace atlas
