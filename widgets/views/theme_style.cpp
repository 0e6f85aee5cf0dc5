#include "widgets/views/theme_style.h"

#include "widgets/views/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace atlas {

namespace {

/// Where Fusion draws its frames: half a pixel inside, with round corners.
void drawFrame(QPainter* painter, const QRect& rect, double radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Theme::current().line);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

/// Fusion marks what has the focus, and the default button, by the accent colour: that stays.
bool isMarked(const QStyleOption* option)
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    return (option->state & QStyle::State_HasFocus)
        || (button && (button->features & QStyleOptionButton::DefaultButton));
}

} // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("fusion")) { }

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (isMarked(option) && element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton)
        return;
    if (element == PE_FrameLineEdit || element == PE_PanelButtonCommand)
        drawFrame(painter, option->rect, 2);
    else if (element == PE_IndicatorCheckBox)
        drawFrame(painter, option->rect, 1);
    else if (element == PE_IndicatorRadioButton)
        drawFrame(painter, option->rect, option->rect.width() / 2.0);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if ((control == CC_SpinBox || control == CC_ComboBox) && !isMarked(option))
        drawFrame(painter, option->rect, 2);
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) // black ones, also in the dark
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace atlas
