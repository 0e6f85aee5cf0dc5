#include "widgets/views/curve_chart.h"

#include "core/support/text.h"

#include <QPen>
#include <QtCharts/QLineSeries>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

constexpr double lineWidth = 1.6;

const CurveFigure& curvesOf(const FigurePtr& figure)
{
    const auto* curves = std::get_if<CurveFigure>(&figure->content);
    assert(curves);
    return *curves;
}

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool whole = true;

    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
        whole = whole && value == std::trunc(value);
    }
};

bool isFinite(const CurveFigure::Curve& curve, std::size_t i)
{
    return std::isfinite(curve.xs[i]) && std::isfinite(curve.ys[i]);
}

} // namespace

CurveChartItem::CurveChartItem(const FigurePtr& figure, const FigureLook& look)
    : ChartItem(figure, look, curvesOf(figure).x, curvesOf(figure).y)
{
    const CurveFigure& curves = curvesOf(figure);
    Extent x;
    Extent y;
    std::size_t skipped = 0;
    std::vector<LegendEntry> entries;
    for (std::size_t c = 0; c < curves.curves.size(); ++c) {
        const CurveFigure::Curve& curve = curves.curves[c];
        assert(curve.xs.size() == curve.ys.size());
        for (std::size_t i = 0; i < curve.xs.size(); ++i) {
            if (!isFinite(curve, i)) {
                ++skipped;
                continue;
            }
            x.add(curve.xs[i]);
            y.add(curve.ys[i]);
        }
        const QColor color = curves.curves.size() == 1 ? theme().accent : seriesColor(theme(), c);
        addCurve(curve, color);
        entries.push_back({QString::fromStdString(curve.name), color,
                           curve.dashed ? LegendEntry::Marker::DashedLine : LegendEntry::Marker::Line,
                           PointShape::Circle, false});
    }
    if (skipped)
        setNote(tr("%1 not drawn: coordinates not finite.")
                    .arg(QString::fromStdString(countText(skipped, "point is", "points are"))));
    if (x.low > x.high) {
        setEmptyText(tr("There are no curves to show."));
        chart().hide();
        return;
    }
    setWholeNumbers(x.whole, false);
    setRanges(paddedRange(x.low, x.high, 0), paddedRange(y.low, y.high, 0.05));
    if (entries.size() > 1)
        legend()->setEntries(std::move(entries));
}

void CurveChartItem::addCurve(const CurveFigure::Curve& curve, const QColor& color)
{
    auto* series = new QLineSeries;
    series->setName(QString::fromStdString(curve.name));
    QList<QPointF> points;
    for (std::size_t i = 0; i < curve.xs.size(); ++i)
        if (isFinite(curve, i))
            points.append({curve.xs[i], curve.ys[i]});
    series->replace(points);
    series->setPen(QPen(color, lineWidth * look().fontPixels / 12.0,
                        curve.dashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    series->setPointsVisible(points.size() == 1); // a line of one point would not be seen
    addSeries(series);
    connect(series, &QXYSeries::hovered, this, [this, series](QPointF place, bool on) {
        const QString name = series->name().isEmpty() ? QString() : series->name() + ": ";
        Q_EMIT hovered(on ? QStringLiteral("%1%2, %3").arg(name, numberText(place.x()), numberText(place.y()))
                          : QString());
    });
}

} // namespace atlas
