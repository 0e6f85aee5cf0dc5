// Fusion with frames that can be seen: it derives them from the window's colour, made darker, which is
// invisible in the dark theme. Fields, boxes and buttons get the theme's line around them instead. Command
// links look like cards, so that people see what can be clicked before they point at it.
#pragma once

#include <QProxyStyle>

namespace atlas {

class ThemeStyle : public QProxyStyle {
    Q_OBJECT

public:
    ThemeStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace atlas
