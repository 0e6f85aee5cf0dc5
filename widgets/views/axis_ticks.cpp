#include "widgets/views/axis_ticks.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace atlas {

namespace {

constexpr double largestPlain = 1e6; // above, numbers are written 1.2e+06
constexpr double smallestPlainStep = 1e-4;
constexpr double roundingSlack = 1e-9; // of an interval

} // namespace

QString AxisTicks::printfFormat() const
{
    return QStringLiteral("%.%1%2").arg(decimals).arg(scientific ? QLatin1Char('e') : QLatin1Char('f'));
}

QString AxisTicks::text(double value) const
{
    const double shown = std::abs(value) < interval * roundingSlack ? 0 : value;
    return QString::asprintf(printfFormat().toLatin1().constData(), shown);
}

namespace {

AxisTicks ticksForCount(double low, double high, int maximumCount, bool wholeNumbers)
{
    const double rough = (high - low) / maximumCount;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    AxisTicks ticks;
    ticks.interval = 10 * power;
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= rough * (1 - roundingSlack)) {
            ticks.interval = step * power;
            break;
        }
    if (wholeNumbers)
        ticks.interval = std::max(ticks.interval, 1.0);
    const auto place = static_cast<int>(std::floor(std::log10(ticks.interval) + roundingSlack));
    const double largest = std::max(std::abs(low), std::abs(high));
    ticks.scientific = largest >= largestPlain || ticks.interval < smallestPlainStep;
    ticks.decimals = ticks.scientific
        ? std::clamp(static_cast<int>(std::floor(std::log10(largest))) - place, 0, 6)
        : std::max(0, -place);
    return ticks;
}

} // namespace

AxisTicks axisTicks(double low, double high, int maximumCount, bool wholeNumbers)
{
    assert(std::isfinite(low) && std::isfinite(high) && low < high && maximumCount >= 1);
    // One number alone does not make a scale: take finer steps until there are two.
    AxisTicks ticks = ticksForCount(low, high, maximumCount, wholeNumbers);
    for (int finer = 1; finer <= 4 && tickValues(ticks, low, high).size() < 2; ++finer)
        ticks = ticksForCount(low, high, maximumCount + finer, wholeNumbers);
    return ticks;
}

std::vector<double> tickValues(const AxisTicks& ticks, double low, double high)
{
    std::vector<double> values;
    const double slack = ticks.interval * roundingSlack;
    for (double n = std::ceil((low - slack) / ticks.interval); n * ticks.interval <= high + slack; ++n)
        values.push_back(n * ticks.interval);
    return values;
}

AxisRange paddedRange(double low, double high, double share)
{
    if (!(high > low)) {
        const double half = low == 0 ? 0.5 : std::abs(low) * 0.05;
        return {low - half, low + half};
    }
    const double pad = (high - low) * share;
    return {low - pad, high + pad};
}

} // namespace atlas
