#include "widgets/views/point_styles.h"

#include "widgets/views/color_bar.h"

#include <cmath>

namespace atlas {

namespace {

constexpr std::uint32_t classStyles = 48; // colour and shape repeat after that many classes
constexpr std::uint32_t noClass = classStyles;
// Coloured by value, a style is a shape and one of so many colours, or no value.
constexpr std::uint32_t shapes = 6;
constexpr std::uint32_t valueColors = 48;
constexpr std::uint32_t noValue = valueColors;

} // namespace

PointStyles::PointStyles(const ScatterFigure& figure)
    : m_byValue(!figure.values.empty()), m_scale(colorScale(figure.values))
{
}

std::uint32_t PointStyles::count() const { return m_byValue ? (valueColors + 1) * shapes : classStyles + 1; }

std::uint32_t PointStyles::styleOf(const ScatterFigure& figure, std::size_t point) const
{
    const ClassId id = figure.classes.empty() ? ClassId() : figure.classes[point];
    if (m_byValue) {
        const double value = figure.values[point];
        const double share = (value - m_scale.low) / (m_scale.high - m_scale.low);
        const std::uint32_t color = std::isfinite(value)
            ? static_cast<std::uint32_t>(std::lround(share * (valueColors - 1)))
            : noValue;
        return color * shapes + static_cast<std::uint32_t>(Theme::classShape(id));
    }
    if (figure.classes.empty())
        return 0;
    return id.valid() ? id.value() % classStyles : noClass;
}

PointLook PointStyles::look(std::uint32_t style, bool muted, const Theme& theme) const
{
    if (m_byValue) {
        const std::uint32_t color = style / shapes;
        const QColor shown = muted || color == noValue
            ? theme.muted
            : theme.magnitude(static_cast<double>(color) / (valueColors - 1));
        return pointLook(theme, static_cast<PointShape>(style % shapes), shown);
    }
    const ClassId id = style == noClass ? ClassId() : ClassId(style);
    return pointLook(theme, Theme::classShape(id), muted ? theme.muted : theme.classColor(id));
}

double pointRadius(std::size_t count)
{
    if (count <= 600)
        return 4.5;
    if (count <= 5000)
        return 3.5;
    if (count <= 20000)
        return 3;
    return 2.2;
}

} // namespace atlas
