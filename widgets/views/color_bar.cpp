#include "widgets/views/color_bar.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QObject>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

constexpr int barSteps = 32;
constexpr int mostTicks = 6;

QString noValue() { return QObject::tr("no value"); }

} // namespace

AxisRange colorScale(const std::vector<double>& values)
{
    AxisRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const double value : values)
        if (std::isfinite(value)) {
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    if (range.low > range.high)
        return {0, 1};
    return range.low < range.high ? range : paddedRange(range.low, range.high, 0);
}

double ColorBar::stripWidth(const QFont& font) const
{
    const QFontMetricsF metrics(font);
    const AxisTicks ticks = axisTicks(scale.low, scale.high, mostTicks);
    double widest = 0;
    for (const double tick : tickValues(ticks, scale.low, scale.high))
        widest = std::max(widest, metrics.horizontalAdvance(ticks.text(tick)));
    return 2 * unit + widest; // strip, gap, numbers
}

double ColorBar::width(const QFont& font) const
{
    const double words = 2 * unit + QFontMetricsF(font).horizontalAdvance(noValue());
    return missing ? std::max(words, stripWidth(font)) : stripWidth(font);
}

double ColorBar::stripHeight(const QFont& font, double room) const
{
    return missing ? std::max(room - 2.5 * QFontMetricsF(font).height(), unit) : room;
}

void ColorBar::paint(QPainter& painter, const QRectF& rect, const Theme& theme) const
{
    const double line = QFontMetricsF(painter.font()).height();
    const double strip = 1.5 * unit;
    const QRectF bar(rect.left(), rect.top(), strip, stripHeight(painter.font(), rect.height()));
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= barSteps; ++i)
        gradient.setColorAt(static_cast<double>(i) / barSteps,
                            theme.magnitude(static_cast<double>(i) / barSteps));
    painter.fillRect(bar, gradient);
    painter.setPen(theme.secondaryText);
    const int count = std::clamp(static_cast<int>(bar.height() / (1.8 * line)), 1, mostTicks);
    const AxisTicks ticks = axisTicks(scale.low, scale.high, count);
    for (const double value : tickValues(ticks, scale.low, scale.high)) {
        const double y = bar.bottom() - (value - scale.low) / (scale.high - scale.low) * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + unit / 4, y));
        painter.drawText(QRectF(bar.right() + unit / 2, y - line / 2, rect.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, ticks.text(value));
    }
    if (!missing)
        return;
    const QRectF box(bar.left(), bar.bottom() + 1.25 * line, strip, strip);
    painter.fillRect(box, theme.muted);
    painter.setPen(QPen(theme.line, unit / 8));
    painter.drawLine(box.bottomLeft(), box.topRight());
    painter.setPen(theme.secondaryText);
    painter.drawText(QRectF(box.right() + unit / 2, box.center().y() - line / 2, 20 * unit, line),
                     Qt::AlignLeft | Qt::AlignVCenter, noValue());
}

} // namespace atlas
