#include "widgets/views/mark_colors.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double faintest = 0.1; // of the full colour
constexpr double strongest = 0.85;

QColor mixed(const QColor& from, const QColor& to, double fraction)
{
    const auto channel = [fraction](int a, int b) {
        return static_cast<int>(std::lround(a + (b - a) * fraction));
    };
    return {channel(from.red(), to.red()), channel(from.green(), to.green()),
            channel(from.blue(), to.blue())};
}

/// Relative luminance of WCAG 2.
double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

QColor weightColor(double fraction, const Theme& theme)
{
    if (fraction == 0 || std::isnan(fraction))
        return theme.surface;
    // Okabe-Ito blue (in the dark sky blue) and orange.
    const QColor blue = theme.kind == ThemeKind::Dark ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x72, 0xB2);
    const QColor full = fraction < 0 ? blue : QColor(0xE6, 0x9F, 0x00);
    const double magnitude = std::min(std::abs(fraction), 1.0);
    return mixed(theme.surface, full, faintest + (strongest - faintest) * magnitude);
}

QColor foundColor(const Theme& theme) { return mixed(theme.surface, theme.accent, 0.45); }

QColor textOn(const QColor& background)
{
    // Only pure black and white leave a contrast of 4.5 on every colour.
    const QColor dark(Qt::black);
    const QColor light(Qt::white);
    const double own = luminance(background) + 0.05;
    return own / (luminance(dark) + 0.05) > (luminance(light) + 0.05) / own ? dark : light;
}

PartMarks PartMarks::of(const std::optional<StructureMarks>& marks, RowId row)
{
    PartMarks made;
    if (!marks || !marks->values || !row.valid())
        return made;
    made.kind = marks->kind;
    made.title = marks->title;
    made.values = marks->values(row);
    for (const double value : made.values)
        if (std::isfinite(value))
            made.largest = std::max(made.largest, std::abs(value));
    return made;
}

PartMarks PartMarks::found(const std::vector<std::size_t>& parts)
{
    PartMarks made;
    for (const std::size_t part : parts) {
        made.values.resize(std::max(made.values.size(), part + 1), 0);
        made.values[part] = 1;
        made.largest = 1;
    }
    return made;
}

QColor PartMarks::color(std::size_t part, const Theme& theme) const
{
    if (part >= values.size() || values[part] == 0 || std::isnan(values[part]) || largest == 0)
        return {};
    return kind == StructureMarks::Kind::Weight ? weightColor(values[part] / largest, theme)
                                                : foundColor(theme);
}

} // namespace atlas
