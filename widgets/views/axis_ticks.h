// Where an axis has its ticks and how their numbers are written: steps of 1, 2 or 5 times a power of ten.
#pragma once

#include <QString>

#include <vector>

namespace atlas {

struct AxisTicks {
    double interval = 1;
    int decimals = 0;
    bool scientific = false; ///< very large or very small numbers

    QString printfFormat() const; ///< for QValueAxis::setLabelFormat
    QString text(double value) const;
};

/// Ticks for low..high, about `maximumCount` at most and two at least where whole numbers allow it;
/// `wholeNumbers` keeps counts from getting fractions. Preconditions: low < high, both
/// finite, maximumCount >= 1.
AxisTicks axisTicks(double low, double high, int maximumCount, bool wholeNumbers = false);

/// The places of the ticks in low..high.
std::vector<double> tickValues(const AxisTicks& ticks, double low, double high);

struct AxisRange {
    double low = 0;
    double high = 1;
};
/// low..high with a margin of `share` of it at both ends; a range of no extent gets one around the value.
AxisRange paddedRange(double low, double high, double share);

} // namespace atlas
