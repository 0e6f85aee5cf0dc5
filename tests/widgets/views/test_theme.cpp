#include "widgets/views/theme.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

using namespace atlas;

namespace {

// Relative luminance and contrast after WCAG 2.1.
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}
double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastOfTexts_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
        QTest::newRow("print") << static_cast<int>(ThemeKind::Print);
    }

    void contrastOfTexts()
    {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        QCOMPARE(static_cast<int>(theme.kind), kind);
        for (const QColor& ground : {theme.window, theme.surface}) {
            QVERIFY(contrast(theme.text, ground) >= 7);
            QVERIFY(contrast(theme.secondaryText, ground) >= 4.5);
            QVERIFY(contrast(theme.accent, ground) >= 4.5);
            QVERIFY(contrast(theme.warning, ground) >= 4.5);
            QVERIFY(contrast(theme.line, ground) >= 2.5);
        }
        const QPalette palette = theme.palette();
        QVERIFY(contrast(palette.color(QPalette::Highlight), palette.color(QPalette::HighlightedText))
                >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= 4.5);
    }

    void classesAreToldApart_data() { contrastOfTexts_data(); }

    void classesAreToldApart()
    {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        std::set<std::pair<QRgb, PointShape>> seen;
        for (std::size_t i = 0; i < 48; ++i)
            seen.emplace(theme.classColor(ClassId(i)).rgb(), Theme::classShape(ClassId(i)));
        QCOMPARE(seen.size(), std::size_t(48));
        std::set<QRgb> colors;
        for (std::size_t i = 0; i < 40; ++i) // bars and strips have no shapes
            colors.insert(theme.classColor(ClassId(i)).rgb());
        QCOMPARE(colors.size(), std::size_t(40));
        QCOMPARE(colors.count(theme.classColor(ClassId()).rgb()), std::size_t(0));
        QCOMPARE(theme.classColor(ClassId()).saturation() < 40, true);
    }

    void viridisRisesInLightness()
    {
        const Theme& theme = Theme::of(ThemeKind::Print);
        QCOMPARE(theme.magnitude(0), QColor(0x44, 0x01, 0x54));
        QCOMPARE(theme.magnitude(1), QColor(0xFD, 0xE7, 0x25));
        QCOMPARE(theme.magnitude(-3), theme.magnitude(0));
        QCOMPARE(theme.magnitude(7), theme.magnitude(1));
        for (int i = 1; i <= 200; ++i)
            QVERIFY(luminance(theme.magnitude(i / 200.0)) > luminance(theme.magnitude((i - 1) / 200.0)));
        const QColor none = theme.magnitude(std::numeric_limits<double>::quiet_NaN());
        QVERIFY(none.saturation() < 40);
    }

    void currentTheme()
    {
        QCOMPARE(Theme::current().kind, ThemeKind::Light);
        Theme::setCurrent(ThemeKind::Dark);
        QCOMPARE(&Theme::current(), &Theme::of(ThemeKind::Dark));
        Theme::setCurrent(ThemeKind::Light);
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
