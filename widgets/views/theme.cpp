#include "widgets/views/theme.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace atlas {

namespace {

// Read by threads that draw thumbnails, hence atomic.
std::atomic<ThemeKind> currentKind{ThemeKind::Light};

Theme lightTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Light;
    theme.window = QColor(0xF5, 0xF6, 0xF8);
    theme.surface = QColor(0xFF, 0xFF, 0xFF);
    theme.text = QColor(0x1F, 0x23, 0x28);
    theme.secondaryText = QColor(0x57, 0x60, 0x6A);
    theme.line = QColor(0x8C, 0x95, 0x9F);
    theme.grid = QColor(0xE9, 0xEC, 0xEF);
    theme.accent = QColor(0x0B, 0x5F, 0xA5);
    theme.highlight = QColor(0xF0, 0x8C, 0x00);
    theme.muted = QColor(0xCF, 0xD4, 0xDA);
    theme.warning = QColor(0xB4, 0x23, 0x18);
    return theme;
}

Theme darkTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Dark;
    theme.window = QColor(0x16, 0x19, 0x1D);
    theme.surface = QColor(0x1E, 0x22, 0x27);
    theme.text = QColor(0xE6, 0xE8, 0xEB);
    theme.secondaryText = QColor(0xA3, 0xAB, 0xB4);
    theme.line = QColor(0x7D, 0x87, 0x92);
    theme.grid = QColor(0x2F, 0x35, 0x3C);
    theme.accent = QColor(0x5A, 0xA9, 0xF0);
    theme.highlight = QColor(0xFF, 0xC1, 0x4D);
    theme.muted = QColor(0x4A, 0x52, 0x5B);
    theme.warning = QColor(0xFF, 0x8A, 0x7A);
    return theme;
}

Theme printTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Print;
    theme.window = QColor(0xFF, 0xFF, 0xFF);
    theme.surface = QColor(0xFF, 0xFF, 0xFF);
    theme.text = QColor(0x00, 0x00, 0x00);
    theme.secondaryText = QColor(0x33, 0x33, 0x33);
    theme.line = QColor(0x4D, 0x4D, 0x4D);
    theme.grid = QColor(0xE4, 0xE4, 0xE4);
    theme.accent = QColor(0x0B, 0x5F, 0xA5);
    theme.highlight = QColor(0xD9, 0x77, 0x00);
    theme.muted = QColor(0xCF, 0xCF, 0xCF);
    theme.warning = QColor(0xB4, 0x23, 0x18);
    return theme;
}

// Okabe & Ito, "Color Universal Design" (2008). Yellow, hard to see on white, comes last.
constexpr std::array<QRgb, 8> okabeIto = {
    0xFF0072B2, // blue
    0xFFD55E00, // vermillion
    0xFF009E73, // bluish green
    0xFFCC79A7, // reddish purple
    0xFF56B4E9, // sky blue
    0xFFE69F00, // orange
    0xFF000000, // black; near white in the dark theme
    0xFFF0E442, // yellow
};
constexpr std::size_t blackIndex = 6;
constexpr QRgb blackInTheDark = 0xFFF2F2F2;
constexpr std::array<double, 5> rounds = {0, -0.35, 0.45, -0.55, 0.7}; // darker below 0
constexpr QRgb noClassGrey = 0xFF999999;
constexpr std::size_t shapeCount = 6;

// viridis at 0, 1/19, ..., 1; linear in between (van der Walt & Smith, matplotlib).
constexpr std::array<QRgb, 20> viridis = {
    0xFF440154, 0xFF481568, 0xFF482677, 0xFF453781, 0xFF3F4788, 0xFF39558C, 0xFF32648E,
    0xFF2D718E, 0xFF287D8E, 0xFF238A8D, 0xFF1F968B, 0xFF20A386, 0xFF29AF7F, 0xFF3CBC75,
    0xFF56C667, 0xFF74D055, 0xFF94D840, 0xFFB8DE29, 0xFFDCE318, 0xFFFDE725,
};

int mix(int from, int to, double fraction)
{
    return static_cast<int>(std::lround(from + (to - from) * fraction));
}

} // namespace

const Theme& Theme::of(ThemeKind kind)
{
    static const Theme light = lightTheme();
    static const Theme dark = darkTheme();
    static const Theme print = printTheme();
    switch (kind) {
    case ThemeKind::Dark:
        return dark;
    case ThemeKind::Print:
        return print;
    case ThemeKind::Light:
        break;
    }
    return light;
}

const Theme& Theme::current() { return of(currentKind.load(std::memory_order_relaxed)); }

void Theme::setCurrent(ThemeKind kind) { currentKind.store(kind, std::memory_order_relaxed); }

QPalette Theme::palette() const
{
    const QColor onAccent = kind == ThemeKind::Dark ? window : QColor(Qt::white);
    QPalette palette(window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, secondaryText);
    palette.setColor(QPalette::Button, window);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, warning);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, onAccent);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, line);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, muted);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, text);
    return palette;
}

QColor Theme::classColor(ClassId id) const
{
    if (!id.valid())
        return QColor::fromRgb(noClassGrey);
    const std::size_t index = id.index() % okabeIto.size();
    const bool dark = kind == ThemeKind::Dark;
    const QColor color = QColor::fromRgb(index == blackIndex && dark ? blackInTheDark : okabeIto[index]);
    // Where there is no shape to tell the rounds apart (bars, strips), lightness does.
    const double change = rounds[id.index() / okabeIto.size() % rounds.size()];
    const double share = std::abs(change);
    const bool darker = index == blackIndex ? dark : change < 0; // black has one way to go
    const int towards = darker ? 0 : 255;
    return {mix(color.red(), towards, share), mix(color.green(), towards, share),
            mix(color.blue(), towards, share)};
}

PointShape Theme::classShape(ClassId id)
{
    if (!id.valid())
        return PointShape::Circle;
    // The first classes already differ in shape, for eyes that do not tell the colours apart; each further
    // round of colours shifts the shapes by one, so that no pair comes twice in 48.
    const std::size_t round = id.index() / okabeIto.size();
    return static_cast<PointShape>((id.index() % okabeIto.size() + round) % shapeCount);
}

QColor Theme::magnitude(double fraction) const
{
    if (std::isnan(fraction))
        return muted;
    const double place = std::clamp(fraction, 0.0, 1.0) * (viridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), viridis.size() - 2);
    const double rest = place - static_cast<double>(below);
    const QRgb from = viridis[below];
    const QRgb to = viridis[below + 1];
    return {mix(qRed(from), qRed(to), rest), mix(qGreen(from), qGreen(to), rest),
            mix(qBlue(from), qBlue(to), rest)};
}

} // namespace atlas
